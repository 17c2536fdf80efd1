"""Requests: made from a checked answer, numbered as in it, each thing once."""

from typing import Any

import numpy as np

from airanchor.anchors import DirectionRequest, ObjectRequest, repetitions_in, requests_from
from airanchor.perception import Phrase
from airanchor.reasoner.roles import ANCHOR_QUERY, AnchorAsks, AnchorQueryRequest, Context

CONTEXT = Context("fly to the tower", "NotStarted", "fly to the tower")
IMAGE = np.zeros((384, 512, 3), np.uint8)


def thing(category: str = "building", *attributes: str) -> dict[str, Any]:
    return {"type": "object", "category": category, "attributes": list(attributes)}


def way(*pixel: int) -> dict[str, Any]:
    return {"type": "direction", "pixel": list(pixel)}


def asks(*entries: dict[str, Any]) -> AnchorAsks:
    request = AnchorQueryRequest(IMAGE, CONTEXT, count=len(entries))
    return ANCHOR_QUERY.check({"anchors": list(entries)}, request)


def test_requests_are_numbered_from_one() -> None:
    assert requests_from(asks(thing("building", "gray", "tall"), way(0, 383), way(511, 0))) == (
        ObjectRequest(1, Phrase("building", ("gray", "tall"))),
        DirectionRequest(2, (0, 383)),
        DirectionRequest(3, (511, 0)),
    )


def test_numbers_stay_where_entries_were_left_out() -> None:
    request = AnchorQueryRequest(IMAGE, CONTEXT)
    salvaged = ANCHOR_QUERY.fallback({"anchors": [thing(), way(700, 4), way(4, 4)]}, request)
    assert [request.index for request in requests_from(salvaged)] == [1, 3]
    assert requests_from(ANCHOR_QUERY.fallback({}, request)) == ()


def test_repetitions_are_dropped_and_told() -> None:
    answer = asks(thing("Building", "Gray"), way(4, 4), thing("building", "gray"), way(4, 4))
    assert [request.index for request in requests_from(answer)] == [1, 2]
    assert [repetition.words for repetition in repetitions_in(answer)] == [
        "anchor 3 (gray building) repeats anchor 1",
        "anchor 4 (pixel [4, 4]) repeats anchor 2",
    ]


def test_other_attributes_are_another_thing() -> None:
    answer = asks(thing("car", "red"), thing("car", "blue"), thing("car"))
    assert len(requests_from(answer)) == 3
    assert repetitions_in(answer) == ()


def test_labels_are_tidy_and_never_an_empty_appearance() -> None:
    (request,) = requests_from(asks(thing(" stone\n bridge ", "old ")))
    assert isinstance(request, ObjectRequest)
    assert request.phrase == Phrase("stone bridge", ("old",))
    (bare,) = requests_from(asks(thing("bridge")))
    assert isinstance(bare, ObjectRequest)
    assert bare.phrase.appearance is None
