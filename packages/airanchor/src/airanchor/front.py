"""One mission from a sentence to STOP: what `airanchor.fly` does, and what the commands share with it."""

import html
import json
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path

from pydantic import JsonValue

from airanchor import own_parts
from airanchor.assembly import AgentBuilder, Stack, check_agent, load_stack, own_facts, usual_profile
from airanchor.config import load_settings
from airanchor.errors import InputError
from airanchor.flight import Flight, Mission, launch
from airanchor.memory import FrozenMemory, MemoryStore
from airanchor.memory.flights import flights_of
from airanchor.perception import Detector
from airanchor.reasoner import ChatTransport
from airanchor.reasoner.exchanges import RecordingListener
from airanchor.sites import (
    FlightSite,
    airsim_site,
    check_build,
    city_site,
    is_own_world,
    own_site,
    world_site,
)
from airanchor.trace import Keep, Trace, TraceWriter, read_trace
from aircity.city.city import rendered
from aircity.city.conditions import CLEAR, Conditions
from aircity.city.library import open_scene
from aircity.geometry import Pose
from aircity.world import Simulator

DEFAULT_SCENE = "practice-square"
INLINE_PX = 720
MOST_INLINE = 12 * 2**20
"""Characters of a replay that a notebook shows inline; it keeps them in its file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TracedFlight(Flight):
    """A flight with the recording of all that happened on it."""

    trace: Trace

    def _repr_html_(self) -> str:
        """The replay inline, as notebooks show it; one that is too large is only told of."""
        from airanchor.viewer.page import build_page

        page = build_page(self.trace)
        told = html.escape(
            f"{self.ending}: {self.words} {self.path_length_m:.0f} m flown. {self.trace.folder}"
        )
        if len(page) > MOST_INLINE:
            command = html.escape(f"airanchor view {self.trace.folder}")
            return (
                f"<p>{told}</p><p>The replay has {len(page) / 2**20:.0f} MB; look at it with: {command}</p>"
            )
        frame = f'sandbox="allow-scripts" style="width:100%;height:{INLINE_PX}px;border:1px solid #ccc"'
        return f'<p>{told}</p><iframe {frame} srcdoc="{html.escape(page, quote=True)}"></iframe>'


def fly(
    instruction: str,
    *,
    scene: str | None = None,
    world: str | Simulator | None = None,
    start: Pose | Sequence[float] | None = None,
    reasoner: str | ChatTransport = "rules",
    perception: str | Detector = "embedded",
    agent: str | AgentBuilder = "airanchor",
    text_encoder: str | None = None,
    image_encoder: str | None = None,
    profile: str | None = None,
    settings: Sequence[str] = (),
    memory: str | Path | None = None,
    frozen: bool = False,
    images: str = "viewing",
    out: str | Path | None = None,
    noise: int = 0,
    traffic: int = 0,
) -> TracedFlight:
    """Fly one instruction from the sentence to STOP, in an embedded city or in the world that is given.

    `scene` is a city, practice-square if left out. `world` is the address of an AirSim build,
    "airsim://HOST:PORT", of which `scene` is then only the name; or a world that you have opened.
    `start` is a pose, or north, east, up in metres and perhaps the heading in degrees; without it, a place
    with a view. `reasoner` is "rules", the name or file of a model's profile, or the folder of a recorded
    trace, or mailbox:FOLDER. `profile` is "embedded" for the rules and "plus" for a model if left out.
    Agent, perception, reasoner, world and encoders may be your own: as module:attribute, by the name of an
    entry point, or as objects (docs/own-parts.md). `settings` are texts such as "agent.iterations=10".
    `memory` is a folder that keeps what was seen from flight to flight. The trace is written to `out`, or to
    a temporary folder. `noise` spoils the sensors and `traffic` moves through the city, each from 0 (none)
    to 3.
    """
    own_parts.grant(agent, perception, reasoner, world, text_encoder, image_encoder)
    own_parts.grant_sets(settings)
    if isinstance(agent, str):
        check_agent(agent)
    keep = checked_keep(images)
    if frozen and memory is None:
        raise InputError("frozen=True needs a memory to read; give its folder as memory=")
    chosen = load_settings(
        profile or usual_profile(reasoner), sets=chosen_sets(text_encoder, image_encoder, settings)
    )
    conditions = Conditions(noise=noise, traffic=traffic)
    if isinstance(world, str):
        check_build(world, perception, conditions)
    stack = load_stack(chosen, reasoner=reasoner, perception=perception)
    folder = Path(out) / "trace" if out is not None else Path(tempfile.mkdtemp(prefix="airanchor-")) / "trace"
    with _open_site(scene, world, stack, conditions=conditions, episode=instruction) as site:
        mission = Mission(instruction, site.scene_id, _start(start, site))
        detector = stack.detector(perception, site.truth)
        site.world.reset(mission.start)  # a start in a wall is told before anything is written
        stack.get_ready()
        facts = flight_facts(
            stack,
            detector,
            scene=scene or site.scene_id,
            agent=agent,
            is_frozen=frozen,
            conditions=conditions,
            world=world,
        )
        with (
            stack.memory_store(None if memory is None else Path(memory)) as store,
            TraceWriter(folder, facts, keep=keep) as writer,
        ):
            flight = fly_mission(
                mission,
                site.world,
                stack=stack,
                detector=detector,
                store=store,
                writer=writer,
                agent=agent,
                is_frozen=frozen,
            )
    plain = {one.name: getattr(flight, one.name) for one in fields(Flight)}
    return TracedFlight(**plain, trace=read_trace(folder))


def fly_mission(
    mission: Mission,
    world: Simulator,
    *,
    stack: Stack,
    detector: Detector,
    store: MemoryStore,
    writer: TraceWriter,
    agent: str | AgentBuilder,
    is_frozen: bool,
    lift: Callable[..., Flight] = launch,
) -> Flight:
    """One flight with its scene's memory, which is kept when it ends; `lift` is how it is launched."""
    episode = new_episode(store, mission.scene_id)
    with store.episode(mission.scene_id, episode) as transaction, own_parts.blamed():
        navigator = stack.navigator(
            agent,
            reasoner=stack.reasoner(RecordingListener(writer)),
            detector=detector,
            memory=FrozenMemory(transaction.memory) if is_frozen else transaction.memory,
            episode=episode,
        )
        return lift(navigator, mission, world, envelope=stack.settings.envelope, writer=writer)


def flight_facts(
    stack: Stack,
    detector: Detector,
    *,
    scene: str,
    agent: str | AgentBuilder,
    is_frozen: bool,
    seed: int = 0,
    conditions: Conditions = CLEAR,
    world: str | Simulator | None = None,
) -> dict[str, JsonValue]:
    """What the trace of a flight begins with."""
    return {
        "settings": stack.settings.to_json(),
        "scene": scene,
        "world": "city" if world is None else "another",
        "agent": agent if isinstance(agent, str) else own_parts.described(agent),
        "memory": "frozen" if is_frozen else "online",
        **stack.names(detector),
        **own_facts(agent=agent, world=world),
        "seed": seed,
        **conditions.facts(),
    }


def chosen_sets(text: str | None, image: str | None, sets: Sequence[str] = ()) -> tuple[str, ...]:
    """Encoders as settings, before those given as such; a folder counts from where it was named."""
    named = {"text": text, "image": image}
    chosen = [
        f"perception.{kind}.source={json.dumps(_absolute(name))}" for kind, name in named.items() if name
    ]
    return (*chosen, *sets)


def _absolute(name: str) -> str:
    path = Path(name).expanduser()
    return str(path.absolute()) if "/" in name and path.is_dir() else name


def checked_keep(images: str) -> Keep:
    """Which images a trace keeps, by name."""
    try:
        return Keep(images)
    except ValueError as error:
        raise InputError(f"images {images!r} is unknown; valid are {', '.join(Keep)}") from error


@contextmanager
def _open_site(
    scene: str | None, world: str | Simulator | None, stack: Stack, *, conditions: Conditions, episode: str
) -> Iterator[FlightSite]:
    if isinstance(world, str) and is_own_world(world):
        with own_site(world, scene) as site:
            yield site.sensed(conditions, episode)
    elif isinstance(world, str):
        with airsim_site(world, scene, stack.settings.airsim) as site:
            yield site.sensed(conditions, episode)
    elif world is not None:
        yield world_site(world).sensed(conditions, episode)
    else:
        with rendered(open_scene(scene or DEFAULT_SCENE), conditions) as city:
            yield city_site(city, episode)


def _start(start: Pose | Sequence[float] | None, site: FlightSite) -> Pose:
    if start is None:
        return site.usual_start(0)
    if isinstance(start, Pose):
        return start
    if not all(isinstance(value, int | float) for value in start):  # nor a text, letter by letter
        raise InputError(f"start = {start!r} must hold numbers, as in (90, 60, 32, 270), or be a Pose")
    if len(start) not in (3, 4):
        raise InputError(
            f"start = {tuple(start)!r} has {len(start)} numbers; give north, east, up and perhaps the heading"
        )
    return Pose.at(*start)


def new_episode(store: MemoryStore, scene: str) -> str:
    """A name that no flight has, neither one of this memory nor one that it has taken in."""
    own = store.episodes(scene)
    taken = {*own, *flights_of(store.memory(scene).register)}
    number = len(own) + 1
    while f"flight-{number}" in taken:
        number += 1
    return f"flight-{number}"
