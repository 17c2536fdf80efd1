"""Every cause from a flight made for it, and none from a clean one."""

import pytest

from airanchor.bench.diagnosis import RULES, Cause
from airanchor.bench.diagnosis.ledger import AnchorLedger
from airanchor.trace import MemoryRow
from tests.airanchor.bench.diagnosis.field import (
    AT_CHURCH,
    AT_MUSEUM,
    BARN,
    CHURCH,
    CHURCH_AND_MUSEUM,
    HOTEL,
    MUSEUM,
    far,
    measured,
    missing,
    prior,
)
from tests.folders import ROOT

CHURCH_SEEN = measured("red church", CHURCH)
MUSEUM_SEEN = measured("white museum", MUSEUM)
AWAY = (80.0, -60.0)
"""West of the church, where the second leg goes east."""


def _at_church(script):
    """The first leg flown as it should be."""
    return script.decide(1, AT_CHURCH, CHURCH_SEEN, is_done=True)


def _is(verdict, cause, *, leg, decision):
    found = verdict.primary
    assert found is not None and (found.cause, found.leg, found.decision) == (cause, leg, decision), verdict


def test_a_clean_success_has_no_cause(script, verdict):
    flown = _at_church(script()).decide(2, AT_MUSEUM, MUSEUM_SEEN, heading_deg=90, is_done=True).stop()
    found = verdict(flown)
    assert found.is_success and found.primary is None and found.others == ()
    assert (found.legs_flown, found.legs) == (2, 2)


def test_a_leg_that_no_subtask_names_is_lost(script, verdict):
    only = (CHURCH_AND_MUSEUM[0], ("Then turn right.", ("turn right",), ()))
    flown = _at_church(script(only)).decide(2, AWAY, is_done=True).stop()
    _is(verdict(flown), Cause.LEG_LOST, leg=2, decision=2)


def test_a_leg_without_a_sub_goal_is_lost(script, verdict):
    told = (CHURCH_AND_MUSEUM[0], (CHURCH_AND_MUSEUM[1][0], ("turn right",), (("museum", ("white",)),)))
    flown = _at_church(script(told)).decide(2, AWAY, is_done=True).stop()
    found = verdict(flown)
    _is(found, Cause.LEG_LOST, leg=2, decision=2)
    assert "no sub-goal" in found.primary.words


def test_legs_in_the_wrong_order(script, verdict):
    flown = script(CHURCH_AND_MUSEUM[::-1]).decide(1, (-60.0, 0.0)).stop("iteration budget")
    _is(verdict(flown), Cause.LEG_MISORDERED, leg=1, decision=1)


def test_a_landmark_with_words_nobody_said(script, verdict):
    told = (
        CHURCH_AND_MUSEUM[0],
        (
            CHURCH_AND_MUSEUM[1][0],
            ("turn right", "to: white museum and line"),
            (("museum", ("white", "with line")),),
        ),
    )
    flown = _at_church(script(told)).decide(2, AWAY, missing("white museum with line")).stop()
    _is(verdict(flown), Cause.LANDMARK_MISREAD, leg=2, decision=2)


def test_words_of_the_text_are_not_strange_where_nobody_noted_what_it_calls_a_landmark(script, verdict):
    """Texts by other writers come without the places of their landmarks."""
    flown = _at_church(script()).decide(2, AWAY, missing("white museum")).stop()
    found, unnoted = verdict(flown), verdict(flown, has_mentions=False)
    assert unnoted.primary.cause is found.primary.cause
    assert unnoted.primary.cause is not Cause.LANDMARK_MISREAD


def test_a_thing_that_is_no_landmark_was_looked_for(script, verdict):
    told = (CHURCH_AND_MUSEUM[0], ("Come abeam.", ("past: abeam",), (("abeam", ()),)), CHURCH_AND_MUSEUM[1])
    flown = _at_church(script(told)).decide(2, AWAY, missing("abeam")).stop("iteration budget")
    found = verdict(flown)
    _is(found, Cause.LANDMARK_MISREAD, leg=2, decision=2)
    assert "'abeam'" in found.primary.words


@pytest.mark.parametrize("anchors", [(), (missing("white museum"),)])
def test_a_visible_landmark_that_was_not_asked_for_or_not_found(script, verdict, anchors):
    flown = (
        _at_church(script())
        .decide(2, (80.0, 70.0))
        .decide(2, None, *anchors)
        .decide(2, AWAY)
        .stop("iteration budget")
    )
    found = verdict(flown)
    _is(found, Cause.OMITTED, leg=2, decision=3)
    assert f"not asked for {1 if anchors else 2} times" in found.primary.words


def test_a_far_landmark_lost_its_place(script, verdict):
    flown = _at_church(script()).decide(2, AWAY, far("white museum")).stop()
    _is(verdict(flown), Cause.DEGRADED, leg=2, decision=2)


def test_an_anchor_on_another_object(script, verdict):
    wrong = measured("white museum", HOTEL)
    flown = _at_church(script()).decide(2, AWAY, wrong).stop()
    _is(verdict(flown), Cause.WRONG_MASK, leg=2, decision=2)


@pytest.mark.parametrize(("objects", "cause"), [((), Cause.WRONG_PRIOR), ((HOTEL, BARN), Cause.FALSE_MERGE)])
def test_a_wrong_prior_was_followed(script, verdict, objects, cause):
    ledger = AnchorLedger()
    for object_id in objects:
        ledger.add("O1", object_id)
    told = (prior("white museum", HOTEL),)
    flown = _at_church(script()).decide(2, (120.0, -60.0), missing("white museum"), priors=told).stop()
    _is(verdict(flown, ledger), cause, leg=2, decision=2)


def test_a_wrong_prior_is_followed_though_the_landmark_was_measured(script, verdict):
    told = (prior("white museum", HOTEL),)
    flown = _at_church(script()).decide(2, (120.0, -60.0), MUSEUM_SEEN, priors=told).stop()
    _is(verdict(flown), Cause.WRONG_PRIOR, leg=2, decision=2)


def test_a_wrong_prior_that_was_not_followed_is_no_cause(script, verdict):
    told = (prior("white museum", HOTEL),)
    flown = _at_church(script()).decide(2, (20.0, 20.0), missing("white museum"), priors=told).stop()
    assert verdict(flown).cause is not Cause.WRONG_PRIOR


@pytest.mark.parametrize(
    ("instances", "cause"),
    [((), Cause.UNSEEN), (("O1",), Cause.UNRECALLED), (("O1", "O2"), Cause.SPLIT)],
)
def test_never_in_view_and_the_memory_did_not_help(script, verdict, instances, cause):
    ledger = AnchorLedger()
    for name in instances:
        ledger.add(name, MUSEUM)
    flown = (
        _at_church(script())
        .decide(2, (140.0, 40.0), missing("white museum"), heading_deg=30, is_done=True)
        .stop()
    )
    _is(verdict(flown, ledger), cause, leg=2, decision=2)


def test_another_thing_told_does_not_make_a_stored_landmark_unseen(script, verdict):
    ledger, told = AnchorLedger(), (prior("white museum", HOTEL),)
    ledger.add("O2", MUSEUM)
    lost = _at_church(script()).decide(
        2, (140.0, 40.0), missing("white museum"), priors=told, heading_deg=30, is_done=True
    )
    _is(verdict(lost.stop(), ledger), Cause.UNRECALLED, leg=2, decision=2)


def test_a_prior_on_the_landmark_makes_it_known(script, verdict):
    told = (prior("white museum", MUSEUM),)
    flown = _at_church(script()).decide(2, AWAY, missing("white museum"), priors=told).stop()
    _is(verdict(flown), Cause.CONTROL, leg=2, decision=2)


def test_a_skill_that_failed_where_the_route_was_left(script, verdict):
    flown = _at_church(script()).decide(2, AWAY, MUSEUM_SEEN, failure="blocked by the object").stop()
    _is(verdict(flown), Cause.PLANNING, leg=2, decision=2)


def test_skills_that_failed_on_the_spot(script, verdict):
    flown = _at_church(script())
    for _ in range(4):
        flown.decide(2, None, MUSEUM_SEEN, failure="no lattice position near the goal")
    _is(verdict(flown.stop("iteration budget")), Cause.PLANNING, leg=2, decision=2)


def test_a_turn_to_the_wrong_side(script, verdict):
    flown = _at_church(script()).decide(2, None, MUSEUM_SEEN, heading_deg=-90).decide(2, AWAY).stop()
    found = verdict(flown)
    _is(found, Cause.CONTROL, leg=2, decision=3)
    assert "90 degrees left where the leg turns 90 right" in found.primary.words


def test_a_turn_not_made_on_the_way_to_what_nobody_saw(script, verdict):
    flown = _at_church(script()).decide(2, (140.0, 0.0), missing("white museum")).stop()
    _is(verdict(flown), Cause.CONTROL, leg=2, decision=2)


def test_a_turn_that_was_not_read(script, verdict):
    told = (
        CHURCH_AND_MUSEUM[0],
        ("Then go to the white museum.", ("to: white museum",), (("museum", ("white",)),)),
    )
    flown = _at_church(script(told)).decide(2, (140.0, 0.0), missing("white museum")).stop()
    _is(verdict(flown), Cause.LEG_LOST, leg=2, decision=2)


def test_a_leg_taken_for_done_too_early(script, verdict):
    flown = script().decide(1, (40.0, 0.0), CHURCH_SEEN, is_done=True).decide(2, (40.0, 100.0)).stop()
    found = verdict(flown)
    _is(found, Cause.EARLY, leg=1, decision=1)
    assert found.legs_flown == 0 and "40 m before its end" in found.primary.words


def test_a_leg_taken_for_done_without_a_look(script, verdict):
    flown = script().decide(1, None, is_done=True, heading_deg=10).decide(2, (0.0, 100.0)).stop()
    _is(verdict(flown), Cause.EARLY, leg=1, decision=1)


def test_a_last_leg_taken_for_done_too_early(script, verdict):
    flown = _at_church(script()).decide(2, (80.0, 60.0), MUSEUM_SEEN, is_done=True).stop()
    _is(verdict(flown), Cause.EARLY, leg=2, decision=2)


def test_the_goal_was_reached_and_left_again(script, verdict):
    flown = _at_church(script()).decide(2, AT_MUSEUM, MUSEUM_SEEN).decide(2, (80.0, 220.0)).stop()
    found = verdict(flown)
    _is(found, Cause.LATE, leg=2, decision=3)
    assert found.is_oracle_success and not found.is_success


def test_passing_the_goal_by_chance_is_no_late_completion(script, verdict):
    flown = script().decide(1, AT_MUSEUM, missing("red church")).decide(1, (80.0, 250.0)).stop()
    found = verdict(flown)
    assert found.is_oracle_success and found.primary.leg == 1 and found.cause is not Cause.LATE


def test_stopping_at_the_goal_is_a_success_whatever_is_in_hand(script, verdict):
    found = verdict(script().decide(1, AT_MUSEUM, missing("red church")).stop("iteration budget"))
    assert found.is_success and found.primary is None and found.legs_flown == 2


def test_a_leg_was_flown_but_its_subtask_went_on(script, verdict):
    flown = script().decide(1, AT_CHURCH, CHURCH_SEEN).decide(1, (170.0, 0.0), is_done=True)
    _is(verdict(flown.decide(2, (200.0, 0.0)).stop()), Cause.LATE, leg=1, decision=1)


def test_a_subtask_that_went_on_for_a_wrong_mask(script, verdict):
    wrong = measured("red church", HOTEL)
    flown = script().decide(1, AT_CHURCH, wrong).decide(1, (170.0, 0.0), wrong, is_done=True)
    found = verdict(flown.decide(2, (200.0, 0.0)).stop())
    _is(found, Cause.WRONG_MASK, leg=1, decision=1)
    assert found.others[0].cause is Cause.LATE


def test_the_budget_ended_on_the_way(script, verdict):
    flown = script()
    for north_m in (10.0, 20.0, 30.0, 40.0, 60.0):
        flown.decide(1, (north_m, 0.0), CHURCH_SEEN)
    flown.decide(1, AT_CHURCH, is_done=True).decide(2, (80.0, 30.0), MUSEUM_SEEN)
    _is(verdict(flown.stop("iteration budget")), Cause.BUDGET, leg=2, decision=7)


def test_what_a_reasoner_noted_for_itself_is_not_told(script):
    (decision,) = script().decide(1, (40.0, 0.0)).stop().decisions
    assert decision.skill.reason == "as told"


def test_the_model_refused(script, verdict):
    flown = script().decide(1, (40.0, 0.0)).stop("reasoner refused")
    _is(verdict(flown), Cause.REASONER, leg=None, decision=1)


def test_the_decomposition_fell_back(script, verdict):
    flown = script(is_fallback=True).decide(1, (-60.0, 0.0)).stop()
    _is(verdict(flown), Cause.REASONER, leg=None, decision=None)


def test_a_fallback_where_the_route_was_left(script, verdict):
    flown = _at_church(script()).decide(2, AWAY, MUSEUM_SEEN, fallback="navigation").stop()
    _is(verdict(flown), Cause.REASONER, leg=2, decision=2)


def test_a_policy_spends_actions_where_no_decisions_are_recorded(script, verdict):
    found = verdict(script().stop("iteration budget", steps=12))
    _is(found, Cause.BUDGET, leg=1, decision=None)
    assert found.primary.words == "all 12 actions were spent by leg 1 of 2"


def test_without_facts_only_what_can_be_told(script, verdict):
    flown = _at_church(script()).decide(2, AWAY, is_done=True).stop()
    found = verdict(flown, has_facts=False)
    _is(found, Cause.UNATTRIBUTED, leg=None, decision=None)
    assert found.legs == 0


@pytest.mark.parametrize(
    ("ending", "failure", "cause"),
    [("iteration budget", None, Cause.BUDGET), ("completed", "blocked by the object", Cause.PLANNING)],
)
def test_without_facts_budget_and_failures_can_be_told(script, verdict, ending, failure, cause):
    flown = script().decide(1, (-40.0, 0.0), failure=failure).stop(ending)
    assert verdict(flown, has_facts=False).cause is cause


def test_merges_and_splits_are_told_beside_the_cause(script, verdict):
    def stored(instance: str, change: str) -> MemoryRow:
        return MemoryRow(anchor=1, change=change, instance_id=instance, label="")

    flown = (
        script()
        .decide(1, (10.0, 0.0), CHURCH_SEEN, stored=[stored("O1", "new_type")])
        .decide(1, (20.0, 0.0), CHURCH_SEEN, stored=[stored("O2", "new_instance")])
        .decide(1, None, heading_deg=180)
        .decide(1, (-40.0, 0.0), measured("red church", BARN), stored=[stored("O1", "merged")])
        .stop()
    )
    ledger = AnchorLedger()
    others = [(one.cause, one.decision) for one in verdict(flown, ledger).others]
    assert (Cause.SPLIT, 2) in others and (Cause.FALSE_MERGE, 4) in others
    assert ledger.objects_of("O1") == {CHURCH: 1, BARN: 1} and ledger.instances_of(CHURCH) == ["O1", "O2"]


def test_every_cause_has_a_rule_and_a_row_in_the_docs():
    assert set(RULES) == set(Cause) and all(rule.says.endswith(".") for rule in RULES.values())
    page = (ROOT / "docs" / "diagnosis.md").read_text(encoding="utf-8")
    assert [cause for cause in Cause if f"| {cause} |" not in page] == []
