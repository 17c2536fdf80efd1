# mypy: allow-untyped-defs, allow-untyped-calls
"""Patterns that do not shimmer: each is averaged over the patch of surface that one pixel covers."""

import numpy as np

from aircity.city.render.kernel import compiled

_LATTICE = np.random.default_rng(7).random((128, 128), dtype=np.float32)
"""The random numbers of `smooth_noise`: looking them up is three times as fast as hashing."""


@compiled
def mix(a, b, share):
    """a where share is 0, b where it is 1."""
    return a + (b - a) * share


@compiled
def clamp01(x):
    """x kept within 0..1."""
    return min(max(x, 0.0), 1.0)


@compiled
def stripes(x, period, start, end, width):
    """Share of [x - width/2, x + width/2] inside the stripes [start, end) repeated every period.

    0 <= start <= end <= period. The integral of a stripe up to p periods is
    floor(p) filled + clamp(p - floor(p) - start, 0, filled); what does not depend on the stripe is
    shared by the compiler among stripes of one period.
    """
    inverse, width = 1.0 / period, max(width, 1e-4)
    centre, half = x * inverse, 0.5 * width * inverse
    a, b = centre - half, centre + half
    whole_a, whole_b = np.floor(a), np.floor(b)
    begin, filled = start * inverse, (end - start) * inverse
    covered = (whole_b - whole_a) * filled
    covered += min(max(b - whole_b - begin, 0.0), filled) - min(max(a - whole_a - begin, 0.0), filled)
    return clamp01(covered * (period / width))


@compiled
def hash01(a, b, c):
    """A number in 0..1 that three integers always give."""
    h = (a * 374761393 + b * 668265263 + c * 2246822519) & 0xFFFFFFFF
    h = ((h ^ (h >> 13)) * 1274126177) & 0xFFFFFFFF
    return ((h ^ (h >> 16)) & 0xFFFF) * (1.0 / 65535.0)


@compiled
def cell_noise(x, y, seed, width):
    """One random number per unit cell, fading to 0.5 as a pixel grows to cover several."""
    strength = clamp01(1.5 - width)
    if strength <= 0.0:
        return 0.5
    return 0.5 + (hash01(int(np.floor(x)), int(np.floor(y)), seed) - 0.5) * strength


@compiled
def smooth_noise(x, y, seed, width):
    """Random numbers at integer points with smooth passages between, fading to 0.5 as a pixel grows."""
    strength = clamp01(1.5 - width)
    if strength <= 0.0:
        return 0.5
    floor_x, floor_y = np.floor(x), np.floor(y)
    fx, fy = x - floor_x, y - floor_y
    fx, fy = fx * fx * (3.0 - 2.0 * fx), fy * fy * (3.0 - 2.0 * fy)
    i, j = int(floor_x) + 37 * seed, int(floor_y) + 61 * seed
    i0, i1, j0, j1 = i & 127, (i + 1) & 127, j & 127, (j + 1) & 127
    low = mix(_LATTICE[i0, j0], _LATTICE[i1, j0], fx)
    high = mix(_LATTICE[i0, j1], _LATTICE[i1, j1], fx)
    return 0.5 + (mix(low, high, fy) - 0.5) * strength
