"""What Action Sampling draws by is what the train split holds."""

from airanchor.baselines.drawn import train_counts
from airanchor.bench.action_counts import count_actions
from airanchor.bench.episodes import load_split


def test_the_shipped_counts_are_those_of_the_train_split() -> None:
    episodes = load_split("train")
    counts = count_actions(episodes)
    assert counts == train_counts()
    assert counts["STOP"] == len({episode.trajectory_id for episode in episodes})
