"""What became of landmarks: what a memory holds, what was offered from it, and the counting of stages."""

from dataclasses import replace

import shapely

from airanchor.bench.diagnosis.truth import TrueObject
from airanchor.bench.lifelong.funnel import LandmarkCase, count_cases, flown_legs
from airanchor.bench.lifelong.holdings import Choices, Holdings, offered
from airanchor.trace import AnswerEvent, ExchangeEvent, MemoryEvent, MemoryRow, MessageRow, PartRow

SQUARE = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))
THING = TrueObject(None, shapely.Polygon(SQUARE))  # type: ignore[arg-type]
PROMPT = """<candidates>
L1:
- C1, instance O1: categories clock tower; appearances beige; memory reliability 0.74; 1.0 m
- C2, instance O7: categories tower; appearances none stored; memory reliability 0.50; 2.0 m
L2:
- none
</candidates>"""


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


def test_a_selection_tells_what_was_offered_and_chosen_once():
    messages = (MessageRow(author="user", parts=(PartRow(text=PROMPT),)),)
    assert offered(messages) == {"L1": ("O1", "O7"), "L2": ()}
    choices = Choices()
    choices.read(ExchangeEvent(role="landmark_selection", attempt=1, messages=messages, answer="{}"))
    reply = {"matches": [{"landmark_id": "L1", "instance_id": "O7"}, {"landmark_id": "L2"}]}
    choices.read(AnswerEvent(role="landmark_selection", source="first answer", reply=reply))
    choice = choices.take()
    assert choice is not None and choice.chosen == {"L1": "O7", "L2": None}
    assert choice.retrieved == {"L1": ("O1", "O7"), "L2": ()}
    assert choices.take() is None


def test_without_prompts_it_is_not_known_what_was_offered():
    choices = Choices()
    choices.read(AnswerEvent(role="landmark_selection", source="first answer", reply={"matches": "none"}))
    choice = choices.take()
    assert choice is not None and choice.retrieved is None and choice.chosen == {}


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
    assert count_cases([replace(CASE, retrieved=None)], None).counts["retrieved"] is None
    assert count_cases([CASE], None).helped is None
    assert flown_legs(cases) == {("e1", 1): True, ("e2", 1): True, ("e3", 1): False}
