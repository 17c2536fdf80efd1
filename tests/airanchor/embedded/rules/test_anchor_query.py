"""Anchor query: the landmark, the way and a complement, in the number and of the kinds that are wanted."""

import pytest

from airanchor.embedded.ears.clause import Clause, Manoeuvre
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
