"""The pinhole camera: pixels to rays and back, and how it sits on the drone.

Camera axes are x right, y down, z forward; a pixel is (u, v) = (column, row), its centre at integers,
so an image of width W has its principal point at (W - 1) / 2. Depth is distance along the ray.
"""

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from airanchor.errors import InputError
from airanchor.geometry.pose import Pose

Floats = NDArray[np.float64]


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
        if self.width_px < 1 or self.height_px < 1:
            raise InputError(f"camera size {self.width_px}x{self.height_px} px must be at least 1x1")
        if not (
            math.isfinite(self.fx_px) and self.fx_px > 0 and math.isfinite(self.fy_px) and self.fy_px > 0
        ):
            raise InputError(f"focal lengths ({self.fx_px}, {self.fy_px}) px must be positive and finite")

    @classmethod
    def from_fov(cls, width_px: int = 512, height_px: int = 512, fov_deg: float = 90.0) -> "Camera":
        """The camera with horizontal field of view `fov_deg`: f = W / (2 tan(fov / 2))."""
        if not 0 < fov_deg < 180:
            raise InputError(f"field of view {fov_deg} degrees must be between 0 and 180")
        focal_px = width_px / (2 * math.tan(math.radians(fov_deg) / 2))
        return cls(width_px, height_px, focal_px, focal_px, (width_px - 1) / 2, (height_px - 1) / 2)

    def pitched(self, pitch_rad: float) -> "Camera":
        """The same camera looking up (+π/2) or down (-π/2)."""
        return replace(self, pitch_rad=pitch_rad)

    @property
    def matrix(self) -> Floats:
        """K, (3, 3)."""
        return np.array([[self.fx_px, 0, self.cx_px], [0, self.fy_px, self.cy_px], [0, 0, 1]], dtype=float)

    def rays(self, pixels: ArrayLike) -> Floats:
        """Unit rays in the camera frame, (..., 3), of pixels (..., 2): K⁻¹ũ / ‖K⁻¹ũ‖."""
        uv = np.asarray(pixels, dtype=float)
        rays = np.stack(
            [
                (uv[..., 0] - self.cx_px) / self.fx_px,
                (uv[..., 1] - self.cy_px) / self.fy_px,
                np.ones(uv.shape[:-1]),
            ],
            axis=-1,
        )
        unit: Floats = rays / np.linalg.norm(rays, axis=-1, keepdims=True)
        return unit

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
        """World points (..., 3) at `depth_m` along the rays of `pixels`: q = R (d r̂) + t."""
        rotation, translation = self.world_from_camera(pose)
        points_in_camera = self.rays(pixels) * np.asarray(depth_m, dtype=float)[..., None]
        points: Floats = points_in_camera @ rotation.T + translation
        return points

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
