"""The log is told what happens and never asked: a flight goes the same way whoever listens."""

import inspect

from airanchor.agent.log import FlightLog
from airanchor.flight import Flight, Mission, NullRecorder, Recorder
from airanchor.trace import DecisionEvent, EndEvent, Event
from aircity.geometry import Pose
from tests.airanchor.agent.scripts import RoleChat, small_agent
from tests.contract.box_world import BoxWorld

START = Pose.at(0, -100, 12, 20)


class ListOfEvents(NullRecorder):
    def __init__(self) -> None:
        self.events: list[Event] = []

    def write(self, event: Event) -> None:
        self.events.append(event)


def fly(recorder: Recorder) -> Flight:
    return small_agent(RoleChat()).fly(Mission("go", "boxes", START), BoxWorld(), recorder)


def test_no_method_of_the_log_answers_and_nothing_of_it_can_be_read() -> None:
    public = {name: kind for name, kind in vars(FlightLog).items() if not name.startswith("_")}
    assert public and all(inspect.signature(told).return_annotation is None for told in public.values())


def test_a_flight_that_nobody_records_is_the_same() -> None:
    kept = ListOfEvents()
    assert fly(kept) == fly(NullRecorder())


def test_every_pass_is_dated_by_the_clock_and_the_end_counts_them() -> None:
    kept = ListOfEvents()
    flight = fly(kept)
    dates = [event.iteration for event in kept.events if isinstance(event, DecisionEvent)]
    (end,) = (event for event in kept.events if isinstance(event, EndEvent))
    assert dates == list(range(1, 21))
    assert end.iterations == flight.iterations == 20
