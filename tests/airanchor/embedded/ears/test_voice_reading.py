"""Instructions by independent writers are read: floors per field on the texts of three scenes."""

from collections import Counter

import pytest

from airanchor.bench.episodes import load_split
from airanchor.embedded.rules.words.names import Names
from airanchor.perception.text import load_text_encoder
from benchmarks.measure.voice_reading import judge

FLOORS = {"landmark": 0.75, "relation": 0.66, "side": 0.75, "turn": 0.75, "climb": 0.82, "leg": 0.5}


@pytest.fixture(scope="module")
def shares() -> dict[str, float]:
    names = Names(load_text_encoder())
    episodes = [one for one in load_split("voices_train") if one.episode_id.startswith("dev-")]
    legs = [leg for episode in episodes for leg in judge(episode, names)]
    right = Counter(name for leg in legs for name, is_right in leg.items() if is_right)
    asked = Counter(name for leg in legs for name in leg)
    return {name: right[name] / asked[name] for name in asked}


@pytest.mark.parametrize("field", FLOORS)
def test_fields_stay_above_their_floors(shares: dict[str, float], field: str) -> None:
    assert FLOORS[field] <= shares[field] < 1.0
