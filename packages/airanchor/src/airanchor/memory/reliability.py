"""How likely an instance is what its label says, from all that was seen of it; the paper's q without odds."""

import math
from collections.abc import Iterable

import numpy as np

from airanchor.memory.associator import span_m, vertical_overlap
from airanchor.memory.evidence import names_of
from airanchor.memory.lookup.register import Register
from airanchor.memory.observed import Reader
from airanchor.memory.odds import ReliabilityOdds, chance_of, log_odds_of, weighed
from airanchor.memory.records import Instance
from airanchor.memory.similarity import cosines

SAME_PLACE = 0.5
"""Two things that share this much of both footprints and heights stand in one place."""
OTHER_KIND = 0.35
"""Names with a cosine below this are of different things; "house" and "building" are not."""


def reliability_evidence(item: Instance) -> dict[str, float]:
    """What speaks for and against an instance, by the names of `ReliabilityOdds`."""
    names = names_of(item)
    chances = [sighting.confidence for sighting in item.sightings]
    return {
        "chance": log_odds_of(sum(chances) / len(chances)),
        "again": math.log(item.observations),
        "wide": math.log1p(span_m(item.extent)),
        "tall": math.log1p(item.extent.z_max_m - item.extent.z_min_m),
        "steady": max(names.values()) / names.total(),
        "contradicted": math.log1p(item.contradictions),
        "absent": math.log1p(item.absences),
    }


def reliability_of(item: Instance, odds: ReliabilityOdds) -> float:
    """P(the instance is what its label says)."""
    return chance_of(weighed(odds, reliability_evidence(item)))


def contradicted_by(item: Instance, register: Register, reader: Reader) -> list[Instance]:
    """The instances of other kinds that stand in the very place of one."""
    near = register.near(item.extent.footprint.shape.bounds, 0.0)
    rivals = [other for other in near if other.id != item.id and is_in_one_place(item, other)]
    return [other for other in rivals if _is_other_kind(names_of(item), names_of(other), reader)]


def is_in_one_place(one: Instance, other: Instance) -> bool:
    """Whether two instances stand in the very same place, at the same heights."""
    areas_m2 = one.extent.footprint.area_m2, other.extent.footprint.area_m2
    if min(areas_m2) <= 0 or vertical_overlap(one.extent, other.extent) < SAME_PLACE:
        return False
    shared_m2 = one.extent.footprint.shape.intersection(other.extent.footprint.shape).area
    return bool(shared_m2 >= SAME_PLACE * max(areas_m2))


def _is_other_kind(names: Iterable[str], others: Iterable[str], reader: Reader) -> bool:
    theirs = np.stack(reader.vectors(list(others)))
    return all(float(cosines(vector, theirs).max()) < OTHER_KIND for vector in reader.vectors(list(names)))
