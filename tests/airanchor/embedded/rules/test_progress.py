"""Progress texts: the rulebook reads its own notes exactly and starts anew with anyone else's text."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from airanchor.embedded.rules.notes.orbit import Orbit
from airanchor.embedded.rules.notes.past import MAX_WORDS, PartFate, PastPart
from airanchor.embedded.rules.notes.progress import SubtaskProgress, progress_words, read_progress
from airanchor.embedded.rules.notes.proof import Proof
from airanchor.embedded.rules.notes.track import MAX_LABEL, LandmarkTrack, PlaceSource
from airanchor.reasoner.prompts.characters import clean
from airanchor.reasoner.roles.context import MAX_TEXT
from airanchor.trace import plain_text, split_note
from tests.airanchor.embedded.rules.test_proof import PROOFS
from tests.airanchor.embedded.rules.test_track import TENTHS, TRACKS

PAST_PARTS = st.builds(
    PastPart,
    words=st.sampled_from(
        ("reached the red tower, 9 m away", "the church was not found", "turned 90 degrees")
    ),
    fate=st.sampled_from(PartFate),
)
POSITIVE = st.integers(0, 9999).map(lambda value: value / 10)
PLACES = st.builds(complex, TENTHS, TENTHS)
PROGRESSES = st.builds(
    SubtaskProgress,
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
    looked_deg=st.none() | TENTHS,
    detour_m=POSITIVE,
    is_sinking=st.booleans(),
    tracks=st.lists(TRACKS, max_size=3).map(tuple),
    past=st.lists(PAST_PARTS, max_size=6).map(tuple),
    proofs=st.lists(PROOFS, max_size=3).map(tuple),
    began_m=st.none() | PLACES,
    orbit=st.none() | st.builds(Orbit, PLACES, POSITIVE, TENTHS),
    seen=st.lists(st.sampled_from(("a red pool behind", "an inn to the left")), max_size=4).map(tuple),
)


@given(PROGRESSES, st.text(max_size=60))
def test_texts_are_read_back_exactly(progress: SubtaskProgress, words: str) -> None:
    text = progress_words(progress, words, 5)
    assert read_progress(text, 5) == progress
    assert read_progress(clean(text), 5) == progress
    assert read_progress(" ".join(text.split()), 5) == progress


@given(st.floats(-1e6, 1e6), st.floats(-179.9, 179.9))
def test_numbers_are_kept_to_the_tenth(metres: float, degrees: float) -> None:
    track = LandmarkTrack("tower", degrees, abs(metres), metres, PlaceSource.SEEN)
    text = progress_words(SubtaskProgress(flown_m=metres, aim_deg=degrees, tracks=(track,)), "x", 1)
    read = read_progress(text, 1)
    assert (read.flown_m, read.aim_deg) == (float(f"{metres:.1f}"), float(f"{degrees:.1f}"))
    assert read.tracks == (
        replace(track, bearing_deg=read.aim_deg, d_xy_m=abs(read.flown_m), dz_m=read.flown_m),
    )


def test_half_a_turn_is_read_back_as_to_the_left() -> None:
    behind = LandmarkTrack("tower", 179.97, 5.0, None, PlaceSource.SEEN)
    (read,) = read_progress(progress_words(SubtaskProgress(tracks=(behind,)), "x", 1), 1).tracks
    assert read.bearing_deg == -180.0


def test_the_note_of_the_fullest_progress_is_never_cut() -> None:
    words = "w" * 2 * MAX_WORDS
    full = SubtaskProgress(
        *(9998, 20, -99999.9, -99999.9, -179.9, 99, 99, 99999.9, 99, -179.9, -179.9, 999.9, True),
        tracks=(LandmarkTrack("t" * MAX_LABEL, -179.9, 99999.9, -9999.9, PlaceSource.REMEMBERED),) * 9,
        past=tuple(PastPart(f"{place}{words}", PartFate.NOT_FOUND) for place in range(9)),
        proofs=tuple(Proof(f"{place}{words}"[:MAX_LABEL], 20, 20, 0.99) for place in range(9)),
        began_m=complex(-9999.9, -9999.9),
        orbit=Orbit(complex(-9999.9, -9999.9), 999.9, -359.9),
        seen=(words,) * 20,
    )
    text = progress_words(full, "p" * 100, 9999)
    assert len(text) <= MAX_TEXT
    read = read_progress(text, 9999)
    assert read.part == 9998
    assert len(read.past) == 6
    assert len(read.proofs) == 4
    assert text.startswith("Done 9998 of 9999.")


@given(PROGRESSES)
def test_people_read_no_note(progress: SubtaskProgress) -> None:
    sentence = plain_text(progress_words(progress, "to the tower", 5))
    assert sentence.startswith(f"Done {progress.part} of 5. Now part {progress.part + 1}: to the tower.")
    assert not {"{", "}", '"'} & set(sentence)


def test_the_sentence_for_people_is_never_read() -> None:
    sentence, _ = split_note(progress_words(SubtaskProgress(part=2, decisions=3), "x", 3))
    assert read_progress(sentence, 3) == SubtaskProgress()


@given(PROGRESSES)
def test_the_controllers_tag_is_heard(progress: SubtaskProgress) -> None:
    text = progress_words(progress, "to the tower", 5) + " [last action failed: no path to the pixel]"
    assert read_progress(text, 5).failure == "no path to the pixel"
    assert read_progress(text, 5).is_failing


def test_texts_of_others_start_at_the_first_part() -> None:
    for text in ("NotStarted", "The tower is in view now.", "Done 7 of 3.", ""):
        assert read_progress(text, 3) == SubtaskProgress()


def test_another_number_of_parts_starts_anew() -> None:
    assert read_progress(progress_words(SubtaskProgress(part=2), "x", 3), 4) == SubtaskProgress()
