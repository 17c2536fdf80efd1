"""Banks: bounded, order kept, the least useful leaves; values are those of the file."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from airanchor.errors import InputError
from airanchor.memory.bank import Bank

entries = st.lists(
    st.tuples(
        st.lists(st.integers(-5, 5), min_size=3, max_size=3).filter(any),
        st.floats(0, 1),
    ),
    max_size=12,
)


@given(entries, st.integers(1, 4))
def test_a_bank_never_exceeds_its_capacity(seen: list, capacity: int) -> None:  # type: ignore[type-arg]
    bank = Bank.empty()
    for order, (vector, confidence) in enumerate(seen):
        bank = bank.with_entry(vector, confidence, str(order), capacity=capacity, balance=0.5)
        assert len(bank) == len(bank.texts) == len(bank.vectors) == min(order + 1, capacity)
    assert list(bank.texts) == sorted(bank.texts, key=int)


def test_of_equal_entries_the_newest_leaves_so_seeing_a_thing_again_changes_nothing() -> None:
    bank = Bank.empty()
    for vector, text in (([1, 0], "east"), ([0, 1], "north"), ([-1, 0], "west")):
        bank = bank.with_entry(vector, 0.5, text, capacity=3, balance=0.5)
    assert bank.with_entry([1, 0], 0.5, "east", capacity=3, balance=0.5) == bank


def test_vectors_are_rounded_once_when_they_enter() -> None:
    vector = np.array([1 / 3, 2 / 3, 2 / 3])
    bank = Bank.empty().with_entry(vector, 0.5, capacity=3, balance=0.5)
    assert bank.vectors.dtype == np.float16
    assert bank.vectors[0].tolist() == vector.astype(np.float16).tolist()
    assert Bank.empty("float64").with_entry(vector, 0.5, capacity=3, balance=0.5).vectors[0].tolist() == (
        vector.tolist()
    )


@pytest.mark.parametrize("vector", [[0.0, 0.0], [np.nan, 1.0], [np.inf, 0.0], [1e9, 0.0], [1e-12, 0.0]])
def test_vectors_that_have_no_direction_are_errors(vector: list[float]) -> None:
    with pytest.raises(InputError, match="finite vector"):
        Bank.empty().with_entry(vector, 0.5, capacity=3, balance=0.5)


def test_equality_is_by_content() -> None:
    one = Bank.empty().with_entry([1, 0], 0.5, "a", capacity=3, balance=0.5)
    assert one == Bank.empty().with_entry([1, 0], 0.5, "a", capacity=3, balance=0.5)
    assert one != Bank.empty().with_entry([1, 0], 0.5, "b", capacity=3, balance=0.5)
    assert one != Bank.empty().with_entry([0, 1], 0.5, "a", capacity=3, balance=0.5)
