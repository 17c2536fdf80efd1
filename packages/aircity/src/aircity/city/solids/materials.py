"""Materials: what a surface is made of. The generator chooses them, the shader paints them.

Every surface has a colour, an accent colour and a scale; `u` and `v` are in metres on the surface
(for walls u runs along the wall and v is the height above its foot; for roads u runs along and v across,
0 at the centre line; for flat ground u, v are x, y), and for TEXTURE they are 0..1 across the picture
(u to the right and v down as a person looks at it).
"""

from enum import IntEnum


class Material(IntEnum):
    """How a surface is painted. `colour` is the base; what `accent` and `scale` mean is said here."""

    PLAIN = 0  # one colour, with a faint grain
    FACADE = 1  # punched windows; accent = window glass; scale = (bay width, storey height) m
    CURTAIN = 2  # glass curtain wall; colour = glass tint, accent = mullions; scale = (panel w, storey) m
    BRICK = 3  # brick courses with punched windows; accent = frames; scale as FACADE
    STONE = 4  # ashlar blocks, no windows; accent = joints; scale = block (w, h) m
    METAL_SHEET = 5  # corrugated cladding; accent = groove; scale = (rib pitch, seam height) m
    ROOF_FLAT = 6  # gravel or bitumen with faint sheets
    ROOF_TILE = 7  # pitched tiles in rows; scale = (tile w, row h) m
    GRASS = 8  # lawn
    MEADOW = 9  # open country beyond the city: field patches
    ASPHALT = 10  # bare asphalt
    ROAD = 11  # asphalt with lane marks along u; scale = (carriageway width, lanes)
    ZEBRA = 12  # pedestrian crossing: stripes along u every scale[0] m
    PAVING = 13  # pavement slabs; scale = slab (w, h) m
    PARKING = 14  # asphalt with bay lines; scale = (bay w, bay depth) m
    WATER = 15  # open water
    FOLIAGE = 16  # leaves: mottled; accent = dark side
    BARK = 17  # trunks and timber
    VEHICLE = 18  # smooth paint with a slight highlight
    GLASS = 19  # dark glazing
    METAL = 20  # bare or painted steel with a slight highlight
    CONCRETE = 21  # panels with joints; scale = panel (w, h) m
    SAND = 22  # beach, gravel yards, playgrounds
    RAIL = 23  # ballast with sleepers and two rails along u
    TEXTURE = 24  # a picture from the scene's texture array: signs, billboards, clocks, pitch lines
    LIGHT = 25  # shines by itself: lamps, traffic lights; not shaded
    WOOD = 26  # planks; scale = (plank length, width) m
