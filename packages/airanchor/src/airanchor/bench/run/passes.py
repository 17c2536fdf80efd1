"""Flying every path of a scene once before any returns: each pass takes another wording of each path."""

from collections.abc import Sequence

from airanchor.bench.episodes import Episode


def in_passes(episodes: Sequence[Episode]) -> list[list[Episode]]:
    """The passes through one scene, each with its episodes in the order of the paths.

    Pass p flies wording (place + p) mod n of a path with n wordings: a Latin square, so that over the paths
    every pass has as many of each wording, and what a pass is worth is not what its wording is worth.
    """
    paths: dict[str, list[Episode]] = {}
    for one in episodes:
        paths.setdefault(one.trajectory_id, []).append(one)
    return [
        [
            path[(place + number) % len(path)]
            for place, path in enumerate(paths.values())
            if number < len(path)
        ]
        for number in range(max(map(len, paths.values()), default=0))
    ]


def pass_numbers(episodes: Sequence[Episode]) -> dict[str, int]:
    """By episode id, the pass in which it is flown, from 1; over all scenes."""
    scenes: dict[str, list[Episode]] = {}
    for one in episodes:
        scenes.setdefault(one.scene_id, []).append(one)
    return {
        one.episode_id: number
        for of_scene in scenes.values()
        for number, flown in enumerate(in_passes(of_scene), 1)
        for one in flown
    }
