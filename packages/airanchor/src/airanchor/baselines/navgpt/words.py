"""Motions and scenes in a sentence: what is left of an observation when a newer one has come."""

import math

from airanchor.reasoner.roles.peers.navgpt.directions import Octant, side_words
from airanchor.reasoner.roles.peers.navgpt.observation import ToldSurroundings, one_line, plain_name
from aircity.geometry import Pose, wrap

MAX_SCENE = 200
MOST_NAMED = 3


def moved_words(before: Pose, after: Pose) -> str:
    """How the drone moved, from where it was and pointed before."""
    north_m, east_m = after.x_m - before.x_m, after.y_m - before.y_m
    cos, sin = math.cos(before.heading_rad), math.sin(before.heading_rad)
    ahead_m, right_m = north_m * cos + east_m * sin, east_m * cos - north_m * sin
    up_m = after.z_m - before.z_m
    turned_deg = math.degrees(wrap(after.heading_rad - before.heading_rad))
    pieces = [
        _amount(ahead_m, "m ahead", "m back"),
        _amount(right_m, "m to the right", "m to the left"),
        _amount(up_m, "m up", "m down"),
    ]
    moved = [piece for piece in pieces if piece]
    if abs(turned_deg) >= 0.5:
        moved.append(f"turned {abs(turned_deg):.0f} degrees {'right' if turned_deg > 0 else 'left'}")
    return f"Moved: {', '.join(moved)}." if moved else "Nothing moved."


def _amount(metres: float, positive: str, negative: str) -> str:
    rounded_m = float(f"{metres:.1f}")
    return f"{abs(rounded_m):.1f} {positive if rounded_m > 0 else negative}" if rounded_m else ""


def scene_sentence(seen: ToldSurroundings) -> str:
    """The view ahead and the nearest things around, as one sentence."""
    ahead = next((block.caption for block in seen.blocks if block.direction is Octant.FRONT), "")
    cues = [cue for block in seen.blocks for cue in block.objects if cue.distance_m is not None]
    cues.sort(key=lambda cue: cue.distance_m or 0.0)
    near = ", ".join(
        f"{plain_name(cue.name)} {side_words(cue.bearing_deg)} at {cue.distance_m:.0f} m"
        for cue in cues[:MOST_NAMED]
    )
    told = "; ".join(piece for piece in (" ".join(ahead.split()).rstrip("."), near) if piece)
    return one_line(told, MAX_SCENE - 1) + "."
