"""How likely legs are right: what speaks for them, and that the chance reaches the verdict."""

import json
from dataclasses import replace
from importlib import resources

import pytest
from hypothesis import given
from hypothesis import strategies as st

from airanchor.embedded.rules.notes.leg_evidence import MAX_LEGS, ClosedNote, LegEvidence, closed_note
from airanchor.embedded.rules.notes.note import read_note, with_note
from airanchor.embedded.rules.verdicts.legs import FILE, chances_of, features_of
from airanchor.reasoner.roles import Status, Verdict

LEG = LegEvidence(best=0.9, measured=2, decisions=2, flown_m=50.0, usual_m=55.0, end_m=10.0)
WEIGHTS = {"one": 0.5, "astray": -1.0, "logit of best": 0.5, "missed": -0.4}
LEGS = st.builds(
    LegEvidence,
    best=st.integers(0, 100).map(lambda share: share / 100),
    measured=st.integers(0, 20),
    missed=st.integers(0, 20),
    ordinal=st.integers(-1, 9),
    turn=st.integers(0, 2),
    flown_m=st.integers(0, 5000).map(lambda tenths: tenths / 10),
    usual_m=st.integers(0, 5000).map(lambda tenths: tenths / 10),
)


def test_the_weights_say_where_they_come_from_and_weigh_known_features() -> None:
    stored = json.loads(
        resources.files("airanchor.embedded.rules.verdicts").joinpath(FILE).read_text("utf-8")
    )
    assert set(stored["coefficients"]) <= set(features_of(LEG, is_astray=False))
    assert stored["made_by"].startswith("python -m benchmarks.fit.arrival_routes")


def test_clear_sights_speak_for_a_leg_and_misses_and_a_wrong_leg_before_against_it() -> None:
    right, astray = chances_of([LEG], WEIGHTS)
    assert right > chances_of([replace(LEG, best=0.5)], WEIGHTS)[0]
    assert right > chances_of([replace(LEG, missed=2)], WEIGHTS)[0]
    assert right > astray


def test_legs_are_a_chain() -> None:
    other = replace(LEG, best=0.4)
    (right, astray), (kept, mended) = (chances_of([one], WEIGHTS) for one in (LEG, other))
    assert chances_of([LEG, other], WEIGHTS) == pytest.approx(
        (right * kept + (1 - right) * mended, astray * kept + (1 - astray) * mended)
    )
    assert chances_of([]) == (1.0, 0.0)


@given(st.lists(LEGS, max_size=MAX_LEGS))
def test_a_note_is_read_back_and_people_do_not_see_it(legs: list[LegEvidence]) -> None:
    chances = [round(chance, 2) for chance in chances_of(legs, WEIGHTS)]
    note = closed_note(legs, *chances)
    text = with_note("Reached the church.", note)
    assert read_note(text, ClosedNote) == note
    verdict = Verdict(progress=text, status=Status.COMPLETED, next_plan="")
    assert verdict.achieved == "Reached the church."
    assert verdict.chances == tuple(chances)


@pytest.mark.parametrize(
    "text", ["Reached it.", 'Reached it.\n{"note":"closed","chance":7}', '{"note": broken']
)
def test_a_text_that_tells_no_chance_is_taken_at_its_word(text: str) -> None:
    assert Verdict(progress=text, status=Status.COMPLETED, next_plan="").chances == (1.0, 0.0)
