"""Questions whose right answers are known."""

import math
from collections import Counter

import numpy as np

from airanchor.bench.memory_study.queries import REACH_M, Query, draw_queries
from airanchor.bench.phrases import meanings
from aircity.city.scene import SceneObject
from tests.airanchor.bench.small_town import small_town

OBJECTS = small_town().objects
IDS = [one.id for one in OBJECTS if one.category != "lawn"]


def _draw(seed: int = 0) -> tuple[Query, ...]:
    return draw_queries(OBJECTS, IDS, np.random.default_rng(seed), count=50)


def test_a_fifth_asks_for_what_is_not_there() -> None:
    kinds = Counter(query.kind for query in _draw())
    assert kinds == {"near": 20, "far": 20, "nowhere": 5, "away": 5}


def test_targets_are_where_the_kind_says() -> None:
    centers = {one.id: np.mean(one.footprint, axis=0) for one in OBJECTS}
    for query in _draw():
        if query.target is not None:
            apart_m = math.dist(centers[query.target], (query.pose.x_m, query.pose.y_m))
            assert (5 <= apart_m <= 40) if query.kind == "near" else (40 <= apart_m <= 75)


def test_absent_things_are_nowhere_within_reach() -> None:
    for query in _draw():
        if query.kind == "nowhere":
            assert not meanings(query.phrase.category) & {one.category for one in OBJECTS}
        if query.kind == "away":
            assert not _fitting(query)


def test_a_target_is_the_only_thing_its_phrase_may_mean() -> None:
    twin = [
        SceneObject(1, "house", ("red",), ((0.0, 0.0), (5.0, 0.0), (5.0, 5.0)), 0.0, 5.0),
        SceneObject(2, "house", ("red",), ((20.0, 0.0), (25.0, 0.0), (25.0, 5.0)), 0.0, 5.0),
    ]
    queries = draw_queries(twin, [1, 2], np.random.default_rng(0), count=20)
    assert "near" not in {query.kind for query in queries}


def test_the_same_stream_asks_the_same() -> None:
    assert _draw(4) == _draw(4) != _draw(5)


def _fitting(query: Query) -> list[SceneObject]:
    here = (query.pose.x_m, query.pose.y_m)
    return [
        one
        for one in OBJECTS
        if one.category in meanings(query.phrase.category)
        and math.dist(np.mean(one.footprint, axis=0), here) <= REACH_M
    ]
