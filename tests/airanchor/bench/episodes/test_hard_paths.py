"""The long paths of split hard: free in their cities, true in their legs, past more than one of a kind."""

import pytest

from airanchor.bench.episodes import SPLITS
from airanchor.bench.episodes.episode import replay
from airanchor.bench.episodes.maker import make_paths
from airanchor.bench.episodes.paths.quality import LONG, Route, is_interesting, is_rich, repeated_kinds
from airanchor.bench.episodes.paths.scout import Scout
from airanchor.bench.episodes.splits import SEED, untold
from airanchor.bench.episodes.telling.facts import Leg
from airanchor.bench.episodes.truth import check_flight, check_legs
from aircity.city.library import open_scene
from aircity.city.render.renderer import Renderer


@pytest.mark.parametrize("name", SPLITS["hard"].scenes)
def test_every_path_flies_free_is_true_and_passes_two_of_a_kind(name):
    scene = open_scene(name)
    renderer = Renderer(scene)
    scout = Scout(scene, renderer)
    for one in (one for one in untold("hard") if one.scene_id == name):
        legs = tuple(Leg.from_json(row) for row in one.facts["legs"])
        route = Route(tuple(replay(one.start, one.actions)), one.actions, legs)
        assert check_flight(one, scene, renderer) == []
        assert check_legs(one, legs, scout) == []
        assert is_interesting(route, LONG) and not is_interesting(route)
        assert is_rich(scout, route, LONG) and repeated_kinds(scout, route)
    renderer.close()


def test_the_first_path_is_made_again():
    (made,) = make_paths("lantern-canals", 1, seed=SEED, purpose="hard", wanted=LONG, tellings=0)
    first = untold("hard")[0]
    assert (made.route.poses[0], made.route.actions, made.tellings) == (first.start, first.actions, ())
