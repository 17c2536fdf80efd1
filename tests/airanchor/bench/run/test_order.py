"""The order of episodes: canonical, or by a permutation of all of them that each scene's order follows."""

import numpy as np
import pytest

from airanchor.bench.rows import find_row
from airanchor.bench.run.drivers.piece import check_prefix, expected_ids
from airanchor.bench.run.order import Piece, RunOrder, pieces_of, scene_order
from airanchor.errors import InputError
from tests.airanchor.bench.run.town import TOWNS, town_episodes

EPISODES = town_episodes(12)
IDS = [one.episode_id for one in EPISODES]


def flown(row: str, scene: str) -> list[str]:
    return [one.episode_id for one in scene_order(EPISODES, row, scene)]


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
