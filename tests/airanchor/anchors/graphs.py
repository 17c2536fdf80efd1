"""Graphs made by hand, and what hypothesis draws for them."""

import numpy as np
from hypothesis import strategies as st
from numpy.typing import ArrayLike

from airanchor.anchors import Anchor, AnchorGraph, DirectionAnchor, ObjectAnchor
from airanchor.perception import Phrase
from aircity.geometry import Extent, Pose
from tests.aircity.geometry.strategies import coordinates_m, poses


def thing(
    index: int, at: ArrayLike, category: str = "building", attributes: tuple[str, ...] = ()
) -> ObjectAnchor:
    """An object with its center here."""
    return ObjectAnchor(
        index,
        Phrase(category, attributes),
        Extent.of_points(np.asarray(at, dtype=float)[None]),
        0.8,
        np.array([1.0], dtype=np.float32),
        (10, 10, 50, 50),
        (30, 30),
    )


def way(index: int, at: ArrayLike, distance_m: float = 30.0, *, is_far: bool = False) -> DirectionAnchor:
    """A direction with its endpoint here."""
    return DirectionAnchor(index, (40, 20), np.asarray(at, dtype=float), distance_m, is_far)


points = st.tuples(coordinates_m, coordinates_m, coordinates_m)
labels = st.text(min_size=1, max_size=20).filter(lambda text: bool(text.strip()))


@st.composite
def anchors(draw: st.DrawFn, index: int) -> Anchor:
    """Any of the three kinds."""
    kind, at = draw(st.sampled_from(["object", "direction", "capped"])), draw(points)
    if kind == "object":
        return thing(index, at, draw(labels), tuple(draw(st.lists(labels, max_size=2))))
    if kind == "capped":
        return way(index, at, draw(st.sampled_from([100.0, 80.5, 40.0])), is_far=True)
    return way(index, at, draw(st.floats(0.01, 100)))


@st.composite
def graphs(draw: st.DrawFn) -> AnchorGraph:
    """A graph of up to four anchors, some numbers missing."""
    indices = sorted(draw(st.sets(st.integers(1, 12), max_size=4)))
    pose: Pose = draw(poses)
    return AnchorGraph.at(pose, tuple(draw(anchors(index)) for index in indices))
