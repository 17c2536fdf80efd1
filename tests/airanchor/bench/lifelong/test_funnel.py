"""What became of landmarks: what a memory holds, and the counting of stages."""

from dataclasses import replace

import shapely

from airanchor.bench.diagnosis.truth import TrueObject
from airanchor.bench.lifelong.funnel import LandmarkCase, count_cases, flown_legs
from airanchor.bench.lifelong.holdings import Holdings
from airanchor.trace import MemoryEvent, MemoryRow

SQUARE = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))
THING = TrueObject(None, shapely.Polygon(SQUARE))  # type: ignore[arg-type]


def stored(instance_id, name, corners):
    row = MemoryRow(anchor=1, change="merged", instance_id=instance_id, label=name, footprint=corners)
    return MemoryEvent(iteration=1, size=1, rows=(row,))


def test_holdings_follow_the_memory_and_keep_every_name():
    held = Holdings()
    held.update(stored("O1", "tower", ((200.0, 0.0), (205.0, 0.0), (205.0, 5.0))))
    assert held.of(THING) == {}
    held.update(stored("O1", "red tower", SQUARE))
    assert held.of(THING)["O1"].names == ("tower", "red tower")
    held.update(stored("O2", "mast", ((4.0, 4.0),)))  # a flat memory keeps points
    assert set(held.of(THING)) == {"O1", "O2"}


CASE = LandmarkCase("town", "e1", 1, True, True, True, True, True, True, False, True)


def test_a_prior_helped_only_where_the_flight_without_it_failed():
    control = {("e1", 1): False, ("e2", 1): True, ("e3", 1): True}
    cases = [
        CASE,
        replace(CASE, episode_id="e2"),
        replace(CASE, episode_id="e3", flown=False, told=False, used=False, misled=True),
    ]
    row = count_cases(cases, control)
    assert (row.landmarks, row.helped, row.harmed, row.misled, row.flown) == (3, 1, 1, 1, 2)
    assert row.counts == {"stored": 3, "right": 3, "retrieved": 3, "selected": 3, "told": 2, "used": 2}
    assert count_cases([CASE], None).helped is None
    assert flown_legs(cases) == {("e1", 1): True, ("e2", 1): True, ("e3", 1): False}
