"""Proof of a landmark, counted decision by decision."""

from dataclasses import replace

from hypothesis import strategies as st

from airanchor.embedded.rules.notes.proof import Proof, proof_of
from airanchor.embedded.rules.notes.track import LandmarkTrack, PlaceSource, plain

PROOFS = st.builds(
    Proof,
    st.text(max_size=80).map(plain),
    st.integers(0, 20),
    st.integers(0, 20),
    st.integers(0, 100).map(lambda share: share / 100),
)


def _at(source: PlaceSource) -> LandmarkTrack:
    return LandmarkTrack("church", 0.0, 40.0, 0.0, source)


def test_what_was_measured_is_counted_and_the_best_sight_kept() -> None:
    proof = (
        Proof("church")
        .with_decision(_at(PlaceSource.MEASURED), 0.8)
        .with_decision(_at(PlaceSource.ESTIMATED), 0.3)
    )
    assert proof == Proof("church", measured=1, best=0.8, aside_deg=0.0)


def test_a_namesake_elsewhere_and_where_it_was_first_taken_to_be_are_kept() -> None:
    first = replace(_at(PlaceSource.MEASURED), bearing_deg=-30.0)
    proof = Proof("church").with_decision(first, 0.8, 0.6).with_decision(_at(PlaceSource.MEASURED), 0.7, 0.1)
    assert (proof.rival, proof.aside_deg) == (0.6, -30.0)


def test_a_decision_without_the_landmark_is_a_miss() -> None:
    assert Proof("church").with_decision(None, 0.9) == Proof("church", missed=1)


def test_what_only_looks_like_it_may_be_another_thing_than_was_measured() -> None:
    measured = Proof("church").with_decision(_at(PlaceSource.MEASURED), 0.0)
    assert measured.with_decision(_at(PlaceSource.AIMED), 0.0).measured == 0
    assert measured.with_decision(_at(PlaceSource.SEEN), 0.0).measured == 0


def test_nothing_is_known_of_others() -> None:
    assert proof_of("the tower", [Proof("church", 2)]) == Proof("the tower")
