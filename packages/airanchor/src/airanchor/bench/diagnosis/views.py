"""What each decision's view truly showed: the ids of the scene's objects, rendered again in fewer pixels."""

from collections.abc import Mapping

import numpy as np
import shapely
from numpy.typing import NDArray

from airanchor.trace import AnchorRow
from aircity.city.render.renderer import Frame, Renderer
from aircity.geometry import Camera, Pose

_WIDTH_PX = 256
_NEAR_M = 1.0
"""How far outside its measured hull a pixel of an anchor may be."""


class Views:
    """The views of one flight by the number of their decision, each rendered when it is first asked for."""

    def __init__(self, renderer: Renderer, camera: Camera, poses: Mapping[int, Pose]) -> None:
        self._scale = _WIDTH_PX / camera.width_px
        self._camera = _shrunk(camera, self._scale)
        self._poses = dict(poses)
        self._renderer = renderer
        self._frames: dict[int, Frame] = {}

    def _frame(self, decision: int) -> Frame:
        if decision not in self._frames:
            self._frames[decision] = self._renderer.render(self._poses[decision], self._camera)
        return self._frames[decision]

    def share(self, decision: int, object_id: int) -> float:
        """The share of the view that shows an object."""
        return float((self._frame(decision).object_id == object_id).mean())

    def shown(self, decision: int, row: AnchorRow) -> int | None:
        """The object that most of an anchor shows: of the pixels of its box, those inside its extent."""
        if row.box is None or row.heights is None or len(row.footprint) < 1:
            return None
        pixels, ids, depth_m = self._region(decision, row.box)
        points = self._camera.back_project(pixels, depth_m, self._poses[decision])
        hull = shapely.MultiPoint(list(row.footprint)).convex_hull.buffer(_NEAR_M)
        low, high = row.heights[0] - _NEAR_M, row.heights[1] + _NEAR_M
        inside = (points[:, 2] >= low) & (points[:, 2] <= high)
        inside &= shapely.contains_xy(hull, points[:, 0], points[:, 1])
        found, counts = np.unique(ids[inside], return_counts=True)
        return int(found[counts.argmax()]) if found.size else None

    def _region(
        self, decision: int, box: tuple[int, int, int, int]
    ) -> tuple[NDArray[np.float64], NDArray[np.int32], NDArray[np.float32]]:
        """The pixels (n, 2), ids and depths of what was hit within a box of the full image."""
        frame = self._frame(decision)
        left, top, right, bottom = (int(side * self._scale) for side in box)
        v, u = np.mgrid[max(top, 0) : bottom + 1, max(left, 0) : right + 1]
        v, u = np.minimum(v.ravel(), frame.object_id.shape[0] - 1), np.minimum(u.ravel(), _WIDTH_PX - 1)
        hit = frame.object_id[v, u] != 0
        v, u = v[hit], u[hit]
        return np.stack([u, v], axis=1).astype(np.float64), frame.object_id[v, u], frame.depth_m[v, u]


def _shrunk(camera: Camera, scale: float) -> Camera:
    """The same view in fewer pixels."""
    height_px = max(1, round(camera.height_px * scale))
    return Camera(
        width_px=_WIDTH_PX,
        height_px=height_px,
        fx_px=camera.fx_px * scale,
        fy_px=camera.fy_px * scale,
        cx_px=(_WIDTH_PX - 1) / 2,
        cy_px=(height_px - 1) / 2,
        pitch_rad=camera.pitch_rad,
        forward_offset_m=camera.forward_offset_m,
    )
