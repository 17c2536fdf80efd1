"""Which episodes of a file are flown: all, the first instruction of every path, or a count spread evenly."""

from collections.abc import Sequence

from airanchor.bench.episodes import Episode
from airanchor.errors import InputError

ALL, PATHS = "all", "paths"


def choose_episodes(episodes: Sequence[Episode], subset: str) -> list[Episode]:
    """The chosen episodes in their order."""
    if subset == ALL:
        return list(episodes)
    paths = _paths(episodes)
    if subset == PATHS:
        return [path[0] for path in paths]
    count = _count(subset, len(episodes))
    if count > len(paths):
        return [episodes[number * len(episodes) // count] for number in range(count)]
    chosen = [paths[number * len(paths) // count] for number in range(count)]
    return [path[number % len(path)] for number, path in enumerate(chosen)]


def _paths(episodes: Sequence[Episode]) -> list[list[Episode]]:
    """The instructions of every path, in the order in which the paths first appear."""
    found: dict[str, list[Episode]] = {}
    for one in episodes:
        found.setdefault(one.trajectory_id, []).append(one)
    return list(found.values())


def _count(subset: str, most: int) -> int:
    if not (subset.isascii() and subset.isdigit() and 1 <= int(subset[:9]) <= most):
        raise InputError(f"subset {subset!r} is unknown; valid are all, paths, or a count from 1 to {most}")
    return int(subset)
