"""The ground: land cut exactly around streets and water, pavements along the streets, blocks between."""

from dataclasses import dataclass, field

from shapely.geometry import Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from aircity.city.procedural.draft import Draft
from aircity.city.procedural.shapes2d import polygons
from aircity.city.procedural.streets.roads import KERB_M, ROAD_Z_M, Roads
from aircity.city.solids.materials import Material
from aircity.city.solids.mesh import Surface
from aircity.city.solids.palette import PAVING

FAR_M = 2600.0
UNDERLAY_Z_M = -0.3
"""Earth below everything, so that no hairline between two surfaces shows the sky."""
_SAFE_QUAY_M = 3.0


@dataclass(slots=True)
class Block:
    """Land between streets. `free` shrinks as things are put on it."""

    number: int
    outline: Polygon
    free: BaseGeometry
    use: str = "built"
    is_waterside: bool = False
    object_id: int = 0
    taken: list[Polygon] = field(default_factory=list)

    def take(self, area: Polygon, margin_m: float = 1.0) -> None:
        """Nothing else may be put here."""
        self.free = self.free.difference(area.buffer(margin_m, join_style="mitre"))
        self.taken.append(area)


def cut_blocks(
    draft: Draft, city: Polygon, roads: Roads, water: BaseGeometry, bridges: BaseGeometry, pavement_m: float
) -> list[Block]:
    """Pavements are drawn here; the blocks between them are drawn once their use is known."""
    wide = roads.carriageway.buffer(pavement_m, quad_segs=3)
    paving = Surface(Material.PAVING, PAVING, (0.52, 0.50, 0.47), (1.2, 0.8))
    quay = water.buffer(_SAFE_QUAY_M)
    blocks: list[Block] = []
    land = city.difference(unary_union([roads.carriageway, water, bridges]))
    for face in polygons(land, 4.0):
        inner = face.difference(wide)
        edge = face.intersection(wide)
        for part in polygons(edge, 0.05):
            object_id = draft.new_id()
            draft.builder.prism(part, ROAD_Z_M - 0.1, KERB_M, paving, object_id)
            draft.record(object_id, "pavement", ("gray", "paved"), part, z_m=(0.0, KERB_M))
        for part in polygons(inner, 6.0):
            is_waterside = not water.is_empty and part.distance(water) < 1.0
            free = part.difference(quay).buffer(-0.5)
            blocks.append(Block(len(blocks), part, free, is_waterside=is_waterside))
    return blocks


def draw_block(
    draft: Draft, block: Block, surface: Surface, category: str, attributes: tuple[str, ...]
) -> None:
    """The floor of a block, level with the pavement."""
    block.object_id = draft.new_id()
    draft.builder.prism(block.outline, ROAD_Z_M - 0.1, KERB_M, surface, block.object_id)
    draft.record(block.object_id, category, attributes, block.outline, z_m=(0.0, KERB_M))


def draw_country(
    draft: Draft,
    city: Polygon,
    roads: Roads,
    water: BaseGeometry,
    bridges: BaseGeometry,
    colour: tuple[float, float, float],
) -> None:
    """Fields from the city's edge to the horizon."""
    object_id = draft.new_id()
    surface = Surface(Material.MEADOW, colour)
    everything = box(-FAR_M, -FAR_M, FAR_M, FAR_M)
    outside = everything.difference(unary_union([city, roads.carriageway, water, bridges]))
    for part in polygons(outside):
        draft.builder.flat(part, ROAD_Z_M, surface, object_id)
    for part in polygons(everything.difference(water)):
        draft.builder.flat(part, UNDERLAY_Z_M, surface, object_id)
    draft.record(object_id, "field", ("green",), box(-FAR_M, -FAR_M, FAR_M, FAR_M), z_m=(0.0, 0.0))
