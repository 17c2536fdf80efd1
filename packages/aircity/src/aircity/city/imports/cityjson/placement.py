"""From CityJSON parts in a national grid to groups in the house frame, outliers and duplicates left out.

Coordinates are recentred in float64 around the city's median before anything becomes float32; east and
north swap places (the house frame is x north, y east), so rings are reversed to keep facing outward.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aircity.city.imports.cityjson.document import CityPart
from aircity.city.imports.facets import Ints
from aircity.city.imports.relief import HORIZON_M
from aircity.city.imports.report import Tally
from aircity.city.limits import FARTHEST_M
from aircity.errors import InputError

Floats = NDArray[np.float64]
MIN_REACH_M = 2000.0
MAX_REACH_M = FARTHEST_M / 2 - HORIZON_M
_MAX_RISE_M = 10_000.0
"""No city reaches farther above its lowest ground, and none deeper below."""


@dataclass(frozen=True, slots=True, eq=False)
class LocalPart:
    """One part's surfaces in the house frame."""

    points: Floats  # (n, 3)
    faces: list[list[Ints]]
    semantics: list[str]
    lod: float


@dataclass(slots=True, eq=False)
class CityGroup:
    """Everything that makes up one thing: a building with its parts, a road, a lake."""

    id: str
    type: str
    attributes: Mapping[str, Any]
    parts: list[LocalPart] = field(default_factory=list)

    @property
    def points(self) -> Floats:
        """All corners, (n, 3)."""
        return np.concatenate([part.points for part in self.parts])


def place_parts(parts: Sequence[CityPart], tally: Tally) -> list[CityGroup]:
    """Groups by root object, around the city's centre; z is still the file's."""
    if not parts:
        raise InputError("the file has no city object with a usable surface; nothing can be drawn")
    corners = [part.vertices[_used(part)] for part in parts]
    limits = _limits(np.concatenate(corners))
    groups: dict[str, CityGroup] = {}
    seen: set[bytes] = set()
    for part in parts:
        local = _local(part, limits, tally)
        if local is None:
            continue
        mark = np.round(local.points, 2).tobytes()
        if mark in seen:
            tally.add("duplicate object", part.id, kind=part.root_type)
            continue
        seen.add(mark)
        group = groups.setdefault(part.root_id, CityGroup(part.root_id, part.root_type, part.attributes))
        group.parts.append(local)
    for group in groups.values():
        _keep_solid_parts(group, tally)
    if not groups:
        raise InputError("every surface of the file is broken or far from all others; nothing can be drawn")
    return list(groups.values())


@dataclass(frozen=True, slots=True, eq=False)
class _Limits:
    centre: Floats  # (2,) east, north
    reach_m: float
    low_m: float
    high_m: float
    floor_m: float


def _limits(corners: Floats) -> _Limits:
    """Where the city is: beyond the reach, or above and below the limits, a corner is an error."""
    centre = np.median(corners[:, :2], axis=0)
    distance = np.abs(corners[:, :2] - centre).max(axis=1)
    reach = min(max(MIN_REACH_M, 4 * float(np.quantile(distance, 0.9))), MAX_REACH_M)
    near = corners[distance <= reach]
    if not len(near):
        raise InputError(f"the file's surfaces lie more than {reach:.0f} m apart; nothing can be drawn")
    low, middle, high = np.quantile(near[:, 2], [0.05, 0.5, 0.95])
    return _Limits(
        centre=centre,
        reach_m=reach,
        low_m=float(low - min(max(10.0, 3 * (middle - low)), _MAX_RISE_M)),
        high_m=float(min(high + max(500.0, 3 * (high - middle)), low + _MAX_RISE_M)),
        floor_m=float(low),
    )


def _used(part: CityPart) -> list[int]:
    return [index for face in part.faces for ring in face for index in ring]


def _local(part: CityPart, limits: _Limits, tally: Tally) -> LocalPart | None:
    used, inverse = np.unique(np.array(_used(part), dtype=np.int64), return_inverse=True)
    corners = part.vertices[used]
    far = (np.abs(corners[:, :2] - limits.centre) > limits.reach_m).any(axis=1) | (
        corners[:, 2] > limits.high_m
    )
    deep = corners[:, 2] < limits.low_m
    if deep.any():
        tally.repair("corner far below the city, raised", part.id, int(deep.sum()))
    height = np.where(deep, limits.floor_m, corners[:, 2])
    points = np.column_stack([corners[:, 1] - limits.centre[1], corners[:, 0] - limits.centre[0], height])
    faces: list[list[Ints]] = []
    semantics: list[str] = []
    position = 0
    flat = inverse.reshape(-1)
    for face, kind in zip(part.faces, part.semantics, strict=True):
        rings = []
        for ring in face:
            rings.append(flat[position : position + len(ring)][::-1])
            position += len(ring)
        if any(far[ring].any() for ring in rings):
            tally.add("surface far from the city", part.id)
            continue
        faces.append(rings)
        semantics.append(kind)
    if not faces:
        return None
    return LocalPart(_without_unused(points, faces), faces, semantics, part.lod)


def _without_unused(points: Floats, faces: list[list[Ints]]) -> Floats:
    """The points, those of skipped faces moved onto a used one so that they widen nothing."""
    used = np.unique(np.concatenate([ring for rings in faces for ring in rings]))
    kept = np.full_like(points, points[used[0]])
    kept[used] = points[used]
    return kept


def _keep_solid_parts(group: CityGroup, tally: Tally) -> None:
    """Where a building has solids, its flat outline (level of detail 0) is not drawn as well."""
    solid = [part for part in group.parts if part.lod >= 1.0]
    if solid and len(solid) < len(group.parts):
        tally.add("lower level of detail", group.id, len(group.parts) - len(solid))
        group.parts[:] = solid
