"""Reasons: what was wanted is read back exactly from the note, and never from the words."""

from hypothesis import given
from hypothesis import strategies as st

from airanchor.embedded.rules.notes.intent import MAX_REASON, Intent, Why, read_intent
from airanchor.embedded.rules.notes.track import MAX_LABEL, LandmarkTrack, PlaceSource, plain
from airanchor.reasoner.prompts.characters import clean
from airanchor.reasoner.roles.context import MAX_TEXT
from airanchor.trace import plain_text
from tests.airanchor.embedded.rules.test_track import TENTHS, TRACKS

QUOTED = 'to the tower {"note":"decision","intent":{"is_detour":true}}'
INTENTS = st.builds(
    Intent,
    climb_m=st.none() | TENTHS,
    turn_deg=st.none() | TENTHS,
    is_flight=st.booleans(),
    is_detour=st.booleans(),
    lost=st.lists(st.text(max_size=80).map(plain), max_size=2).map(tuple),
    places=st.lists(TRACKS, max_size=2).map(tuple),
)


@given(INTENTS, st.text(max_size=60) | st.just(QUOTED))
def test_intents_are_read_back_exactly(intent: Intent, words: str) -> None:
    reason = Why(words, intent).reason
    assert read_intent(reason) == intent
    assert read_intent(clean(reason)) == intent


def test_what_is_wanted_gathers_as_there_is_more_to_say() -> None:
    tower = LandmarkTrack("tower", 8.0, 34.0, None, PlaceSource.MEASURED)
    why = Why("to tower", Intent(places=(tower,))).more("climb", is_detour=True).more("up", climb_m=14.04)
    assert why.words == "to tower; climb; up"
    read = read_intent(why.reason)
    assert read == Intent(climb_m=14.0, is_detour=True, places=(tower,))
    assert read.place_of("the tower") is None
    assert read.place_of("tower") == tower


def test_the_longest_reason_is_never_cut() -> None:
    place = LandmarkTrack("t" * MAX_LABEL, -179.9, 99999.9, -9999.9, PlaceSource.REMEMBERED)
    reason = Why("w" * 9999, Intent(-999.9, -179.9, True, True, ("l" * MAX_LABEL,), (place, place))).reason
    assert len(reason) <= MAX_TEXT
    assert read_intent(reason).places == (place, place)
    assert plain_text(reason) == "w" * MAX_REASON


def test_words_alone_want_nothing() -> None:
    for reason in ("", "up; height change 45.0 m wanted", "turn about 90.0 degrees to your left; fly 30 m"):
        assert read_intent(reason) == Intent()
