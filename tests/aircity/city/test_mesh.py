"""Triangles: what the builder keeps, drops and splits."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry import Polygon, box

from aircity.city.solids.materials import Material
from aircity.city.solids.mesh import MeshBuilder, Surface, split_wide, triangulate

PLAIN = Surface(Material.PLAIN, (0.5, 0.5, 0.5))


def area(triangles: np.ndarray) -> float:
    """The area of counter-clockwise triangles (n, 3, 2); clockwise ones would count against it."""
    first, second = triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]
    return float((first[:, 0] * second[:, 1] - first[:, 1] * second[:, 0]).sum() / 2)


@given(st.lists(st.tuples(st.floats(-90, 90), st.floats(-90, 90)), max_size=6))
def test_triangles_cover_a_polygon_with_holes(centres):
    polygon = box(-100, -100, 100, 100)
    for x, y in centres:
        polygon = polygon.difference(box(x - 4, y - 4, x + 4, y + 4))
    parts = [polygon] if polygon.geom_type == "Polygon" else list(polygon.geoms)
    for part in parts:
        assert np.isclose(area(triangulate(part)), part.area, rtol=1e-6)
        pieces = list(split_wide(part))
        assert np.isclose(sum(area(triangulate(piece)) for piece in pieces), part.area, rtol=1e-6)


def test_a_wide_outline_is_cut_into_near_pieces():
    comb = box(0, 0, 400, 400)
    for k in range(20):
        comb = comb.difference(box(k * 20 + 5, 10, k * 20 + 15, 390))
    wide = np.ptp(triangulate(comb), axis=1).max()
    narrow = max(np.ptp(triangulate(piece), axis=1).max() for piece in split_wide(comb))
    assert wide > 300 and narrow <= 100


def test_a_plain_rectangle_stays_whole():
    assert [piece.area for piece in split_wide(box(0, 0, 500, 300))] == [150_000]


def test_a_prism_is_closed_and_faces_outward():
    builder = MeshBuilder()
    builder.prism(Polygon([(0, 0), (4, 0), (4, 6), (0, 6)]), 1.0, 3.0, PLAIN, 7, underside=True)
    mesh = builder.build()
    corners = mesh.vertices.astype(float)
    volume = np.einsum("ni,ni->", corners[:, 0], np.cross(corners[:, 1], corners[:, 2])) / 6
    assert np.isclose(volume, 4 * 6 * 2)
    assert set(mesh.object_id) == {7}


def test_faces_of_no_area_are_dropped_and_counted():
    builder = MeshBuilder()
    builder.triangles([[[0, 0, 0], [1, 0, 0], [2, 0, 0]], [[0, 0, 0], [1, 0, 0], [0, 1, 0]]], PLAIN, 1)
    assert builder.dropped == 1 and len(builder.build()) == 1


def test_equal_surfaces_share_one_index():
    builder = MeshBuilder()
    for z in (0.0, 1.0):
        builder.flat(box(0, 0, 1, 1), z, Surface(Material.PLAIN, (0.5, 0.5, 0.5)), 1)
    assert len(builder.build().surfaces) == 1
