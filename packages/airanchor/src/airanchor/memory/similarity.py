"""The equations of association and retrieval (paper, appendix on the SOKB), one pure function each.

Every function works on single numbers and on arrays of them alike. Cosines are never clipped.
"""

from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
Number = TypeVar("Number", float, Floats)

TOLERANCE = 1e-9
"""Thresholds are inclusive; a score that equals one but for rounding reaches it."""


def unit(vectors: ArrayLike) -> Floats:
    """Vectors (..., d) scaled to length one."""
    array = np.asarray(vectors, dtype=np.float64)
    scaled: Floats = array / np.sqrt(np.einsum("...d,...d->...", array, array))[..., None]
    return scaled


def cosines(vector: ArrayLike, bank: ArrayLike) -> Floats:
    """sim(a, b) = a·b / (‖a‖ ‖b‖) of one vector (d,) with each of a bank (n, d)."""
    one, many = np.asarray(vector, dtype=np.float64), np.asarray(bank, dtype=np.float64)
    similarities: Floats = (many @ one) / np.sqrt(np.einsum("nd,nd->n", many, many) * (one @ one))
    return similarities


def best_in_bank(vector: ArrayLike, bank: NDArray[np.floating]) -> float | None:
    """max over b in B of sim(vector, b): S_T with B^T, S_A with B^A, S_V with B^V; None for an empty bank."""
    return float(cosines(vector, bank).max()) if len(bank) else None


def coverage(overlap_m2: Number, observed_area_m2: float, epsilon_m2: float = 1e-6) -> Number:
    """S_cov = Area(R_i ∩ R_j) / (Area(R_i) + ε): how much of the new footprint the stored one explains."""
    return overlap_m2 / (observed_area_m2 + epsilon_m2)


def closeness(bev_distance_m: Number, scale_m: float = 10.0) -> Number:
    """S_dist = exp(-d_BEV / σ_G)."""
    near: Number = np.exp(-bev_distance_m / scale_m)
    return near


def geometry_score(s_cov: Number, s_dist: Number, balance: float = 0.5) -> Number:
    """S_G = λ_G S_cov + (1 - λ_G) S_dist."""
    return balance * s_cov + (1 - balance) * s_dist


def semantic_score(s_category: float, s_appearance: float | None, balance: float = 0.5) -> float:
    """S_S = λ S_T + (1 - λ) S_A; S_T alone where either side has no appearance.

    Retrieval's S_R has the same form with λ_R, S_R^T and S_R^A.
    """
    if s_appearance is None:
        return s_category
    return balance * s_category + (1 - balance) * s_appearance


def match_score(
    s_g: float, s_s: float, s_v: float, weights: tuple[float, float, float] = (0.40, 0.35, 0.25)
) -> float:
    """S_M = w_G S_G + w_S S_S + w_V S_V, with w_G + w_S + w_V = 1."""
    return weights[0] * s_g + weights[1] * s_s + weights[2] * s_v


def updated_confidence(stored: float, observed: float, s_m: float, rate: float = 0.20) -> float:
    """q_j ← (1 - α_q) q_j + α_q (q_i S_M), S_M being the score before the merge; kept in [0, 1].

    S_M may be negative only where the match threshold is, and then q_j would leave its range.
    """
    return min(1.0, max(0.0, (1 - rate) * stored + rate * observed * s_m))


def calibrated_rank(s_r: float, confidence: float, floor: float = 0.80) -> float:
    """S̃_R = S_R (β_q + (1 - β_q) q_j): for ranking only, thresholds look at S_R."""
    return s_r * (floor + (1 - floor) * confidence)


def calibrated(cosine: Number, floor: float | None) -> Number:
    """The cosine itself, or clip((s - s0) / (1 - s0), 0, 1) where the encoder's floor s0 is known."""
    if floor is None:
        return cosine
    stretched: Number = np.clip((cosine - floor) / (1 - floor), 0.0, 1.0)
    return stretched


def reaches(score: float, threshold: float) -> bool:
    """score ≥ threshold."""
    return bool(score >= threshold - TOLERANCE)


def within(distance_m: float, limit_m: float) -> bool:
    """distance ≤ limit."""
    return bool(distance_m <= limit_m + TOLERANCE)
