"""How the drone moved during a skill: from the same anchors told twice, else from the report alone."""

import cmath
import math
from collections.abc import Sequence

from airanchor.anchors.sentences import AnchorReading
from airanchor.embedded.eyes.reader import bearing_deg
from airanchor.embedded.rules.notes.track import Motion, wrap_deg
from airanchor.embedded.rules.space.executed import Executed

BACKTRACKING = "Path Backtracking"


def motion_between(
    before: Sequence[AnchorReading], after: Sequence[AnchorReading], executed: Executed, width_px: int
) -> Motion | None:
    """The motion, or None after a return along the path that no anchor can tell of."""
    pairs = _pairs(before, after)
    turned_deg = executed.turned_deg
    if turned_deg is None:
        turned_deg = _turn_of(pairs)
    if pairs and (turned_deg is not None or executed.skill != BACKTRACKING):
        return _from_pairs(pairs, turned_deg or 0.0)
    return None if executed.skill == BACKTRACKING else _from_report(executed, width_px)


def _pairs(
    before: Sequence[AnchorReading], after: Sequence[AnchorReading]
) -> list[tuple[AnchorReading, AnchorReading]]:
    later = {reading.index: reading for reading in after if reading.d_xy_m is not None}
    return [(one, later[one.index]) for one in before if one.d_xy_m is not None and one.index in later]


def _from_pairs(pairs: list[tuple[AnchorReading, AnchorReading]], turned_deg: float) -> Motion:
    """t = mean of p_before - R(turn) p_after, with ahead as the real and right as the imaginary part."""
    shifts = [_place(one) - _place(other, turned_deg) for one, other in pairs]
    shift = sum(shifts) / len(shifts)
    up_m = sum(one.dz_m - other.dz_m for one, other in pairs) / len(pairs)
    return Motion(shift.real, shift.imag, up_m, turned_deg)


def _turn_of(pairs: list[tuple[AnchorReading, AnchorReading]]) -> float | None:
    """The turn that best carries the anchors' arrangement from after to before; needs two of them."""
    if len(pairs) < 2:
        return None
    middle_before = sum(_place(one) for one, _ in pairs) / len(pairs)
    middle_after = sum(_place(other) for _, other in pairs) / len(pairs)
    spin = sum(
        (_place(one) - middle_before) * (_place(other) - middle_after).conjugate() for one, other in pairs
    )
    # Anchors at one place tell of no turn: what is left of their arrangement is rounding.
    return wrap_deg(math.degrees(cmath.phase(spin))) if abs(spin) > 1.0 else None


def _place(reading: AnchorReading, turned_deg: float = 0.0) -> complex:
    return cmath.rect(reading.d_xy_m or 0.0, math.radians(reading.bearing_deg + turned_deg))


def _from_report(executed: Executed, width_px: int) -> Motion:
    aim_deg = 0.0 if executed.pixel is None else bearing_deg(executed.pixel[0], width_px)
    went = cmath.rect(executed.along_m, math.radians(aim_deg))
    return Motion(went.real, went.imag, executed.climbed_m, executed.turn_deg)
