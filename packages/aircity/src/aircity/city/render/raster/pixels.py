# mypy: allow-untyped-defs, allow-untyped-calls
"""What the pixels of a tile look like, once it is known which triangle each of them sees."""

import math

import numpy as np

from aircity.city.render.kernel import compiled, inlined
from aircity.city.render.raster.tile import TILE
from aircity.city.render.shade.skin import Skin, Spot
from aircity.city.render.shade.surfaces import LIGHT, paint, reflect_light
from aircity.city.render.shadow import sunlit
from aircity.city.render.sky import cloudy_sky, through_air

SKY_STEP = 4
SKY_NODES = TILE // SKY_STEP + 1
"""The sky is smooth: it is computed every few pixels and interpolated between them."""


@inlined
def facing_normal(field, varies, plane, rx, ry, rz, direction):
    """The shading normal at offset (rx, ry, rz) from corner 0, turned towards the viewer."""
    dx, dy, dz = direction
    nx, ny, nz = float(field[8]), float(field[12]), float(field[16])
    if varies:
        nx += field[9] * rx + field[10] * ry + field[11] * rz
        ny += field[13] * rx + field[14] * ry + field[15] * rz
        nz += field[17] * rx + field[18] * ry + field[19] * rz
        scale = 1.0 / math.sqrt(max(nx * nx + ny * ny + nz * nz, 1e-12))
        nx, ny, nz = nx * scale, ny * scale, nz * scale
        # A smooth normal may point away from a viewer who sees the face: the face decides its side.
        across = plane[0] * dx + plane[1] * dy + plane[2] * dz
        with_face = plane[0] * nx + plane[1] * ny + plane[2] * nz
        if (across > 0.0) == (with_face > 0.0):
            return -nx, -ny, -nz
        return nx, ny, nz
    if nx * dx + ny * dy + nz * dz > 0.0:
        return -nx, -ny, -nz
    return nx, ny, nz


@inlined
def long_side(a, b):
    """About the length of the diagonal of a rectangle, without a root: at most 8 % off."""
    return max(a, b) + 0.4 * min(a, b)


@inlined
def shade_hit(city, n, origin, direction, t, pixel_rad):
    """Linear light from triangle n at distance t along a unit direction."""
    field, corner, surface = city.fields[n], city.corners[n], city.owners[n, 0]
    dx, dy, dz = direction
    x, y, z = origin[0] + dx * t, origin[1] + dy * t, origin[2] + dz * t
    rx, ry, rz = x - corner[0], y - corner[1], z - corner[2]
    plane = city.planes[n]
    inverse_cosine = 1.0 / max(abs(plane[0] * dx + plane[1] * dy + plane[2] * dz), 0.02)
    width = t * pixel_rad
    along_u = abs(field[1] * dx + field[2] * dy + field[3] * dz) * inverse_cosine
    along_v = abs(field[5] * dx + field[6] * dy + field[7] * dz) * inverse_cosine
    spot = Spot(
        field[0] + field[1] * rx + field[2] * ry + field[3] * rz,
        field[4] + field[5] * rx + field[6] * ry + field[7] * rz,
        width * long_side(field[20], along_u),
        width * long_side(field[21], along_v),
        x,
        y,
        z,
        width * (0.5 + 0.5 * inverse_cosine),
        city.owners[n, 1],
    )
    s = city.skins[surface]
    skin = Skin(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7])
    material = city.looks[surface, 0]
    colour = paint(material, city.looks[surface, 1], city.pyramids, skin, spot)
    if material == LIGHT:
        return through_air(colour[0] * colour[0], colour[1] * colour[1], colour[2] * colour[2], t)
    normal = facing_normal(field, city.owners[n, 2] != 0, plane, rx, ry, rz, direction)
    facing = normal[0] * city.sun[0] + normal[1] * city.sun[1] + normal[2] * city.sun[2]
    lit = 0.0
    if facing > 0.0:
        lit = sunlit(city.shadow, x, y, z, normal[0], normal[1], normal[2], facing)
    return reflect_light(colour, (city.sun[0], city.sun[1], city.sun[2]), normal, direction, lit, t)


@inlined
def plane_distance(plane, origin, direction):
    """Distance along a unit direction to a plane; exact to double precision."""
    height = plane[3] - (plane[0] * origin[0] + plane[1] * origin[1] + plane[2] * origin[2])
    return height / (plane[0] * direction[0] + plane[1] * direction[1] + plane[2] * direction[2])


@compiled
def aim_rays(view, left, top, rays):
    """Unit directions in the world of the pixels of a tile, into rays (3, 256)."""
    for row in range(TILE):
        b = (top + row - view[15]) / view[13]
        x, y, z = view[9] + b * view[6], view[10] + b * view[7], view[11] + b * view[8]
        for column in range(TILE):
            a = (left + column - view[14]) / view[12]
            dx, dy, dz = x + a * view[3], y + a * view[4], z + a * view[5]
            scale = 1.0 / math.sqrt(dx * dx + dy * dy + dz * dz)
            k = row * TILE + column
            rays[0, k], rays[1, k], rays[2, k] = dx * scale, dy * scale, dz * scale


@compiled
def sky_tile(view, sun, left, top, nodes, light):
    """Fill a tile's light with sky, interpolated between nodes (3, SKY_NODES, SKY_NODES)."""
    for i in range(SKY_NODES):
        b = (top + i * SKY_STEP - view[15]) / view[13]
        for j in range(SKY_NODES):
            a = (left + j * SKY_STEP - view[14]) / view[12]
            dx = view[9] + b * view[6] + a * view[3]
            dy = view[10] + b * view[7] + a * view[4]
            dz = view[11] + b * view[8] + a * view[5]
            scale = 1.0 / math.sqrt(dx * dx + dy * dy + dz * dz)
            dx, dy, dz = dx * scale, dy * scale, dz * scale
            toward_sun = dx * sun[0] + dy * sun[1] + dz * sun[2]
            nodes[0, i, j], nodes[1, i, j], nodes[2, i, j] = cloudy_sky(dx, dy, dz, toward_sun)
    step = np.float32(1.0 / SKY_STEP)
    for channel in range(3):
        for row in range(TILE):
            i, down = row // SKY_STEP, np.float32(row % SKY_STEP) * step
            for j in range(SKY_NODES - 1):
                start = nodes[channel, i, j] + (nodes[channel, i + 1, j] - nodes[channel, i, j]) * down
                end = nodes[channel, i, j + 1]
                end += (nodes[channel, i + 1, j + 1] - nodes[channel, i, j + 1]) * down
                for k in range(SKY_STEP):
                    column = row * TILE + j * SKY_STEP + k
                    light[channel, column] = start + (end - start) * (np.float32(k) * step)


@compiled
def shade_tile(city, view, left, top, triangle, held):
    """Linear light (3, 256) and depth (256,) of the pixels of a tile; `held` is its scratch memory."""
    rays, nodes, light, depth = held
    aim_rays(view, left, top, rays)
    sky = False
    for k in range(TILE * TILE):
        sky |= triangle[k] < 0
    if sky:
        sky_tile(view, city.sun, left, top, nodes, light)
    origin = (view[0], view[1], view[2])
    pixel_rad = 1.0 / max(view[12], view[13])
    for k in range(TILE * TILE):
        n = triangle[k]
        if n < 0:
            depth[k] = np.float32(np.inf)
        else:
            direction = (rays[0, k], rays[1, k], rays[2, k])
            t = plane_distance(city.planes[n], origin, direction)
            light[0, k], light[1, k], light[2, k] = shade_hit(city, n, origin, direction, t, pixel_rad)
            depth[k] = np.float32(t)


@compiled
def expose(light, packed):
    """Display values of linear light (3, 256), gamma 2, packed as r + 256 g + 65536 b into (256,)."""
    top, zero, one, half = np.float32(255.0), np.float32(0.0), np.float32(1.0), np.float32(0.5)
    for k in range(TILE * TILE):
        r = math.sqrt(min(max(light[0, k], zero), one)) * top + half
        g = math.sqrt(min(max(light[1, k], zero), one)) * top + half
        b = math.sqrt(min(max(light[2, k], zero), one)) * top + half
        packed[k] = np.int32(r) | (np.int32(g) << np.int32(8)) | (np.int32(b) << np.int32(16))
