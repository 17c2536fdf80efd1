"""Why a label is doubted: the terms add up to the reliability, and are told in words."""

from dataclasses import replace

import pytest

from airanchor.memory import MemoryConfig, ObservationTime, Sokb
from airanchor.memory.files.exchange import Document
from airanchor.memory.files.signature import Signature
from airanchor.memory.grounds import doubts_of, grounds_of, told_grounds
from airanchor.memory.odds import fitted_odds, log_odds_of
from airanchor.memory.records import Instance
from airanchor.memory.reliability import reliability_of
from airanchor.memory.review import review
from tests.airanchor.memory.scenes import PictureEncoder, WordEncoder, anchor

ODDS = fitted_odds().reliability


def crane() -> tuple[Sokb, Instance]:
    """Seen four times, never missed, and large in truth."""
    memory = Sokb(WordEncoder(), MemoryConfig(odds=fitted_odds()))
    for step in range(4):
        seen = anchor("harbour crane", ["yellow"], size_m=43, z_m=(0, 45), confidence=0.98)
        memory.observe(seen, ObservationTime("flight-1", step))
    (item,) = memory.register.instances.values()
    return memory, item


def test_the_terms_add_up_to_the_reliability() -> None:
    _, item = crane()
    log_odds = ODDS.base + sum(one.weight for one in grounds_of(item, ODDS))
    assert log_odds == pytest.approx(log_odds_of(reliability_of(item, ODDS)), abs=0.01)


def test_explain_says_what_makes_a_thing_doubtful() -> None:
    memory, item = crane()
    told = memory.explain(item.id)
    assert item.confidence < 0.5
    assert "against it: 61 m long (-4.1), 45 m tall (-2.9). Long and tall things are doubted" in told
    assert "seen with confidence 0.98 on average (+0.4)" in told and "seen 4 times (+0.2)" in told
    assert 'called "harbour crane" in 4 of 4 sightings (+0.2)' in told


def test_a_review_says_that_only_the_size_speaks_against_a_thing() -> None:
    memory, item = crane()
    signature = Signature.of("sokb", memory.config, WordEncoder(), PictureEncoder())
    (found,) = review(Document("city/1", signature, memory.config, memory.register))
    assert found.words.startswith(
        f'{item.id} "yellow harbour crane", seen 4 times, never missed; only its size'
    )
    assert "(61 m long, 45 m tall): right if the thing is that large" in found.words


def test_what_else_speaks_against_a_thing_is_told_with_its_size() -> None:
    _, item = crane()
    doubted = replace(item, absences=1, contradictions=3)
    words = doubts_of(doubted, ODDS)
    assert words.startswith("against it: ") and "missed once in a row" in words
    assert "something else seen 3 times in its very place" in words


def test_a_memory_of_the_papers_equations_tells_no_odds() -> None:
    memory = Sokb(WordEncoder())
    memory.observe(anchor("tower"), ObservationTime("e", 0))
    assert "log odds" not in memory.explain("O1")
    assert "log odds" in told_grounds(memory.instance("O1"), ODDS)
