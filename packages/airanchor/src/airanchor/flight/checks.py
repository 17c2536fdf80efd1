"""The conformance kit of navigators: run your own through `check_navigator(lambda: MyNavigator())`."""

import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from airanchor.errors import ConformanceError
from airanchor.flight.ending import Ending
from airanchor.flight.envelope import Envelope
from airanchor.flight.launch import launch
from airanchor.flight.mission import Mission
from airanchor.flight.navigator import Flight, Navigator
from airanchor.trace import EndEvent, Keep, MissionEvent, StepEvent, StopEvent, TraceWriter, read_trace
from aircity.geometry import Pose
from aircity.world.box_world import BoxWorld
from aircity.world.checks.report import CheckReport, RuleBroken, RuleSkipped, judged

MISSION = Mission("Fly to the tall red building, then stop.", "boxes", Pose.at(0, -100, 12, 20))
NO_TIME_S, SHORT_M = 1e-9, 1.0


def check_navigator(make: Callable[[], Navigator], *, is_deterministic: bool = True) -> CheckReport:
    """Fly it through every rule: a report, or a ConformanceError that names the broken ones."""
    report = examine_navigator(make, is_deterministic=is_deterministic)
    lines = [f"{one.rule}: {one.detail}" for one in report.results if one.rule in report.broken]
    if lines:
        raise ConformanceError("the navigator breaks its contract\n  " + "\n  ".join(lines))
    return report


def examine_navigator(make: Callable[[], Navigator], *, is_deterministic: bool = True) -> CheckReport:
    """Judge every rule in a small world of boxes; `make` gives a new navigator for each flight."""
    with tempfile.TemporaryDirectory(prefix="airanchor-check-") as folder:
        case = _Case(make, Path(folder), is_deterministic)
        return judged(
            (
                case.has_a_name,
                case.begins_at_the_start_and_ends_with_stop,
                case.records_mission_and_end,
                case.tells_what_was_flown,
                case.ends_when_its_time_is_over,
                case.counts_refused_steps,
                case.flies_the_same_way_again,
            )
        )


@dataclass(slots=True)
class _Case:
    """One navigator under check, and the flights that were made with it."""

    make: Callable[[], Navigator]
    folder: Path
    is_deterministic: bool
    flights: int = field(default=0)

    def has_a_name(self) -> str:
        navigator = self.make()
        if not isinstance(navigator, Navigator):
            raise RuleBroken(f"{type(navigator).__name__} lacks name or fly(mission, world, recorder)")
        if not isinstance(navigator.name, str) or not navigator.name.strip():
            raise RuleBroken(f"its name is {navigator.name!r}; results are marked with it")
        return repr(navigator.name)

    def begins_at_the_start_and_ends_with_stop(self) -> str:
        flight, trace = self._fly()
        stops = self._count(trace, StopEvent)
        if stops != 1:
            raise RuleBroken(
                f"STOP was executed {stops} times, valid is once; world.step(Action.STOP) ends it"
            )
        if flight.trajectory[0] != MISSION.start:
            raise RuleBroken(f"the trajectory begins at {flight.trajectory[0]}, not at {MISSION.start}")
        kinds = [type(event) for event in read_trace(trace).events]
        last_step = max((place for place, kind in enumerate(kinds) if kind is StepEvent), default=-1)
        if last_step > kinds.index(StopEvent):
            raise RuleBroken("steps follow STOP")
        return f"{flight.steps} actions, ended as {flight.ending.value!r}"

    def records_mission_and_end(self) -> str:
        _, trace = self._fly()
        kinds = [type(event) for event in read_trace(trace).events]
        for kind, maker in ((MissionEvent, "mission_event"), (EndEvent, "end_event")):
            if kinds.count(kind) != 1:
                raise RuleBroken(
                    f"the recording holds {kinds.count(kind)} of {kind.__name__}, valid is one; write "
                    f"airanchor.flight.events.{maker}(...) to the recorder"
                )
        if not kinds.index(MissionEvent) < kinds.index(EndEvent):
            raise RuleBroken("the end is recorded before the mission")
        return f"{len(kinds)} events"

    def tells_what_was_flown(self) -> str:
        flight, trace = self._fly()
        if not isinstance(flight, Flight):
            raise RuleBroken(f"fly returned {type(flight).__name__}, valid is a Flight")
        steps = [event for event in read_trace(trace).events if isinstance(event, StepEvent)]
        if flight.trajectory != (MISSION.start, *(step.pose for step in steps)):
            raise RuleBroken("the trajectory is not the start and the pose after every action that was done")
        told, seen = flight.collisions, sum(step.collided for step in steps)
        if told != seen:
            raise RuleBroken(f"{told} collisions are told, {seen} happened")
        if flight.navigator != self.make().name:
            raise RuleBroken(f"the flight is signed {flight.navigator!r}, the navigator is another")
        return f"{len(steps)} poses, {seen} collisions"

    def ends_when_its_time_is_over(self) -> str:
        flight, trace = self._fly(Envelope(max_seconds=NO_TIME_S))
        if flight.steps or self._count(trace, StopEvent) != 1:
            raise RuleBroken("it went on, or did not execute STOP, after the world raised FlightTimeSpent")
        if flight.ending is not Ending.TIME:
            raise RuleSkipped(f"it looked at nothing before it ended as {flight.ending.value!r}")
        return "STOP at once"

    def counts_refused_steps(self) -> str:
        flight, trace = self._fly(Envelope(max_path_m=SHORT_M))
        refused = [
            event
            for event in read_trace(trace).events
            if isinstance(event, StepEvent) and event.blocked_by == "envelope"
        ]
        if flight.refusals != len(refused):
            raise RuleBroken(f"{flight.refusals} refusals are told, {len(refused)} happened")
        if flight.path_length_m > SHORT_M:
            raise RuleBroken(f"{flight.path_length_m:.1f} m are told, {SHORT_M:g} m were allowed")
        if not refused:
            raise RuleSkipped("it moved nowhere")
        return f"{len(refused)} refused"

    def flies_the_same_way_again(self) -> str:
        if not self.is_deterministic:
            raise RuleSkipped("it is not said to")
        one, two = (self._fly()[1] / "events.jsonl" for _ in range(2))
        if one.read_bytes() != two.read_bytes():
            raise RuleBroken("two flights of the same mission are recorded differently")
        return "the same bytes"

    def _fly(self, envelope: Envelope | None = None) -> tuple[Flight, Path]:
        self.flights += 1
        folder = self.folder / f"{self.flights}"
        with TraceWriter(folder, keep=Keep.NONE) as writer:
            return launch(self.make(), MISSION, BoxWorld(), envelope=envelope, writer=writer), folder

    @staticmethod
    def _count(trace: Path, kind: type) -> int:
        return sum(isinstance(event, kind) for event in read_trace(trace).events)
