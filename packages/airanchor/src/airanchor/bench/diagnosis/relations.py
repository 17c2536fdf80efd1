"""When a leg has been flown: near its end, or with its relation to the landmark fulfilled."""

import numpy as np
import shapely
from numpy.typing import NDArray

from airanchor.bench.diagnosis.causes import THRESHOLDS
from airanchor.bench.diagnosis.truth import TrueLeg

_MOVED_M = 1.0
_PASSING = ("pass", "over", "between")
Track = NDArray[np.float64]  # (n, 3)


def flown_at(track: Track, leg: TrueLeg, at: int, *, since: int, is_last: bool) -> int | None:
    """The first index of the track, from `since` on, at which the leg, begun at `at`, has been flown."""
    done = _is_near_end(track, leg, 3 if is_last else 2)
    if not is_last and leg.leg.relation == "toward":
        done |= _apart_m(track, leg) <= THRESHOLDS.leg_end_m
    elif not is_last and leg.leg.relation in _PASSING:
        done |= _is_passed(track, leg, at)
    first = max(at, since)
    found = np.flatnonzero(done[first:])
    return first + int(found[0]) if found.size else None


def _is_near_end(track: Track, leg: TrueLeg, axes: int) -> NDArray[np.bool_]:
    near: NDArray[np.bool_] = np.linalg.norm(track[:, :axes] - leg.end[:axes], axis=1) <= THRESHOLDS.leg_end_m
    return near


def _is_passed(track: Track, leg: TrueLeg, at: int) -> NDArray[np.bool_]:
    """Where the landmark, after `at` once near enough and on the side it should be, lies behind."""
    limit_m = THRESHOLDS.on_object_m if leg.leg.relation == "over" else THRESHOLDS.passed_m
    apart, angles = _apart_m(track, leg), angles_deg(track, leg)
    passed = np.zeros(len(track), dtype=np.bool_)
    for index in range(at + 1, len(track)):
        nearest = at + int(apart[at : index + 1].argmin())
        is_behind = abs(angles[index]) >= THRESHOLDS.behind_deg
        passed[index] = (
            is_behind and apart[nearest] <= limit_m and _is_on_side(angles[max(nearest, at + 1)], leg)
        )
    return passed


def _is_on_side(angle_deg: float, leg: TrueLeg) -> bool:
    side = leg.leg.side
    return side is None or (angle_deg > 0) == (side == "right")


def angles_deg(track: Track, leg: TrueLeg) -> NDArray[np.float64]:
    """Where the landmark's middle lies from the way flown; right is positive, 0 for a halt."""
    middle = leg.landmark.outline.centroid
    steps = np.diff(track[:, :2], axis=0, prepend=track[:1, :2])
    to = np.array([middle.x, middle.y]) - track[:, :2]
    cross = steps[:, 0] * to[:, 1] - steps[:, 1] * to[:, 0]
    angles = np.degrees(np.arctan2(cross, (steps * to).sum(axis=1)))
    return np.where(np.linalg.norm(steps, axis=1) >= _MOVED_M, angles, 0.0)


def _apart_m(track: Track, leg: TrueLeg) -> NDArray[np.float64]:
    """The distance of each position to the landmark's outline, seen from above."""
    apart: NDArray[np.float64] = shapely.distance(leg.landmark.outline, shapely.points(track[:, :2]))
    return apart
