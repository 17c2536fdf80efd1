"""Panorama: headings from memory, from words and never 0."""

import pytest

from airanchor.embedded.ears.clause import Clause, Manoeuvre, Mention
from airanchor.embedded.rules.notes.progress import SubtaskProgress, progress_words
from airanchor.reasoner.roles import PANORAMA, PanoramaRequest, PanoramaView, Prior, Side, Turn
from tests.airanchor.embedded.rules.desk import (
    TOWER,
    PlantedScenes,
    ask,
    context,
    image,
    prior,
    senses_for,
    sight,
    to,
)

OFFSETS = (0, 45, 90, 135, 180, -135, -90, -45)


def _turn(
    *clauses: Clause,
    priors: tuple[Prior, ...] | None = (),
    progress: str = "NotStarted",
    shown: dict[int, float] | None = None,
) -> Turn:
    """The turn; `shown` says by a view's offset where a tower stands in it."""
    planted = {place: {"tower": sight(at, 40.0, 64)} for place, at in enumerate((shown or {}).values(), 1)}
    greys = {offset: place for place, offset in enumerate(shown or {}, 1)}
    views = tuple(PanoramaView(image(64, 64, greys.get(offset, 150)), offset) for offset in OFFSETS)
    senses = senses_for(*clauses, scenes=PlantedScenes(planted))
    reply: Turn = ask(PANORAMA, PanoramaRequest(context(progress), priors, views), senses)
    return reply


@pytest.mark.parametrize(
    ("clause", "angle_deg"), [(to(TOWER), -45.5), (Clause(Manoeuvre.FACE, (TOWER,)), -130.5)]
)
def test_a_remembered_landmark_gives_the_angle(clause: Clause, angle_deg: float) -> None:
    shown = {-45: -0.5} if angle_deg == -45.5 else {-135: 4.5}
    turn = _turn(clause, priors=(prior("red tower", angle_deg, 40.0),), shown=shown)
    assert turn.yaw_delta_deg == angle_deg
    assert turn.turning_direction is Side.LEFT


def test_of_two_that_look_alike_the_remembered_one_is_turned_to() -> None:
    alike = {-45: 5.0, 45: -5.0}
    for at_deg in (-40.0, 40.0):
        turn = _turn(to(TOWER), priors=(prior("red tower", at_deg, 40.0),), shown=alike)
        assert abs(turn.yaw_delta_deg - at_deg) < 7.5


def test_what_is_remembered_and_not_there_to_see_gives_way_to_what_is() -> None:
    turn = _turn(
        Clause(Manoeuvre.TURN_LEFT), to(TOWER), priors=(prior("red tower", -140.0, 40.0),), shown={-45: -15.0}
    )
    assert abs(turn.yaw_delta_deg - -60.0) < 15.0
    kept = _turn(
        Clause(Manoeuvre.TURN_LEFT), to(TOWER), priors=(prior("red tower", -120.0, 40.0),), shown={-135: 15.0}
    )
    assert kept.yaw_delta_deg < -90.0


def test_under_way_what_ends_a_leg_is_looked_for_and_not_what_it_follows() -> None:
    along = Clause(Manoeuvre.ALONG, (Mention("river"),), until=(TOWER,))
    flown = progress_words(SubtaskProgress(decisions=2, flown_m=60.0), "along river until red tower", 1)
    assert abs(_turn(along, shown={45: -5.0}, progress=flown).yaw_delta_deg - 40.0) < 7.5


def test_a_leg_that_begins_here_does_not_lead_back_to_what_is_remembered() -> None:
    assert abs(_turn(to(TOWER), priors=(prior("red tower", -130.5, 40.0),)).yaw_delta_deg) < 7.5


@pytest.mark.parametrize(
    ("manoeuvre", "degrees", "angle_deg"),
    [
        (Manoeuvre.TURN_LEFT, None, -90.0),
        (Manoeuvre.TURN_RIGHT, None, 90.0),
        (Manoeuvre.TURN_RIGHT, 30.0, 30.0),
        (Manoeuvre.TURN_LEFT, 120.0, -120.0),
        (Manoeuvre.TURN_AROUND, None, -180.0),
    ],
)
def test_turns_take_the_angle_of_the_words(
    manoeuvre: Manoeuvre, degrees: float | None, angle_deg: float
) -> None:
    assert _turn(Clause(manoeuvre, degrees=degrees)).yaw_delta_deg == angle_deg


def test_a_turn_is_bent_to_the_next_landmark_near_it_only() -> None:
    left = Clause(Manoeuvre.TURN_LEFT)
    assert _turn(left, to(TOWER), priors=(prior("red tower", -85.0, 40.0),)).yaw_delta_deg == -85.0
    assert _turn(left, to(TOWER), priors=(prior("red tower", 60.0, 40.0),)).yaw_delta_deg == -90.0


def test_nothing_to_turn_to_is_a_turn_of_nearly_nothing() -> None:
    turn = _turn(Clause(Manoeuvre.STOP))
    assert 0 < abs(turn.yaw_delta_deg) < 7.5


def test_a_blocked_way_to_a_landmark_ahead_is_gone_round() -> None:
    turn = _turn(to(TOWER), priors=(prior("red tower", 2.0, 60.0),))
    assert 25 <= abs(turn.yaw_delta_deg) <= 90


def test_leaving_turns_the_back() -> None:
    turn = _turn(Clause(Manoeuvre.AWAY, (TOWER,)), priors=(prior("red tower", 10.0, 20.0),))
    assert turn.yaw_delta_deg == -170.0


def test_without_priors_the_words_still_serve() -> None:
    assert _turn(Clause(Manoeuvre.TURN_RIGHT), priors=None).yaw_delta_deg == 90.0


def test_a_landmark_that_no_view_shows_leaves_the_heading_as_it_is() -> None:
    assert abs(_turn(to(TOWER)).yaw_delta_deg) < 7.5
