"""The benchmark's own instructions are read as their paths were flown: floors per field on a fixed sample."""

from collections import Counter

import pytest

from airanchor.bench.episodes import load_split
from benchmarks.measure.instruction_truth import judge

EVERY = 25
FLOORS = {
    "landmark": 0.97,
    "name": 0.97,
    "mark": 0.97,
    "relation": 0.96,
    "side": 0.95,
    "turn": 0.96,
    "turn size": 0.96,
    "climb": 0.95,
    "height": 0.97,
    "distance": 0.93,
    "order": 0.96,
    "subtask": 0.93,
    "leg": 0.92,
}


@pytest.fixture(scope="module")
def shares() -> dict[str, float]:
    right: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    for split in ("train", "dev"):
        for episode in load_split(split)[::EVERY]:
            for leg in judge(episode):
                right.update(name for name, is_right in leg.fields.items() if is_right)
                asked.update(list(leg.fields))
    return {name: right[name] / asked[name] for name in asked}


@pytest.mark.parametrize("field", FLOORS)
def test_fields_stay_above_their_floors(shares: dict[str, float], field: str) -> None:
    assert shares[field] >= FLOORS[field]
