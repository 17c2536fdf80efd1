"""Navigation: the skill, pixel and distance that each manoeuvre asks for, also where skills are forbidden."""

from dataclasses import replace

import pytest

from airanchor.embedded.ears.clause import Clause, Manoeuvre, Mention
from airanchor.embedded.rules.config import RulebookConfig
from airanchor.embedded.rules.notes.intent import Intent, read_intent
from airanchor.embedded.rules.notes.progress import SubtaskProgress, progress_words
from airanchor.embedded.rules.notes.track import LandmarkTrack, PlaceSource
from airanchor.reasoner.roles import (
    NAVIGATION,
    NavigationDecision,
    NavigationRequest,
    Prior,
    Skill,
    SkillSettings,
)
from tests.airanchor.embedded.rules.desk import (
    CHURCH,
    TOWER,
    PlantedScenes,
    ask,
    context,
    free_line,
    image,
    object_line,
    prior,
    senses_for,
    sight,
    to,
)
from tests.airanchor.reasoner.asked import SKILL_SETTINGS

WITHOUT_BACK = (Skill.PIXEL, Skill.ALTITUDE, Skill.VIEW)


def _decide(
    *clauses: Clause,
    graph: str | None = "",
    priors: tuple[Prior, ...] | None = (),
    progress: str = "NotStarted",
    skills: tuple[Skill, ...] = tuple(Skill),
    settings: SkillSettings = SKILL_SETTINGS,
) -> NavigationDecision:
    request = NavigationRequest(image(512, 512), context(progress), graph, priors, settings, skills)
    decision: NavigationDecision = ask(NAVIGATION, request, senses_for(*clauses))
    return decision


def test_a_landmark_ahead_is_flown_to_and_stopped_short_of() -> None:
    graph = object_line(1, "red tower", 8.0, 34.0) + "\n" + free_line(2, 8.0, 60.0)
    decision = _decide(to(TOWER), graph=graph)
    assert decision.skill is Skill.PIXEL
    assert decision.parameters.pixel == (291, 256)  # 255.5 + 256 tan 8 degrees; level
    assert decision.parameters.distance_m == 18.0
    assert "34.0 m away, 8.0 degrees to your right" in decision.reason
    assert "free 60 m" in decision.reason


def test_before_the_wall_of_a_landmark_there_is_nothing_left_to_fly() -> None:
    graph = object_line(1, "red tower", 0.0, 22.0) + "\n" + free_line(2, 0.0, 8.0)
    flown = progress_words(SubtaskProgress(decisions=2, flown_m=50.0), "to red tower", 1)
    decision = _decide(to(TOWER), graph=graph, progress=flown)
    assert decision.skill is Skill.ALTITUDE and decision.parameters.delta_h_m == 0.0
    assert read_intent(decision.reason).reach_m == 22.0
    farther = object_line(1, "red tower", 0.0, 50.0) + "\n" + free_line(2, 0.0, 8.0)
    assert _decide(to(TOWER), graph=farther).parameters.delta_h_m != 0.0  # something else is in the way


def test_long_ways_are_flown_in_long_steps() -> None:
    decision = _decide(
        to(TOWER), graph=object_line(1, "red tower", 0.0, 140.0) + "\n" + free_line(2, 0.0, 100)
    )
    assert decision.parameters.distance_m == 50.0


def test_a_remembered_landmark_out_of_view_needs_a_turn() -> None:
    assert _decide(to(TOWER), priors=(prior("red tower", 120.0, 60.0),)).skill is Skill.VIEW


def test_a_remembered_landmark_in_view_is_flown_to_without_being_seen() -> None:
    decision = _decide(to(TOWER), priors=(prior("red tower", -20.0, 60.0),))
    assert decision.skill is Skill.PIXEL
    assert decision.parameters.pixel is not None
    assert decision.parameters.pixel[0] < 200


def test_an_unknown_landmark_is_looked_for_before_a_blind_flight_and_again_where_all_ends() -> None:
    assert _decide(to(TOWER)).skill is Skill.VIEW
    looked = progress_words(SubtaskProgress(decisions=1, looks=1, looked_deg=0.0), "to red tower", 1)
    assert _decide(to(TOWER), progress=looked).skill is Skill.PIXEL
    flown = progress_words(
        SubtaskProgress(decisions=2, flown_m=36.0, looks=1, aim_deg=0.0), "to red tower", 1
    )
    assert _decide(to(TOWER), progress=flown).skill is Skill.PIXEL
    far = SubtaskProgress(decisions=3, flown_m=72.0, looks=1, aim_deg=0.0)
    assert _decide(to(TOWER), progress=progress_words(far, "to red tower", 1)).skill is Skill.VIEW
    turned = progress_words(replace(far, part=1), "to red tower", 3)
    left = Clause(Manoeuvre.TURN_LEFT)
    assert _decide(left, to(TOWER), to(CHURCH), progress=turned).skill is Skill.PIXEL
    assert _decide(left, to(TOWER), Clause(Manoeuvre.STOP), progress=turned).skill is Skill.VIEW


def test_where_a_turn_has_set_the_heading_nothing_far_off_it_is_flown_to() -> None:
    after_turn = progress_words(SubtaskProgress(part=1, decisions=1, looks=1), "to red tower", 2)
    clauses = (Clause(Manoeuvre.TURN_LEFT), to(TOWER))
    astray = _decide(*clauses, graph=object_line(1, "red tower", 38.0, 60.0), progress=after_turn)
    assert astray.parameters.pixel == (256, 256)
    ahead = _decide(*clauses, graph=object_line(1, "red tower", 12.0, 60.0), progress=after_turn)
    assert ahead.parameters.pixel is not None
    assert ahead.parameters.pixel[0] > 300


def test_a_leg_whose_landmark_never_shows_is_flown_as_far_as_such_legs_lead() -> None:
    def flown_m(so_far_m: float) -> float | None:
        flown = SubtaskProgress(part=1, decisions=2, looks=1, flown_m=so_far_m)
        told = progress_words(flown, "past red tower", 2)
        past = _decide(Clause(Manoeuvre.TURN_LEFT), Clause(Manoeuvre.PAST, (TOWER,)), progress=told)
        return past.parameters.distance_m

    assert (flown_m(30.0), flown_m(70.0)) == (30.0, 20.0)  # in hops, for it may show on the way


def test_a_landmark_with_a_description_is_known_in_the_graph() -> None:
    tower = Mention("tower", ("red", "with a green roof"))
    graph = object_line(1, "red tower with a green roof", 8.0, 34.0)
    assert _decide(to(tower), graph=graph).skill is Skill.PIXEL


def test_a_landmark_too_far_to_measure_is_followed_by_the_direction_it_came_back_as() -> None:
    looked = progress_words(SubtaskProgress(decisions=1, looks=1, looked_deg=0.0), "to red tower", 1)
    decision = _decide(to(TOWER), graph=free_line(1, 7.0, 100.0), progress=looked)
    assert decision.parameters.pixel is not None
    assert decision.parameters.pixel[0] > 280


def test_stopping_beside_a_landmark_keeps_it_on_the_side_the_text_says() -> None:
    on_right = Mention("tower", ("red",), side="right")
    stop = Clause(Manoeuvre.STOP, (on_right,), relation="next to")
    decision = _decide(stop, graph=object_line(1, "red tower", 0.0, 45.0))
    assert decision.parameters.pixel is not None
    assert decision.parameters.pixel[0] < 200


def test_a_subtask_that_cannot_be_read_is_not_flown() -> None:
    assert _decide().skill in (Skill.VIEW, Skill.ALTITUDE)


@pytest.mark.parametrize(
    ("turn", "skill"),
    [
        (Clause(Manoeuvre.TURN_LEFT, degrees=75.0), Skill.VIEW),  # by its angle, whatever is to be seen
        (Clause(Manoeuvre.TURN_LEFT), Skill.PIXEL),  # that look has looked for it
        (Clause(Manoeuvre.TURN_LEFT, until=(TOWER,)), Skill.PIXEL),
    ],
)
def test_after_a_turn_by_its_angle_one_look_is_for_the_landmark(turn: Clause, skill: Skill) -> None:
    turned = SubtaskProgress(part=1, looked_deg=-75.0)
    assert _decide(turn, to(TOWER), progress=progress_words(turned, "to red tower", 2)).skill is skill
    looked = replace(turned, decisions=1, looks=1, looked_deg=0.0)
    assert _decide(turn, to(TOWER), progress=progress_words(looked, "to red tower", 2)).skill is Skill.PIXEL


def test_where_the_look_of_a_turn_has_shown_nothing_the_first_hop_is_followed_by_another() -> None:
    clauses = (Clause(Manoeuvre.TURN_LEFT), Clause(Manoeuvre.PAST, (TOWER,)))

    def skill(flown_m: float, looks: int = 0) -> Skill:
        flown = SubtaskProgress(part=1, decisions=1, flown_m=flown_m, looks=looks, aim_deg=0.0)
        return _decide(*clauses, progress=progress_words(flown, "past red tower", 2)).skill

    assert (skill(10.0), skill(30.0), skill(30.0, looks=1)) == (Skill.PIXEL, Skill.VIEW, Skill.PIXEL)


def test_two_things_are_flown_between_though_one_has_a_bearing_alone() -> None:
    clause = Clause(Manoeuvre.BETWEEN, (TOWER, CHURCH))
    graph = "\n".join((object_line(1, "red tower", 30.0, 60.0), object_line(2, "church", -10.0, 60.0)))
    decision = _decide(clause, graph=graph)
    assert decision.skill is Skill.PIXEL
    assert decision.parameters.pixel is not None
    assert 290 < decision.parameters.pixel[0] < 310  # 10 degrees right: the middle of both


def test_a_descent_to_the_street_leads_to_street_level() -> None:
    clause = Clause(Manoeuvre.DESCEND, until=(Mention("street"),))
    decision = _decide(clause)
    assert decision.skill is Skill.ALTITUDE
    assert decision.parameters.delta_h_m == -20.0  # the planted scene seems 30 m high


def test_a_descent_that_a_roof_cut_short_is_tried_again_to_the_side() -> None:
    clause = Clause(Manoeuvre.DESCEND, until=(Mention("street"),))
    short = progress_words(SubtaskProgress(decisions=1, climbed_m=-6.0), "descend until street", 1)
    assert _decide(clause, progress=short).skill is Skill.PIXEL
    aside = progress_words(
        SubtaskProgress(decisions=2, climbed_m=-6.0, flown_m=18.0), "descend until street", 1
    )
    assert _decide(clause, progress=aside).skill is Skill.ALTITUDE


def test_before_a_descent_the_approach_ends_beside_the_landmark() -> None:
    graph = "\n".join((object_line(1, "red tower", 0.0, 44.0), free_line(2, 0.0, 90.0)))
    plain = _decide(to(TOWER), graph=graph).parameters.distance_m
    beside = _decide(to(TOWER), Clause(Manoeuvre.DESCEND), graph=graph).parameters.distance_m
    assert (plain, beside) == (28.0, 30.0)


def test_before_a_descent_the_approach_ends_above_a_landmark_that_has_no_roof() -> None:
    def flown_m(dz_m: float) -> float | None:
        lines = (
            object_line(1, "red tower", 0.0, 44.0, dz_m=dz_m),
            free_line(2, 0.0, 50.0, dz_m=-30.0),
            free_line(3, 0.0, 100.0),
        )
        graph = "\n".join(lines)
        return _decide(to(TOWER), Clause(Manoeuvre.DESCEND), graph=graph).parameters.distance_m

    assert (flown_m(-29.0), flown_m(-25.0)) == (44.0, 30.0)


def test_a_leg_along_something_is_flown_with_long_steps_until_its_end_is_known() -> None:
    clause = Clause(Manoeuvre.ALONG, (Mention("river"),), until=(CHURCH,))
    flown = progress_words(
        SubtaskProgress(decisions=3, flown_m=120.0, looks=3), "along river until church", 1
    )
    graph = object_line(1, "river", 20.0, 30.0)
    decision = _decide(clause, graph=graph, progress=flown)
    assert decision.parameters.distance_m == 36.0
    assert decision.parameters.pixel is not None
    assert decision.parameters.pixel[0] > 340
    end = _decide(clause, graph=object_line(2, "church", -20.0, 40.0), progress=flown)
    assert end.parameters.distance_m == 30.0


def test_what_ends_a_leg_along_something_is_looked_for_after_the_first_hop() -> None:
    clauses = (Clause(Manoeuvre.TURN_LEFT), Clause(Manoeuvre.ALONG, (Mention("river"),), until=(CHURCH,)))
    graph = object_line(1, "river", 20.0, 30.0)

    def skill(flown_m: float) -> Skill:
        flown = SubtaskProgress(part=1, decisions=2, flown_m=flown_m, aim_deg=0.0)
        return _decide(*clauses, graph=graph, progress=progress_words(flown, "along river", 2)).skill

    assert (skill(20.0), skill(35.0)) == (Skill.PIXEL, Skill.VIEW)


def test_a_far_sight_is_followed_where_a_leg_begins_and_no_farther_once_a_turn_was_told() -> None:
    scenes = PlantedScenes({150: {"tower": sight(12.0, 200.0)}})
    turned = (Clause(Manoeuvre.TURN_LEFT, degrees=90.0), to(TOWER))

    def bearing_px(part: int, flown_m: float) -> int:
        flown = SubtaskProgress(part=part, decisions=2, looks=1, flown_m=flown_m)
        clauses = turned if part else turned[1:]
        progress = progress_words(flown, "to red tower", len(clauses))
        request = NavigationRequest(
            image(512, 512), context(progress), "", (), SKILL_SETTINGS, (Skill.PIXEL, Skill.ALTITUDE)
        )
        decision: NavigationDecision = ask(NAVIGATION, request, senses_for(*clauses, scenes=scenes))
        assert decision.parameters.pixel is not None
        return decision.parameters.pixel[0]

    assert bearing_px(1, 0.0) > 300 and bearing_px(0, 36.0) > 300
    assert bearing_px(1, 36.0) == 256


def test_a_gap_beside_an_obstacle_is_flown_through() -> None:
    graph = "\n".join(
        (object_line(1, "red tower", 0.0, 90.0), free_line(2, 0.0, 8.0), free_line(3, 25.0, 70.0))
    )
    decision = _decide(to(TOWER), graph=graph)
    assert decision.skill is Skill.PIXEL
    assert decision.parameters.pixel is not None
    assert decision.parameters.pixel[0] > 350


def test_a_wall_without_a_gap_is_climbed() -> None:
    graph = object_line(1, "red tower", 0.0, 90.0) + "\n" + free_line(2, 0.0, 6.0)
    decision = _decide(to(TOWER), graph=graph)
    assert decision.skill is Skill.ALTITUDE
    assert (decision.parameters.delta_h_m or 0) > 5
    assert "to clear the way" in decision.reason
    assert read_intent(decision.reason).is_detour


@pytest.mark.parametrize(
    ("manoeuvre", "skill"), [(Manoeuvre.TURN_LEFT, Skill.VIEW), (Manoeuvre.TURN_AROUND, Skill.VIEW)]
)
def test_turns_look_around(manoeuvre: Manoeuvre, skill: Skill) -> None:
    assert _decide(Clause(manoeuvre)).skill is skill


def test_a_slight_turn_towards_a_landmark_in_view_is_flown_at_once() -> None:
    graph = object_line(1, "red tower", -30.0, 50.0) + "\n" + free_line(2, -30.0, 70.0)
    decision = _decide(Clause(Manoeuvre.TURN_LEFT, degrees=30.0), to(TOWER), graph=graph)
    assert decision.skill is Skill.PIXEL
    assert decision.parameters.pixel is not None
    assert decision.parameters.pixel[0] < 150
    assert _decide(Clause(Manoeuvre.TURN_LEFT), to(TOWER), graph=graph).skill is Skill.VIEW


def test_a_turn_without_its_skill_bends_at_the_pictures_edge() -> None:
    decision = _decide(Clause(Manoeuvre.TURN_RIGHT), skills=(Skill.PIXEL, Skill.ALTITUDE))
    assert decision.skill is Skill.PIXEL
    assert decision.parameters.pixel is not None
    assert decision.parameters.pixel[0] > 450


def test_a_climb_without_its_skill_flies_steeply() -> None:
    decision = _decide(Clause(Manoeuvre.ASCEND, metres=10.0), skills=(Skill.PIXEL, Skill.VIEW))
    assert decision.skill is Skill.PIXEL
    assert decision.parameters.pixel is not None
    assert decision.parameters.pixel[1] < 128


def test_climbs_take_the_metres_of_the_text_thirty_at_most() -> None:
    assert _decide(Clause(Manoeuvre.ASCEND, metres=18.0)).parameters.delta_h_m == 18.0
    assert _decide(Clause(Manoeuvre.DESCEND, metres=70.0)).parameters.delta_h_m == -30.0


def test_a_height_above_ground_is_reached_from_the_measured_ground() -> None:
    down = free_line(1, 0.0, 50.0, dz_m=-40.0)
    decision = _decide(Clause(Manoeuvre.DESCEND, metres=15.0, is_absolute=True), graph=down)
    assert decision.parameters.delta_h_m == pytest.approx(-25.0, abs=0.2)


def test_a_height_that_the_drone_seems_to_have_already_is_reached_by_a_usual_change() -> None:
    """What was measured below is a roof, and the picture (30 m) does not tell the height either."""
    roof = free_line(1, 0.0, 50.0, dz_m=-37.0)
    sink = _decide(Clause(Manoeuvre.DESCEND, metres=36.0, is_absolute=True), graph=roof)
    assert sink.parameters.delta_h_m == -RulebookConfig().climb_m


def test_a_long_climb_is_flown_as_told() -> None:
    low = free_line(1, 0.0, 50.0, dz_m=-28.0)
    climb = _decide(Clause(Manoeuvre.ASCEND, metres=60.0, is_absolute=True), graph=low)
    assert climb.parameters.delta_h_m == 30.0  # as much as is asked for at once


def test_a_climb_above_a_building_clears_its_top() -> None:
    graph = object_line(1, "church", 0.0, 40.0, dz_m=-5.0) + "\n" + free_line(2, 0.0, 30.0, dz_m=-20.0)
    clause = Clause(Manoeuvre.ASCEND, (CHURCH,), relation="above")
    decision = _decide(clause, graph=graph)  # 20 m up, its centre 15 m, so its top 30 m above ground
    assert decision.parameters.delta_h_m == pytest.approx(16.0, abs=0.2)


def test_flying_over_what_is_in_the_way_climbs_first() -> None:
    graph = object_line(1, "church", 0.0, 40.0, dz_m=-2.0) + "\n" + free_line(2, 0.0, 25.0)
    assert _decide(Clause(Manoeuvre.OVER, (CHURCH,)), graph=graph).skill is Skill.ALTITUDE
    low = object_line(1, "church", 0.0, 28.0, dz_m=-25.0) + "\n" + free_line(2, 0.0, 100.0)
    decision = _decide(Clause(Manoeuvre.OVER, (CHURCH,)), graph=low)
    assert decision.parameters.distance_m == 28.0 + RulebookConfig().beyond_m


def test_passing_keeps_the_landmark_on_the_side_the_text_says() -> None:
    on_left = Mention("tower", ("red",), side="left")
    graph = object_line(1, "red tower", 0.0, 40.0) + "\n" + free_line(2, 0.0, 100.0)
    decision = _decide(Clause(Manoeuvre.PAST, (on_left,)), graph=graph)
    assert decision.parameters.pixel is not None
    assert decision.parameters.pixel[0] > 290


def test_between_two_landmarks_leads_through_their_middle() -> None:
    graph = object_line(1, "red tower", -20.0, 40.0) + "\n" + object_line(2, "church", 20.0, 40.0)
    decision = _decide(Clause(Manoeuvre.BETWEEN, (TOWER, CHURCH)), graph=graph)
    assert decision.parameters.pixel is not None
    assert abs(decision.parameters.pixel[0] - 255.5) < 6


def test_straight_on_counts_what_was_flown() -> None:
    flown = progress_words(SubtaskProgress(decisions=1, flown_m=50.0), "forward 80 m", 1)
    decision = _decide(Clause(Manoeuvre.FORWARD, metres=80.0), progress=flown)
    assert decision.parameters.distance_m == 30.0


def test_what_failed_is_never_tried_again() -> None:
    graph = object_line(1, "red tower", 5.0, 60.0)
    first = _decide(to(TOWER), graph=graph)
    failed = progress_words(SubtaskProgress(decisions=1, failures=1, aim_deg=5.0), "to red tower", 1)
    second = _decide(to(TOWER), graph=graph, progress=failed + " [last action failed: no free path]")
    assert (second.skill, second.parameters) != (first.skill, first.parameters)
    again = progress_words(SubtaskProgress(decisions=2, failures=2, aim_deg=25.0), "to red tower", 1)
    assert _decide(to(TOWER), graph=graph, progress=again).skill is Skill.ALTITUDE
    third = progress_words(SubtaskProgress(decisions=3, failures=3, aim_deg=25.0), "to red tower", 1)
    assert _decide(to(TOWER), graph=graph, progress=third).skill is Skill.BACKTRACK
    assert _decide(to(TOWER), graph=graph, progress=third, skills=WITHOUT_BACK).skill is not Skill.BACKTRACK


def test_the_second_part_is_flown_when_the_first_is_done() -> None:
    graph = object_line(1, "red tower", 30.0, 40.0) + "\n" + object_line(2, "church", -30.0, 40.0)
    progress = progress_words(SubtaskProgress(part=1), "to church", 2)
    decision = _decide(to(TOWER), to(CHURCH), graph=graph, progress=progress)
    assert decision.parameters.pixel is not None
    assert decision.parameters.pixel[0] < 200


def test_a_place_known_from_before_serves_where_graph_and_priors_are_absent() -> None:
    known = LandmarkTrack("red tower", -25.0, 40.0, 0.0, PlaceSource.ESTIMATED)
    progress = progress_words(SubtaskProgress(decisions=1, tracks=(known,)), "to red tower", 1)
    decision = _decide(to(TOWER), graph=None, priors=None, progress=progress)
    assert decision.skill is Skill.PIXEL
    assert decision.parameters.pixel is not None
    assert decision.parameters.pixel[0] < 170


def test_a_reliable_memory_outweighs_a_measurement_of_something_else() -> None:
    graph = object_line(1, "red tower", -35.0, 20.0)
    decision = _decide(to(TOWER), graph=graph, priors=(prior("red tower", 20.0, 70.0, reliability=0.9),))
    assert decision.parameters.pixel is not None
    assert decision.parameters.pixel[0] > 300


@pytest.mark.parametrize("skill", list(Skill))
@pytest.mark.parametrize("manoeuvre", list(Manoeuvre))
def test_every_manoeuvre_finds_something_with_any_single_skill(manoeuvre: Manoeuvre, skill: Skill) -> None:
    for mentions in ((), (TOWER,), (TOWER, CHURCH)):
        assert _decide(Clause(manoeuvre, mentions), skills=(skill,)).skill is skill


def test_a_landmark_at_the_pictures_edge_needs_no_turn() -> None:
    known = LandmarkTrack("red tower", 43.0, 40.0, 0.0, PlaceSource.ESTIMATED)
    begun = SubtaskProgress(decisions=1, flown_m=20.0, tracks=(known,))
    words = progress_words(begun, "to red tower", 1)
    graph = object_line(1, "red tower", 43.0, 40.0)
    assert _decide(to(TOWER), graph=graph, progress=words).skill is Skill.PIXEL
    assert _decide(to(TOWER), priors=(prior("red tower", 46.0, 40.0),)).skill is Skill.VIEW


def test_what_was_just_passed_is_led_on_from_not_turned_back_to() -> None:
    past = Clause(Manoeuvre.PAST, (TOWER,))
    known = LandmarkTrack("red tower", 100.0, 12.0, 0.0, PlaceSource.ESTIMATED)
    progress = progress_words(
        SubtaskProgress(decisions=1, flown_m=50.0, tracks=(known,)), "past red tower", 1
    )
    decision = _decide(past, progress=progress)
    assert decision.skill is Skill.PIXEL
    assert decision.parameters.pixel is not None
    assert decision.parameters.pixel[0] == 256
    assert decision.parameters.distance_m == pytest.approx(22.0 - 2.1, abs=0.1)


def test_a_landmark_is_looked_for_where_a_leg_may_lead() -> None:
    near = object_line(1, "red tower", 5.0, 15.0)
    assert _decide(to(TOWER), graph=near).skill is Skill.VIEW  # no leg leads to what is right here
    told = Clause(Manoeuvre.TO, (TOWER,), metres=60.0)
    assert _decide(told, graph=object_line(1, "red tower", 5.0, 85.0)).skill is Skill.PIXEL
    assert _decide(told, graph=object_line(1, "red tower", 5.0, 40.0)).skill is Skill.VIEW


def test_the_last_leg_measures_its_landmark_again_before_its_end() -> None:
    stop = Clause(Manoeuvre.STOP, (TOWER,), relation="in front of")
    graph = object_line(1, "red tower", 0.0, 70.0) + "\n" + free_line(2, 0.0, 100.0)
    assert _decide(stop, graph=graph).parameters.distance_m == 34.0
    assert _decide(to(TOWER), graph=graph).parameters.distance_m == 50.0


def test_a_climb_that_cleared_the_way_is_sunk_back_once() -> None:
    flown = SubtaskProgress(decisions=2, flown_m=60.0, detour_m=14.0, is_sinking=True)
    progress = progress_words(flown, "to red tower", 1)
    decision = _decide(to(TOWER), progress=progress)
    assert (decision.skill, decision.parameters.delta_h_m) == (Skill.ALTITUDE, -14.0)
    assert _decide(to(TOWER), progress=f"{progress} [last action failed: blocked]").skill is Skill.VIEW


def test_the_reason_notes_what_is_wanted_and_where_things_were_taken_to_be() -> None:
    flown = read_intent(_decide(to(TOWER), graph=object_line(1, "red tower", 8.0, 34.0)).reason)
    assert flown == Intent(
        is_flight=True,
        places=(LandmarkTrack("red tower", 8.0, 34.0, 0.0, PlaceSource.MEASURED),),
        reach_m=16.0,
    )
    assert read_intent(_decide(to(TOWER)).reason) == Intent(lost=("red tower",))
    assert read_intent(_decide(Clause(Manoeuvre.TURN_LEFT, degrees=90.0)).reason) == Intent(turn_deg=-90.0)
    assert read_intent(_decide(Clause(Manoeuvre.ASCEND, metres=45.0)).reason) == Intent(climb_m=45.0)
    assert read_intent(_decide(Clause(Manoeuvre.STOP)).reason) == Intent(turn_deg=0.0)


def test_nothing_is_asked_for_that_the_prompt_does_not_allow() -> None:
    narrow = replace(SKILL_SETTINGS, least_distance_m=8.0, greatest_distance_m=12.0, greatest_climb_m=3.0)
    graph = object_line(1, "red tower", 8.0, 34.0)
    far = _decide(to(TOWER), graph=graph, settings=narrow)
    assert far.parameters.distance_m == 12.0 and "; fly 12 m at" in far.reason
    assert _decide(Clause(Manoeuvre.ASCEND, metres=18.0), settings=narrow).parameters.delta_h_m == 3.0
    steep = _decide(Clause(Manoeuvre.ASCEND, metres=2.0), settings=narrow, skills=(Skill.PIXEL,))
    assert steep.parameters.distance_m == 8.0
    only_up = _decide(to(TOWER), settings=narrow, skills=(Skill.ALTITUDE,))
    assert abs(only_up.parameters.delta_h_m) <= 3.0


def test_the_rules_keep_to_their_own_measure_where_more_is_allowed() -> None:
    wide = replace(SKILL_SETTINGS, greatest_distance_m=200.0, greatest_climb_m=100.0)
    graph = object_line(1, "red tower", 8.0, 90.0)
    assert _decide(to(TOWER), graph=graph, settings=wide).parameters.distance_m == 50.0
    assert _decide(Clause(Manoeuvre.DESCEND, metres=70.0), settings=wide).parameters.delta_h_m == -30.0
