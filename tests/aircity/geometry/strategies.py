"""What hypothesis draws for geometry: numbers of the size a city has."""

import math
from dataclasses import replace

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from aircity.geometry import Camera, Extent, Footprint, Pose

coordinates_m = st.floats(-2000, 2000)
angles_rad = st.floats(-20, 20)
depths_m = st.floats(0.1, 1000)

poses = st.builds(Pose, coordinates_m, coordinates_m, coordinates_m, angles_rad)


@st.composite
def cameras(draw: st.DrawFn) -> Camera:
    """A camera of any size, view, pitch and mount."""
    size_px = st.integers(1, 640)
    camera = Camera.from_fov(draw(size_px), draw(size_px), draw(st.floats(20, 130)))
    pitch_rad = draw(st.floats(-math.pi / 2, math.pi / 2))
    return replace(camera, pitch_rad=pitch_rad, forward_offset_m=draw(st.floats(-1, 1)))


def points(columns: int, most: int = 12) -> st.SearchStrategy[NDArray[np.float64]]:
    """Point sets (n, columns), n ≥ 1; small integers too, for many collinear and equal points."""
    number = st.one_of(coordinates_m, st.integers(-3, 3).map(float))
    return st.lists(st.tuples(*[number] * columns), min_size=1, max_size=most).map(np.array)


footprints = points(2).map(Footprint.hull_of)
extents = points(3).map(Extent.of_points)
