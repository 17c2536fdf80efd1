"""The thread that flies: opens cities, puts the drone somewhere, and flies turn after turn of a session."""

import logging
import queue
import shutil
import threading
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from airanchor.assembly import Stack, load_stack
from airanchor.cockpit.board import Board
from airanchor.cockpit.breakable_chat import BreakableChat
from airanchor.cockpit.cities import keep_thumbnail, list_cities, same_city, usual_start
from airanchor.cockpit.city_map import bounds_row, examples, map_json
from airanchor.cockpit.export import exported_ids
from airanchor.cockpit.film import LiveFilm, pose_row
from airanchor.cockpit.hand import FLOWN_BY_HAND, HandPilot
from airanchor.cockpit.helm import Helm
from airanchor.cockpit.helm_world import lift_with
from airanchor.cockpit.narrator import Narrator, ToldWriter
from airanchor.cockpit.options import CockpitOptions
from airanchor.cockpit.places import settle
from airanchor.cockpit.sessions import FlownTurn, Session, list_sessions, write_turn
from airanchor.cockpit.talk import Remembered, plain_order, quoted
from airanchor.errors import AirAnchorError
from airanchor.flight import Flight, Mission
from airanchor.front import flight_facts, fly_mission
from airanchor.memory import Memory, MemoryStore
from airanchor.reasoner.mailbox.mailbox_chat import mailbox_folder
from airanchor.reasoner.profiles.profile import RULES
from airanchor.trace import Keep
from aircity.city.city import City, rendered
from aircity.city.imports import import_city
from aircity.city.library import keep_scene, open_scene
from aircity.city.scene import CityScene
from aircity.geometry import Pose
from aircity.world import Action, Simulator

log = logging.getLogger(__name__)
Job = Callable[[], None]
END_S = 15.0
"""How long the end of the server waits for the end of a flight; its recording is safe in any case."""


MOST_REMEMBERED = 2_000
"""Things of a kept memory that the map shows."""


@dataclass(slots=True)
class OpenPlace:
    """An open city with its world, memory and session; `close` frees all of them."""

    city: City
    world: Simulator
    store: MemoryStore
    session: Session
    pose: Pose
    texts: list[str] = field(default_factory=list)
    """What was said in this session."""
    close: ExitStack = field(default_factory=ExitStack)


class CockpitPilot:
    """Does one job after the other on a thread of its own; what it does is shown on the board."""

    def __init__(self, options: CockpitOptions, board: Board) -> None:
        self._options, self._board = options, board
        self.helm = Helm()
        self.film = LiveFilm(board, self.helm, options.speed)
        self.map: dict[str, Any] | None = None
        self._stack: Stack | None = None
        self._place: OpenPlace | None = None
        self._is_ending = False
        self._hearing, self._heard = threading.Lock(), 0
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="cockpit-pilot", daemon=True)

    def begin(self) -> None:
        """Get ready, and open the city that was asked for."""
        self._thread.start()
        self.post(self._get_ready)
        if self._options.scene is not None:
            scene = self._options.scene
            self.post(lambda: self.open(scene))

    def end(self) -> None:
        """Break off what is flown, close the city, and stop; what still waits is not begun."""
        self._is_ending = True
        self.helm.break_off("the cockpit was closed")
        self.post(self.leave)
        self._jobs.put(None)
        self._thread.join(END_S)

    def post(self, job: Job) -> None:
        """Have a job done after those that wait."""
        self._jobs.put(job)

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            if self._is_ending and job != self.leave:
                continue
            try:
                job()
            except (AirAnchorError, OSError) as error:
                self._complain(str(error))
            except Exception as error:  # one job must not end all flying
                log.exception("a job of the cockpit failed")
                self._complain(f"this failed unexpectedly: {type(error).__name__}: {error}")

    def _complain(self, words: str) -> None:
        self._board.set(problem=words[:600], loading=None, phase="ready" if self._place else "choose")

    def show_helm(self) -> None:
        """Show who steers."""
        self._board.set(helm={"is_paused": self.helm.is_paused, "is_by_hand": self.helm.is_by_hand})

    @property
    def scene(self) -> CityScene | None:
        """The city that is open."""
        place = self._place
        return None if place is None else place.city.scene

    # What follows runs on the pilot's thread only.

    def load(self) -> None:
        """Put the navigator's parts together, before anything is served: faults are told at once."""
        options = self._options
        stack = load_stack(
            options.settings(),
            reasoner=options.reasoner,
            perception=options.perception,
            allow_unprobed=options.allow_unprobed,
            tell=lambda line: self._board.set(waiting=line),
            sleep=self.helm.sleep,
        )
        if options.reasoner != RULES and mailbox_folder(options.reasoner) is None:
            stack = replace(stack, chat=BreakableChat(stack.chat, self.helm))
        self._stack = stack

    def _get_ready(self) -> None:
        self._board.set(phase="starting", loading={"what": "getting the navigator ready", "share": None})
        self._stack_in_use.get_ready()
        self._board.set(phase="choose", loading=None)

    @property
    def _stack_in_use(self) -> Stack:
        assert self._stack is not None, "load() comes first"
        return self._stack

    def open(self, name: str) -> None:
        """Open a city, in place of the one that is open."""
        self.leave()
        self._board.set(phase="loading", loading={"what": f"opening {name}", "share": 0.0})
        scene = open_scene(name, progress=self._progress)
        self._progress("preparing to draw", 1.0)
        with ExitStack() as opened:
            city = opened.enter_context(rendered(scene))
            store = opened.enter_context(self._stack_in_use.memory_store(self._options.memory))
            start = usual_start(city)
            keep_thumbnail(city, start)
            self.map = map_json(scene)
            session = Session(self._options.out, scene.name)
            self._place = OpenPlace(city, city.world(), store, session, start, close=opened.pop_all())
        self.film.show_city(city.renderer)
        self._board.set(
            city={
                "name": scene.name,
                "bounds": bounds_row(scene.bounds),
                "attribution": scene.attribution,
                "session": session.id,
            },
            **{**_EMPTY, "memory": remembered(store.memory(scene.name))},
            loading=None,
        )
        self._settle(start)

    def bring(self, file: Path, name: str) -> None:
        """Import a city file, keep it unless it is kept already, and open it; file and folder are removed."""
        loading = {"what": f"importing {name}", "share": 0.0}
        self._board.set(phase="loading", loading=loading, not_brought=None)
        try:
            imported = import_city(file, name=name, progress=self._progress)
        except (AirAnchorError, OSError) as error:
            self._board.set(not_brought=str(error)[:600])
            raise
        finally:
            shutil.rmtree(file.parent, ignore_errors=True)
        known = same_city(imported.scene)
        if known is None:
            keep_scene(name, imported.scene)
        self.open(known or name)
        report = imported.report
        words = f"{report.drawn} of {report.features} things of the file are in the city; {report.format}."
        self._board.set(cities=list_cities(), story=[{"turn": 0, "kind": "note", "text": words}])

    def put(self, north_m: float, east_m: float, up_m: float, heading_deg: float) -> None:
        """Put the drone somewhere: above what stands there, where it would be inside."""
        if self._place is not None:
            wanted = Pose.at(north_m, east_m, up_m, heading_deg % 360.0)
            self._settle(settle(self._place.city, wanted, self._ceiling_m))

    def hear(self, text: str) -> None:
        """Have an instruction flown, unless another one is heard before it could begin."""
        with self._hearing:
            self._heard += 1
            number = self._heard
        self.post(lambda: self.say(text) if number == self._heard else self._pass_over(text))

    def _pass_over(self, text: str) -> None:
        self._board.set(hint=f"“{text[:200]}” was not begun: something else was said after it.")

    def say(self, text: str) -> None:
        """Fly an instruction from where the drone is."""
        place, stack = self._need_place(), self._stack_in_use
        order = self._order(text, place)
        place.texts.append(text)
        self.helm.begin()
        self._fly(text, order, place, stack)

    def steer(self, first: Action | None = None) -> None:
        """Fly by hand from where the drone is, beginning with an action, if one began it."""
        place = self._need_place()
        self.helm.begin(by_hand=True, first=first)
        self._fly(FLOWN_BY_HAND, FLOWN_BY_HAND, place, self._stack_in_use, by_hand=True)

    def _need_place(self) -> OpenPlace:
        if self._place is None:
            raise AirAnchorError("there is no city to fly in yet; choose one first")
        return self._place

    def leave(self) -> None:
        """Close the city."""
        self.film.show_city(None)
        if self._place is not None:
            self._place.close.close()
        self._place, self.map = None, None
        self._board.set(phase="choose", city=None, drone=None, **_EMPTY)

    def list_sessions(self) -> None:
        """Show what was flown before."""
        out = self._options.out
        self._board.set(sessions=list_sessions(out), exported=exported_ids(out))

    @property
    def _ceiling_m(self) -> float:
        return self._options.settings().envelope.max_altitude_m

    def _settle(self, pose: Pose) -> None:
        assert self._place is not None
        place = self._place
        place.world.reset(pose)  # a start in a wall is told before it is shown
        place.pose = pose
        self.film.fly(pose, pose)
        near = examples(place.city.scene, pose.x_m, pose.y_m)
        self._board.set(phase="ready", examples=near, problem=None, anchors=None)

    def _order(self, text: str, place: OpenPlace) -> str:
        """The sentence as a navigator can read it alone."""
        if self._options.reasoner != RULES:
            return quoted(text, place.texts)
        memory = Remembered.all_of(self._board.value("memory") or {})
        return plain_order(text, place.texts, place.pose, memory)

    def _fly(self, text: str, order: str, place: OpenPlace, stack: Stack, *, by_hand: bool = False) -> None:
        mission = Mission(order, place.city.scene.name, place.pose)
        turn = place.session.new_turn()
        row: dict[str, Any] = {
            "session": turn.session,
            "number": turn.number,
            "text": text,
            "order": order if order != text else "",
            "by": "hand" if by_hand else self._options.agent,
            "start": pose_row(place.pose),
        }
        self._board.put("turns", str(turn.number), {**row, "ending": None})
        self._board.set(phase="flying", turn=turn.number, flown_m=0.0, problem=None, hint=None, now=None)
        self.show_helm()
        narrator = Narrator(self._board, self.helm, turn.number)
        try:
            flight = self._flown(mission, turn, place, stack, narrator, by_hand=by_hand)
            told = _told(flight, self.helm.cause, narrator.flown_m)
        except BaseException as error:
            self._board.put("turns", str(turn.number), {**row, "ending": "failed", "words": str(error)[:600]})
            raise
        finally:
            place.pose = self.film.pose or place.pose
            self._board.set(phase="landing", waiting=None)  # nobody steers any more
        write_turn(turn, {**row, **told, "end": pose_row(place.pose)})
        self._board.put("turns", str(turn.number), {**row, **told})
        self.list_sessions()
        self._settle(place.pose)

    def _flown(
        self,
        mission: Mission,
        turn: FlownTurn,
        place: OpenPlace,
        stack: Stack,
        narrator: Narrator,
        *,
        by_hand: bool,
    ) -> Flight:
        detector = stack.detector(self._options.perception, (place.city.scene, place.city.renderer))
        agent = "hand" if by_hand else self._options.agent
        facts = flight_facts(stack, detector, scene=place.city.scene.name, agent=agent, is_frozen=False)
        lift = lift_with(self.helm, self.film.fly)
        with ToldWriter(turn.trace_folder, facts, keep=Keep.VIEWING, hear=narrator.hear) as writer:
            if by_hand:
                envelope = stack.settings.envelope
                return lift(HandPilot(self.helm), mission, place.world, envelope=envelope, writer=writer)
            return fly_mission(
                mission,
                place.world,
                stack=stack,
                detector=detector,
                store=place.store,
                writer=writer,
                agent=agent,
                is_frozen=False,
                lift=lift,
            )

    def _progress(self, what: str, share: float) -> None:
        self._board.set(loading={"what": what, "share": round(share, 3)})


_EMPTY: dict[str, Any] = {
    "turns": {},
    "turn": None,
    "story": [],
    "path": [],
    "memory": {},
    "anchors": None,
    "now": None,
    "flown_m": 0.0,
    "examples": [],
    "asked": None,
    "hint": None,
}
"""What a new session shows."""


def remembered(memory: Memory) -> dict[str, Any]:
    """What a scene's memory holds before anything is flown, as the page shows it."""
    register = memory.register
    return {
        item.id: {
            "label": register.types[item.type_id].labels.texts[0],
            "footprint": item.extent.footprint.vertices.round(2).tolist(),
            "heights": [item.extent.z_min_m, item.extent.z_max_m],
        }
        for item in list(register.instances.values())[:MOST_REMEMBERED]
    }


def _told(flight: Flight, cause: str | None, flown_m: float) -> dict[str, Any]:
    """How a turn ended; who broke it off is said with it."""
    words = flight.words
    if cause is not None and not flight.ending.is_own:
        words = f"Broken off: {cause}. {words}".strip()
    return {
        "ending": flight.ending.value,
        "words": words,
        "path_m": round(flown_m, 1),
        "decisions": flight.iterations,
        "collisions": flight.collisions,
    }
