"""Solids are watertight, face outward and have the volume that geometry says."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry import Point, Polygon

from aircity.city.landmarks import carpentry
from aircity.city.solids.shapes import (
    BACK,
    FRONT,
    LEFT,
    RIGHT,
    UP,
    Shape,
    across,
    beams,
    box,
    cylinder,
    dome,
    extrude,
    hoop,
    join,
    lathe,
    sphere,
    sweep,
    upright,
    wheel,
)


def volume(shape: Shape) -> float:
    """Signed volume by the divergence theorem: positive when faces look outward."""
    a, b, c = np.moveaxis(shape.vertices, 1, 0)
    return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6)


def unmatched_edges(vertices: np.ndarray) -> int:
    """Directed edges without as many opposite ones; 0 for a closed mesh."""
    corners, index = np.unique(np.round(vertices.reshape(-1, 3), 4), axis=0, return_inverse=True)
    faces = index.reshape(-1, 3)
    start, end = faces.ravel(), np.roll(faces, -1, axis=1).ravel()
    count = len(corners)
    forward, backward = np.sort(start * count + end), np.sort(end * count + start)
    return int((forward != backward).sum())


PATH = [(0, 0, 0), (3, 0, 1), (5, 2, 1), (8, 2, 3)]
NOTCHED = Polygon([(0, 0), (4, 0), (4, 3), (2, 1), (0, 3)])
PIERCED = Point(0, 0).buffer(3, quad_segs=4).difference(Point(0.5, 0).buffer(1, quad_segs=2))
SOLIDS = {
    "box": (box(2, 3, 4), 24.0),
    "frustum": (box(2, 2, 3, top=(1, 1)), 7.0),
    "pyramid": (box(3, 3, 5, top=(0, 0)), 15.0),
    "cylinder": (cylinder(2, 3, 6), 3 * 6 * 2 * 2 * math.sin(math.pi / 3) / 2),
    "cone": (cylinder(2, 3, 4, top_m=0.0), 8.0),
    "notched": (extrude(NOTCHED, 2), 2 * NOTCHED.area),
    "pierced": (extrude(PIERCED, 1.5), 1.5 * PIERCED.area),
    "across": (across(NOTCHED, 2), 2 * NOTCHED.area),
    "upright": (upright(PIERCED, 2), 2 * PIERCED.area),
    "beams": (beams([(0, 0, 0), (0, 0, 0)], [(0, 0, 5), (3, 4, 0)], 0.5), 2 * 5 * 0.25),
    "wheel": (wheel(1, 2, 4), 4.0),
    "gable roof": (carpentry.gable_roof(4, 2, 1, eaves_m=0.0), 4.0),
    "hollow": (lathe([(2, 0), (2, 3), (1, 3), (1, 1)], 4), 2 * (4 * 3 - 1 * 2)),
}


@pytest.mark.parametrize("name", SOLIDS)
def test_solids_have_their_volume_and_no_open_edge(name: str) -> None:
    shape, expected = SOLIDS[name]
    assert volume(shape) == pytest.approx(expected, rel=1e-6)
    assert unmatched_edges(shape.vertices) == 0


@pytest.mark.parametrize(
    "shape",
    [
        dome(2, 1.5),
        sphere(2),
        sweep(PATH, 0.3),
        hoop(3, 0.2),
        carpentry.hip_roof(8, 4, 2),
        carpentry.lattice(4, 2, 12, 4, crossed=True),
        carpentry.stairs(3, 1.5, 5),
        carpentry.cross(3),
        carpentry.gabled(8, 4, 3, 2),
        carpentry.gable_slopes(8, 4, 3, 2),
        carpentry.arched_panel(2, 4),
        carpentry.colonnade([(0, 0), (3, 1)], 0.4, 5),
    ],
)
def test_curved_and_assembled_solids_are_closed_and_face_outward(shape: Shape) -> None:
    assert unmatched_edges(shape.vertices) == 0
    assert volume(shape) > 0
    assert np.allclose(np.linalg.norm(shape.normals, axis=2), 1.0)
    edges = shape.vertices[:, 1:] - shape.vertices[:, :1]
    facets = np.cross(edges[:, 0], edges[:, 1])
    assert (np.einsum("ij,ikj->ik", facets, shape.normals) > 0).all()


def test_sphere_nears_the_ball() -> None:
    assert volume(sphere(1, 48, 24)) == pytest.approx(4 / 3 * math.pi, rel=0.02)


@given(st.floats(-3, 3), st.floats(-3, 3), st.floats(-3, 3), st.sampled_from([1.0, -1.0]), st.floats(0.2, 3))
def test_moves_keep_solids_closed_and_outward(
    turn: float, pitch: float, roll: float, mirror: float, size: float
) -> None:
    shape = box(1, 2, 3).scaled(mirror * size, 1, 1).turned(turn).pitched(pitch).rolled(roll).at(4, -5, 6)
    assert volume(shape) == pytest.approx(6 * size, rel=1e-6)
    assert unmatched_edges(shape.vertices) == 0


def test_turns_follow_their_names() -> None:
    tip = Shape(np.array([[[1.0, 0, 0]] * 3]), np.array([[[1.0, 0, 0]] * 3]), np.zeros((1, 3, 2)))
    assert np.allclose(tip.turned(math.pi / 2).vertices[0, 0], RIGHT)
    assert np.allclose(tip.pitched(math.pi / 2).vertices[0, 0], UP)
    assert np.allclose(tip.turned(math.pi / 2).rolled(math.pi / 2).vertices[0, 0], UP)


@pytest.mark.parametrize(
    ("face", "left", "right"), [(FRONT, RIGHT, LEFT), (BACK, LEFT, RIGHT), (RIGHT, BACK, FRONT)]
)
def test_pictures_read_from_left_to_right_and_top_to_bottom(
    face: tuple[float, ...], left: tuple[float, ...], right: tuple[float, ...]
) -> None:
    """Who looks at the front face (+x) looks towards -x: the model's right (+y) is on the viewer's left."""
    shown = box(2, 4, 3).split(face)[0].pictured()
    u, v = shown.uv[..., 0], shown.uv[..., 1]
    assert (u.min(), u.max(), v.min(), v.max()) == (0.0, 1.0, 0.0, 1.0)
    assert np.all((shown.vertices @ left)[u == 0] > 0)
    assert np.all((shown.vertices @ right)[u == 1] > 0)
    assert np.all(shown.vertices[v == 0, 2] == 3.0)


def test_wall_coordinates_are_metres_from_the_foot() -> None:
    wall = box(2, 4, 3).at(0, 0, 5).split(FRONT)[0]
    assert wall.uv.min() == pytest.approx(0.0)
    assert tuple(wall.uv.reshape(-1, 2).max(axis=0)) == pytest.approx((4.0, 3.0))


def test_split_parts_everything_once() -> None:
    front, rest = join(box(1, 1, 1), box(1, 1, 1).at(5)).split(FRONT)
    assert (len(front), len(rest)) == (4, 20)
