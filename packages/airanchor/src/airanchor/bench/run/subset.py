"""Which episodes of a file are flown: of which scenes, and all, one per path, a count or those named."""

from collections.abc import Sequence

from airanchor.bench.episodes import Episode
from airanchor.errors import InputError

ALL, PATHS = "all", "paths"
_WHOLE = "-paths"
"""4-paths: four paths with all their instructions."""


def choose_episodes(episodes: Sequence[Episode], subset: str) -> list[Episode]:
    """The chosen episodes in their order."""
    if not episodes:
        raise InputError("there are no episodes to choose from; take another split")
    if subset == ALL:
        return list(episodes)
    if named := _named(episodes, subset):
        return named
    paths = _paths(episodes)
    if subset == PATHS:
        return [path[0] for path in paths]
    if subset.endswith(_WHOLE):
        count = _count(subset, len(paths))
        return [one for number in range(count) for one in paths[number * len(paths) // count]]
    count = _count(subset, len(episodes))
    if count > len(paths):
        return [episodes[number * len(episodes) // count] for number in range(count)]
    chosen = [paths[number * len(paths) // count] for number in range(count)]
    return [path[number % len(path)] for number, path in enumerate(chosen)]


def of_scenes(episodes: Sequence[Episode], scenes: Sequence[str]) -> list[Episode]:
    """The episodes of these scenes in their order; all where no scene is named."""
    there = list(dict.fromkeys(one.scene_id for one in episodes))
    for scene in scenes:
        if scene not in there:
            raise InputError(f"scene {scene!r} has no episode; valid are {', '.join(there)}")
    return [one for one in episodes if not scenes or one.scene_id in scenes]


def _paths(episodes: Sequence[Episode]) -> list[list[Episode]]:
    """The instructions of every path, in the order in which the paths first appear."""
    found: dict[str, list[Episode]] = {}
    for one in episodes:
        found.setdefault(one.trajectory_id, []).append(one)
    return list(found.values())


def _named(episodes: Sequence[Episode], subset: str) -> list[Episode]:
    """The episodes whose ids are listed, in the file's order; none where no id is among the words."""
    wanted = {word.strip() for word in subset.split(",")}
    chosen = [one for one in episodes if one.episode_id in wanted]
    unknown = sorted(wanted - {one.episode_id for one in chosen})
    if chosen and unknown:
        raise InputError(
            f"subset names {unknown[0]!r}, which is no episode of it; see airanchor episodes show"
        )
    return chosen


def _count(subset: str, most: int) -> int:
    digits = subset.removesuffix(_WHOLE)
    if not (digits.isascii() and digits.isdigit() and 1 <= int(digits[:9]) <= most):
        raise InputError(
            f"subset {subset!r} is unknown; valid are all, paths, a count from 1 to {most}, a count of whole "
            "paths as in 4-paths, or episode ids separated by commas"
        )
    return int(digits)
