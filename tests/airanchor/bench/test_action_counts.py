"""What Action Sampling draws by is what the train split holds."""

from collections import Counter

from airanchor.baselines.drawn import train_counts
from airanchor.bench.episodes import load_split
from aircity.world import Action


def test_the_shipped_counts_are_those_of_the_train_split() -> None:
    """STOP included; the instructions of one path count once."""
    paths = {episode.trajectory_id: episode.actions or () for episode in load_split("train")}
    counts = Counter(action for actions in paths.values() for action in actions)
    assert {action.name: counts[action] for action in Action} == train_counts()
    assert counts[Action.STOP] == len(paths)
