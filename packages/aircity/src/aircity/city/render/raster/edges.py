# mypy: allow-untyped-defs, allow-untyped-calls
"""Smooth edges: a pixel cut by a triangle's edge takes its share of the neighbour's colour.

Only colours change, never depth or ids. Where an edge passes is known exactly from the edge functions of
the triangle in front, so one sample per pixel is enough for the long edges of a city.
"""

from collections.abc import Callable
from typing import Any

from aircity.city.render.kernel import exact, fingerprint, inlined, kernel
from aircity.city.render.raster.tile import edge_functions, pixel_axis, planar_depths

_CONTRAST = 24
"""Sum over r, g, b of the difference from which an edge is worth smoothing."""


@inlined
def channels(pixel):
    """r, g, b of a packed pixel."""
    return pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255


@inlined
def contrast(a, b):
    """How much two packed pixels differ in colour."""
    ar, ag, ab = channels(a)
    br, bg, bb = channels(b)
    return abs(ar - br) + abs(ag - bg) + abs(ab - bb)


@exact
def leave_at(corners, n, view, u, v, right, down):
    """The share of the way from pixel (u, v), which triangle n covers, to a neighbour where it ends.

    0..1, or 2 when it covers the neighbour too.
    """
    corner = corners[n]
    c = planar_depths(corner, view)
    a = pixel_axis(corner, view, 3, view[12], view[14] - u, c)
    b = pixel_axis(corner, view, 6, view[13], view[15] - v, c)
    e0, e1, e2, determinant = edge_functions(a, b, c)
    side = 1.0 if determinant > 0.0 else -1.0
    end = 2.0
    for e in (e0, e1, e2):
        here = side * e[2]
        there = here + side * (e[0] * right + e[1] * down)
        if there < 0.0 and here >= 0.0:
            end = min(end, here / (here - there))
    return end


@inlined
def share_of_neighbour(city, view, v, u, down, right, images):
    """How much of pixel (u, v) belongs to a neighbour's colour, 0..0.5."""
    packed, depth, triangle = images
    here, there = triangle[v, u], triangle[v + down, u + right]
    if here == there or contrast(packed[v, u], packed[v + down, u + right]) < _CONTRAST:
        return 0.0
    if here >= 0 and (there < 0 or depth[v, u] <= depth[v + down, u + right]):
        end = leave_at(city.corners, here, view, u, v, right, down)
        return max(0.5 - end, 0.0)
    end = leave_at(city.corners, there, view, u + right, v + down, -right, -down)
    return max(end - 0.5, 0.0) if end <= 1.0 else 0.0


def _make_smooth_rows(sources: str) -> Callable[..., Any]:
    @kernel
    def smooth_rows(city, views, packed, depth, triangle, rgb, start, stop):
        """Write rows start..stop of all views into `rgb`; rows run view by view."""
        _ = sources  # in the closure, so that the cache is keyed by the sources
        height = depth.shape[1]
        for index in range(start, stop):
            k, v = index // height, index % height
            smooth_row(city, views[k], v, packed[k], depth[k], triangle[k], rgb[k])

    return smooth_rows


@exact
def smooth_row(city, view, v, packed, depth, triangle, rgb):
    """One row: each pixel is mixed with the neighbour that reaches farthest into it."""
    height, width = depth.shape
    above, below = (-1 if v > 0 else 0), (1 if v + 1 < height else 0)
    for u in range(width):
        before, after = (-1 if u > 0 else 0), (1 if u + 1 < width else 0)
        n, here = triangle[v, u], packed[v, u]
        r, g, b = channels(here)
        if not (
            n == triangle[v, u + before]
            and n == triangle[v, u + after]
            and n == triangle[v + above, u]
            and n == triangle[v + below, u]
        ):
            right = (
                after
                if contrast(here, packed[v, u + after]) > contrast(here, packed[v, u + before])
                else before
            )
            down = (
                below
                if contrast(here, packed[v + below, u]) > contrast(here, packed[v + above, u])
                else above
            )
            across = share_of_neighbour(city, view, v, u, 0, right, (packed, depth, triangle))
            along = share_of_neighbour(city, view, v, u, down, 0, (packed, depth, triangle))
            other = packed[v, u + right] if across >= along else packed[v + down, u]
            share = max(across, along)
            r2, g2, b2 = channels(other)
            r, g, b = mix_channel(r, r2, share), mix_channel(g, g2, share), mix_channel(b, b2, share)
        rgb[v, u, 0], rgb[v, u, 1], rgb[v, u, 2] = r, g, b


@inlined
def mix_channel(here, there, share):
    """One channel with `share` of the neighbour's."""
    return int(here + (there - here) * share + 0.5)


smooth_rows = _make_smooth_rows(fingerprint([smooth_row]))
