"""Progress texts: the rulebook reads its own exactly and starts anew with anyone else's."""

from hypothesis import given
from hypothesis import strategies as st

from airanchor.embedded.rules.notes.past import Fate, PastPart
from airanchor.embedded.rules.notes.progress import Progress, progress_words, read_progress
from tests.airanchor.embedded.rules.test_proof import PROOFS
from tests.airanchor.embedded.rules.test_track import TENTHS, TRACKS

PAST_PARTS = st.builds(
    PastPart,
    words=st.sampled_from(
        ("reached the red tower, 9 m away", "the church was not found", "turned 90 degrees")
    ),
    fate=st.sampled_from(Fate),
)
POSITIVE = st.integers(0, 9999).map(lambda value: value / 10)
PROGRESSES = st.builds(
    Progress,
    part=st.integers(0, 4),
    decisions=st.integers(0, 20),
    flown_m=POSITIVE,
    climbed_m=TENTHS,
    turned_deg=TENTHS,
    looks=st.integers(0, 9),
    failures=st.integers(0, 9),
    closest_m=st.none() | POSITIVE,
    stalled=st.integers(0, 9),
    aim_deg=st.none() | TENTHS,
    detour_m=POSITIVE,
    tracks=st.lists(TRACKS, max_size=3).map(tuple),
    past=st.lists(PAST_PARTS, max_size=6).map(tuple),
    proofs=st.lists(PROOFS, max_size=3).map(tuple),
)


@given(PROGRESSES, st.text(max_size=60))
def test_texts_are_read_back_exactly(progress: Progress, words: str) -> None:
    assert read_progress(progress_words(progress, words, 5), 5) == progress


@given(PROGRESSES)
def test_the_controllers_tag_is_heard(progress: Progress) -> None:
    text = progress_words(progress, "to the tower", 5) + " [last action failed: no path to the pixel]"
    assert read_progress(text, 5).failure == "no path to the pixel"
    assert read_progress(text, 5).is_failing


def test_texts_of_others_start_at_the_first_part() -> None:
    for text in ("NotStarted", "The tower is in view now.", "Done 7 of 3.", ""):
        assert read_progress(text, 3) == Progress()


def test_another_number_of_parts_starts_anew() -> None:
    assert read_progress(progress_words(Progress(part=2), "x", 3), 4) == Progress()


def test_a_turn_of_nothing_is_no_failed_flight() -> None:
    assert not read_progress("NotStarted [last action failed: a turn of 1 degrees is none]", 1).is_failing
