"""Anchor query: the landmark, the way and a complement, in the number and of the kinds that are wanted."""

import pytest

from airanchor.embedded.ears.clause import Clause, Manoeuvre, Mention
from airanchor.embedded.rules.notes.progress import SubtaskProgress, progress_words
from airanchor.embedded.rules.notes.track import LandmarkTrack, PlaceSource
from airanchor.reasoner.roles import ANCHOR_QUERY, AnchorAsks, AnchorQueryRequest, DirectionAsk, ObjectAsk
from tests.airanchor.embedded.rules.desk import CHURCH, TOWER, ask, context, image, senses_for, to


def _asks(*clauses: Clause, progress: str = "NotStarted", **fields: object) -> AnchorAsks:
    request = AnchorQueryRequest(image(), context(progress), **fields)  # type: ignore[arg-type]
    asks: AnchorAsks = ask(ANCHOR_QUERY, request, senses_for(*clauses))
    return asks


def test_the_landmark_of_now_is_asked_for_with_the_way_to_it() -> None:
    known = LandmarkTrack("red tower", 20.0, 40.0, 0.0, PlaceSource.ESTIMATED)
    progress = progress_words(SubtaskProgress(tracks=(known,)), "to red tower", 1)
    first, second, third = _asks(to(TOWER), progress=progress).anchors
    assert isinstance(first, ObjectAsk)
    assert (first.category, first.attributes) == ("tower", ("red",))
    assert isinstance(second, DirectionAsk)
    assert second.pixel[0] > 80
    assert third != second


def test_the_ground_is_measured_where_height_matters() -> None:
    asks = _asks(Clause(Manoeuvre.DESCEND, metres=10.0, is_absolute=True)).anchors
    assert any(isinstance(one, DirectionAsk) and one.pixel[1] > 100 for one in asks)


def test_both_landmarks_of_between_are_asked_for() -> None:
    asks = _asks(Clause(Manoeuvre.BETWEEN, (TOWER, CHURCH))).anchors
    assert [one.category for one in asks if isinstance(one, ObjectAsk)] == ["tower", "church"]


@pytest.mark.parametrize("count", [1, 3, 6, 10])
@pytest.mark.parametrize(("objects", "directions"), [(True, True), (True, False), (False, True)])
def test_number_and_kinds_are_kept_and_nothing_is_asked_twice(
    count: int, objects: bool, directions: bool
) -> None:
    asks = _asks(
        to(TOWER), to(CHURCH), count=count, allows_objects=objects, allows_directions=directions
    ).anchors
    assert len({repr(one) for one in asks}) == count


def test_a_landmark_that_was_not_found_is_also_asked_for_without_attributes() -> None:
    progress = progress_words(SubtaskProgress(decisions=1, flown_m=36.0), "to red tower", 1)
    asks = _asks(to(TOWER), progress=progress).anchors
    assert [one.attributes for one in asks if isinstance(one, ObjectAsk)] == [("red",), ()]


def test_the_end_of_a_leg_is_asked_for_before_what_it_follows() -> None:
    asks = _asks(Clause(Manoeuvre.ALONG, (TOWER,), until=(CHURCH,))).anchors
    assert [one.category for one in asks if isinstance(one, ObjectAsk)] == ["church", "tower"]


def _wanted(mention: Mention, *before: Clause, **progress: object) -> tuple[str, ...]:
    told = progress_words(SubtaskProgress(**progress), "to it", 1)  # type: ignore[arg-type]
    return next(
        one.attributes
        for one in _asks(*before, to(mention), progress=told).anchors
        if isinstance(one, ObjectAsk)
    )


def test_the_nearest_is_asked_for_as_such_all_along_the_way() -> None:
    nearest = Mention("tower", ("red",), ordinal=1)
    assert _wanted(nearest) == _wanted(nearest, decisions=1, flown_m=30.0) == ("nearest", "red")
    assert _wanted(nearest, Clause(Manoeuvre.TURN_LEFT)) == ("red",)


def test_the_second_is_counted_from_where_its_leg_begins() -> None:
    second = Mention("tower", ("red",), ordinal=2, side="left")
    assert _wanted(second) == ("second nearest", "red")
    assert _wanted(second, decisions=1, flown_m=30.0) == ("red",)
    assert _wanted(Mention("tower", ("red",), ordinal=-1)) == ("red",)


def test_where_a_turn_has_set_the_heading_the_landmark_is_asked_for_ahead() -> None:
    turn, second = Clause(Manoeuvre.TURN_LEFT), Mention("tower", ("red",), ordinal=2, side="left")
    asks = [
        _asks(turn, to(mention), progress=progress_words(SubtaskProgress(part=1), "to it", 2)).anchors[0]
        for mention in (second, TOWER)
    ]
    assert [one.attributes for one in asks if isinstance(one, ObjectAsk)] == [
        ("second nearest ahead on the left", "red"),
        ("ahead", "red"),
    ]
    begun = progress_words(SubtaskProgress(part=1, decisions=1, flown_m=30.0), "to it", 2)
    (plain,) = _asks(turn, to(TOWER), progress=begun, count=1).anchors
    assert isinstance(plain, ObjectAsk) and plain.attributes == ("red",)
