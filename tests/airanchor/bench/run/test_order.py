"""The order of episodes: canonical, or by a permutation of all of them that each scene's order follows."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from airanchor.bench.rows import find_row
from airanchor.bench.run.drivers.piece import check_prefix, expected_ids
from airanchor.bench.run.order import Piece, RunOrder, pieces_of, scene_order
from airanchor.bench.run.passes import in_passes, pass_numbers
from airanchor.errors import InputError
from tests.airanchor.bench.run.town import TOWNS, town_episodes

EPISODES = town_episodes(12)
IDS = [one.episode_id for one in EPISODES]


def flown(row: str, scene: str) -> list[str]:
    order = RunOrder(rows=(row,), episodes="towns")
    return [one.episode_id for one in scene_order(EPISODES, order, row, scene)]


def test_pieces_come_row_by_row_and_scenes_as_they_appear():
    order = RunOrder(rows=("random", "airanchor"), episodes="towns")
    assert pieces_of(order, EPISODES) == tuple(
        Piece(row, scene) for row in ("random", "airanchor") for scene in TOWNS
    )


@pytest.mark.parametrize("scene", TOWNS)
def test_rows_without_a_seed_fly_in_the_order_of_the_file(scene):
    assert flown("airanchor", scene) == [one for one in IDS if one.startswith(scene)]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_permuted_row_flies_every_episode_in_the_order_of_one_permutation_of_all(seed):
    permuted = [IDS[index] for index in np.random.default_rng(seed).permutation(len(IDS))]
    for scene in TOWNS:
        there = flown(f"order-{seed}", scene)
        assert there == [one for one in permuted if one.startswith(scene)]
        assert there != flown("airanchor", scene) and sorted(there) == sorted(flown("airanchor", scene))


def test_a_surveyed_memory_begins_with_the_survey():
    assert expected_ids(EPISODES, find_row("memory-frozen")) == ["survey", *IDS]
    assert expected_ids(EPISODES, find_row("flat-kb")) == IDS


@pytest.mark.parametrize("count", [0, 1, 24])
def test_the_first_episodes_in_their_order_are_what_a_memory_may_hold(count):
    check_prefix(IDS[:count], IDS, where="here")


@pytest.mark.parametrize(
    ("held", "words"),
    [([IDS[1]], "another order"), (IDS[1::-1], "another order"), (["flight-1"], "'flight-1'")],
)
def test_anything_else_in_a_memory_is_a_leak(held, words):
    with pytest.raises(InputError, match=words):
        check_prefix(held, IDS, where="here")


def test_in_passes_every_path_is_flown_once_before_any_returns():
    order = RunOrder(rows=("random",), episodes="towns", in_passes=True)
    episodes = [
        replace(one, episode_id=f"{one.episode_id}-{wording}", trajectory_id=one.episode_id)
        for one in town_episodes(10)
        for wording in "abc"
    ]
    for scene in TOWNS:
        paths = list(dict.fromkeys(one.trajectory_id for one in episodes if one.scene_id == scene))
        flown_here = scene_order(episodes, order, "random", scene)
        assert len({one.episode_id for one in flown_here}) == len(flown_here) == 3 * len(paths)
        for number in range(3):
            passed = flown_here[number * len(paths) : (number + 1) * len(paths)]
            assert [one.trajectory_id for one in passed] == paths
            wordings = Counter(one.episode_id[-1] for one in passed)
            assert max(wordings.values()) - min(wordings.get(word, 0) for word in "abc") <= 1
    assert Counter(pass_numbers(episodes).values()) == {1: 20, 2: 20, 3: 20}


def test_paths_with_fewer_wordings_leave_later_passes():
    episodes = [replace(one, trajectory_id="t") for one in town_episodes(1)]
    single = replace(episodes[0], episode_id="x", trajectory_id="u")
    assert [len(one) for one in in_passes([*episodes, single])] == [2, 1]
    assert in_passes([]) == []
