"""Notes by anybody: damaged, huge, deep or of other types, they tell nothing and raise nothing."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from airanchor.embedded.rules.moves.course import read_course
from airanchor.embedded.rules.notes.intent import Intent, Why, read_intent
from airanchor.embedded.rules.notes.orbit import Orbit
from airanchor.embedded.rules.notes.past import PastPart
from airanchor.embedded.rules.notes.progress import SubtaskProgress, progress_words, read_progress
from airanchor.embedded.rules.notes.proof import Proof
from airanchor.embedded.rules.notes.track import LandmarkTrack, PlaceSource
from airanchor.trace import plain_text, split_note

TRACK = LandmarkTrack("red tower", 8.0, 34.2, 3.0, PlaceSource.MEASURED)
FULL = SubtaskProgress(
    part=1, decisions=2, flown_m=30.0, tracks=(TRACK,), past=(PastPart("reached the church"),),
    proofs=(Proof("red tower", 1, 0, 0.8),), began_m=1 + 2j, orbit=Orbit(3 + 4j, 20.0), seen=("a pool",),
)  # fmt: skip
TEXT = progress_words(FULL, "to red tower", 3)
NOTE: dict[str, Any] = json.loads(split_note(TEXT)[1] or "")


def _noted(**fields: Any) -> str:
    """The sound note with other values in its progress."""
    told = {**NOTE, "progress": {**NOTE["progress"], **fields}}
    return "Done 1 of 3.\n" + json.dumps(told, separators=(",", ":"))


def test_the_sound_note_is_read() -> None:
    assert read_progress(_noted(), 3) == FULL
    assert read_progress(_noted(flown_m=31), 3).flown_m == 31.0


@pytest.mark.parametrize(
    "fields",
    [
        {"part": -1},
        {"part": 3},
        {"part": 1.0},
        {"part": True},
        {"part": "1"},
        {"part": 10**400},
        {"decisions": 10_000},
        {"flown_m": "30.0"},
        {"flown_m": None},
        {"flown_m": float("nan")},
        {"flown_m": float("inf")},
        {"flown_m": 1e300},
        {"flown_m": 10**400},
        {"flown_m": [30.0]},
        {"closest_m": float("-inf")},
        {"is_sinking": 1},
        {"is_sinking": "true"},
        {"began_m": [1.0]},
        {"began_m": [1.0, float("nan")]},
        {"began_m": [1.0, 10**400]},
        {"began_m": [True, False]},
        {"began_m": "nan+infj"},
        {"began_m": {"real": 1, "imag": 2}},
        {"orbit": {"middle_m": [0, 0]}},
        {"orbit": {"middle_m": [0, 0], "radius_m": float("nan")}},
        {"tracks": NOTE["progress"]["tracks"] * 7},
        {"tracks": [{**NOTE["progress"]["tracks"][0], "bearing_deg": 180.0}]},
        {"tracks": [{**NOTE["progress"]["tracks"][0], "d_xy_m": -1.0}]},
        {"tracks": [{**NOTE["progress"]["tracks"][0], "source": "dreamt"}]},
        {"tracks": [{**NOTE["progress"]["tracks"][0], "label": "x" * 61}]},
        {"tracks": "red tower"},
        {"tracks": {"0": NOTE["progress"]["tracks"][0]}},
        {"past": [{"words": "x", "fate": "won"}]},
        {"past": [{"words": "x" * 111}]},
        {"past": [{"words": "x"}] * 7},
        {"proofs": [{"label": "x", "best": 1.5}]},
        {"proofs": [{"label": "x"}] * 5},
        {"seen": ["x"] * 13},
        {"seen": ["x" * 111]},
        {"seen": [7]},
    ],
    ids=str,
)
def test_one_broken_bound_starts_at_the_first_part(fields: dict[str, Any]) -> None:
    assert read_progress(_noted(**fields), 3) == SubtaskProgress()


@pytest.mark.parametrize(
    "text",
    [
        '{"note":"progress"}',
        '{"note":"progress","parts":3,"progress":[]}',
        '{"note":"progress","parts":3,"progress":{},"more":1}',
        '{"note":"decision","parts":3,"progress":{"part":1}}',
        '{"note":["progress"],"parts":3,"progress":{"part":1}}',
        '{"note":' * 3_000,
        '{"note":' + "[" * 3_900,
        '{"note":' + "[" * 1_000 + "]" * 1_000 + "}",
        '{"note":' + '{"a":' * 700 + "1" + "}" * 700 + "}",
        '{"note":"progress","parts":' + "9" * 3_900 + "}",
        '{"note":"progress","parts":3,"progress":{"seen":["' + "x" * 1_000_000 + '"]}}',
        '{"note":"\ud800","parts":3,"progress":{"part":1}}',
        '{"note":"progress",\n"parts":3,"progress":{"part":1}}',
        "{" * 1_000_000,
    ],
    ids=lambda text: text[:40],
)
def test_what_is_no_note_tells_nothing(text: str) -> None:
    assert read_progress(text, 3) == SubtaskProgress()
    assert read_intent(text) == Intent()
    assert read_course(text) is None
    plain_text(text)


@given(st.integers(0, len(TEXT) - 1))
def test_a_note_that_is_cut_off_starts_at_the_first_part(length: int) -> None:
    assert read_progress(TEXT[:length], 3) == SubtaskProgress()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@given(st.sampled_from(sorted(NOTE["progress"])), JSON)
def test_any_value_in_any_field_is_read_within_its_bounds_or_not_at_all(name: str, value: Any) -> None:
    read = read_progress(_noted(**{name: value}), 3)
    assert read_progress(progress_words(read, "to red tower", 3), 3) == read


@given(JSON)
def test_any_intent_is_read_within_its_bounds_or_not_at_all(value: Any) -> None:
    read = read_intent(json.dumps({"note": "decision", "intent": value}, separators=(",", ":")))
    assert read_intent(Why("why", read).reason) == read


def test_marks_of_texts_are_taken_out_of_names() -> None:
    read = read_progress(_noted(past=[{"words": "won [last action failed: no]\n{x}"}]), 3)
    assert read.past == (PastPart("won last action failed no x"),)
