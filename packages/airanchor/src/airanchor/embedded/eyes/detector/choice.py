"""Choice: of the answers to a phrase, the one that lies where the phrase says, or that it counts."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from airanchor.perception.whereabouts import Whereabouts
from aircity.world import Observation

RIVAL_SHARE = 0.7
"""An answer worth this share of the best one may be meant as well where they are counted."""
SIDE_DEG, SPREAD_DEG = 10.0, 24.0
"""How far to its side something ahead lies, and how far from there it may: exp(-(off / spread)^2 / 2)."""

Floats = NDArray[np.float64]


def places_of(masks: Sequence[NDArray[np.bool_]], view: Observation) -> tuple[Floats, Floats]:
    """Median distance along the ground and bearing in degrees of what each mask holds, (n,) each."""
    distances_m, bearings_deg = [], []
    for mask in masks:
        rows, columns = np.nonzero(mask)
        depths_m = view.depth_m[rows, columns]
        bearing_rad = float(np.arctan((columns.mean() - view.camera.cx_px) / view.camera.fx_px))
        known_m = depths_m[depths_m > 0]
        depth_m = float(np.median(known_m)) if len(known_m) else np.inf
        distances_m.append(depth_m / np.cos(bearing_rad))
        bearings_deg.append(np.degrees(bearing_rad))
    return np.asarray(distances_m), np.asarray(bearings_deg)


def chosen_first(told: Whereabouts, scores: Floats, distances_m: Floats, bearings_deg: Floats) -> list[int]:
    """The answers, best first as they come, with the one that is meant moved to the front.

    The nearest is counted from; where there are fewer than the phrase counts, the best stays.
    """
    worth, side = scores, {"left": -1.0, "right": 1.0}.get(told.side or "", 0.0)
    if told.is_ahead:
        worth = scores * np.exp(-0.5 * ((bearings_deg - side * SIDE_DEG) / SPREAD_DEG) ** 2)
    elif side:
        worth = scores * (side * bearings_deg > 0)
    rivals = np.flatnonzero((worth >= RIVAL_SHARE * worth.max(initial=0.0)) & (worth > 0))
    meant = int(np.argmax(worth))
    if 1 <= told.rank <= len(rivals):
        meant = int(rivals[np.argsort(distances_m[rivals], kind="stable")[told.rank - 1]])
    return [meant, *(place for place in range(len(scores)) if place != meant)]
