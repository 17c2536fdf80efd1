# mypy: allow-untyped-defs, allow-untyped-calls
"""How surfaces look: one small function per material (`shade_walls`, `shade_ground`), one light.

A material function takes a `Skin` (what the surface is) and a `Spot` (where on it) and returns
(r, g, b, gloss): display colour 0..1 before lighting, and how mirror-like it is, 0..1.
All of this is compiled; numbers are doubles, and only plain functions of `math` and `np.floor` may be called.
"""

import math

from aircity.city.render.kernel import compiled
from aircity.city.render.shade.ground import (
    paint_asphalt,
    paint_bark,
    paint_foliage,
    paint_grass,
    paint_meadow,
    paint_parking,
    paint_paving,
    paint_rail,
    paint_road,
    paint_sand,
    paint_water,
    paint_zebra,
)
from aircity.city.render.shade.pattern import mix
from aircity.city.render.shade.texture import sample_picture
from aircity.city.render.shade.walls import (
    paint_brick,
    paint_concrete,
    paint_curtain,
    paint_facade,
    paint_metal_sheet,
    paint_plain,
    paint_roof_flat,
    paint_roof_tile,
    paint_stone,
    paint_wood,
)
from aircity.city.render.sky import sky_colour, through_air
from aircity.city.solids.materials import Material

PLAIN = int(Material.PLAIN)
FACADE = int(Material.FACADE)
CURTAIN = int(Material.CURTAIN)
BRICK = int(Material.BRICK)
STONE = int(Material.STONE)
METAL_SHEET = int(Material.METAL_SHEET)
ROOF_FLAT = int(Material.ROOF_FLAT)
ROOF_TILE = int(Material.ROOF_TILE)
GRASS = int(Material.GRASS)
MEADOW = int(Material.MEADOW)
ASPHALT = int(Material.ASPHALT)
ROAD = int(Material.ROAD)
ZEBRA = int(Material.ZEBRA)
PAVING = int(Material.PAVING)
PARKING = int(Material.PARKING)
WATER = int(Material.WATER)
FOLIAGE = int(Material.FOLIAGE)
BARK = int(Material.BARK)
VEHICLE = int(Material.VEHICLE)
GLASS = int(Material.GLASS)
METAL = int(Material.METAL)
CONCRETE = int(Material.CONCRETE)
SAND = int(Material.SAND)
RAIL = int(Material.RAIL)
TEXTURE = int(Material.TEXTURE)
LIGHT = int(Material.LIGHT)
WOOD = int(Material.WOOD)


@compiled
def paint_picture(pyramids, picture, skin, spot):
    if picture < 0 or picture >= pyramids.shape[0]:
        return skin.r, skin.g, skin.b, 0.0
    width = math.sqrt(spot.width_u * spot.width_v)
    r, g, b = sample_picture(pyramids, picture, spot.u, spot.v, width)
    return r, g, b, 0.0


@compiled
def paint(material, picture, pyramids, skin, spot):  # noqa: C901 - one line per material; tables do not compile
    """The dispatch: colour and gloss of one spot."""
    if material == FACADE:
        return paint_facade(skin, spot)
    if material == CURTAIN:
        return paint_curtain(skin, spot)
    if material == BRICK:
        return paint_brick(skin, spot)
    if material == STONE:
        return paint_stone(skin, spot)
    if material == METAL_SHEET:
        return paint_metal_sheet(skin, spot)
    if material == ROOF_FLAT:
        return paint_roof_flat(skin, spot)
    if material == ROOF_TILE:
        return paint_roof_tile(skin, spot)
    if material == GRASS:
        return paint_grass(skin, spot)
    if material == MEADOW:
        return paint_meadow(skin, spot)
    if material == ASPHALT:
        return paint_asphalt(skin, spot)
    if material == ROAD:
        return paint_road(skin, spot)
    if material == ZEBRA:
        return paint_zebra(skin, spot)
    if material == PAVING:
        return paint_paving(skin, spot)
    if material == PARKING:
        return paint_parking(skin, spot)
    if material == WATER:
        return paint_water(skin, spot)
    if material == FOLIAGE:
        return paint_foliage(skin, spot)
    if material == BARK:
        return paint_bark(skin, spot)
    if material == CONCRETE:
        return paint_concrete(skin, spot)
    if material == SAND:
        return paint_sand(skin, spot)
    if material == RAIL:
        return paint_rail(skin, spot)
    if material == WOOD:
        return paint_wood(skin, spot)
    if material == TEXTURE:
        return paint_picture(pyramids, picture, skin, spot)
    if material in (VEHICLE, METAL):
        return skin.r, skin.g, skin.b, 0.25
    if material == GLASS:
        return skin.r, skin.g, skin.b, 0.85
    if material == LIGHT:
        return skin.r, skin.g, skin.b, 0.0
    return paint_plain(skin, spot)


@compiled
def soften(r, g, b):
    """Bright light rolls off instead of burning out: 1.1 x / (1 + x/5), with one division for three."""
    p, q, s = 1.0 + 0.2 * r, 1.0 + 0.2 * g, 1.0 + 0.2 * b
    scale = 1.1 / (p * q * s)
    return r * q * s * scale, g * p * s * scale, b * p * q * scale


@compiled
def reflect_light(colour, sun, normal, direction, lit, distance_m):
    """Linear light that reaches the eye: sun, sky, ground bounce, a mirrored sky, then the air."""
    r, g, b, gloss = colour
    nx, ny, nz = normal
    dx, dy, dz = direction
    r, g, b = r * r, g * g, b * b
    facing = max(nx * sun[0] + ny * sun[1] + nz * sun[2], 0.0) * lit
    up = 0.5 + 0.5 * nz
    r *= 1.30 * facing + 0.20 + 0.13 * up
    g *= 1.16 * facing + 0.19 + 0.20 * up
    b *= 0.92 * facing + 0.19 + 0.30 * up
    r, g, b = soften(r, g, b)
    if gloss > 0.0:
        along = dx * nx + dy * ny + dz * nz
        mirrored_x, mirrored_y = dx - 2.0 * along * nx, dy - 2.0 * along * ny
        mirrored_z = dz - 2.0 * along * nz
        toward_sun = mirrored_x * sun[0] + mirrored_y * sun[1] + mirrored_z * sun[2]
        sr, sg, sb = sky_colour(abs(mirrored_z), toward_sun)
        grazing = 1.0 - abs(along)
        share = gloss * (0.10 + 0.80 * grazing * grazing * grazing)
        r, g, b = mix(r, sr, share), mix(g, sg, share), mix(b, sb, share)
    return through_air(r, g, b, distance_m)
