"""The register: lookups agree with a plain search, and the way back leads exactly back."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from airanchor.memory import ObservationTime, Sokb
from airanchor.memory.lookup import boxes as index_module
from airanchor.memory.lookup.boxes import SpatialIndex
from tests.airanchor.memory.scenes import WordEncoder, anchor, random_unit

steps = st.lists(
    st.tuples(
        st.sampled_from(["add", "move", "drop", "ask"]),
        st.integers(0, 30),
        st.integers(0, 30),
        st.integers(0, 8),
    ),
    max_size=60,
)


@given(steps)
@settings(max_examples=150)
def test_the_index_finds_what_a_plain_search_finds(operations: list) -> None:  # type: ignore[type-arg]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(index_module, "SHORTEST_DELTA", 4)
        index, boxes = SpatialIndex(), {}
        for name, x, y, size in operations:
            box = (float(x), float(y), float(x + size), float(y + size))
            if name == "add":
                boxes[index.add(box)] = box
            elif name == "ask":
                meets = [
                    slot
                    for slot, b in boxes.items()
                    if b[0] <= box[2] and b[2] >= box[0] and b[1] <= box[3] and b[3] >= box[1]
                ]
                assert index.query(box).tolist() == sorted(meets)
            elif boxes:
                slot = sorted(boxes)[x % len(boxes)]
                if name == "move":
                    index.move(slot, box)
                    boxes[slot] = box
                else:
                    index.drop(slot)
                    del boxes[slot]


def observed(memory: Sokb, rng: np.random.Generator, count: int, start: int = 0) -> None:
    for step in range(start, start + count):
        name = str(rng.choice(["tower", "tree", "hedge", "billboard"]))
        at = (float(rng.integers(0, 80)), float(rng.integers(0, 80)))
        memory.observe(
            anchor(name, at=at, visual=random_unit(f"{rng.integers(6)}")), ObservationTime("e1", step)
        )


@pytest.mark.parametrize("seed", range(5))
def test_rollback_leads_back_and_what_follows_is_the_same(seed: int) -> None:
    plain, undone = Sokb(WordEncoder()), Sokb(WordEncoder())
    for memory in (plain, undone):
        observed(memory, np.random.default_rng(seed), 30)
        memory.register.commit()
    observed(undone, np.random.default_rng(seed + 100), 20, 30)
    undone.observe(anchor("<tower>"), ObservationTime("e1", 0))
    for instance_id in list(undone.register.instances)[:3]:
        undone.forget(instance_id)
    undone.register.rollback()
    assert undone.register.instances == plain.register.instances
    assert undone.register.types == plain.register.types
    assert undone.register.refused == plain.register.refused
    for memory in (plain, undone):
        observed(memory, np.random.default_rng(seed + 200), 30, 60)
    assert undone.register.instances == plain.register.instances
    assert undone.register.types == plain.register.types


def test_changes_name_what_was_touched_since_the_commit() -> None:
    memory = Sokb(WordEncoder())
    memory.observe(anchor("tower"), ObservationTime("e1", 0))
    memory.observe(anchor("tree", at=(50, 50)), ObservationTime("e1", 0))
    memory.register.commit()
    memory.observe(anchor("tree", at=(50, 50)), ObservationTime("e1", 1))
    assert memory.register.changes().instance_ids == ("O2",)
    assert memory.register.changes().type_ids == ("T2",)
    memory.forget("O1")
    assert memory.register.changes().instance_ids == ("O1", "O2")
