"""How often the references of a split hold each action: what Action Sampling draws by."""

from collections import Counter
from collections.abc import Iterable

from airanchor.bench.episodes import Episode
from aircity.world import Action


def count_actions(episodes: Iterable[Episode]) -> dict[str, int]:
    """Counts by name, STOP included; the instructions of one path count once."""
    paths = {episode.trajectory_id: episode.actions or () for episode in episodes}
    counts = Counter(action for actions in paths.values() for action in actions)
    return {action.name: counts[action] for action in Action}
