"""What was wrong with a motion that left the route though the landmark was known."""

import math

import numpy as np

from airanchor.bench.diagnosis.causes import THRESHOLDS
from airanchor.bench.diagnosis.flown import DiagnosedFlight, FlownDecision
from airanchor.bench.diagnosis.relations import angles_deg
from airanchor.bench.diagnosis.truth import TrueLeg


def wrong_motion(flown: DiagnosedFlight, leg: TrueLeg, begun: int, at: FlownDecision) -> str:
    """The plainest of: turned the wrong way, passed on the wrong side, flew too far, away, or aside."""
    turned = turned_deg(flown, begun, at.last)
    wanted = leg.leg.turn_deg
    if abs(wanted) >= THRESHOLDS.turn_deg and abs(turned) >= THRESHOLDS.turn_deg and turned * wanted < 0:
        wrong = f"turned {abs(turned):.0f} degrees {_side(turned)}"
        return f"{wrong} where the leg turns {abs(wanted)} {_side(wanted)}"
    side = passed_side(flown, leg, begun, at.last)
    if leg.leg.side and side is not None and side != leg.leg.side:
        return f"passed {leg.landmark.name} with it on the {side}, not the {leg.leg.side}"
    before, after = (
        leg.landmark.distance_m(p.x_m, p.y_m) for p in (flown.poses[at.first], flown.poses[at.last])
    )
    flown_m = float(np.linalg.norm(flown.poses[at.last].position - flown.poses[at.first].position))
    track = flown.track
    off_m = leg.off_route_m(track[at.last], track[begun])
    towards = (
        "away from" if after > before + THRESHOLDS.on_object_m else "towards" if after < before else "beside"
    )
    return (
        f"flew {flown_m:.0f} m {towards} {leg.landmark.name} ({before:.0f} m, then {after:.0f} m away) "
        f"and was {off_m:.0f} m off the route"
    )


def heading_off_deg(flown: DiagnosedFlight, leg: TrueLeg, begun: int, at: FlownDecision) -> float:
    """The angle between where a decision flew, or looked if it stayed, and the way to the leg's end."""
    track = flown.track
    went, wanted = track[at.last, :2] - track[at.first, :2], leg.end[:2] - track[begun, :2]
    heading = flown.poses[at.last].heading_rad
    if np.linalg.norm(went) >= THRESHOLDS.followed_m:
        heading = math.atan2(went[1], went[0])
    return abs(math.degrees(math.remainder(math.atan2(wanted[1], wanted[0]) - heading, math.tau)))


def turned_deg(flown: DiagnosedFlight, first: int, last: int) -> float:
    """The net turn between two poses of the track; right is positive, more than half a turn is counted on."""
    total = 0.0
    for before, after in zip(flown.poses[first:last], flown.poses[first + 1 : last + 1], strict=True):
        total += math.remainder(after.heading_rad - before.heading_rad, math.tau)
    return math.degrees(total)


def passed_side(flown: DiagnosedFlight, leg: TrueLeg, first: int, last: int) -> str | None:
    """On which side the landmark was when it came to lie behind, if it did."""
    angles = angles_deg(flown.track[first : last + 1], leg)
    behind = np.flatnonzero(np.abs(angles) >= THRESHOLDS.behind_deg)
    return _side(float(angles[behind[0]])) if behind.size and behind[0] > 1 else None


def _side(signed: float) -> str:
    return "right" if signed > 0 else "left"
