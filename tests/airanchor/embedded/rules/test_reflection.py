"""Reflection: parts are done when the numbers say so, and not before; the progress is read back."""

from dataclasses import replace
from typing import Any

import pytest

from airanchor.embedded.ears.clause import Clause, Manoeuvre
from airanchor.embedded.rules.notes.intent import Intent, Why
from airanchor.embedded.rules.notes.past import PartFate, PastPart
from airanchor.embedded.rules.notes.plan import planned
from airanchor.embedded.rules.notes.progress import SubtaskProgress, progress_words, read_progress
from airanchor.embedded.rules.notes.track import LandmarkTrack, PlaceSource
from airanchor.embedded.rules.words.plain_words import with_article
from airanchor.reasoner.roles import PAPER_STATUSES, REFLECTION, ReflectionRequest, Status, Verdict
from tests.airanchor.embedded.rules.desk import CHURCH, TOWER, ask, context, cue_line, image, senses_for, to

AIMED = 'Pixel Navigation {"pixel": [255, 255], "distance_m": 30.0}: '
FLEW = f"{AIMED}flew 30.0 m in 6 steps, turned 0 degrees right, climbed 0.0 m."
STAYED = "FAILED: no free path."
AHEAD = Clause(Manoeuvre.FORWARD, metres=30.0)
DONE = (Status.COMPLETED, Status.GUESSED)
"""Flown to the end; whether what was reached is the landmark, is judged elsewhere."""


def _judge(
    *clauses: Clause,
    before: str | None = "",
    after: str | None = "",
    executed: str = FLEW,
    progress: str = "NotStarted",
    reason: str = "",
    statuses: tuple[Status, ...] = tuple(Status),
) -> Verdict:
    request = ReflectionRequest(
        context(progress), image(512, 512), image(512, 512), executed, reason, before, after, statuses
    )
    verdict: Verdict = ask(REFLECTION, request, senses_for(*clauses))
    return verdict


def _wanting(**intent: Any) -> str:
    return Why("why", Intent(**intent)).reason


def _flown(label: str, before_m: float, after_m: float) -> dict[str, str]:
    return {"before": cue_line(1, label, 0.0, before_m), "after": cue_line(1, label, 0.0, after_m)}


def test_a_landmark_is_reached_near_its_centre() -> None:
    assert _judge(to(TOWER), **_flown("red tower", 40.0, 10.0)).status in DONE
    verdict = _judge(to(TOWER), **_flown("red tower", 80.0, 50.0))
    assert verdict.status is Status.ONGOING
    assert "red tower" in verdict.next_plan


def test_a_wide_building_is_reached_at_its_facade() -> None:
    before = cue_line(1, "red tower", 0.0, 55.0) + "\n" + cue_line(2, None, 2.0, 35.0)
    after = cue_line(1, "red tower", 0.0, 25.0) + "\n" + cue_line(2, None, 5.0, 6.0)
    assert _judge(to(TOWER), before=before, after=after).status in DONE


def test_a_surface_elsewhere_is_no_facade() -> None:
    before = cue_line(1, "red tower", 0.0, 55.0) + "\n" + cue_line(2, None, 30.0, 35.0)
    after = cue_line(1, "red tower", 0.0, 25.0) + "\n" + cue_line(2, None, 60.0, 6.0)
    assert _judge(to(TOWER), before=before, after=after).status is Status.ONGOING


def test_a_wall_far_before_a_landmark_is_something_else_in_the_way() -> None:
    before = cue_line(1, "red tower", 0.0, 75.0) + "\n" + cue_line(2, None, 2.0, 35.0)
    after = cue_line(1, "red tower", 0.0, 45.0) + "\n" + cue_line(2, None, 5.0, 6.0)
    assert _judge(to(TOWER), before=before, after=after).status is Status.ONGOING


def test_passing_needs_the_landmark_beside_or_behind() -> None:
    past = Clause(Manoeuvre.PAST, (TOWER,))
    before = cue_line(1, "red tower", 20.0, 40.0)
    assert _judge(past, before=before, after=cue_line(1, "red tower", 135.0, 21.0)).status in DONE
    assert _judge(past, before=before, after=cue_line(1, "red tower", 100.0, 16.0)).status is Status.ONGOING
    assert _judge(past, before=before, after=cue_line(1, "red tower", 50.0, 20.0)).status is Status.ONGOING


def test_what_the_decision_did_not_take_for_the_landmark_does_not_end_the_leg() -> None:
    near = _flown("red tower", 40.0, 10.0)
    assert _judge(to(TOWER), reason=_wanting(lost=("red tower",)), **near).status is Status.ONGOING
    assert _judge(to(TOWER), reason=_wanting(lost=("tower",)), **near).status in DONE


def test_a_bend_is_a_turn_only_where_it_was_flown_on() -> None:
    left = Clause(Manoeuvre.TURN_LEFT)
    bent = f"{AIMED}flew 30.0 m in 6 steps, turned 20 degrees left, climbed 0.0 m."
    assert _judge(left, executed=bent, reason=_wanting(is_flight=True)).status in DONE
    assert _judge(left, executed=bent, reason=_wanting(climb_m=20.0)).status is Status.ONGOING


def test_what_a_bend_flew_belongs_to_the_leg_that_it_leads_to() -> None:
    leg = Clause(Manoeuvre.TURN_LEFT, degrees=30.0), Clause(Manoeuvre.PAST, (TOWER,))
    bent = f"{AIMED}flew 30.0 m in 6 steps, turned 20 degrees left, climbed 0.0 m."
    verdict = _judge(*leg, executed=bent, reason=_wanting(is_flight=True), **_flown("red tower", 45.0, 15.0))
    progress = read_progress(verdict.progress, 2)
    assert (progress.part, progress.flown_m) == (1, 30.0)
    beyond = {"before": cue_line(1, "red tower", 5.0, 15.0), "after": cue_line(1, "red tower", 170.0, 16.0)}
    assert _judge(*leg, progress=verdict.progress, **beyond).status in DONE
    unbent = progress_words(replace(progress, flown_m=0.0), "past", 2)  # too soon for a leg of its own
    assert _judge(*leg, progress=unbent, **beyond).status is Status.ONGOING
    corner = Clause(Manoeuvre.TURN_LEFT, (CHURCH,)), leg[1]  # the way to where the turn is made is none
    turned = f"{AIMED}flew 30.0 m in 6 steps, turned 80 degrees left, climbed 0.0 m."
    assert read_progress(_judge(*corner, executed=turned).progress, 2).flown_m == 0.0


def test_turning_on_the_spot_passes_nothing() -> None:
    past = Clause(Manoeuvre.PAST, (TOWER,))
    verdict = _judge(
        past,
        before=cue_line(1, "red tower", 20.0, 40.0),
        after=cue_line(1, "red tower", 110.0, 40.0),
        executed="View Rotation {}: flew 0.0 m in 6 steps, turned 90 degrees left, climbed 0.0 m.",
    )
    assert verdict.status is Status.ONGOING


def test_a_turn_is_done_when_it_was_turned_that_way() -> None:
    left = Clause(Manoeuvre.TURN_LEFT)
    turned = "View Rotation {}: flew 0.0 m in 6 steps, turned 90 degrees left, climbed 0.0 m."
    assert _judge(left, executed=turned).status in DONE
    wrong = turned.replace("left", "right")
    assert _judge(left, executed=wrong).status is Status.ONGOING


RISE = 'Altitude Adjustment {{"delta_h_m": {asked}}}: flew 30.0 m in 15 steps, climbed {climbed} m.'


def test_a_climb_of_several_decisions_is_done_by_its_metres_and_tells_their_sum() -> None:
    up = Clause(Manoeuvre.ASCEND, metres=45.0)
    first = _judge(up, executed=RISE.format(asked=30.0, climbed=30.0), reason=_wanting(climb_m=45.0))
    assert first.status is Status.ONGOING
    assert read_progress(first.progress, 1).climbed_m == 30.0
    rest = RISE.format(asked=15.0, climbed=14.0)
    second = _judge(up, executed=rest, progress=first.progress, reason=_wanting(climb_m=15.0))
    assert second.status is Status.COMPLETED
    assert second.progress.startswith("Climbed 44 m")


def test_a_climb_that_the_air_ends_before_the_told_metres_is_done_in_part() -> None:
    up = Clause(Manoeuvre.ASCEND, metres=45.0)
    low = RISE.format(asked=30.0, climbed=12.0)
    verdict = _judge(up, executed=low, reason=_wanting(climb_m=45.0))
    assert verdict.status is Status.PARTLY_DONE
    assert verdict.progress.startswith("Climbed 12 of 45 m, no farther this way")


def test_a_climb_that_fails_after_some_metres_tells_them() -> None:
    up = Clause(Manoeuvre.ASCEND, metres=400.0)
    first = _judge(up, executed=RISE.format(asked=30.0, climbed=30.0), reason=_wanting(climb_m=400.0))
    failed = 'Altitude Adjustment {"delta_h_m": 30.0}: FAILED: the flight may not go higher.'
    second = _judge(up, executed=failed, progress=first.progress, reason=_wanting(climb_m=370.0))
    assert second.status is Status.PARTLY_DONE
    assert second.progress.startswith("Climbed 30 of 400 m, no farther this way")


def test_a_climb_without_metres_is_done_where_the_air_ends_it() -> None:
    low = RISE.format(asked=12.0, climbed=6.0)
    assert _judge(Clause(Manoeuvre.ASCEND), executed=low, reason=_wanting(climb_m=12.0)).status in DONE
    sank = 'Altitude Adjustment {"delta_h_m": -30.0}: flew 22.0 m in 11 steps, sank 22.0 m.'
    ground = Clause(Manoeuvre.DESCEND, metres=10.0, is_absolute=True)
    moved = progress_words(SubtaskProgress(decisions=1, flown_m=15.0), "descend", 1)
    assert _judge(ground, executed=sank, progress=moved, reason=_wanting(climb_m=-40.0)).status in DONE
    down = Clause(Manoeuvre.DESCEND, metres=100.0)
    told = _judge(down, executed=sank, reason=_wanting(climb_m=-100.0))
    assert told.status is Status.PARTLY_DONE
    assert told.progress.startswith("Sank 22 of 100 m, no farther this way")


def test_a_climb_cut_short_inside_a_subtask_leaves_the_next_part_to_be_flown() -> None:
    up = Clause(Manoeuvre.ASCEND, metres=45.0)
    low = RISE.format(asked=30.0, climbed=12.0)
    verdict = _judge(up, to(TOWER), executed=low, reason=_wanting(climb_m=45.0))
    progress = read_progress(verdict.progress, 2)
    assert (verdict.status, progress.part) == (Status.ONGOING, 1)
    assert [part.fate for part in progress.past] == [PartFate.PARTLY]


def test_straight_on_sums_what_was_flown() -> None:
    forward = Clause(Manoeuvre.FORWARD, metres=65.0)
    first = _judge(forward)
    assert first.status is Status.ONGOING
    assert _judge(forward, progress=first.progress).status in DONE


def test_straight_on_until_a_landmark_ends_there_and_not_by_distance() -> None:
    until = Clause(Manoeuvre.FORWARD, until=(CHURCH,))
    assert _judge(until, **_flown("church", 90.0, 60.0)).status is Status.ONGOING
    assert _judge(until, **_flown("church", 42.0, 12.0)).status in DONE


def test_parts_are_done_in_their_order_and_the_second_is_known() -> None:
    before = cue_line(1, "red tower", 0.0, 40.0) + "\n" + cue_line(2, "church", 0.0, 100.0)
    after = cue_line(1, "red tower", 0.0, 10.0) + "\n" + cue_line(2, "church", 0.0, 70.0)
    verdict = _judge(to(TOWER), to(CHURCH), before=before, after=after)
    assert verdict.status is Status.ONGOING
    assert read_progress(verdict.progress, 2).tracks == (), "where to go on to is the plan's to tell"
    progress = planned(read_progress(verdict.progress, 2), verdict.next_plan)
    assert progress.part == 1
    assert progress.decisions == 0
    church = progress.knows("church")
    assert church is not None
    assert church.d_xy_m == 70.0


def test_stopping_where_the_flight_arrived_needs_no_skill() -> None:
    stop = Clause(Manoeuvre.STOP, (TOWER,), relation="near")
    assert _judge(to(TOWER), stop, **_flown("red tower", 40.0, 10.0)).status in DONE
    assert _judge(to(TOWER), Clause(Manoeuvre.STOP), **_flown("red tower", 40.0, 10.0)).status in DONE


def test_the_remembered_place_that_a_decision_was_based_on_is_carried_on() -> None:
    told = LandmarkTrack("red tower", 0.0, 40.0, 0.0, PlaceSource.REMEMBERED)
    assert _judge(to(TOWER), reason=_wanting(places=(told,))).status in DONE
    far = LandmarkTrack("red tower", 0.0, 90.0, 0.0, PlaceSource.REMEMBERED)
    verdict = _judge(to(TOWER), reason=_wanting(places=(far,)))
    known = planned(read_progress(verdict.progress, 1), verdict.next_plan).knows("red tower")
    assert known is not None
    assert known.d_xy_m == pytest.approx(60.0, abs=0.2)


def test_a_landmark_never_found_is_given_up_and_not_before() -> None:
    tries = _judge(to(TOWER), executed=f"Pixel Navigation {{}}: {STAYED}")
    decisions = 1
    while tries.status is Status.ONGOING:
        tries = _judge(to(TOWER), progress=tries.progress)
        decisions += 1
    assert decisions == 5  # twice the usual 55 m are flown where no turn has told the heading
    assert tries.status is Status.NOT_FOUND
    assert "the red tower was not found" in tries.progress.lower()


@pytest.mark.parametrize(
    ("label", "told"),
    [
        ("Mars", "Mars"),
        ("Hotel Astoria", "Hotel Astoria"),
        ("church", "the church"),
        ("BMW dealership", "the BMW dealership"),
        ("red Mars", "the red Mars"),
    ],
)
def test_a_proper_name_takes_no_article(label: str, told: str) -> None:
    assert with_article(label) == told


def test_a_blocked_way_to_a_landmark_never_found_is_climbed_over_before_it_is_given_up() -> None:
    stopped = "Pixel Navigation {}: flew 5.0 m in 1 steps, turned 0 degrees right, climbed 0.0 m, blocked."
    failed = SubtaskProgress(decisions=2, flown_m=10.0, looks=1, failures=1)
    again = _judge(to(TOWER), executed=stopped, progress=progress_words(failed, "to red tower", 1))
    assert again.status is Status.ONGOING and read_progress(again.progress, 1).failures == 2
    stuck = _judge(to(TOWER), executed=stopped, progress=again.progress)
    assert stuck.status is Status.NOT_FOUND and "no way on" in stuck.progress


def test_parts_given_up_are_told_to_the_end_and_parts_done_are_not() -> None:
    past = (PastPart("the church was not found", PartFate.NOT_FOUND),)
    lost = progress_words(SubtaskProgress(part=1, past=past), "forward 30 m", 2)
    verdict = _judge(to(CHURCH), AHEAD, progress=lost)
    assert verdict.status is Status.PARTLY_DONE
    assert verdict.progress == "The church was not found; flew 30 m."
    done = _judge(AHEAD)
    assert done.status is Status.COMPLETED
    assert done.progress == "Flew 30 m."


def test_where_only_the_papers_statuses_may_be_given_the_text_tells_what_was_not_done() -> None:
    past = (PastPart("the church was not found", PartFate.NOT_FOUND),)
    lost = progress_words(SubtaskProgress(part=1, past=past), "forward 30 m", 2)
    verdict = _judge(to(CHURCH), AHEAD, progress=lost, statuses=PAPER_STATUSES)
    assert verdict.status is Status.COMPLETED
    assert verdict.outcome is Status.PARTLY_DONE
    assert verdict.achieved == "The church was not found; flew 30 m."
    assert _judge(statuses=PAPER_STATUSES).outcome is Status.NOT_UNDERSTOOD


def test_a_turn_made_the_other_way_round_is_made() -> None:
    turned = "View Rotation {}: flew 0.0 m in 11 steps, turned 165 degrees right, climbed 0.0 m."
    verdict = _judge(Clause(Manoeuvre.TURN_LEFT, degrees=150.0), to(TOWER), executed=turned)
    assert read_progress(verdict.progress, 2).part == 1


def test_what_was_looked_for_in_vain_is_not_looked_for_again_to_stop_there() -> None:
    clauses = (Clause(Manoeuvre.UNDER, (TOWER,)), Clause(Manoeuvre.STOP, (TOWER,)))
    flown = progress_words(SubtaskProgress(decisions=6, flown_m=150.0, looks=2), "under red tower", 2)
    assert _judge(*clauses, progress=flown).status is Status.NOT_FOUND


def test_a_landmark_is_reached_where_the_decision_meant_to_come() -> None:
    near = _flown("red tower", 60.0, 30.0)
    assert _judge(to(TOWER), reason=_wanting(reach_m=28.0), **near).status in DONE
    assert _judge(to(TOWER), reason=_wanting(reach_m=18.0), **near).status is Status.ONGOING


def test_the_last_landmark_is_given_up_only_right_after_a_look() -> None:
    def status(executed: str) -> Status:
        flown = progress_words(SubtaskProgress(part=1, decisions=3, flown_m=50.0, looks=1), "stop", 2)
        clauses = (Clause(Manoeuvre.TURN_LEFT), Clause(Manoeuvre.STOP, (TOWER,)))
        return _judge(*clauses, progress=flown, executed=executed).status

    assert status(FLEW) is Status.ONGOING
    assert status("View Rotation {}: turned 0 degrees right, climbed 0.0 m.") is Status.NOT_FOUND


def test_a_subtask_that_cannot_be_read_never_counts_as_done() -> None:
    assert _judge().status is Status.NOT_UNDERSTOOD


def test_no_subtask_is_ended_only_because_the_controller_would_turn_back() -> None:
    late = progress_words(SubtaskProgress(decisions=3, looks=1), "to red tower", 1)
    assert _judge(to(TOWER), progress=late).status is Status.ONGOING


def test_failures_in_a_row_are_counted_and_a_flight_ends_the_row() -> None:
    report = 'Pixel Navigation {"pixel": [255, 255], "distance_m": 30.0}: ' + STAYED
    first = _judge(to(TOWER), executed=report)
    assert read_progress(first.progress, 1).failures == 1
    second = _judge(to(TOWER), executed=report, progress=first.progress)
    assert read_progress(second.progress, 1).failures == 2
    assert read_progress(_judge(to(TOWER), progress=second.progress).progress, 1).failures == 0


def test_a_climb_of_which_nothing_was_flown_is_given_up_and_not_done() -> None:
    up = Clause(Manoeuvre.ASCEND, metres=20.0)
    failed = 'Altitude Adjustment {"delta_h_m": 20.0}: FAILED: there is no depth reading straight up.'
    first = _judge(up, executed=failed, reason=_wanting(climb_m=20.0))
    assert first.status is Status.ONGOING
    second = _judge(up, executed=failed, progress=first.progress, reason=_wanting(climb_m=20.0))
    assert second.status is Status.GIVEN_UP


def test_a_climb_to_clear_the_way_is_remembered_as_a_detour() -> None:
    report = 'Altitude Adjustment {"delta_h_m": 14.0}: flew 14.0 m in 7 steps, climbed 14.0 m.'
    verdict = _judge(to(TOWER), executed=report, reason=_wanting(is_detour=True))
    progress = read_progress(verdict.progress, 1)
    assert (progress.detour_m, progress.climbed_m) == (14.0, 0.0)


def test_without_graphs_the_report_and_the_progress_serve() -> None:
    known = LandmarkTrack("red tower", 0.0, 41.0, 0.0, PlaceSource.ESTIMATED)
    progress = progress_words(SubtaskProgress(decisions=1, tracks=(known,)), "to red tower", 1)
    assert _judge(to(TOWER), before=None, after=None, progress=progress).status in DONE


def test_a_text_of_someone_else_is_continued_from_the_first_part() -> None:
    verdict = _judge(to(TOWER), progress="We are almost there.", **_flown("red tower", 80.0, 50.0))
    assert read_progress(verdict.progress, 1).decisions == 1


def test_a_namesake_that_was_turned_away_from_is_forgotten() -> None:
    turned = "View Rotation {}: flew 0.0 m in 6 steps, turned 90 degrees left, climbed 0.0 m."
    verdict = _judge(
        Clause(Manoeuvre.TURN_LEFT),
        to(TOWER),
        before=cue_line(1, "red tower", 0.0, 50.0),
        after=cue_line(1, "red tower", 90.0, 50.0),
        executed=turned,
    )
    assert read_progress(verdict.progress, 2).part == 1
    assert read_progress(verdict.progress, 2).tracks == ()


def test_a_sight_alone_ends_a_leg_only_where_it_has_led() -> None:
    surfaces = {"before": cue_line(2, None, 0.0, 80.0), "after": cue_line(2, None, 0.0, 50.0)}
    seen = LandmarkTrack("red tower", 0.0, 36.0, 0.0, PlaceSource.SEEN)
    assert _judge(to(TOWER), reason=_wanting(places=(seen,)), **surfaces).status is Status.GUESSED
    far = LandmarkTrack("red tower", 0.0, 60.0, 0.0, PlaceSource.SEEN)
    assert _judge(to(TOWER), reason=_wanting(places=(far,)), **surfaces).status is Status.ONGOING
    aimed = LandmarkTrack("red tower", 0.0, 36.0, 0.0, PlaceSource.AIMED)
    assert _judge(to(TOWER), reason=_wanting(places=(aimed,)), **surfaces).status in DONE


def test_a_measurement_of_something_else_does_not_move_the_landmark_flown_over() -> None:
    told = LandmarkTrack("red tower", 0.0, 24.0, -10.0, PlaceSource.ESTIMATED)
    wrong = {"before": cue_line(1, "red tower", -60.0, 60.0), "after": cue_line(1, "red tower", -100.0, 52.0)}
    over = Clause(Manoeuvre.OVER, (TOWER,))
    assert _judge(over, reason=_wanting(places=(told,)), **wrong).status in DONE


def test_only_the_end_of_a_leg_can_be_come_closer_to() -> None:
    along = Clause(Manoeuvre.ALONG, (TOWER,), until=(CHURCH,))
    stalled = progress_words(SubtaskProgress(decisions=2, flown_m=60.0), "along red tower until church", 1)
    verdict = _judge(along, progress=stalled, **_flown("red tower", 15.0, 16.0))
    assert verdict.status is Status.ONGOING
    assert read_progress(verdict.progress, 1).closest_m is None


def test_a_leg_whose_end_never_shows_is_given_up() -> None:
    along = Clause(Manoeuvre.ALONG, (TOWER,), until=(CHURCH,))
    flown = progress_words(SubtaskProgress(decisions=5, flown_m=180.0), "along red tower until church", 1)
    assert _judge(along, progress=flown).status is Status.NOT_FOUND


def test_the_way_that_the_text_states_counts_where_the_landmark_is_not_found() -> None:
    stated = to(TOWER, metres=60.0)
    flown = progress_words(SubtaskProgress(decisions=1, flown_m=30.0), "to red tower 60 m", 1)
    assert _judge(stated, progress=flown).status is Status.NOT_FOUND
    assert _judge(to(TOWER, metres=90.0), progress=flown).status is Status.ONGOING


def test_a_look_around_is_remembered_by_its_turn_until_the_next_skill() -> None:
    looked = _judge(
        to(TOWER), executed="View Rotation {}: flew 0.0 m in 6 steps, turned 90 degrees left, climbed 0.0 m."
    )
    assert read_progress(looked.progress, 1).looked_deg == -90.0
    flown = _judge(to(TOWER), progress=looked.progress)
    assert read_progress(flown.progress, 1).looked_deg is None


def test_the_way_back_is_no_way_flown() -> None:
    verdict = _judge(to(TOWER), executed="Path Backtracking {}: returned to node 1, flew 50.0 m in 10 steps.")
    assert read_progress(verdict.progress, 1).flown_m == 0.0


CLIMBED = SubtaskProgress(decisions=2, flown_m=60.0, detour_m=14.0)


def test_a_climb_that_cleared_the_way_is_undone_before_the_subtask_ends() -> None:
    progress = progress_words(CLIMBED, "to red tower", 1)
    verdict = _judge(to(TOWER), **_flown("red tower", 40.0, 10.0), progress=progress)
    assert verdict.status is Status.ONGOING
    assert read_progress(verdict.progress, 1).is_sinking
    sunk = 'Altitude Adjustment {"delta_h_m": -14.0}: flew 14.0 m in 7 steps, sank 14.0 m.'
    assert _judge(to(TOWER), executed=sunk, progress=verdict.progress).status in DONE


def test_a_stop_beside_something_is_made_where_it_is_abeam() -> None:
    beside = Clause(Manoeuvre.STOP, (replace(TOWER, side="right"),), relation="next to")
    before = cue_line(1, "red tower", 30.0, 40.0)
    assert _judge(beside, before=before, after=cue_line(1, "red tower", 86.0, 20.0)).status in DONE
    assert _judge(beside, before=before, after=cue_line(1, "red tower", 50.0, 20.0)).status is Status.ONGOING


def test_another_of_its_name_is_not_the_landmark_that_was_known() -> None:
    past = Clause(Manoeuvre.PAST, (TOWER,))
    known = LandmarkTrack("red tower", 0.0, 80.0, 0.0, PlaceSource.ESTIMATED)
    progress = progress_words(
        SubtaskProgress(decisions=1, flown_m=30.0, tracks=(known,)), "past red tower", 1
    )
    graphs = {"before": cue_line(1, "red tower", 20.0, 20.0), "after": cue_line(1, "red tower", 140.0, 20.0)}
    assert _judge(past, **graphs).status in DONE
    assert _judge(past, **graphs, progress=progress).status is Status.ONGOING


@pytest.mark.parametrize(
    "text", ["Land.", "Fly there and land on it.", "Please land here.", "Touch down at the park."]
)
def test_a_stop_that_should_be_a_landing_says_that_it_hovers(text: str) -> None:
    request = ReflectionRequest(
        context(subtask=text), image(512, 512), image(512, 512), FLEW, "", "", "", tuple(Status)
    )
    verdict = ask(REFLECTION, request, senses_for(Clause(Manoeuvre.STOP)))
    assert verdict.status is Status.PARTLY_DONE
    assert "cannot land" in verdict.progress
    hover = ask(
        REFLECTION,
        replace(request, context=context(subtask="Hover over the land.")),
        senses_for(Clause(Manoeuvre.STOP)),
    )
    assert hover.status is Status.COMPLETED
