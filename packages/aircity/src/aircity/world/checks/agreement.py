"""How well two views of one world agree: the points one sees, looked up where the other must see them.

Whatever the scene, a point seen from pose A at depth d lies at a place that pose B must show at the distance
and in the colour it has. The test needs no ground truth, and it can be asked the other way round: which
mistake, undone on both views, would make them agree?
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from aircity.geometry import wrap
from aircity.world.observation import Observation

Pair = tuple[Observation, Observation]

_SAMPLES_PER_SIDE = 64
_FARTHEST_M = 200.0
_COLOUR_TOLERANCE = 20.0
_FEWEST_POINTS = 60


Reading = Callable[[Observation], Observation]
"""One way to read a view: as the contract says, or with one known mistake undone."""


def as_specified(view: Observation) -> Observation:
    """The view as the contract says."""
    return view


def planar_depth(view: Observation) -> Observation:
    """Depth was measured along the optical axis: d_ray = d_planar ‖K⁻¹ũ‖."""
    rows, columns = np.mgrid[: view.camera.height_px, : view.camera.width_px]
    along_axis = view.camera.rays(np.stack([columns, rows], axis=-1))[..., 2]
    return replace(view, depth_m=(view.depth_m / along_axis).astype(np.float32))


def scaled_depth(factor: float) -> Reading:
    """Depth was measured in another unit."""
    return lambda view: replace(view, depth_m=view.depth_m * np.float32(factor))


def mirrored_image(view: Observation) -> Observation:
    """Left and right were swapped."""
    return replace(view, rgb=view.rgb[:, ::-1], depth_m=view.depth_m[:, ::-1])


def upside_down_image(view: Observation) -> Observation:
    """Top and bottom were swapped."""
    return replace(view, rgb=view.rgb[::-1], depth_m=view.depth_m[::-1])


def negated_heading(view: Observation) -> Observation:
    """The world was drawn for the opposite heading."""
    return replace(view, pose=replace(view.pose, heading_rad=-view.pose.heading_rad))


def turned_heading(turn_rad: float) -> Reading:
    """The camera looked `turn_rad` to the right of the heading."""
    return lambda view: replace(
        view, pose=replace(view.pose, heading_rad=wrap(view.pose.heading_rad + turn_rad))
    )


@dataclass(frozen=True, slots=True)
class Agreement:
    """How many of the compared points agree."""

    agreeing: int
    compared: int

    @property
    def is_known(self) -> bool:
        """Whether there was enough in common to compare."""
        return self.compared >= _FEWEST_POINTS

    @property
    def share(self) -> float:
        """The part that agrees, 0..1."""
        return self.agreeing / self.compared if self.compared else 0.0


def agreement(
    pairs: Iterable[Pair],
    undo: Reading = as_specified,
    *,
    depth_tolerance: float,
) -> Agreement:
    """Count the points that agree in depth and colour over all pairs, both ways."""
    agreeing = compared = 0
    for first, second in pairs:
        first, second = undo(first), undo(second)
        for seen_from, looked_up_in in ((first, second), (second, first)):
            verdicts = _compare(seen_from, looked_up_in, depth_tolerance)
            agreeing += int(verdicts.sum())
            compared += len(verdicts)
    return Agreement(agreeing, compared)


def _compare(source: Observation, target: Observation, depth_tolerance: float) -> NDArray[np.bool_]:
    """For points of `source` that fall into `target`: whether they are there, in distance and colour."""
    camera = source.camera
    rows, columns = np.meshgrid(_samples(camera.height_px), _samples(camera.width_px), indexing="ij")
    depth_m = source.depth_m[rows, columns].astype(float)
    seen = np.isfinite(depth_m) & (depth_m > 0) & (depth_m < _FARTHEST_M)
    rows, columns, depth_m = rows[seen], columns[seen], depth_m[seen]
    points = camera.back_project(np.stack([columns, rows], axis=-1), depth_m, source.pose)
    pixels = target.camera.project(points, target.pose)
    with np.errstate(invalid="ignore"):
        lands = (np.abs(pixels - _centre(target)) <= _centre(target) - 1).all(axis=-1)
    points, rows, columns = points[lands], rows[lands], columns[lands]
    at = np.rint(pixels[lands]).astype(int)
    distance_m = np.linalg.norm(points - target.camera.world_from_camera(target.pose)[1], axis=-1)

    nearby_m = np.stack([target.depth_m[at[:, 1] + dv, at[:, 0] + du] for dv, du in _AROUND]).astype(float)
    has_reading = (nearby_m > 0).all(axis=0)
    in_depth = (distance_m >= nearby_m.min(axis=0) * (1 - depth_tolerance)) & (
        distance_m <= nearby_m.max(axis=0) * (1 + depth_tolerance)
    )
    nearby_rgb = np.stack([target.rgb[at[:, 1] + dv, at[:, 0] + du] for dv, du in _AROUND]).astype(float)
    colour = source.rgb[rows, columns].astype(float)
    in_colour = (colour >= nearby_rgb.min(axis=0) - _COLOUR_TOLERANCE) & (
        colour <= nearby_rgb.max(axis=0) + _COLOUR_TOLERANCE
    )
    verdicts: NDArray[np.bool_] = (in_depth & in_colour.all(axis=-1))[has_reading]
    return verdicts


_AROUND = [(dv, du) for dv in (-1, 0, 1) for du in (-1, 0, 1)]


def _samples(size_px: int) -> NDArray[np.intp]:
    return np.unique(np.linspace(0, size_px - 1, min(size_px, _SAMPLES_PER_SIDE)).round().astype(np.intp))


def _centre(view: Observation) -> NDArray[np.float64]:
    return np.array([view.camera.width_px - 1, view.camera.height_px - 1]) / 2
