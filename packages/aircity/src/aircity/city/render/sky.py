# mypy: allow-untyped-defs, allow-untyped-calls
"""The sky and the air: what a ray without a hit sees, and how distance fades into it."""

from aircity.city.render.kernel import compiled
from aircity.city.render.shade.pattern import clamp01, mix, smooth_noise

HAZE_DISTANCE_M = 1900.0


@compiled
def sky_colour(dz, sun_cosine):
    """Linear light of the clear sky towards a unit direction of height dz, `sun_cosine` off the sun."""
    rise = min(max(dz * 1.9, 0.0), 1.0)
    rise = rise * (2.0 - rise)
    r = 0.70 + (0.17 - 0.70) * rise
    g = 0.80 + (0.35 - 0.80) * rise
    b = 0.89 + (0.70 - 0.89) * rise
    glow = max(sun_cosine, 0.0)
    glow = glow * glow * glow * glow
    glow = 0.20 * glow * glow
    return r + glow, g + glow * 0.88, b + glow * 0.62


@compiled
def cloudy_sky(dx, dy, dz, sun_cosine):
    """The sky with fair-weather clouds on a plane above; `light` clouds are bright towards their edges."""
    r, g, b = sky_colour(dz, sun_cosine)
    if dz < 0.02:
        return r, g, b
    spread = 1.5 / (dz + 0.14)
    x, y = dx * spread, dy * spread
    shape = 0.56 * smooth_noise(x, y, 31, 0.0) + 0.28 * smooth_noise(2.1 * x + 5.0, 2.1 * y, 32, 0.0)
    shape += 0.16 * smooth_noise(4.7 * x, 4.7 * y + 3.0, 33, 0.0)
    cover = clamp01((shape - 0.53) * 4.2)
    cover = cover * cover * (3.0 - 2.0 * cover) * clamp01((dz - 0.02) * 7.0) * (0.85 - 0.45 * dz)
    thick = clamp01((shape - 0.60) * 3.0)
    return (
        mix(r, 0.93 - 0.16 * thick, cover),
        mix(g, 0.94 - 0.13 * thick, cover),
        mix(b, 0.96 - 0.08 * thick, cover),
    )


@compiled
def through_air(r, g, b, distance_m):
    """Light after `distance_m` of air: haze = 1 - 1 / (1 + x/5 + 3x²/2), x = d / D; clear nearby."""
    x = distance_m / HAZE_DISTANCE_M
    clear = 1.0 / (1.0 + 0.2 * x + 1.5 * x * x)
    haze = 1.0 - clear
    return r * clear + 0.68 * haze, g * clear + 0.79 * haze, b * clear + 0.89 * haze
