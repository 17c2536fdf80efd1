"""Requests: what a model may ask for, what is refused, and what is dropped."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from airanchor.anchors import DirectionRequest, Fault, ObjectRequest, RequestList, check_requests
from airanchor.perception import Phrase


def thing(category: object = "building", attributes: object = ("gray",)) -> dict[str, Any]:
    words = list(attributes) if isinstance(attributes, tuple) else attributes
    return {"type": "object", "category": category, "attributes": words}


def way(*pixel: object) -> dict[str, Any]:
    return {"type": "direction", "pixel": list(pixel)}


def check(*entries: object, count: int = 3) -> RequestList:
    return check_requests(list(entries), count=count, width_px=512, height_px=384)


def faults(checked: RequestList) -> list[tuple[int | None, Fault]]:
    return [(finding.index, finding.fault) for finding in checked.faults]


def test_a_sound_list_is_numbered_from_one() -> None:
    checked = check(thing("building", ("gray", "tall")), way(0, 383), way(511, 0))
    assert checked.is_valid
    assert checked.requests == (
        ObjectRequest(1, Phrase("building", ("gray", "tall"))),
        DirectionRequest(2, (0, 383)),
        DirectionRequest(3, (511, 0)),
    )
    assert checked.dropped == ()


def test_any_mix_of_types_is_fine() -> None:
    assert check(way(1, 1), way(2, 2), way(3, 3)).is_valid
    assert check(thing("a"), thing("b"), thing("c")).is_valid


def test_what_was_not_asked_for_is_ignored() -> None:
    entry = {**thing(), "box": [1, 2, 3, 4], "confidence": 0.9, "distance_m": 12, "id": "A9"}
    assert check(entry, count=1).requests == (ObjectRequest(1, Phrase("building", ("gray",))),)


@pytest.mark.parametrize("entries", [None, {}, "abc", 3, {"anchors": []}])
def test_not_a_list(entries: object) -> None:
    checked = check_requests(entries, count=3, width_px=512, height_px=512)
    assert faults(checked) == [(None, Fault.NOT_A_LIST)]
    assert checked.requests == ()
    assert "exactly 3" in checked.faults[0].words


def test_too_few_are_told_and_kept() -> None:
    checked = check(thing(), way(4, 4))
    assert faults(checked) == [(None, Fault.WRONG_COUNT)]
    assert [request.index for request in checked.requests] == [1, 2]
    assert checked.faults[0].words == "anchors must hold exactly 3 entries, not 2"


def test_too_many_are_told_and_cut() -> None:
    checked = check(way(1, 1), way(2, 2), way(3, 3), way(4, 4))
    assert faults(checked) == [(None, Fault.WRONG_COUNT)]
    assert [request.index for request in checked.requests] == [1, 2, 3]
    assert [(drop.index, drop.fault) for drop in checked.dropped] == [(4, Fault.BEYOND_COUNT)]


def test_a_bad_entry_leaves_the_numbers_of_the_others() -> None:
    checked = check(thing(), way(700, 4), way(4, 4))
    assert faults(checked) == [(2, Fault.PIXEL_OUTSIDE)]
    assert [request.index for request in checked.requests] == [1, 3]


@pytest.mark.parametrize("pixel", [(512, 4), (-1, 4), (4, 384), (4, -1), (999, 999)])
def test_pixels_outside_are_refused_and_never_clamped(pixel: tuple[int, int]) -> None:
    checked = check(way(*pixel), count=1)
    assert faults(checked) == [(1, Fault.PIXEL_OUTSIDE)]
    assert checked.requests == ()
    assert "0..511" in checked.faults[0].words and "0..383" in checked.faults[0].words


@pytest.mark.parametrize("pixel", [None, "4,4", [4], [4, 4, 4], [4.0, 4], ["4", "4"], [True, 4], [None, 4]])
def test_pixels_that_are_not_two_integers(pixel: object) -> None:
    assert faults(check({"type": "direction", "pixel": pixel}, count=1)) == [(1, Fault.BAD_PIXEL)]


@pytest.mark.parametrize("category", [None, "", " \n", 5, ["building"]])
def test_categories_that_name_nothing(category: object) -> None:
    assert faults(check(thing(category), count=1)) == [(1, Fault.BAD_CATEGORY)]


@pytest.mark.parametrize("attributes", [None, "gray", [1], [None], {"color": "gray"}])
def test_attributes_that_are_not_a_list_of_texts(attributes: object) -> None:
    assert faults(check(thing("building", attributes), count=1)) == [(1, Fault.BAD_ATTRIBUTES)]


def test_attributes_may_be_missing_and_never_become_an_empty_text() -> None:
    bare = {"type": "object", "category": "bridge"}
    (request,) = check(bare, count=1).requests
    assert isinstance(request, ObjectRequest)
    assert request.phrase == Phrase("bridge")
    (request,) = check(thing(" stone\n bridge ", ("", "  ", "old ")), count=1).requests
    assert isinstance(request, ObjectRequest)
    assert request.phrase == Phrase("stone bridge", ("old",))
    assert request.phrase.appearance == "old"


@pytest.mark.parametrize("entry", [None, "object", [1, 2], 5])
def test_entries_that_are_no_mapping(entry: object) -> None:
    assert faults(check(entry, count=1)) == [(1, Fault.NOT_A_MAPPING)]


@pytest.mark.parametrize("kind", [None, "region", "Object", "", ["object"]])
def test_unknown_types(kind: object) -> None:
    assert faults(check({"type": kind, "category": "a", "pixel": [1, 1]}, count=1)) == [
        (1, Fault.UNKNOWN_TYPE)
    ]


def test_repetitions_are_dropped_and_said_but_are_no_fault() -> None:
    checked = check(thing("Building", ("Gray",)), way(4, 4), thing("building", ("gray",)), way(4, 4), count=4)
    assert checked.is_valid
    assert [request.index for request in checked.requests] == [1, 2]
    assert [(drop.index, drop.fault) for drop in checked.dropped] == [
        (3, Fault.DUPLICATE),
        (4, Fault.DUPLICATE),
    ]
    assert checked.dropped[0].words == "anchor 3 ('gray building') repeats anchor 1"


def test_other_attributes_are_another_thing() -> None:
    assert len(check(thing("car", ("red",)), thing("car", ("blue",)), thing("car", ())).requests) == 3


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["type", "category", "attributes", "pixel", "id"]), inner, max_size=4
        )
    ),
    max_leaves=12,
)


@given(json_values | st.lists(json_values, max_size=5), st.integers(1, 4))
def test_whatever_a_model_says_is_answered(answer: object, count: int) -> None:
    checked = check_requests(answer, count=count, width_px=8, height_px=8)
    assert len(checked.requests) <= count
    assert checked.is_valid or checked.faults[0].words
    for request in checked.requests:
        if isinstance(request, DirectionRequest):
            assert all(0 <= value < 8 for value in request.pixel)
