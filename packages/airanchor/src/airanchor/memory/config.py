"""Every number that governs the memory, with the paper's values as defaults and a range for each."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from typing import Any

from airanchor.errors import InputError
from airanchor.memory.odds import MemoryOdds

PRECISIONS = ("float16", "float64")


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryConfig:
    """Settings of the SOKB. The first block is the paper's; the rest are options that default to it."""

    profile: str = "paper"
    """The name of this set of values; results and memory files carry it."""

    type_bank_size: int = 3
    """Category expressions kept per type."""
    appearance_bank_size: int = 3
    """Appearance descriptions kept per instance."""
    visual_bank_size: int = 3
    """Visual features kept per instance."""
    type_threshold: float = 0.55
    """τ_T: the least S_T of a compatible type."""
    gate_m: float = 20.0
    """D_G: instances farther apart than this, seen from above, are never the same."""
    geometry_balance: float = 0.5
    """λ_G: share of coverage in S_G; the rest is distance."""
    distance_scale_m: float = 10.0
    """σ_G: the distance at which S_dist falls to 1/e."""
    semantic_balance: float = 0.5
    """λ_S: share of the category in S_S; the rest is appearance."""
    geometry_weight: float = 0.40
    """w_G in S_M."""
    semantic_weight: float = 0.35
    """w_S in S_M."""
    visual_weight: float = 0.25
    """w_V in S_M; the three weights sum to 1."""
    match_threshold: float = 0.65
    """τ_M: the least S_M that merges."""
    confidence_rate: float = 0.20
    """α_q: how much one observation moves an instance's confidence."""
    bank_balance: float = 0.50
    """λ_B: share of confidence in an entry's utility; the rest is diversity."""
    retrieval_balance: float = 0.50
    """λ_R: share of the category in S_R; the rest is appearance."""
    reliability_floor: float = 0.80
    """β_q: what is left of S_R in the ranking when confidence is zero."""
    retrieval_threshold: float = 0.50
    """τ_R: the least S_R of a candidate."""
    retrieval_radius_m: float = 80.0
    """D_R: the greatest horizontal distance of a candidate."""
    retrieval_count: int = 3
    """K_R: candidates per landmark."""
    coverage_epsilon_m2: float = 1e-6
    """ε: keeps S_cov defined for footprints without area."""

    flat_radius_m: float = 20.0
    """Flat memory only: same label nearer than this is the same thing."""
    add_label_on_new_instance: bool = False
    """Whether a new instance under an existing type also offers its category to the type's bank."""
    category_floor: float | None = None
    """s0 of categories: the cosine of unrelated ones. Cosines become clip((s - s0) / (1 - s0)); None: raw."""
    appearance_floor: float | None = None
    """s0 of appearances."""
    visual_floor: float | None = None
    """s0 of visual features."""
    split_attributes: bool = False
    """Whether colour, size and material words inside a category count as attributes instead."""
    one_to_one: bool = False
    """Whether two anchors of one frame may never become one instance."""
    max_span_growth: float | None = None
    """A merge may make a footprint at most this many times as long as the longer of the two; None: any."""
    min_vertical_overlap: float = 0.0
    """The least share of the shorter height range that both must have in common; 0 ignores height."""
    odds: MemoryOdds | None = None
    """Fitted odds in place of S_M, S_R and the updates of q; None: the paper's equations."""
    absence_range_m: float = 0.0
    """How far away an instance may be missed: farther ones are too small to tell. 0 notes no absences."""
    sightings_kept: int = 50
    """How many sightings each instance keeps for its story; the count goes on."""
    vector_precision: str = "float16"
    """What bank vectors are rounded to when they enter, in memory and in files alike."""

    def __post_init__(self) -> None:
        for name, (least, most) in _RANGES.items():
            value = getattr(self, name)
            if value is not None and not least <= value <= most:
                raise InputError(f"memory {name} = {value!r} must be between {least} and {most}")
        total = self.geometry_weight + self.semantic_weight + self.visual_weight
        if not math.isclose(total, 1.0, abs_tol=1e-9):
            raise InputError(
                f"memory geometry_weight, semantic_weight and visual_weight sum to {total:g}, must sum to 1"
            )
        if self.vector_precision not in PRECISIONS:
            raise InputError(
                f"memory vector_precision {self.vector_precision!r} is unknown; "
                f"valid are {', '.join(PRECISIONS)}"
            )

    def overlaid(self, values: Mapping[str, Any]) -> "MemoryConfig":
        """The same settings with some replaced; an unknown name fails and names the closest."""
        known = [field.name for field in fields(self)]
        for name in values:
            if name not in known:
                near = get_close_matches(name, known, n=1)
                hint = f"; did you mean {near[0]!r}?" if near else f"; valid are {', '.join(known)}"
                raise InputError(f"memory has no setting {name!r}{hint}")
        given = dict(values)
        if isinstance(given.get("odds"), Mapping):
            given["odds"] = (self.odds or MemoryOdds()).overlaid(given["odds"])
        elif not isinstance(given.get("odds"), MemoryOdds | None):
            raise InputError(f"memory odds = {given['odds']!r} must be a table of weights")
        return replace(self, **given)


_SHARE = (0.0, 1.0)
_COSINE = (-1.0, 1.0)
_LENGTH_M = (1e-6, 1e6)
_RANGES: dict[str, tuple[float, float]] = {
    "type_bank_size": (1, 64),
    "appearance_bank_size": (1, 64),
    "visual_bank_size": (1, 64),
    "type_threshold": _COSINE,
    "gate_m": (0.0, 1e6),
    "geometry_balance": _SHARE,
    "distance_scale_m": _LENGTH_M,
    "semantic_balance": _SHARE,
    "geometry_weight": _SHARE,
    "semantic_weight": _SHARE,
    "visual_weight": _SHARE,
    "match_threshold": _COSINE,
    "confidence_rate": _SHARE,
    "bank_balance": _SHARE,
    "retrieval_balance": _SHARE,
    "reliability_floor": _SHARE,
    "retrieval_threshold": _COSINE,
    "retrieval_radius_m": _LENGTH_M,
    "retrieval_count": (1, 1000),
    "coverage_epsilon_m2": (1e-12, 1.0),
    "flat_radius_m": _LENGTH_M,
    "category_floor": (-0.99, 0.99),
    "appearance_floor": (-0.99, 0.99),
    "visual_floor": (-0.99, 0.99),
    "max_span_growth": (1.0, 1e6),
    "min_vertical_overlap": _SHARE,
    "absence_range_m": (0.0, 1e6),
    "sightings_kept": (1, 10_000),
}
