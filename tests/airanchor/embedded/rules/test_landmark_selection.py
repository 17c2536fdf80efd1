"""Landmark selection: name first, then place; null rather than a guess."""

from airanchor.embedded.ears.clause import Clause, Manoeuvre, Mention
from airanchor.embedded.rules.config import offered_odds
from airanchor.reasoner.roles import (
    LANDMARK_SELECTION,
    CandidateLine,
    Selection,
    SelectionRequest,
    WantedLandmark,
)
from tests.airanchor.embedded.rules.desk import TOWER, ask, prior, senses_for, to


def _line(
    instance_id: str,
    category: str,
    appearance: str,
    bearing_deg: float,
    d_xy_m: float,
    reliability: float = 0.7,
) -> CandidateLine:
    appearances = (appearance,) if appearance else ()
    return CandidateLine(
        instance_id, (category,), appearances, reliability, prior("", bearing_deg, d_xy_m).cue
    )


def _chosen(
    clauses: tuple[Clause, ...], *lines: CandidateLine, attributes: tuple[str, ...] = ("red",)
) -> str | None:
    request = SelectionRequest("text", (WantedLandmark("L1", "tower", attributes, lines),))
    selection: Selection = ask(LANDMARK_SELECTION, request, senses_for(*clauses))
    return selection.matches[0].instance_id


def test_attributes_settle_between_alike_things() -> None:
    assert (
        _chosen((to(TOWER),), _line("O1", "tower", "blue", 0, 30), _line("O2", "tower", "red", 0, 50)) == "O2"
    )


def test_a_contradicting_colour_is_no_match_however_reliable() -> None:
    assert _chosen((to(TOWER),), _line("O1", "tower", "blue", 0, 20, reliability=1.0)) is None


def test_another_kind_of_thing_is_no_match() -> None:
    assert _chosen((to(TOWER),), _line("O1", "fountain", "red", 0, 20)) is None


def test_a_turn_before_says_where_to_expect_it() -> None:
    lines = (_line("O1", "tower", "red", 80, 40), _line("O2", "tower", "red", -80, 45))
    assert _chosen((Clause(Manoeuvre.TURN_LEFT), to(TOWER)), *lines) == "O2"
    assert _chosen((Clause(Manoeuvre.TURN_RIGHT), to(TOWER)), *lines) == "O1"


def test_the_side_in_the_text_settles() -> None:
    lines = (_line("O1", "tower", "red", 30, 40), _line("O2", "tower", "red", -30, 40))
    on_left = Mention("tower", ("red",), side="left")
    assert _chosen((Clause(Manoeuvre.PAST, (on_left,)),), *lines) == "O2"


def test_the_nearest_is_so_where_the_words_lead_and_not_from_here() -> None:
    lines = (_line("O1", "tower", "red", 20, 40), _line("O2", "tower", "red", 92, 70))
    nearest = Mention("tower", ("red",), ordinal=1)
    assert _chosen((Clause(Manoeuvre.TURN_RIGHT), to(nearest)), *lines) == "O2"


def test_nothing_is_chosen_where_the_words_do_not_lead() -> None:
    behind, here = _line("O1", "tower", "red", 170, 60), _line("O2", "tower", "red", 0, 8)
    aside = _line("O3", "tower", "red", 75, 60)
    for one in (behind, here, aside):
        assert _chosen((to(TOWER),), one) is None
    turn = Clause(Manoeuvre.TURN_RIGHT, until=(TOWER,))
    assert _chosen((turn, to(TOWER)), _line("O4", "tower", "red", -24, 60)) is None
    assert _chosen((turn, to(TOWER)), _line("O4", "tower", "red", 100, 60)) == "O4"


def test_a_place_that_fits_outweighs_an_attribute_that_nobody_stored() -> None:
    lines = (_line("O1", "tower", "red", 60, 60), _line("O2", "tower", "", 0, 60))
    assert _chosen((to(TOWER),), *lines) == "O2"


def test_landmarks_without_candidates_are_null_and_in_order() -> None:
    request = SelectionRequest(
        "text",
        (
            WantedLandmark("L1", "church", (), ()),
            WantedLandmark("L2", "tower", ("red",), (_line("O2", "tower", "red", 0, 50),)),
        ),
    )
    selection: Selection = ask(LANDMARK_SELECTION, request, senses_for(to(TOWER)))
    assert [match.instance_id for match in selection.matches] == [None, "O2"]


def test_a_type_with_a_contradicting_category_is_doubted() -> None:
    cue = prior("", 0, 30).cue
    mixed = CandidateLine("O1", ("water tower", "fountain"), ("gray",), 0.9, cue)
    request = SelectionRequest("text", (WantedLandmark("L1", "water tower", ("silver",), (mixed,)),))
    selection: Selection = ask(LANDMARK_SELECTION, request, senses_for(to(TOWER)))
    assert selection.matches[0].instance_id is None


def test_the_first_that_was_just_passed_is_not_the_second() -> None:
    second = Mention("tower", ("red",), ordinal=2)
    assert _chosen((to(second),), _line("O1", "tower", "red", -117, 30)) is None
    assert _chosen((to(second),), _line("O1", "tower", "red", 10, 12)) is None


def _far_chosen(*lines: CandidateLine) -> str | None:
    senses = senses_for(to(TOWER), offered=offered_odds("offered_far"))
    request = SelectionRequest("text", (WantedLandmark("L1", "tower", ("red",), lines),))
    selection: Selection = ask(LANDMARK_SELECTION, request, senses)
    return selection.matches[0].instance_id


def test_from_afar_the_only_one_of_its_name_is_taken_and_one_of_many_is_not() -> None:
    only = _line("O1", "tower", "red", 30, 120)
    others = tuple(_line(f"O{at}", "tower", "red", 30 + at, 120) for at in range(2, 6))
    assert _far_chosen(only) == "O1"
    assert _far_chosen(only, *others) is None


def test_from_afar_the_nearer_of_two_is_taken_and_other_kinds_are_no_rivals() -> None:
    near, far = _line("O1", "tower", "red", 0, 60), _line("O2", "tower", "red", 0, 200)
    other = tuple(_line(f"O{at}", "fountain", "red", 0, 60) for at in range(3, 7))
    assert _far_chosen(far, near) == "O1"
    assert _far_chosen(near, *other) == "O1"
