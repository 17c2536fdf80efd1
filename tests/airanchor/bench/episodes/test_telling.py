"""Instructions as text: every voice says every fact, in words that are true and never run into each other."""

import itertools
import re

import numpy as np
import pytest
import shapely

from airanchor.bench.episodes.paths.landmarks import kinds, landmark_of
from airanchor.bench.episodes.telling.facts import Leg, Passed
from airanchor.bench.episodes.telling.names import Namer, plural
from airanchor.bench.episodes.telling.quantities import LengthStyle, in_words
from airanchor.bench.episodes.telling.teller import VOICES, tell, voice_of
from aircity.city.scene import SceneObject


def landmark(number, category, *attributes, name=None, z_max_m=20.0):
    x = 30.0 * number
    outline = tuple(shapely.box(x, 0, x + 10, 10).exterior.coords)[:-1]
    return landmark_of(
        SceneObject(number, category, attributes, outline, 0.0, z_max_m, name), kinds()[category]
    )


THINGS = {
    one.id: one
    for one in (
        landmark(1, "church", "white", "red roof"),
        landmark(2, "gas station", "red", "6 pumps", name="PETRO ONE"),
        landmark(3, "skyscraper", "teal", "glass", "tall", z_max_m=90.0),
        landmark(4, "statue", "gold"),
        landmark(5, "hotel", "pink", "8 storeys", name="GRAND HOTEL"),
    )
}
LEGS = (
    Leg(0, 9, "pass", 1, side="left", turn_deg=90, length_m=60, gap_m=9, met=(Passed(4, "right"),)),
    Leg(9, 20, "between", 2, side="right", partner=3, turn_deg=-45, climb_m=10, level="roofs", length_m=50),
    Leg(
        20,
        30,
        "toward",
        3,
        turn_deg=-150,
        climb_m=-8,
        level="street",
        way="street",
        traits=("teal",),
        length_m=45,
    ),
    Leg(30, 44, "over", 4, turn_deg=15, length_m=70, met=(Passed(77, "cross"),)),
    Leg(44, 60, "beside", 5, side="right", turn_deg=180, climb_m=-12, length_m=40, gap_m=8, traits=("name",)),
)


def told(voice, seed, legs=LEGS):
    heights = [40.0 + leg.climb_m for leg in legs]
    return tell(legs, THINGS, {77: "river"}, heights, voice=voice, rng=np.random.default_rng(seed))


@pytest.mark.parametrize("voice", VOICES)
def test_every_voice_tells_every_landmark_and_leaves_no_gap(voice):
    for seed in range(60):
        one = told(voice, seed)
        assert not re.search(r"[{}\ue000-\ue002]|  | ,|\.\.|\bNone\b", one.text), one.text
        assert {1, 2, 3, 4, 5} <= {mention[2] for mention in one.mentions}, one.text
        assert one.text[0].isupper() and one.text.endswith(".")
        assert "GRAND" not in one.text and "Grand Hotel" in one.text


@pytest.mark.parametrize("voice", VOICES)
def test_sides_and_turns_are_said_as_they_are(voice):
    for seed in range(40):
        text = told(voice, seed, LEGS[:1]).text.lower()
        assert "right" in text and "left" in text  # a right turn, the church on the left
        mirrored = Leg(0, 9, "pass", 1, side="right", turn_deg=90, length_m=60)
        assert "left" not in told(voice, seed, (mirrored,)).text.lower()


@pytest.mark.parametrize("voice", VOICES)
def test_half_a_turn_is_never_called_slight(voice):
    slight = [text.format(side="left") for text in voice_of(voice)["slight"]]
    leg = Leg(0, 9, "pass", 1, side="right", turn_deg=-165, length_m=60)
    for seed in range(60):
        text = told(voice, seed, (leg,)).text.lower()
        assert not [phrase for phrase in slight if phrase in text], text


def test_mentions_span_the_words_that_name():
    for voice, seed in itertools.product(VOICES, range(10)):
        one = told(voice, seed)
        for start, end, object_id in one.mentions:
            phrase = one.text[start:end]
            if object_id == 1:
                assert "church" in phrase
            if object_id == 77:
                assert phrase.lower() == "the river"


def test_the_same_numbers_give_the_same_text_and_others_another():
    texts = [told(voice, seed).text for voice in VOICES for seed in range(30)]
    assert texts == [told(voice, seed).text for voice in VOICES for seed in range(30)]
    assert len(set(texts)) == len(texts)


def test_spelling_follows_the_dialect():
    for voice, seed in itertools.product(VOICES, range(60)):
        one = told(voice, seed)
        wrong = (
            ("metres", "towards ", "storeys", "afterwards")
            if one.dialect == "us"
            else ("meters", "gray", "stories")
        )
        assert not [word for word in wrong if word in one.text.lower()], one.text


def test_no_noun_means_two_kinds():
    owners = {}
    for category, kind in kinds().items():
        for noun in {*kind.spoken("us"), *kind.spoken("uk")}:
            assert owners.setdefault(noun, category) == category, noun
        assert kind.spoken("us") and kind.spoken("uk"), category


def test_what_tells_a_landmark_apart_is_always_said():
    one = landmark(9, "church", "white", "red roof", "steeple")
    for seed in range(60):
        namer = Namer(np.random.default_rng(seed), "us")
        assert "white" in namer.full(one, ("white",))
        assert "with a red roof" in namer.full(one, ("red roof",))
        assert namer.full(one, (), "ordinal", ordinal=2).startswith("the second ")
        assert "two" in namer.full(one, (), "farther")
        assert namer.full(one, (), "nearest").startswith(("the nearest ", "the closest "))


def test_all_voices_have_the_same_parts():
    parts = {frozenset(voice_of(name)) for name in VOICES}
    assert len(parts) == 1


def test_numbers_and_lengths():
    assert [in_words(n) for n in (7, 13, 40, 65, 110)] == [
        "seven",
        "thirteen",
        "forty",
        "sixty-five",
        "one hundred and ten",
    ]
    metric = LengthStyle("m", digits=True, dialect="uk", short=False)
    assert (metric.distance(63), metric.height(12)) == ("65 metres", "12 metres")
    feet = LengthStyle("ft", digits=False, dialect="us", short=True)
    assert feet.height(12) == "forty feet"
    assert [plural(word) for word in ("church", "block of flats", "factory")] == [
        "churches",
        "blocks of flats",
        "factories",
    ]
