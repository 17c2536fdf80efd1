"""Any text is read without failure, in order, within the text, and in time that grows with its length."""

import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from airanchor.embedded.ears import read, read_clauses
from airanchor.embedded.ears.tokens.tokens import MAX_CHARACTERS
from airanchor.embedded.ears.tokens.wordset import words

WORDS = sorted(
    words(
        "turn left right go to the a an with of and , . ; ( ) - / it that one second 2nd 3 40 metres degrees "
        "until when before after tower church Chase Bank & red light gray which is are not do pass stop up "
        "down at on your corner row end set keep you will should see o'clock block's ' U-turn north"
    )
)
PHRASES = st.lists(st.sampled_from(WORDS), max_size=60).map(" ".join)


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.text(max_size=300), PHRASES))
def test_any_text_gives_ordered_spans_inside_it(text: str) -> None:
    reading = read(text)
    clauses = [clause for passage in reading.passages for clause in passage.clauses]
    mentions = [m for clause in clauses for m in (*clause.mentions, *clause.until, *clause.beside)]
    for start, end in [each.span for each in (*clauses, *mentions, *reading.mentions)]:
        assert 0 <= start < end <= len(text)
    for mention in (*mentions, *reading.mentions):
        assert mention.category.strip()
        assert mention.span[0] <= mention.head[0] < mention.head[1]
    starts = [passage.start for passage in reading.passages]
    assert starts == sorted(starts)
    assert all(a.end <= b.start for a, b in zip(reading.passages, reading.passages[1:], strict=False))


@settings(max_examples=100, deadline=None)
@given(PHRASES)
def test_reading_is_repeatable(text: str) -> None:
    assert read(text) == read(text)


@pytest.mark.parametrize(
    "text", ["", " ", "\n\t", "🙂🙃", "飞到红色的塔旁边", "اذهب إلى البرج", "?!...", "1 2 3", "\x00\ud800"]
)
def test_texts_without_english(text: str) -> None:
    assert read_clauses(text) == ()


def _calls(text: str) -> int:
    """How many functions reading a text calls: its work, independent of the machine."""
    count = 0

    def tally(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event == "call"

    before = sys.getprofile()
    sys.setprofile(tally)
    try:
        read(text)
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.parametrize(
    "unit",
    [
        "the ", "with ", "a big red, ", "turn left and ", "which is ", "row of ", "the end of ", "it ", "- ",
        "the (", "go to the tower with the red ", "at the light ", "lorem ipsum dolor ", "left or right ",
        "when you ", "Of ", "round ", "the first of ", "the red of the ", "past a ",
        "on the hill ", "the one with ",
    ],
)  # fmt: skip
def test_work_grows_with_length_only(unit: str) -> None:
    short, long = (_calls(unit * (length // len(unit))) for length in (1000, 4000))
    assert long < 6 * short + 2000


def test_texts_beyond_the_cap_cost_no_more() -> None:
    start = "Fly to the tower. "
    filler = "Lorem ipsum dolor sit amet. " * 3000
    assert len(filler) > MAX_CHARACTERS
    clauses = read_clauses(start + filler)
    assert len(clauses) == 1
    assert clauses[0].mentions[0].category == "tower"
