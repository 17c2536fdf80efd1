"""Angles and pixels of a level camera: bearings to columns, elevations to rows, ground rows to ranges."""

import math

from airanchor.errors import InputError

HORIZONTAL_FOV_RAD = math.pi / 2
FARTHEST_M = 1000.0
"""No range is read beyond this: a row next to the horizon says only that it is far."""


def focal_px(width_px: int, hfov_rad: float = HORIZONTAL_FOV_RAD) -> float:
    """f = W / (2 tan(fov / 2)), the same for both axes."""
    if width_px < 1 or not 0 < hfov_rad < math.pi:
        raise InputError(
            f"an image {width_px} px wide with field of view {hfov_rad} rad is no picture; "
            "the width must be at least 1 px and the field of view between 0 and π"
        )
    return width_px / (2 * math.tan(hfov_rad / 2))


def bearing_deg(u: float, width_px: int, hfov_rad: float = HORIZONTAL_FOV_RAD) -> float:
    """The direction of column u, degrees to the right of straight ahead."""
    return math.degrees(math.atan((u - (width_px - 1) / 2) / focal_px(width_px, hfov_rad)))


def elevation_deg(
    pixel: tuple[float, float], size_px: tuple[int, int], hfov_rad: float = HORIZONTAL_FOV_RAD
) -> float:
    """The angle of pixel (u, v) above the horizon, in degrees; `size_px` is (width, height)."""
    width_px, height_px = size_px
    focal = focal_px(width_px, hfov_rad)
    ahead = math.hypot(focal, pixel[0] - (width_px - 1) / 2)
    return math.degrees(math.atan2((height_px - 1) / 2 - pixel[1], ahead))


def column_of_bearing(bearing: float, width_px: int, hfov_rad: float = HORIZONTAL_FOV_RAD) -> int:
    """The column that looks `bearing` degrees to the right; the border's for what lies outside the image."""
    limit_deg = math.degrees(hfov_rad) / 2
    bounded = math.radians(min(max(bearing, -limit_deg), limit_deg))
    column = (width_px - 1) / 2 + focal_px(width_px, hfov_rad) * math.tan(bounded)
    return min(max(round(column), 0), width_px - 1)


def pixel_of_bearing(
    bearing: float,
    elevation: float,
    size_px: tuple[int, int],
    hfov_rad: float = HORIZONTAL_FOV_RAD,
) -> tuple[int, int]:
    """The pixel (u, v) in a direction, in degrees right and up; clamped to the image."""
    width_px, height_px = size_px
    u = column_of_bearing(bearing, width_px, hfov_rad)
    ahead = math.hypot(focal_px(width_px, hfov_rad), u - (width_px - 1) / 2)
    v = (height_px - 1) / 2 - ahead * math.tan(math.radians(min(max(elevation, -89.0), 89.0)))
    return u, min(max(round(v), 0), height_px - 1)


def ground_range_m(
    pixel: tuple[float, float],
    size_px: tuple[int, int],
    *,
    height_m: float,
    hfov_rad: float = HORIZONTAL_FOV_RAD,
) -> float | None:
    """Horizontal distance to level ground seen at a pixel from `height_m` above it: h / tan(depression).

    None at and above the horizon, and where the answer would exceed FARTHEST_M.
    """
    depression = math.radians(-elevation_deg(pixel, size_px, hfov_rad))
    if depression <= 0 or height_m >= FARTHEST_M * math.tan(depression):
        return None
    return height_m / math.tan(depression)
