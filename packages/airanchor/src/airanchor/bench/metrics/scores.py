"""The scores of one flight under two readings of the metrics, side by side: `paper` and `airvln`.

`paper` measures NE, SR and OSR in three dimensions over every pose. `airvln` measures them as AerialVLN's
code does: from above, and anew only where a coordinate has changed by more than a metre since it was last
measured. Both share exact three-dimensional DTW. Three habits of that code are not copied: the
approximate DTW, a collision as failure that depends on the batch size, and the episode its iterator drops.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from airanchor.bench.metrics.dtw import dtw_m, ndtw
from airanchor.bench.metrics.positions import (
    Positions,
    checked_positions,
    distances_m,
    path_length_m,
    without_repeats,
)
from airanchor.errors import InputError

SUCCESS_M = 20.0
"""A flight succeeds where it stops within this distance of the goal, the distance itself included."""
_REFRESH_M, _REFRESH_SHARE = 1.0, 1e-5


class Profile(StrEnum):
    """Which reading of NE, SR and OSR."""

    PAPER = "paper"
    AIRVLN = "airvln"


@dataclass(frozen=True, slots=True)
class ProfileScores:
    """What one reading says of a flight."""

    navigation_error_m: float
    """NE: the distance to the goal where the flight ended."""
    is_success: bool
    """SR: stopped with NE within the threshold."""
    is_oracle_success: bool
    """OSR: within the threshold at any pose, the start included."""
    sdtw: float
    """nDTW of a success, 0 of a failure."""
    spl: float
    """Of a success, the reference's length over the longer of reference and flight; 0 of a failure."""


@dataclass(frozen=True, slots=True)
class Scores:
    """All scores of one flight."""

    paper: ProfileScores
    airvln: ProfileScores
    dtw_m: float
    ndtw: float
    path_length_m: float
    reference_length_m: float
    steps: int
    """Executed actions, STOP not counted."""
    collisions: int
    is_stopped: bool
    threshold_m: float

    def of(self, profile: Profile) -> ProfileScores:
        """What one reading says."""
        return self.paper if profile is Profile.PAPER else self.airvln

    def to_json(self) -> dict[str, Any]:
        """Plain numbers and booleans, the two readings under their names."""
        return asdict(self)


def score(
    trajectory: ArrayLike,
    *,
    reference: ArrayLike,
    goal: Sequence[float] | Positions,
    steps: int,
    collisions: int,
    is_stopped: bool = True,
    threshold_m: float = SUCCESS_M,
) -> Scores:
    """Score a flight by its positions (n, 3), the start and one after every action, in metres.

    The reference (m, 3) is taken as given, repeated points too. A flight that never stopped is no success.
    """
    flown = checked_positions("trajectory", trajectory)
    ideal = checked_positions("reference", reference)
    aim = checked_positions("goal", [list(goal)])[0]
    _check_numbers(threshold_m, {"steps": steps, "collisions": collisions})
    warped_m = dtw_m(without_repeats(flown), ideal)
    likeness = ndtw(warped_m, len(ideal), threshold_m)
    flown_m, ideal_m = path_length_m(flown), path_length_m(ideal)
    longest_m = max(flown_m, ideal_m)
    directness = ideal_m / longest_m if longest_m > 0 else 1.0

    def reading(distance_m: Positions) -> ProfileScores:
        is_success = bool(is_stopped and distance_m[-1] <= threshold_m)
        return ProfileScores(
            navigation_error_m=float(distance_m[-1]),
            is_success=is_success,
            is_oracle_success=bool((distance_m <= threshold_m).any()),
            sdtw=likeness if is_success else 0.0,
            spl=directness if is_success else 0.0,
        )

    return Scores(
        paper=reading(distances_m(flown, aim)),
        airvln=reading(distances_m(_refreshed(flown)[:, :2], aim[:2])),
        dtw_m=warped_m,
        ndtw=likeness,
        path_length_m=flown_m,
        reference_length_m=ideal_m,
        steps=int(steps),
        collisions=int(collisions),
        is_stopped=bool(is_stopped),
        threshold_m=float(threshold_m),
    )


def _refreshed(positions: Positions) -> Positions:
    """The positions at which AerialVLN's code measures: each over a metre from the one before, on some axis.

    Its tolerance grows by a hundred-thousandth of the coordinate, as `numpy.allclose` has it.
    """
    first, *others = positions.tolist()
    kept = [first]
    for there in others:
        if any(
            abs(a - b) > _REFRESH_M + _REFRESH_SHARE * abs(b) for a, b in zip(kept[-1], there, strict=True)
        ):
            kept.append(there)
    return np.array(kept)


def _check_numbers(threshold_m: float, counts: dict[str, int]) -> None:
    if not (np.isfinite(threshold_m) and threshold_m > 0):
        raise InputError(f"threshold_m = {threshold_m!r} is no distance; give metres above 0, such as 20")
    for name, count in counts.items():
        if count < 0:
            raise InputError(f"{name} = {count!r} is no count; give 0 or more")
