"""Association as the paper's pseudo-code says it: a loop over every instance, for tests and timing."""

from airanchor.memory.config import MemoryConfig
from airanchor.memory.contract import AssociationDecision
from airanchor.memory.lookup.register import Register
from airanchor.memory.observed import EncodedObservation
from airanchor.memory.records import AssociationScore, Instance, number_of
from airanchor.memory.similarity import (
    best_in_bank,
    calibrated,
    closeness,
    coverage,
    geometry_score,
    match_score,
    reaches,
    semantic_score,
    within,
)


def decide_plainly(
    observed: EncodedObservation, register: Register, config: MemoryConfig
) -> AssociationDecision:
    """What `associator.decide` answers, without any index; the options beyond the paper are left out."""
    type_scores = {}
    for record in register.types.values():
        s_t = best_in_bank(observed.wording.category_vector, record.labels.vectors)
        assert s_t is not None
        s_t = float(calibrated(s_t, config.category_floor))
        if reaches(s_t, config.type_threshold):
            type_scores[record.id] = s_t
    if not type_scores:
        return AssociationDecision("new_type", (), None, (), None)
    best_type = min(type_scores, key=lambda type_id: (-type_scores[type_id], number_of(type_id)))
    scores = []
    for item in register.instances.values():
        if item.type_id in type_scores:
            distance_m = observed.extent.bev_distance_m(item.extent)
            if within(distance_m, config.gate_m):
                scores.append(_score(observed, item, distance_m, type_scores[item.type_id], config))
    best = max(scores, key=lambda score: score.s_m, default=None)
    if best is not None and reaches(best.s_m, config.match_threshold):
        return AssociationDecision("merged", tuple(type_scores.items()), best_type, tuple(scores), best)
    return AssociationDecision("new_instance", tuple(type_scores.items()), best_type, tuple(scores), best)


def _score(
    observed: EncodedObservation, item: Instance, distance_m: float, s_t: float, config: MemoryConfig
) -> AssociationScore:
    overlap_m2 = observed.extent.bev_overlap_m2(item.extent)
    s_cov = coverage(overlap_m2, observed.extent.footprint.area_m2, config.coverage_epsilon_m2)
    s_dist = float(closeness(distance_m, config.distance_scale_m))
    s_g = geometry_score(s_cov, s_dist, config.geometry_balance)
    s_a = None
    if observed.wording.appearance_vector is not None:
        cosine = best_in_bank(observed.wording.appearance_vector, item.appearances.vectors)
        s_a = None if cosine is None else float(calibrated(cosine, config.appearance_floor))
    s_s = semantic_score(s_t, s_a, config.semantic_balance)
    seen = best_in_bank(observed.visual, item.visuals.vectors)
    s_v = 0.0 if seen is None else float(calibrated(seen, config.visual_floor))
    weights = (config.geometry_weight, config.semantic_weight, config.visual_weight)
    s_m = match_score(s_g, s_s, s_v, weights)
    return AssociationScore(item.id, item.type_id, distance_m, s_cov, s_dist, s_g, s_t, s_a, s_s, s_v, s_m)
