"""Landmark retrieval: which instances near the drone may be the thing an instruction names."""

from collections.abc import Sequence

from airanchor.memory.apart import labels_of, log_odds, name_score, retrieval_evidence
from airanchor.memory.bank import best_in_banks
from airanchor.memory.config import MemoryConfig
from airanchor.memory.contract import Candidate, CandidateSet
from airanchor.memory.lookup.register import Register
from airanchor.memory.observed import Reader, Wording
from airanchor.memory.odds import RetrievalOdds, chance_of
from airanchor.memory.records import Instance
from airanchor.memory.similarity import (
    calibrated,
    calibrated_rank,
    reaches,
    semantic_score,
    within,
)
from aircity.geometry import Cue, Pose, relate_all


def retrieve(
    wording: Wording, pose: Pose, register: Register, config: MemoryConfig, reader: Reader | None = None
) -> CandidateSet:
    """Filter by S_R ≥ τ_R and d_xy ≤ D_R, rank by S̃_R, keep the best K_R.

    All types take part, whatever their S_T. Distance is horizontal, to the centre. Ties go to the nearer,
    then to the older. With odds, S_R is the fitted chance, and what lies far below the best is no candidate.
    """
    here = (pose.x_m, pose.y_m, pose.x_m, pose.y_m)
    near = register.near(here, config.retrieval_radius_m + 1e-6)
    if config.odds is not None and reader is not None:
        scored = weigh_instances(near, wording, pose, register, config, reader, config.odds.retrieval)
    else:
        scored = score_instances(near, wording, pose, register, config)
    passed = [candidate for candidate in scored if passes(candidate.s_r, candidate.cue.d_xy_m, config)]
    passed.sort(key=lambda found: (-found.rank_score, found.cue.d_xy_m, found.instance.number))
    return CandidateSet(tuple(passed[: config.retrieval_count]), len(passed))


def weigh_instances(
    instances: Sequence[Instance],
    wording: Wording,
    pose: Pose,
    register: Register,
    config: MemoryConfig,
    reader: Reader,
    odds: RetrievalOdds,
) -> list[Candidate]:
    """The contenders among the instances within reach, each with its chance and its cue."""
    cues = (
        [Cue(*cue) for cue in relate_all(pose, [item.center for item in instances]).tolist()]
        if instances
        else []
    )
    reached = [
        pair
        for pair in zip(instances, cues, strict=True)
        if within(pair[1].d_xy_m, config.retrieval_radius_m)
    ]
    weighed = [
        (item, cue, evidence, log_odds(evidence, odds))
        for item, cue in reached
        if name_score(evidence := retrieval_evidence(item, wording, cue.d_xy_m, reader, config), odds)
        >= odds.least_name
    ]
    best = max((total for *_, total in weighed), default=0.0)
    return [
        Candidate(
            item,
            cue,
            item.confidence,
            evidence["name"],
            evidence["agree"] - evidence["conflict"] if wording.appearance is not None else None,
            chance_of(total),
            chance_of(total),
            labels_of(item, register),
            tuple(dict.fromkeys(item.appearances.texts)),
        )
        for item, cue, evidence, total in weighed
        if total >= best - odds.margin
    ]


def passes(s_r: float, d_xy_m: float, config: MemoryConfig) -> bool:
    """S_R ≥ τ_R and d_xy ≤ D_R."""
    return reaches(s_r, config.retrieval_threshold) and within(d_xy_m, config.retrieval_radius_m)


def score_instances(
    instances: Sequence[Instance], wording: Wording, pose: Pose, register: Register, config: MemoryConfig
) -> list[Candidate]:
    """S_R^T, S_R^A, S_R, S̃_R and the cue of each instance."""
    if not instances:
        return []
    cosines = register.type_cosines(wording.category_vector)
    cues = relate_all(pose, [item.center for item in instances]).tolist()
    banks = [item.appearances for item in instances]
    s_appearances = best_in_banks(wording.appearance_vector, banks, config.appearance_floor)
    candidates = []
    for item, cue, s_appearance in zip(instances, cues, s_appearances, strict=True):
        s_category = float(calibrated(cosines[item.type_id], config.category_floor))
        s_r = semantic_score(s_category, s_appearance, config.retrieval_balance)
        rank_score = calibrated_rank(s_r, item.confidence, config.reliability_floor)
        labels = register.types[item.type_id].labels
        candidates.append(
            Candidate(
                item,
                Cue(*cue),
                item.confidence,
                s_category,
                s_appearance,
                s_r,
                rank_score,
                tuple(dict.fromkeys(labels.texts)),
                tuple(dict.fromkeys(item.appearances.texts)),
            )
        )
    return candidates
