"""Water that a file names at a point but draws nowhere: its outline guessed from the open space around it."""

from collections.abc import Sequence

import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from aircity.city.imports.geojson.covers import Cover, Patch
from aircity.city.imports.geojson.document import Feature
from aircity.city.imports.report import Tally
from aircity.city.imports.things import WATER
from aircity.city.imports.words import clean_text

_NARROW_M = 9.0
"""Gaps narrower than twice this are streets, not straits."""
_BORDER_M = 24.0
"""Along the town's border little is mapped: open space there proves nothing."""
_MIN_AREA_M2 = 2500.0
_KINDS = ("water", "bay", "strait")


def is_water_point(feature: Feature) -> bool:
    """Whether a feature names water at a point."""
    return feature.shape.geom_type == "Point" and feature.tags.get("natural") in _KINDS


def guess_waters(
    features: Sequence[Feature],
    patches: Sequence[Patch],
    taken: list[BaseGeometry],
    town: Polygon,
    tally: Tally,
) -> list[Patch]:
    """One patch per stretch of open space that holds a named water point and no drawn water."""
    points = [feature for feature in features if is_water_point(feature)]
    wet = [patch.shape for patch in patches if patch.cover.is_water]
    tree = shapely.STRtree(wet)
    points = [point for point in points if not len(tree.query(point.shape, "dwithin", distance=1.0))]
    if not points:
        return []
    solid = shapely.union_all([*taken, *(patch.shape for patch in patches if patch.cover.raised_m == 0.0)])
    core = town.buffer(-_BORDER_M, join_style="mitre")
    stretches = shapely.get_parts(core.difference(solid.buffer(_NARROW_M, quad_segs=2)))
    found: dict[int, Patch] = {}
    for point in points:
        near = [
            index
            for index, piece in enumerate(stretches)
            if piece.area > _MIN_AREA_M2 and piece.distance(point.shape) < _BORDER_M + _NARROW_M
        ]
        if not near:
            continue
        chosen = max(near, key=lambda index: stretches[index].area)
        name = clean_text(point.tags.get("name"))
        if chosen not in found:
            tally.guess("water known by a point only, outline guessed", name or point.id)
            shape = _fill(stretches[chosen], core, town).difference(solid.buffer(1.0, quad_segs=2))
            found[chosen] = Patch(Cover("water", WATER, is_water=True), shape.simplify(0.5), name)
    return list(found.values())


def _fill(stretch: BaseGeometry, core: BaseGeometry, town: Polygon) -> BaseGeometry:
    """Open space grown back to its shores, and out to the border of the town."""
    grown = stretch.buffer(_NARROW_M - 2.0, quad_segs=2).intersection(town)
    beyond = stretch.buffer(1.5 * _BORDER_M, quad_segs=2).intersection(town.difference(core))
    return shapely.union_all([grown, beyond])
