"""Whereabouts: which of several alike is meant, told apart from what a thing looks like."""

import pytest

from airanchor.anchors.request import ObjectRequest, requests_from
from airanchor.perception import Phrase
from airanchor.perception.whereabouts import MOST_RANK, Whereabouts, read_whereabouts, split_whereabouts
from airanchor.reasoner.roles import AnchorAsks
from airanchor.reasoner.roles.anchor_query import ObjectAsk


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("nearest", Whereabouts(1)),
        ("Closest", Whereabouts(1)),
        ("second", Whereabouts(2)),
        ("straight ahead", Whereabouts(is_ahead=True)),
        ("third nearest on the left", Whereabouts(3, side="left")),
        ("second ahead on the right", Whereabouts(2, is_ahead=True, side="right")),
    ],
)
def test_words_tell_whereabouts(text: str, told: Whereabouts) -> None:
    assert read_whereabouts(text) == told


@pytest.mark.parametrize("text", ["", "red", "on the left", "second-hand", "with second floor", "near"])
def test_other_words_tell_none(text: str) -> None:
    assert read_whereabouts(text) is None


@pytest.mark.parametrize("side", [None, "left", "right"])
@pytest.mark.parametrize("is_ahead", [False, True])
@pytest.mark.parametrize("rank", range(MOST_RANK + 1))
def test_whereabouts_are_read_back_from_their_words(rank: int, is_ahead: bool, side: str | None) -> None:
    told = Whereabouts(rank, is_ahead, side)
    assert read_whereabouts(told.words) == (told if rank or is_ahead else None)


def test_whereabouts_are_no_attribute() -> None:
    assert split_whereabouts(("second nearest", "red", "brick")) == (("red", "brick"), Whereabouts(2))


def test_what_is_asked_for_keeps_its_name_and_its_whereabouts_apart() -> None:
    asks = AnchorAsks.model_construct(
        anchors=tuple(
            ObjectAsk(type="object", category="house", attributes=words)
            for words in (("nearest", "red"), ("red",), ("closest", "red"))
        )
    )
    first, plain = requests_from(asks)
    assert isinstance(first, ObjectRequest) and isinstance(plain, ObjectRequest)
    assert first.phrase == Phrase("house", ("red",), Whereabouts(1))
    assert first.phrase.label == plain.phrase.label == "red house"
    assert first.phrase.prompt == "nearest red house."
