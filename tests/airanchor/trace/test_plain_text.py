"""Texts for people: the line of JSON that a reasoner left for itself is left out, and nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from airanchor.trace import NoteEvent, ReflectionEvent, SkillEvent, plain_text, split_note, without_notes
from aircity.geometry import Pose

NOTE = '{"note":"progress","parts":[1,2],"words":"}{"}'


def test_a_note_is_left_out_and_what_stands_around_it_stays() -> None:
    assert split_note(f"Done 1 of 2.\n{NOTE}") == ("Done 1 of 2.", NOTE)
    assert split_note(f"Done. {NOTE} [last action failed: {{no}} way]") == (
        "Done. [last action failed: {no} way]", NOTE,
    )  # fmt: skip
    assert plain_text(NOTE) == ""


@given(st.text().filter(lambda text: '{"note":' not in text))
def test_texts_without_a_note_stay_as_they_are(text: str) -> None:
    assert split_note(text) == (text, None)


@pytest.mark.parametrize(
    "text", ['Fly to {"a": 1}.', NOTE[:-1], '{"note":', '{"note":"' + "x" * 4000 + '"}', '{"note":' * 999]
)
def test_what_is_no_whole_note_is_shown(text: str) -> None:
    assert split_note(text) == (text, None)


def test_events_are_told_without_their_notes() -> None:
    pose = Pose(0.0, 0.0, 20.0, 0.0)
    skill = SkillEvent(
        iteration=1, skill="View Rotation", reason=f"look\n{NOTE}", caption=NOTE, before=pose, after=pose,
        steps=0, words="turned",
    )  # fmt: skip
    assert without_notes(skill) == skill.model_copy(update={"reason": "look"})
    reflection = ReflectionEvent(
        iteration=1, status="ONGOING", progress=f"Done.\n{NOTE}", plan=f"Next\n{NOTE}", after="0" * 64,
        graph_before=None, graph_after=None,
    )  # fmt: skip
    told = without_notes(reflection)
    assert (told.progress, told.plan) == ("Done.", "Next")
    note = NoteEvent(text="a note")
    assert without_notes(note) is note
    assert without_notes("text") == "text"
