"""How a model writes image coordinates, and the way back to our pixels.

Some models answer in pixels of the image they were sent, some in thousandths of its sides, some with the row
first. Misreading one for the other turns the drone by tens of degrees, so the convention is stated in the
prompt, kept in the model's profile and checked by a probe.
"""

from dataclasses import dataclass
from enum import StrEnum

from airanchor.errors import InputError


class PixelUnits(StrEnum):
    """What the numbers count."""

    ABSOLUTE = "absolute"
    """Pixels of the image as it is sent."""
    NORM1000 = "norm1000"
    """Thousandths of the image's width and height, 0 to 1000."""


class PixelOrder(StrEnum):
    """Which number comes first."""

    UV = "uv"
    """Column, row."""
    VU = "vu"
    """Row, column."""


@dataclass(frozen=True, slots=True)
class PixelConvention:
    """One model's way to write a point in an image."""

    units: PixelUnits = PixelUnits.ABSOLUTE
    order: PixelOrder = PixelOrder.UV
    image_scale: int = 1
    """How many times larger an image is sent than it was seen."""

    def __post_init__(self) -> None:
        if not 1 <= self.image_scale <= 8:
            raise InputError(f"image_scale {self.image_scale} must be a whole number from 1 to 8")

    def limits(self, width_px: int, height_px: int) -> tuple[int, int]:
        """The largest u and v this model may write for an image of that size."""
        if self.units is PixelUnits.NORM1000:
            return 1000, 1000
        return width_px * self.image_scale - 1, height_px * self.image_scale - 1

    def to_pixel(self, pair: tuple[int, int], width_px: int, height_px: int) -> tuple[int, int]:
        """The pixel (u, v) of the seen image that the model's pair means; out of range is an error."""
        u, v = pair if self.order is PixelOrder.UV else pair[::-1]
        u_max, v_max = self.limits(width_px, height_px)
        if not (0 <= u <= u_max and 0 <= v <= v_max):
            names = "[u, v]" if self.order is PixelOrder.UV else "[v, u]"
            raise InputError(
                f"pixel {list(pair)} lies outside the image; it must be {names} with integers "
                f"u in 0..{u_max} and v in 0..{v_max}"
            )
        if self.units is PixelUnits.NORM1000:
            return _of_thousand(u, width_px), _of_thousand(v, height_px)
        return u // self.image_scale, v // self.image_scale

    def from_pixel(self, pixel: tuple[int, int], width_px: int, height_px: int) -> tuple[int, int]:
        """How this model would write a pixel of the seen image."""
        if self.units is PixelUnits.NORM1000:
            u, v = (
                _to_thousand(value, size) for value, size in zip(pixel, (width_px, height_px), strict=True)
            )
        else:
            u, v = (value * self.image_scale + self.image_scale // 2 for value in pixel)
        return (u, v) if self.order is PixelOrder.UV else (v, u)


def _of_thousand(value: int, size_px: int) -> int:
    return min(size_px - 1, value * size_px // 1000)


def _to_thousand(value_px: int, size_px: int) -> int:
    return ((2 * value_px + 1) * 1000) // (2 * size_px)
