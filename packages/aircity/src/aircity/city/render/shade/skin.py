# mypy: allow-untyped-defs, allow-untyped-calls
"""What a material function is given: the surface's skin and the spot on it, and how to tint a skin."""

from typing import NamedTuple

from aircity.city.render.kernel import compiled
from aircity.city.render.shade.pattern import mix, stripes


class Skin(NamedTuple):
    """What a surface is: its colour, accent and scale (see `Material`)."""

    r: float
    g: float
    b: float
    accent_r: float
    accent_g: float
    accent_b: float
    scale_u: float
    scale_v: float


class Spot(NamedTuple):
    """Where on a surface: u, v with the widths a pixel covers of them, and the point in the world."""

    u: float
    v: float
    width_u: float
    width_v: float
    x: float
    y: float
    z: float
    width_m: float
    object_id: int


@compiled
def blend(skin, share, gloss):
    """The skin's colour with `share` of its accent."""
    return (
        mix(skin.r, skin.accent_r, share),
        mix(skin.g, skin.accent_g, share),
        mix(skin.b, skin.accent_b, share),
        gloss,
    )


@compiled
def tone(skin, factor, gloss):
    """The skin's colour made darker or lighter."""
    return skin.r * factor, skin.g * factor, skin.b * factor, gloss


@compiled
def joints(spot, period_u, period_v, joint_m):
    """Share of joints of a grid of slabs under a pixel."""
    across = stripes(spot.u, period_u, 0.0, joint_m, spot.width_u)
    up = stripes(spot.v, period_v, 0.0, joint_m, spot.width_v)
    return across + up - across * up
