"""What one decision did, in a few words for who watches: the motion, towards what, and what failed."""

import math

from airanchor.trace import AnchorRow, AnchorsEvent, ReflectionEvent, SkillEvent
from airanchor.viewer.places import seen_from, wind
from aircity.geometry import Pose, wrap

_LOOK = "View Rotation"
_BACK = "Path Backtracking"
_REASONS = {
    "zero translation": "",
    "too close": "something is too close",
    "out of free space": "no free way there",
    "no depth": "nothing to measure there",
    "no lattice position near the goal": "no free way there",
    "node cap": "no free way found",
    "nowhere to return": "nowhere to go back to",
    "unusable decision": "the decision could not be used",
    "unusable answer": "the answer could not be used",
    "blocked by the object": "blocked",
    "blocked by the moving object": "blocked by something that moves",
    "blocked by the boundary": "stopped at the edge of the city",
    "blocked by the envelope": "stopped by the safety limits",
}
"""The causes by which failures are counted, as people say them."""


def news(event: SkillEvent, anchors: AnchorsEvent | None) -> str:
    """Such as 'flew 35 m to the fountain (12 m ahead now)' or 'turned right 90 degrees, looked around'."""
    parts = [words for words in (_moved(event, anchors), _turned(event), _climbed(event)) if words]
    if event.skill == _LOOK:
        parts.append("looked around")
    if event.failure is not None:
        parts.append(_REASONS.get(event.failure, event.failure))
    return ", ".join(part for part in parts if part) or "stayed"


def verdict(event: ReflectionEvent) -> str:
    """What it means for the subtask, where that is news."""
    if event.outcome is None:
        return ""
    return "done" if event.outcome == "COMPLETED" else event.outcome.lower().replace("_", " ")


def _moved(event: SkillEvent, anchors: AnchorsEvent | None) -> str:
    north_m, east_m = event.after.x_m - event.before.x_m, event.after.y_m - event.before.y_m
    distance_m = math.hypot(north_m, east_m)
    if distance_m < 0.5:
        return ""
    if event.skill == _BACK:
        return f"went back {distance_m:.0f} m"
    target = _target(event, anchors)
    if target is None or target.point is None:
        return f"flew {distance_m:.0f} m {wind(north_m, east_m)}"
    return f"flew {distance_m:.0f} m to the {target.label} ({seen_from(event.after, target.point)} now)"


def _target(event: SkillEvent, anchors: AnchorsEvent | None) -> AnchorRow | None:
    """The measured thing on which the drone was told to fly: the smallest whose box holds the pixel."""
    match event.parameters.get("pixel"):
        case [int() | float() as u, int() | float() as v] if anchors is not None:
            rows = anchors.rows if anchors.iteration == event.iteration else ()
            hit = [row for row in rows if row.label and row.box is not None and _holds(row.box, u, v)]
            return min(hit, key=lambda row: _size(row.box), default=None)
    return None


def _holds(box: tuple[int, int, int, int], u: float, v: float) -> bool:
    left, top, right, bottom = box
    return left <= u <= right and top <= v <= bottom


def _size(box: tuple[int, int, int, int] | None) -> int:
    return 0 if box is None else (box[2] - box[0]) * (box[3] - box[1])


def _turned(event: SkillEvent) -> str:
    """A turn on the spot; one that was flown on the way is told by the way."""
    angle_deg = round(math.degrees(wrap(event.after.heading_rad - event.before.heading_rad)))
    if not angle_deg or _is_way(event.before, event.after):
        return ""
    return f"turned {'right' if angle_deg > 0 else 'left'} {abs(angle_deg)} degrees"


def _climbed(event: SkillEvent) -> str:
    climb_m = round(event.after.z_m - event.before.z_m)
    return f"{'climbed' if climb_m > 0 else 'sank'} {abs(climb_m)} m" if climb_m else ""


def _is_way(before: Pose, after: Pose) -> bool:
    return math.hypot(after.x_m - before.x_m, after.y_m - before.y_m) >= 0.5
