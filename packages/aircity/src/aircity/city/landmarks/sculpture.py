"""The modeller's bench: named paints, the surfaces they make, and the sculpture that becomes a Model."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from shapely.geometry import MultiPoint, Polygon

from aircity.city.solids.materials import Material
from aircity.city.solids.mesh import Colour, MeshBuilder, Surface
from aircity.city.solids.model import Model, TextureBook
from aircity.city.solids.shapes import FRONT, Shape


class PilotPaint(NamedTuple):
    """A colour and the word a pilot has for it."""

    name: str
    rgb: Colour


PAINTS = {
    name: PilotPaint(name, rgb)
    for name, rgb in {
        "white": (0.93, 0.93, 0.91),
        "cream": (0.92, 0.87, 0.72),
        "beige": (0.80, 0.71, 0.55),
        "grey": (0.58, 0.59, 0.60),
        "silver": (0.74, 0.76, 0.78),
        "dark grey": (0.27, 0.28, 0.30),
        "black": (0.09, 0.09, 0.10),
        "red": (0.76, 0.11, 0.09),
        "orange": (0.93, 0.46, 0.09),
        "yellow": (0.95, 0.77, 0.11),
        "green": (0.13, 0.50, 0.22),
        "light green": (0.44, 0.63, 0.50),
        "teal": (0.10, 0.52, 0.52),
        "blue": (0.11, 0.31, 0.70),
        "light blue": (0.50, 0.72, 0.88),
        "purple": (0.45, 0.20, 0.56),
        "pink": (0.90, 0.50, 0.62),
        "brown": (0.42, 0.26, 0.15),
        "gold": (0.86, 0.66, 0.16),
        "bronze": (0.40, 0.30, 0.17),
    }.items()
}


def draw_paint(rng: np.random.Generator, *names: str) -> PilotPaint:
    """One of the named paints."""
    return PAINTS[names[int(rng.integers(len(names)))]]


def plain(paint: str) -> Surface:
    """One colour."""
    return Surface(Material.PLAIN, PAINTS[paint].rgb)


def metal(paint: str) -> Surface:
    """Painted or bare steel."""
    return Surface(Material.METAL, PAINTS[paint].rgb)


def gloss(paint: str) -> Surface:
    """The paint of a vehicle."""
    return Surface(Material.VEHICLE, PAINTS[paint].rgb)


def lamp(paint: str) -> Surface:
    """A light that shines by itself."""
    return Surface(Material.LIGHT, PAINTS[paint].rgb)


def concrete(panel_m: float = 3.0) -> Surface:
    """Grey concrete panels."""
    return Surface(Material.CONCRETE, (0.66, 0.65, 0.62), scale=(panel_m, panel_m))


def stone(paint: str, block_m: float = 1.2) -> Surface:
    """Ashlar blocks."""
    rgb = PAINTS[paint].rgb
    joint = (rgb[0] * 0.72, rgb[1] * 0.72, rgb[2] * 0.72)
    return Surface(Material.STONE, rgb, accent=joint, scale=(block_m, block_m / 2))


def tiles(paint: str) -> Surface:
    """A pitched roof's tiles."""
    return Surface(Material.ROOF_TILE, PAINTS[paint].rgb, scale=(0.4, 0.45))


def sheet(paint: str, rib_m: float = 0.6) -> Surface:
    """Corrugated cladding."""
    rgb = PAINTS[paint].rgb
    return Surface(
        Material.METAL_SHEET, rgb, accent=(rgb[0] * 0.7, rgb[1] * 0.7, rgb[2] * 0.7), scale=(rib_m, 6.0)
    )


def facade(paint: str, bay_m: float = 3.0, storey_m: float = 3.2) -> Surface:
    """A rendered wall with punched windows."""
    return Surface(Material.FACADE, PAINTS[paint].rgb, accent=(0.22, 0.28, 0.34), scale=(bay_m, storey_m))


def bricks(paint: str, bay_m: float = 3.0, storey_m: float = 3.5) -> Surface:
    """A brick wall with punched windows."""
    return Surface(Material.BRICK, PAINTS[paint].rgb, accent=(0.88, 0.87, 0.83), scale=(bay_m, storey_m))


GLASS = Surface(Material.GLASS, (0.13, 0.19, 0.25))
PANE = Surface(Material.GLASS, (0.42, 0.58, 0.66))
ASPHALT = Surface(Material.ASPHALT, (0.27, 0.27, 0.28))
GRAVEL = Surface(Material.ROOF_FLAT, (0.55, 0.54, 0.52))
PAVING = Surface(Material.PAVING, (0.70, 0.68, 0.64), accent=(0.52, 0.51, 0.49), scale=(1.0, 1.0))
LAWN = Surface(Material.GRASS, (0.30, 0.48, 0.18))
SAND = Surface(Material.SAND, (0.83, 0.74, 0.54))
WATER = Surface(Material.WATER, (0.20, 0.56, 0.72))
BARK = Surface(Material.BARK, (0.33, 0.24, 0.16))
TIMBER = Surface(Material.WOOD, (0.55, 0.38, 0.22), accent=(0.36, 0.24, 0.14), scale=(2.4, 0.2))
TYRE = Surface(Material.PLAIN, (0.06, 0.06, 0.07))


@dataclass(slots=True)
class Sculpture:
    """Collects painted shapes; `model` closes the work."""

    book: TextureBook
    builder: MeshBuilder = field(default_factory=MeshBuilder)

    def add(self, surface: Surface, *shapes: Shape) -> None:
        """Paint shapes with one surface; what would reach below the ground, as a slanted foot, is cut off."""
        for shape in shapes:
            grounded = shape.vertices.copy()
            grounded[..., 2] = np.maximum(grounded[..., 2], 0.0)
            self.builder.triangles(grounded, surface, 1, uv=shape.uv, normals=shape.normals)

    def page(self, picture: NDArray[np.uint8]) -> Surface:
        """The surface that shows a picture on faces prepared with `pictured`."""
        return Surface(Material.TEXTURE, (1.0, 1.0, 1.0), texture=self.book.add(picture))

    def board(
        self,
        shape: Shape,
        picture: NDArray[np.uint8],
        rest: Surface,
        *,
        faces: Iterable[ArrayLike] = (FRONT,),
    ) -> None:
        """Paint a solid with `rest` and a picture on each face that looks towards one of `faces`."""
        page = self.page(picture)
        for direction in faces:
            face, shape = shape.split(direction)
            self.add(page, face.pictured())
        self.add(rest, shape)

    def model(self, category: str, *attributes: str, name: str | None = None, centred: bool = True) -> Model:
        """The finished thing; its footprint is the hull of all that was added.

        Its bounding box is centred over the origin, unless the origin is to stay at a post or trunk.
        """
        mesh = self.builder.build()
        if centred:
            plan = mesh.vertices[..., :2].reshape(-1, 2)
            mesh.vertices[..., :2] -= (plan.min(axis=0) + plan.max(axis=0)) / 2
        hull = MultiPoint(mesh.vertices[..., :2].reshape(-1, 2)).convex_hull
        assert isinstance(hull, Polygon), f"{category} has no area"
        footprint = hull.simplify(0.05)
        return Model(category, tuple(dict.fromkeys(attributes)), mesh, footprint, name)
