# mypy: allow-untyped-defs, allow-untyped-calls
"""How walls and roofs look: windows, glass, brick, stone, metal, concrete, timber and tiles."""

import numpy as np

from aircity.city.render.kernel import compiled
from aircity.city.render.shade.pattern import cell_noise, clamp01, hash01, mix, smooth_noise, stripes
from aircity.city.render.shade.skin import blend, joints, tone


@compiled
def windows(skin, spot):
    """(share of window, share of its frame, share of its shadow, a random number per window) of a pixel.

    Each building has its own kind: punched, tall or ribbon windows, wider or narrower.
    """
    bay, storey = max(skin.scale_u, 0.5), max(skin.scale_v, 0.5)
    kind = hash01(spot.object_id, 17, 3)
    side = 0.15 + 0.13 * hash01(spot.object_id, 5, 9)
    low, high = 0.28, 0.83
    if kind < 0.14:
        side = 0.015
    elif kind > 0.72:
        low, high, side = 0.13, 0.86, side + 0.06
    left, right = side * bay, (1.0 - side) * bay
    sill, head = low * storey, high * storey
    outer = stripes(spot.u, bay, left, right, spot.width_u) * stripes(
        spot.v, storey, sill, head, spot.width_v
    )
    rim = min(0.09, 0.04 * bay)
    across = stripes(spot.u, bay, left + rim, right - rim, spot.width_u)
    if spot.width_u < 0.25 and kind >= 0.14:
        across *= 1.0 - stripes(spot.u, bay, 0.5 * bay - 0.03, 0.5 * bay + 0.03, spot.width_u)
    inner = across * stripes(spot.v, storey, sill + rim, head - rim, spot.width_v)
    shadow = outer * stripes(spot.v, storey, head - 0.16 * storey, head, spot.width_v)
    width = max(spot.width_u / bay, spot.width_v / storey)
    chance = cell_noise(spot.u / bay, spot.v / storey, spot.object_id, width)
    return inner, outer - inner, shadow, chance


@compiled
def pane(chance):
    """(tint, blind) of a window: most are dark, some have a pale blind or curtain, a few a warm room."""
    blind = 0.55 if chance > 0.80 else 0.0
    return 0.70 + 0.55 * chance, blind


@compiled
def foot_shade(v):
    """Walls are a little darker towards the ground they stand on."""
    return 0.84 + 0.16 * clamp01(v * 0.45)


@compiled
def paint_plain(skin, spot):
    return tone(skin, 0.98 + 0.04 * smooth_noise(spot.u * 0.7, spot.v * 0.7, 1, spot.width_m * 0.7), 0.0)


@compiled
def paint_facade(skin, spot):
    inner, frame, shadow, chance = windows(skin, spot)
    tint, blind = pane(chance)
    storey = max(skin.scale_v, 0.5)
    band = stripes(spot.v, storey, 0.0, 0.05 * storey, spot.width_v)
    wall = 0.95 + 0.09 * smooth_noise(spot.u * 0.3, spot.v * 0.3, 2, spot.width_m * 0.3)
    wall *= foot_shade(spot.v) * (1.0 - 0.10 * band)
    rest = 1.0 - inner - frame
    dim = 1.0 - 0.35 * shadow
    return (
        skin.r * wall * rest + (mix(skin.accent_r * tint, 0.78, blind) * inner + 0.84 * frame) * dim,
        skin.g * wall * rest + (mix(skin.accent_g * tint, 0.74, blind) * inner + 0.83 * frame) * dim,
        skin.b * wall * rest + (mix(skin.accent_b * tint, 0.66, blind) * inner + 0.80 * frame) * dim,
        0.75 * inner * (1.0 - blind),
    )


@compiled
def paint_curtain(skin, spot):
    panel, storey = max(skin.scale_u, 0.3), max(skin.scale_v, 0.5)
    spandrel = 0.25 + 0.75 * hash01(spot.object_id, 11, 4)
    mullion = stripes(spot.u, panel, 0.0, 0.10, spot.width_u)
    floor = stripes(spot.v, storey, 0.0, spandrel, spot.width_v)
    chance = cell_noise(
        spot.u / panel, spot.v / storey, spot.object_id, max(spot.width_u / panel, spot.width_v / storey)
    )
    broad = smooth_noise(spot.u * 0.05, spot.v * 0.035, spot.object_id, 0.0)
    glass = 0.74 + 0.28 * chance + 0.24 * broad
    edge = clamp01(mullion + 0.75 * floor - 0.75 * mullion * floor)
    return (
        mix(skin.r * glass, skin.accent_r, edge),
        mix(skin.g * glass, skin.accent_g, edge),
        mix(skin.b * glass, skin.accent_b, edge),
        0.95 * (1.0 - 0.8 * edge),
    )


@compiled
def paint_brick(skin, spot):
    inner, frame, shadow, chance = windows(skin, spot)
    tint, blind = pane(chance)
    r, g, b = brickwork(skin, spot)
    rest = 1.0 - inner - frame
    dim = 1.0 - 0.35 * shadow
    return (
        r * rest + (mix(0.22 * tint, 0.76, blind) * inner + skin.accent_r * frame) * dim,
        g * rest + (mix(0.28 * tint, 0.72, blind) * inner + skin.accent_g * frame) * dim,
        b * rest + (mix(0.34 * tint, 0.64, blind) * inner + skin.accent_b * frame) * dim,
        0.75 * inner * (1.0 - blind),
    )


@compiled
def brickwork(skin, spot):
    """Bricks in running bond with pale mortar, patchy from further away."""
    patch = (0.92 + 0.16 * smooth_noise(spot.u * 0.25, spot.v * 0.25, 22, spot.width_m * 0.25)) * foot_shade(
        spot.v
    )
    if spot.width_m > 0.2:
        return (
            mix(skin.r * patch, 0.72, 0.10),
            mix(skin.g * patch, 0.69, 0.10),
            mix(skin.b * patch, 0.64, 0.10),
        )
    course = np.floor(spot.v / 0.075)
    shift = 0.115 * (course - 2.0 * np.floor(course * 0.5))
    mortar_v = stripes(spot.v, 0.075, 0.0, 0.012, spot.width_v)
    mortar_u = stripes(spot.u + shift, 0.23, 0.0, 0.012, spot.width_u)
    mortar = 0.6 * (mortar_v + mortar_u - mortar_v * mortar_u)
    patch *= 0.88 + 0.24 * cell_noise((spot.u + shift) / 0.23, spot.v / 0.075, 3, spot.width_m / 0.08)
    return (
        mix(skin.r * patch, 0.72, mortar),
        mix(skin.g * patch, 0.69, mortar),
        mix(skin.b * patch, 0.64, mortar),
    )


@compiled
def paint_stone(skin, spot):
    w, h = max(skin.scale_u, 0.1), max(skin.scale_v, 0.1)
    course = np.floor(spot.v / h)
    shift = 0.5 * w * (course - 2.0 * np.floor(course * 0.5))
    up = stripes(spot.v, h, 0.0, 0.03, spot.width_v)
    across = stripes(spot.u + shift, w, 0.0, 0.03, spot.width_u)
    r, g, b, _ = blend(skin, 0.8 * (up + across - up * across), 0.0)
    k = 0.93 + 0.14 * cell_noise((spot.u + shift) / w, spot.v / h, 4, spot.width_m / h)
    return r * k, g * k, b * k, 0.0


@compiled
def paint_metal_sheet(skin, spot):
    rib, seam = max(skin.scale_u, 0.05), max(skin.scale_v, 0.2)
    groove = stripes(spot.u, rib, 0.0, 0.35 * rib, spot.width_u)
    line = stripes(spot.v, seam, 0.0, 0.05, spot.width_v)
    return blend(skin, 0.55 * groove + 0.3 * line * (1.0 - groove), 0.12)


@compiled
def paint_roof_flat(skin, spot):
    sheet = stripes(spot.u, 2.0, 0.0, 0.08, spot.width_u)
    grain = 0.92 + 0.16 * smooth_noise(spot.x * 0.8, spot.y * 0.8, 5, spot.width_m * 0.8)
    return tone(skin, grain * (1.0 - 0.10 * sheet), 0.0)


@compiled
def paint_roof_tile(skin, spot):
    w, h = max(skin.scale_u, 0.05), max(skin.scale_v, 0.05)
    row = stripes(spot.v, h, 0.0, 0.22 * h, spot.width_v)
    gap = stripes(spot.u, w, 0.0, 0.12 * w, spot.width_u)
    k = 0.88 + 0.24 * cell_noise(spot.u / w, spot.v / h, 6, max(spot.width_u / w, spot.width_v / h))
    return tone(skin, k * (1.0 - 0.28 * row) * (1.0 - 0.15 * gap), 0.0)


@compiled
def paint_concrete(skin, spot):
    w, h = max(skin.scale_u, 0.3), max(skin.scale_v, 0.3)
    stain = 0.93 + 0.14 * smooth_noise(spot.u * 0.5, spot.v * 0.5, 18, spot.width_m * 0.5)
    return tone(skin, stain * (1.0 - 0.25 * joints(spot, w, h, 0.03)), 0.0)


@compiled
def paint_wood(skin, spot):
    length, width = max(skin.scale_u, 0.2), max(skin.scale_v, 0.05)
    gap = joints(spot, length, width, 0.01)
    k = 0.88 + 0.24 * cell_noise(spot.u / length, spot.v / width, 21, spot.width_v / width)
    return tone(skin, k * (1.0 - 0.4 * gap), 0.0)
