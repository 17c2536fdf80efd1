"""What `fly` and `demo` do: open the city, put the stack together, fly, and write the results down."""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from airanchor import own_parts
from airanchor.assembly import check_agent, load_stack, usual_profile
from airanchor.cli.fly.line import TellingWriter
from airanchor.config import Settings, load_settings
from airanchor.errors import AirAnchorError, InputError
from airanchor.flight import Flight, Mission
from airanchor.front import DEFAULT_SCENE, checked_keep, flight_facts, fly_mission
from airanchor.reasoner.client.budget import Allowance
from airanchor.scenery import CityPainter
from airanchor.sites import FlightSite, airsim_site, check_build, city_site, is_own_world, own_site
from airanchor.trace import EvaluationEvent, TraceWriter, read_trace
from airanchor.viewer.page import build_page
from aircity.city.conditions import CLEAR, Conditions
from aircity.cli.terminal.output import say
from aircity.cli.worlds import describe, open_city, parse_pose
from aircity.geometry import Pose
from aircity.machine import interruption

NO_CITY = "flown outside the embedded cities"
STOPPING = "stopping: the drone gets STOP and its files are written; Ctrl-C again ends at once"


@dataclass(frozen=True, slots=True, kw_only=True)
class FlightOrder:
    """One flight as it is ordered on the command line."""

    instruction: str
    out: Path
    scene: str | None = None
    """A city; or, with a world, only the name of its scene."""
    world: str | None = None
    """The address of an AirSim build, or None for an embedded city."""
    start: str | None = None
    reasoner: str = "rules"
    perception: str = "embedded"
    memory: Path | None = None
    frozen: bool = False
    agent: str = "airanchor"
    profile: str | None = None
    """None for what fits the reasoner."""
    config: Path | None = None
    sets: tuple[str, ...] = ()
    seed: int = 0
    conditions: Conditions = CLEAR
    images: str = "viewing"
    live: bool = False
    allow_unprobed: bool = False
    goal: tuple[float, float, float] | None = None
    """Where the instruction leads, if that is known; used after the flight and never told to it."""
    cache: Path | None = None
    max_calls: int | None = None
    max_tokens: int | None = None
    max_money: float | None = None

    @property
    def allowance(self) -> Allowance | None:
        """What the flight may spend, or None for as much as it takes."""
        allowance = Allowance(self.max_calls, self.max_tokens, self.max_money)
        return None if allowance == Allowance() else allowance


def fly_order(order: FlightOrder) -> dict[str, Any]:
    """Fly it, write the replay, and return the summary, which is also written to summary.json."""
    own_parts.grant(order.agent, order.perception, order.reasoner, order.world)
    own_parts.grant_sets(order.sets)
    profile = order.profile or usual_profile(order.reasoner)
    settings = load_settings(profile, file=order.config, sets=order.sets)
    order = replace(order, profile=profile)
    if order.world is not None:
        check_build(order.world, order.perception, order.conditions)
    keep = checked_keep(order.images)
    check_agent(order.agent)
    if order.frozen and order.memory is None:
        raise InputError("--frozen needs a memory to read; give its folder with --memory")
    stack = load_stack(
        settings,
        reasoner=order.reasoner,
        perception=order.perception,
        allow_unprobed=order.allow_unprobed,
        allowance=order.allowance,
        cache=order.cache,
        tell=say,
    )
    with _open_site(order, settings) as site:
        mission = Mission(order.instruction, site.scene_id, _start(order, site))
        detector = stack.detector(order.perception, site.truth)
        site.world.reset(mission.start)  # a start in a wall must not cost the folder's earlier flight
        stack.get_ready()
        facts = flight_facts(
            stack,
            detector,
            scene=order.scene or site.scene_id,
            agent=order.agent,
            is_frozen=order.frozen,
            seed=order.seed,
            conditions=order.conditions,
            world=order.world,
        )
        city = None if site.city is None else CityPainter(site.city)
        with interruption.held(STOPPING):
            _clear(order.out)
            with (
                stack.memory_store(order.memory) as store,
                TellingWriter(order.out / "trace", facts, keep=keep) as writer,
                _watched(order, writer, city),
            ):
                flight = fly_mission(
                    mission,
                    site.world,
                    stack=stack,
                    detector=detector,
                    store=store,
                    writer=writer,
                    agent=order.agent,
                    is_frozen=order.frozen,
                )
                if order.goal is not None:
                    writer.write(_evaluation(flight, order.goal))
            return _write_down(flight, mission, order, city)


def _write_down(
    flight: Flight, mission: Mission, order: FlightOrder, city: CityPainter | None
) -> dict[str, Any]:
    """The summary, which names the replay, and both on disk; the summary alone where the disk is full."""
    try:
        page = build_page(read_trace(order.out / "trace"), city, no_city=NO_CITY)
        (order.out / "replay.html").write_text(page, encoding="utf-8")
    except OSError as error:
        (order.out / "replay.html").unlink(missing_ok=True)
        _write_summary(summarise(flight, mission, order), order.out)
        raise _not_written("replay.html", order.out, error) from error
    summary = summarise(flight, mission, order)
    _write_summary(summary, order.out)
    return summary


def _write_summary(summary: dict[str, Any], folder: Path) -> None:
    try:
        (folder / "summary.json").write_text(json.dumps(summary, indent=2) + "\n", encoding="utf-8")
    except OSError as error:
        raise _not_written("summary.json", folder, error) from error


def _not_written(name: str, folder: Path, error: OSError) -> AirAnchorError:
    return AirAnchorError(
        f"the flight is over, but {folder / name} cannot be written: {error.strerror}; its recording is in "
        f"{folder / 'trace'}, and airanchor view {folder} makes a replay of it"
    )


def _evaluation(flight: Flight, goal: tuple[float, float, float]) -> EvaluationEvent:
    miss_m = flight.end.distance_m(Pose(*goal))
    return EvaluationEvent(episode_id="flight", goal=goal, metrics={"NE": round(miss_m, 3)})


def summarise(flight: Flight, mission: Mission, order: FlightOrder) -> dict[str, Any]:
    """The flight as plain values."""
    usage = [asdict(row) for row in flight.usage]
    sources = sorted({row.token_source for row in flight.usage if row.calls})
    files = {"trace": order.out / "trace", "replay": order.out / "replay.html"}
    return {
        "instruction": mission.instruction,
        "scene": mission.scene_id,
        "agent": flight.navigator,
        "reasoner": order.reasoner,
        "profile": order.profile,
        "ending": flight.ending.value,
        "words": flight.words,
        "start": describe(mission.start),
        "end": describe(flight.end),
        "subtasks": flight.subtasks,
        "subtasks_completed": flight.subtasks_completed,
        "reports": [
            {"text": report.text, "status": report.status.words, "words": report.words}
            for report in flight.reports
        ],
        "iterations": flight.iterations,
        "steps": flight.steps,
        "path_m": round(flight.path_length_m, 2),
        "collisions": flight.collisions,
        "refusals": flight.refusals,
        **order.conditions.facts(),
        "skills": dict(flight.skills),
        "failures": dict(flight.failures),
        "calls": sum(row.calls for row in flight.usage),
        "tokens": sum(row.input_tokens + row.output_tokens for row in flight.usage),
        "token_source": ", ".join(sources) or "none",
        "fallbacks": sum(row.fallbacks for row in flight.usage),
        "unavailable": sum(row.unavailable for row in flight.usage),
        "usage": usage,
        "goal_m": None if order.goal is None else round(_evaluation(flight, order.goal).metrics["NE"], 2),
        "files": {name: str(path) for name, path in files.items() if path.exists()},
    }


@contextmanager
def _open_site(order: FlightOrder, settings: Settings) -> Iterator[FlightSite]:
    if order.world is not None and is_own_world(order.world):
        with own_site(order.world, order.scene) as site:
            yield site.sensed(order.conditions, order.instruction)
    elif order.world is not None:
        say(f"connecting to {order.world}")
        with airsim_site(order.world, order.scene, settings.airsim) as site:
            yield site.sensed(order.conditions, order.instruction)
    else:
        with open_city(order.scene or DEFAULT_SCENE, order.conditions) as city:
            yield city_site(city, order.instruction)


def _start(order: FlightOrder, site: FlightSite) -> Pose:
    return parse_pose(order.start) if order.start is not None else site.usual_start(order.seed)


def _clear(folder: Path) -> None:
    """An earlier flight in the folder is replaced; anything else there is not touched."""
    if (folder / "trace" / "events.jsonl").exists():
        say(f"replacing the earlier flight in {folder}; choose another --out to keep both")
        shutil.rmtree(folder / "trace")
    for name in ("summary.json", "replay.html"):
        (folder / name).unlink(missing_ok=True)


@contextmanager
def _watched(order: FlightOrder, writer: TraceWriter, city: CityPainter | None) -> Iterator[None]:
    """With --live, the replay is served while the flight writes it."""
    if not order.live:
        yield
        return
    from airanchor.viewer.live import LiveView

    with LiveView(writer.folder, city=city, no_city=NO_CITY) as view:
        say(f"watch at {view.url}")
        yield
