"""The associator: is this anchor something the memory already holds? It decides and changes nothing."""

from collections.abc import Collection, Sequence
from dataclasses import replace

import numpy as np
import shapely
from numpy.typing import NDArray

from airanchor.memory.bank import best_in_banks
from airanchor.memory.config import MemoryConfig
from airanchor.memory.contract import AssociationDecision
from airanchor.memory.evidence import account_of_text, compared, descriptions_of
from airanchor.memory.lookup.register import Register
from airanchor.memory.observed import EncodedObservation
from airanchor.memory.odds import chance_of, weighed
from airanchor.memory.records import AssociationScore, Instance, number_of
from airanchor.memory.similarity import (
    TOLERANCE,
    calibrated,
    closeness,
    coverage,
    geometry_score,
    match_score,
    reaches,
    semantic_score,
)
from aircity.geometry import Extent

Floats = NDArray[np.float64]

MOST_GROWTH = 10.0
"""Beyond this many times as long makes no difference."""


def decide(
    observed: EncodedObservation, register: Register, config: MemoryConfig, taken: Collection[str] = ()
) -> AssociationDecision:
    """Type match, geometry gate, scores, threshold; `taken` are instances this frame already used."""
    type_scores = compatible_types(observed.wording.category_vector, register, config)
    if not type_scores:
        return AssociationDecision("new_type", (), None, (), None)
    best_type = min(type_scores, key=lambda type_id: (-type_scores[type_id], number_of(type_id)))
    gated, distances_m = gate(observed.extent, register, config, type_scores)
    scores = score_all(observed, gated, distances_m, type_scores, config, taken)
    free = [score for score in scores if not score.blocked]
    best = max(free, key=lambda score: score.s_m, default=None)
    is_match = best is not None and reaches(best.s_m, config.match_threshold)
    kind = "merged" if is_match else "new_instance"
    return AssociationDecision(kind, tuple(type_scores.items()), best_type, tuple(scores), best)  # type: ignore[arg-type]


def compatible_types(
    category_vector: NDArray[np.floating], register: Register, config: MemoryConfig
) -> dict[str, float]:
    """C^T = {m : S_T(i, m) ≥ τ_T}, with the scores."""
    scores = {
        type_id: float(calibrated(cosine, config.category_floor))
        for type_id, cosine in register.type_cosines(category_vector).items()
    }
    return {type_id: score for type_id, score in scores.items() if reaches(score, config.type_threshold)}


def gate(
    extent: Extent, register: Register, config: MemoryConfig, type_ids: Collection[str]
) -> tuple[list[Instance], Floats]:
    """J = {j : m(j) in C^T, d_BEV ≤ D_G}, with the distances: over all compatible types, at any height."""
    shape = extent.footprint.shape
    near = [item for item in register.near(shape.bounds, config.gate_m + 1e-6) if item.type_id in type_ids]
    if not near:
        return [], np.empty(0)
    distances_m = shapely.distance([item.extent.footprint.shape for item in near], shape)
    kept = np.flatnonzero(distances_m <= config.gate_m + TOLERANCE)
    return [near[int(index)] for index in kept], distances_m[kept]


def score_all(
    observed: EncodedObservation,
    gated: Sequence[Instance],
    distances_m: Floats,
    type_scores: dict[str, float],
    config: MemoryConfig,
    taken: Collection[str] = (),
) -> list[AssociationScore]:
    """S_M and its terms for every gated instance."""
    if not gated:
        return []
    footprint = observed.extent.footprint
    overlaps_m2 = np.zeros(len(gated))
    touching = np.flatnonzero(distances_m <= 0)
    if footprint.area_m2 > 0 and len(touching):
        shapes = [gated[int(index)].extent.footprint.shape for index in touching]
        overlaps_m2[touching] = shapely.area(shapely.intersection(shapes, footprint.shape))
    s_cov = coverage(overlaps_m2, footprint.area_m2, config.coverage_epsilon_m2)
    s_dist = closeness(distances_m, config.distance_scale_m)
    s_g = geometry_score(s_cov, s_dist, config.geometry_balance)
    s_a = best_in_banks(
        observed.wording.appearance_vector, [item.appearances for item in gated], config.appearance_floor
    )
    s_v = best_in_banks(observed.visual, [item.visuals for item in gated], config.visual_floor)
    scores = []
    for index, item in enumerate(gated):
        s_t, seen = type_scores[item.type_id], s_v[index]
        s_s = semantic_score(s_t, s_a[index], config.semantic_balance)
        score = AssociationScore(
            item.id,
            item.type_id,
            float(distances_m[index]),
            float(s_cov[index]),
            float(s_dist[index]),
            float(s_g[index]),
            s_t,
            s_a[index],
            s_s,
            seen if seen is not None else 0.0,
            0.0,
        )
        s_m = _match(score, observed, item, float(overlaps_m2[index]), config)
        blocked = _why_blocked(observed, item, config, taken) if reaches(s_m, config.match_threshold) else ""
        scores.append(replace(score, s_m=s_m, blocked=blocked))
    return scores


def _match(
    score: AssociationScore,
    observed: EncodedObservation,
    item: Instance,
    overlap_m2: float,
    config: MemoryConfig,
) -> float:
    """S_M, or the fitted chance that both are one thing."""
    if config.odds is None:
        weights = (config.geometry_weight, config.semantic_weight, config.visual_weight)
        return match_score(score.s_g, score.s_s, score.s_v, weights)
    return chance_of(weighed(config.odds.match, match_evidence(score, observed, item, overlap_m2, config)))


def match_evidence(
    score: AssociationScore,
    observed: EncodedObservation,
    item: Instance,
    overlap_m2: float,
    config: MemoryConfig,
) -> dict[str, float]:
    """What speaks for and against a merge, from both sides, by the names of `MatchOdds`."""
    asked = account_of_text(observed.wording.appearance)
    agree, conflict, _ = compared(asked, descriptions_of(item))
    growth = min(span_growth(observed.extent, item.extent), MOST_GROWTH)
    areas_m2 = observed.extent.footprint.area_m2 + 1.0, item.extent.footprint.area_m2 + 1.0
    return {
        "covered": score.s_cov,
        "covering": overlap_m2 / (item.extent.footprint.area_m2 + config.coverage_epsilon_m2),
        "ratio": abs(float(np.log(areas_m2[0] / areas_m2[1]))),
        "gap": score.bev_distance_m / config.distance_scale_m,
        "growth": float(np.log(growth)),
        "apart": 1.0 - vertical_overlap(observed.extent, item.extent),
        "category": score.s_t,
        "agree": agree,
        "conflict": conflict,
        "picture": score.s_v,
    }


def _why_blocked(
    observed: EncodedObservation, item: Instance, config: MemoryConfig, taken: Collection[str]
) -> str:
    """Which option beyond the paper forbids this merge; empty where none does."""
    if config.one_to_one and item.id in taken:
        return f"{item.id} is already another anchor of this frame"
    if config.min_vertical_overlap > 0:
        share = vertical_overlap(observed.extent, item.extent)
        if share < config.min_vertical_overlap - TOLERANCE:
            return f"heights overlap by {share:.2f}, less than {config.min_vertical_overlap:g}"
    if config.max_span_growth is not None:
        growth = span_growth(observed.extent, item.extent)
        if growth > config.max_span_growth + TOLERANCE:
            return (
                f"the footprint would grow {growth:.2f} times as long, more than {config.max_span_growth:g}"
            )
    return ""


def vertical_overlap(one: Extent, other: Extent) -> float:
    """The share of the shorter height range that both have in common; 1 where a flat one lies inside."""
    common_m = min(one.z_max_m, other.z_max_m) - max(one.z_min_m, other.z_min_m)
    shorter_m = min(one.z_max_m - one.z_min_m, other.z_max_m - other.z_min_m)
    if shorter_m < TOLERANCE:
        return 1.0 if common_m >= -TOLERANCE else 0.0
    return max(0.0, common_m / shorter_m)


def span_growth(one: Extent, other: Extent) -> float:
    """How many times longer the merged footprint is than the longer of the two."""
    longest_m = max(span_m(one), span_m(other))
    merged_m = span_m(one.merged(other))
    return merged_m / longest_m if longest_m > TOLERANCE else (1.0 if merged_m <= TOLERANCE else np.inf)


def span_m(extent: Extent) -> float:
    """The greatest distance of two corners of the footprint."""
    corners = extent.footprint.vertices
    return float(np.linalg.norm(corners[:, None] - corners[None], axis=-1).max())
