"""A small city with what the conformance kit wants to see: a tall wall, clutter below, open sky."""

from shapely.geometry import box

from aircity.city.scene import Bounds, CityScene
from aircity.city.solids.materials import Material
from aircity.city.solids.mesh import MeshBuilder, Surface
from aircity.geometry import Pose
from tests.contract.box_world import BOXES

START = Pose.at(0, 0, 12, 20)
GROUND = 1

_GRASS = Surface(Material.GRASS, (0.35, 0.5, 0.25))
_PAVING = Surface(Material.PAVING, (0.7, 0.68, 0.65), (0.4, 0.4, 0.4), (1.5, 1.5))
_WALLS = (
    Surface(Material.FACADE, (0.75, 0.35, 0.25), (0.15, 0.2, 0.3), (3.0, 3.2)),
    Surface(Material.CURTAIN, (0.3, 0.4, 0.6), (0.8, 0.8, 0.8), (1.5, 3.5)),
    Surface(Material.BRICK, (0.6, 0.3, 0.2), (0.9, 0.9, 0.85), (3.0, 3.0)),
)


def small_city() -> CityScene:
    """The boxes of the box world with facades, on grass and paving."""
    builder = MeshBuilder()
    builder.flat(box(-300, -300, 300, 300), 0.0, _GRASS, GROUND)
    builder.flat(box(-8, -14, 6, 2), 0.02, _PAVING, GROUND)
    for index, (x0, y0, z0, x1, y1, z1) in enumerate(BOXES):
        wall = _WALLS[index % len(_WALLS)]
        builder.prism(box(x0, y0, x1, y1), z0, z1, wall, index + 2, top=_PAVING)
    return CityScene("small-city", "test", builder.build(), (), Bounds(-200, -200, 200, 200, 0, 120))
