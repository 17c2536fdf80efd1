"""The pinhole camera: pixels to rays and back, and how it sits on the drone.

Camera axes are x right, y down, z forward; a pixel is (u, v) = (column, row), its centre at integers,
so an image of width W has its principal point at (W - 1) / 2. Depth is distance along the ray.
"""

import math
from dataclasses import dataclass, replace
from numbers import Integral

import numpy as np
from numpy.typing import ArrayLike, NDArray

from aircity.errors import InputError
from aircity.geometry.pose import Pose

Floats = NDArray[np.float64]


MAX_SIZE_PX = 65_536


@dataclass(frozen=True, slots=True)
class Camera:
    """Intrinsics in pixels plus the mount: offset from the body and pitch (up positive)."""

    width_px: int
    height_px: int
    fx_px: float
    fy_px: float
    cx_px: float
    cy_px: float
    pitch_rad: float = 0.0
    forward_offset_m: float = 0.0

    def __post_init__(self) -> None:
        if not (1 <= self.width_px <= MAX_SIZE_PX and 1 <= self.height_px <= MAX_SIZE_PX):
            raise InputError(f"camera size must be at least 1x1 px and at most {MAX_SIZE_PX} px a side")
        if not (0 < self.fx_px < math.inf and 0 < self.fy_px < math.inf):
            raise InputError(f"focal lengths ({self.fx_px}, {self.fy_px}) px must be positive and finite")
        if not (math.isfinite(self.cx_px) and math.isfinite(self.cy_px)):
            raise InputError(f"principal point ({self.cx_px}, {self.cy_px}) px must be finite")
        if not abs(self.pitch_rad) <= math.pi / 2 + 1e-9:
            raise InputError(f"camera pitch {self.pitch_rad} rad must be in [-π/2, π/2]: down to up")
        if not math.isfinite(self.forward_offset_m):
            raise InputError(f"camera offset {self.forward_offset_m} m must be finite")

    @classmethod
    def from_fov(cls, width_px: int = 512, height_px: int = 512, fov_deg: float = 90.0) -> "Camera":
        """The camera with horizontal field of view `fov_deg`: f = W / (2 tan(fov / 2))."""
        if not 0 < fov_deg < 180:
            raise InputError(f"field of view {fov_deg} degrees must be between 0 and 180")
        if not (_is_whole(width_px) and _is_whole(height_px)):
            raise InputError(f"camera size {width_px!r}x{height_px!r} px must be two whole numbers")
        focal_px = width_px / (2 * math.tan(math.radians(fov_deg) / 2))
        return cls(width_px, height_px, focal_px, focal_px, (width_px - 1) / 2, (height_px - 1) / 2)

    def pitched(self, pitch_rad: float) -> "Camera":
        """The same camera looking up (+π/2) or down (-π/2)."""
        return replace(self, pitch_rad=pitch_rad)

    @property
    def matrix(self) -> Floats:
        """K, (3, 3)."""
        return np.array([[self.fx_px, 0, self.cx_px], [0, self.fy_px, self.cy_px], [0, 0, 1]], dtype=float)

    @property
    def pixel_grid(self) -> Floats:
        """The (u, v) of every pixel, (height, width, 2), laid out as images are: grid[v, u] = (u, v)."""
        u, v = np.meshgrid(np.arange(self.width_px, dtype=float), np.arange(self.height_px, dtype=float))
        return np.stack([u, v], axis=-1)

    def rays(self, pixels: ArrayLike) -> Floats:
        """Unit rays in the camera frame, (..., 3), of pixels (..., 2): r̂ = K⁻¹ũ / ‖K⁻¹ũ‖."""
        directions = self._directions(pixels)
        unit: Floats = directions / np.linalg.norm(directions, axis=-1, keepdims=True)
        return unit

    def rays_in_world(self, pixels: ArrayLike, pose: Pose) -> Floats:
        """Unit rays in the world, (..., 3), of pixels (..., 2): R r̂."""
        rays: Floats = self.rays(pixels) @ self.world_from_camera(pose)[0].T
        return rays

    def ray_from_planar(self, pixels: ArrayLike, planar_m: ArrayLike) -> Floats:
        """Distance along the ray from depth along the optical axis, as a z-buffer has it: d = d_z ‖K⁻¹ũ‖."""
        stretch = np.linalg.norm(self._directions(pixels), axis=-1)
        return np.asarray(np.asarray(planar_m, dtype=float) * stretch)

    def world_from_camera(self, pose: Pose) -> tuple[Floats, Floats]:
        """(R, t): columns of R are the camera's right, down, forward in the world; det R = -1."""
        cos_h, sin_h = math.cos(pose.heading_rad), math.sin(pose.heading_rad)
        cos_p, sin_p = math.cos(self.pitch_rad), math.sin(self.pitch_rad)
        right = np.array([-sin_h, cos_h, 0.0])
        forward = np.array([cos_h * cos_p, sin_h * cos_p, sin_p])
        down = np.array([cos_h * sin_p, sin_h * sin_p, -cos_p])
        ahead = np.array([cos_h, sin_h, 0.0])
        return np.stack([right, down, forward], axis=1), pose.position + self.forward_offset_m * ahead

    def back_project(self, pixels: ArrayLike, depth_m: ArrayLike, pose: Pose) -> Floats:
        """World points (..., 3) at finite `depth_m` along the rays of `pixels`: q = R (d r̂) + t."""
        rotation, translation = self.world_from_camera(pose)
        x, y, z = np.moveaxis(self._directions(pixels), -1, 0)
        scale = np.asarray(depth_m, dtype=float) / np.sqrt(x * x + y * y + z * z)
        # Axis by axis: a matrix product of this shape waits for threads ten times longer than it computes.
        axes = zip(rotation.tolist(), translation.tolist(), strict=True)
        return np.stack([scale * (x * r + y * d + z * f) + origin for (r, d, f), origin in axes], axis=-1)

    def project(self, points_in_world: ArrayLike, pose: Pose) -> Floats:
        """Pixels (..., 2) of world points; NaN for points not in front of the camera."""
        rotation, translation = self.world_from_camera(pose)
        x, y, z = np.moveaxis((np.asarray(points_in_world, dtype=float) - translation) @ rotation, -1, 0)
        ahead = np.where(z > 1e-9, z, np.nan)
        return np.stack([self.fx_px * x / ahead + self.cx_px, self.fy_px * y / ahead + self.cy_px], axis=-1)

    def sees(self, pixels: ArrayLike) -> NDArray[np.bool_]:
        """Which pixels (..., 2) fall on the image, a half-pixel border included."""
        uv = np.asarray(pixels, dtype=float)
        inside_u = (uv[..., 0] >= -0.5) & (uv[..., 0] < self.width_px - 0.5)
        return inside_u & (uv[..., 1] >= -0.5) & (uv[..., 1] < self.height_px - 0.5)

    def _directions(self, pixels: ArrayLike) -> Floats:
        """K⁻¹ũ, (..., 3): the point of each pixel's ray at planar depth 1."""
        uv = np.asarray(pixels, dtype=float)
        x = (uv[..., 0] - self.cx_px) / self.fx_px
        y = (uv[..., 1] - self.cy_px) / self.fy_px
        return np.stack([x, y, np.ones_like(x)], axis=-1)


def _is_whole(size_px: object) -> bool:
    return isinstance(size_px, Integral) and not isinstance(size_px, bool)
