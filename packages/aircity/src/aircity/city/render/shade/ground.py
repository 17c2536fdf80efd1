# mypy: allow-untyped-defs, allow-untyped-calls
"""How the ground and what grows on it look: grass, fields, roads, paving, water, sand, rails, leaves."""

import math

import numpy as np

from aircity.city.render.kernel import compiled
from aircity.city.render.shade.pattern import cell_noise, hash01, mix, smooth_noise, stripes
from aircity.city.render.shade.skin import blend, joints, tone


@compiled
def paint_grass(skin, spot):
    fine = smooth_noise(spot.x * 2.3, spot.y * 2.3, 7, spot.width_m * 2.3)
    broad = smooth_noise(spot.x * 0.09, spot.y * 0.09, 8, spot.width_m * 0.09)
    k = 0.84 + 0.14 * fine + 0.10 * broad
    dry = 0.09 * (broad - 0.35)
    return (skin.r + dry) * k, (skin.g + 0.4 * dry) * k, skin.b * k, 0.0


@compiled
def paint_meadow(skin, spot):
    """Fields of pasture, wheat, stubble and fresh green, with hedgerows between."""
    row = np.floor(spot.y * 0.0105 + 0.35 * math.sin(spot.x * 0.004))
    along = spot.x * 0.0072 + 0.37 * row
    crop = hash01(int(np.floor(along)), int(row), 9)
    r, g, b = skin.r, skin.g, skin.b
    if crop > 0.80:
        r, g, b = 0.70, 0.62, 0.35
    elif crop > 0.68:
        r, g, b = 0.52, 0.43, 0.31
    elif crop > 0.42:
        r, g, b = 0.88 * r, 1.04 * g, 0.86 * b
    elif crop > 0.26:
        r, g, b = 0.75 * r, 0.84 * g, 0.80 * b
    hedge = stripes(along * 139.0, 139.0, 0.0, 3.5, spot.width_m)
    broad = smooth_noise(spot.x * 0.03, spot.y * 0.03, 10, spot.width_m * 0.03)
    k = (0.86 + 0.22 * broad) * (1.0 - 0.28 * hedge)
    return r * k, g * k, b * k, 0.0


@compiled
def asphalt_tone(spot):
    """Patches and grain of asphalt."""
    fine = smooth_noise(spot.x * 3.1, spot.y * 3.1, 11, spot.width_m * 3.1)
    broad = smooth_noise(spot.x * 0.15, spot.y * 0.15, 12, spot.width_m * 0.15)
    return 0.90 + 0.08 * fine + 0.16 * broad


@compiled
def paint_asphalt(skin, spot):
    return tone(skin, asphalt_tone(spot), 0.0)


@compiled
def paint_road(skin, spot):
    road_width, lanes = max(skin.scale_u, 2.0), max(int(skin.scale_v + 0.5), 1)
    half = 0.5 * road_width
    lane = road_width / lanes
    edge = stripes(abs(spot.v), 1e4, half - 0.35, half - 0.20, spot.width_v)
    marks = edge
    if lanes > 1:
        dash = stripes(spot.u, 9.0, 0.0, 3.0, spot.width_u)
        between = stripes(spot.v + half + 0.06, lane, 0.0, 0.12, spot.width_v)
        inside = 1.0 if abs(spot.v) < half - 0.5 * lane else 0.0
        marks = max(edge, between * dash * inside)
    k = asphalt_tone(spot)
    return (
        mix(skin.r * k, 0.88, marks),
        mix(skin.g * k, 0.88, marks),
        mix(skin.b * k, 0.86, marks),
        0.0,
    )


@compiled
def paint_zebra(skin, spot):
    period = max(skin.scale_u, 0.2)
    stripe = stripes(spot.u, period, 0.0, 0.5 * period, spot.width_u)
    k = asphalt_tone(spot)
    return mix(skin.r * k, 0.90, stripe), mix(skin.g * k, 0.90, stripe), mix(skin.b * k, 0.88, stripe), 0.0


@compiled
def paint_paving(skin, spot):
    w, h = max(skin.scale_u, 0.1), max(skin.scale_v, 0.1)
    k = 0.96 + 0.08 * cell_noise(spot.u / w, spot.v / h, 13, max(spot.width_u / w, spot.width_v / h))
    return tone(skin, k * (1.0 - 0.22 * joints(spot, w, h, 0.025)), 0.0)


@compiled
def paint_parking(skin, spot):
    bay = max(skin.scale_u, 1.0)
    line = stripes(spot.u, bay, 0.0, 0.12, spot.width_u)
    k = asphalt_tone(spot)
    return mix(skin.r * k, 0.86, line), mix(skin.g * k, 0.86, line), mix(skin.b * k, 0.84, line), 0.0


@compiled
def paint_water(skin, spot):
    """Long swell and short ripples; the ripples also break the mirrored sky."""
    swell = smooth_noise(spot.x * 0.045 + 0.02 * spot.y, spot.y * 0.07, 14, spot.width_m * 0.07)
    ripple = smooth_noise(spot.x * 0.55 + 0.2 * spot.y, spot.y * 0.9, 23, spot.width_m * 0.9)
    return tone(skin, 0.86 + 0.16 * swell + 0.14 * ripple, 0.62 + 0.22 * swell + 0.22 * ripple)


@compiled
def paint_foliage(skin, spot):
    x, y = spot.x + 0.71 * spot.z, spot.y - 0.53 * spot.z
    leaves = smooth_noise(x * 3.4, y * 3.4, 15, spot.width_m * 3.4)
    clump = smooth_noise(x * 0.85, y * 0.85, 16, spot.width_m * 0.85)
    shade_of_tree = 1.04 + 0.20 * hash01(spot.object_id, 3, 8)
    r, g, b, _ = blend(skin, 0.5 * leaves + 0.5 * clump, 0.0)
    return (r + 0.03) * shade_of_tree, (g + 0.02) * shade_of_tree, (b + 0.01) * shade_of_tree, 0.0


@compiled
def paint_bark(skin, spot):
    return tone(skin, 0.8 + 0.4 * smooth_noise(spot.u * 9.0, spot.v * 1.5, 17, spot.width_m * 9.0), 0.0)


@compiled
def paint_sand(skin, spot):
    fine = smooth_noise(spot.x * 1.7, spot.y * 1.7, 19, spot.width_m * 1.7)
    return tone(skin, 0.92 + 0.16 * fine, 0.0)


@compiled
def paint_rail(skin, spot):
    sleeper = stripes(spot.u, 0.65, 0.0, 0.25, spot.width_u)
    on_sleeper = sleeper if abs(spot.v) < 1.3 else 0.0
    rail = stripes(abs(spot.v), 1e4, 0.70, 0.79, spot.width_v)
    ballast = 0.8 + 0.4 * cell_noise(spot.x * 6.0, spot.y * 6.0, 20, spot.width_m * 6.0)
    r, g, b = (
        mix(skin.r * ballast, 0.33, on_sleeper),
        mix(skin.g * ballast, 0.28, on_sleeper),
        skin.b * ballast,
    )
    return mix(r, 0.62, rail), mix(g, 0.60, rail), mix(mix(b, 0.24, on_sleeper), 0.58, rail), 0.1 * rail
