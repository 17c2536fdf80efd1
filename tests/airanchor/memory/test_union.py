"""Two memories made one: what both tell of a flight counts once, and flights that share a name stay two."""

import copy
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from airanchor.front import new_episode
from airanchor.memory import MemoryConfig, ObservationTime, Sokb
from airanchor.memory.files.exchange import Document, dumps, from_json, to_json
from airanchor.memory.files.signature import Signature
from airanchor.memory.flights import flights_of
from airanchor.memory.odds import fitted_odds
from airanchor.memory.review import merge_two
from airanchor.memory.union import merge_documents
from tests.airanchor.memory.episodes import SCENE, fly, open_store
from tests.airanchor.memory.scenes import PictureEncoder, WordEncoder, anchor

Flights = tuple[tuple[str, int], ...]
FLIGHTS = st.lists(st.integers(0, 5), min_size=1, max_size=3, unique=True).map(
    lambda seeds: tuple((f"flight-{number}", seed) for number, seed in enumerate(seeds, 1))
)


def document(flights: Flights, *, with_odds: bool = False, kept: int = 50) -> Document:
    """What some flights saw; what one sees is told by its seed."""
    config = MemoryConfig(odds=fitted_odds() if with_odds else None, sightings_kept=kept)
    memory = Sokb(WordEncoder(), config)
    for name, seed in flights:
        fly(memory, seed, name=name)
    signature = Signature.of("sokb", config, WordEncoder(), PictureEncoder())
    return Document("city/1", signature, config, memory.register)


def copied(given: Document) -> Document:
    return from_json(copy.deepcopy(to_json(given)), "a copy")


def merged(target: Document, source: Document) -> Document:
    """Both made one; neither is changed."""
    both = copied(target)
    merge_documents(both, source)
    return both


def told(given: Document) -> str:
    return dumps(to_json(given))


def counted(given: Document) -> int:
    return sum(item.observations for item in given.register.instances.values())


@settings(deadline=None, max_examples=20)
@given(flights=FLIGHTS, with_odds=st.booleans())
def test_a_memory_merged_with_itself_is_as_it_was(flights: Flights, with_odds: bool) -> None:
    one = document(flights, with_odds=with_odds)
    assert told(merged(one, copied(one))) == told(one)


@settings(deadline=None, max_examples=20)
@given(ours=FLIGHTS, theirs=FLIGHTS, with_odds=st.booleans(), kept=st.sampled_from([6, 50]))
def test_what_was_merged_is_not_counted_again(
    ours: Flights, theirs: Flights, with_odds: bool, kept: int
) -> None:
    one, other = (document(flights, with_odds=with_odds, kept=kept) for flights in (ours, theirs))
    both = merged(one, other)
    assert told(merged(both, other)) == told(both)
    assert told(merged(both, one)) == told(both)
    assert counted(both) <= counted(one) + counted(other)


def test_flights_that_only_share_a_name_are_kept_apart() -> None:
    one, other = document((("flight-1", 1), ("flight-2", 2))), document((("flight-1", 3), ("flight-2", 2)))
    both = copied(one)
    report = merge_documents(both, other)
    assert report.kept_apart == (("flight-1", "flight-1 (2)"),)
    assert set(flights_of(both.register)) == {"flight-1", "flight-2", "flight-1 (2)"}
    assert counted(both) == 36
    assert flights_of(both.register)["flight-1 (2)"] == flights_of(other.register)["flight-1"]


def test_a_name_that_a_flight_without_sightings_bears_is_taken_too() -> None:
    both = document((("flight-1", 1),))
    report = merge_documents(both, document((("flight-2", 2),)), taken=("flight-1", "flight-2"))
    assert report.kept_apart == (("flight-2", "flight-2 (2)"),)


def test_a_copy_that_flew_on_tells_only_what_is_new_of_it() -> None:
    one, longer = document((("flight-1", 1),)), document((("flight-1", 1), ("flight-2", 2)))
    both = merged(one, longer)
    assert counted(both) == counted(longer) == 24
    stories = [
        {item.id: len(item.sightings) for item in given.register.instances.values()}
        for given in (both, longer)
    ]
    assert stories[0] == stories[1]


def test_a_longer_story_counts_what_is_not_kept_of_it_once() -> None:
    """One tower seen by three flights, of which few sightings are kept."""

    def seen(flights: int) -> Document:
        config = MemoryConfig(sightings_kept=3)
        memory = Sokb(WordEncoder(), config)
        for flight in range(flights):
            for step in range(4):
                moment = ObservationTime(f"flight-{flight + 1}", step)
                memory.observe(anchor("tower", confidence=0.5 + 0.01 * flight), moment)
        signature = Signature.of("sokb", config, WordEncoder(), PictureEncoder())
        return Document("city/1", signature, config, memory.register)

    both = merged(seen(1), seen(3))
    assert counted(both) == 12
    assert told(merged(both, seen(3))) == told(both)


def test_what_was_forgotten_does_not_come_back_with_a_copy() -> None:
    one = document((("flight-1", 1), ("flight-2", 2)))
    kept = copied(one)
    one.register.remove_instance("O1")
    report = merge_documents(one, kept)
    assert report.left_out == ("O1",) and "O1" not in one.register.instances and not report.added


def test_two_of_one_memory_keep_all_that_was_seen_of_both() -> None:
    one = document((("flight-1", 1),))
    first, second = list(one.register.instances)[:2]
    before = Counter(item.observations for item in one.register.instances.values())
    merge_two(one, first, second)
    assert before.total() == len(one.register) + 1
    assert counted(one) == 12


@pytest.mark.parametrize("kept", [2, 5])
def test_a_cut_story_still_names_every_flight_that_there_is_room_for(kept: int) -> None:
    def tower(flight: str) -> Document:
        config = MemoryConfig(sightings_kept=kept)
        memory = Sokb(WordEncoder(), config)
        for step in range(4):
            memory.observe(anchor("tower", confidence=len(flight) / 20), ObservationTime(flight, step))
        signature = Signature.of("sokb", config, WordEncoder(), PictureEncoder())
        return Document("city/1", signature, config, memory.register)

    both = merged(tower("a"), tower("bb"))
    (item,) = both.register.instances.values()
    assert len(item.sightings) == kept and item.observations == 8
    assert {one.moment.episode for one in item.sightings} == {"a", "bb"}


def test_the_next_flight_bears_no_name_of_a_flight_that_was_taken_in(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        with store.episode(SCENE, "flight-1") as transaction:
            fly(transaction.memory, 1, name="flight-1")
        assert new_episode(store, SCENE) == "flight-2"
        fly(store.memory(SCENE), 2, name="flight-2")
        assert new_episode(store, SCENE) == "flight-3"
