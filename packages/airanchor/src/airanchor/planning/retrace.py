"""Path Backtracking: fly back over one's own path with legal actions, without the detours in it.

There is no backward action: each move is flown ahead or sideways, whichever needs the fewest turns in all.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from airanchor.errors import InputError
from airanchor.planning.outcome import ActionPlan, follow
from airanchor.planning.rotation import nearest_turns, turns
from aircity.geometry import Pose, wrap
from aircity.world import Action, StepSizes

_SAME_PLACE_M = 1e-3
_STRETCH = 0.25
"""How much of a step a recorded move may be too long or short: reported positions may drift. A move shorter
than this share of every step is drift alone, as of a turn on the spot."""


def retrace(trail: Sequence[Pose], to: int, *, sizes: StepSizes | None = None) -> ActionPlan:
    """The way from the last pose of a trail back to `trail[to]`, heading included.

    `trail` holds every pose flown, in order, the present one last. Where it comes through one place twice,
    the loop between is left out: an abandoned excursion, or an earlier way back, is not flown again. Every
    place on the way has been flown through, so nothing is searched.
    """
    sizes = sizes or StepSizes()
    if not 0 <= to < len(trail):
        raise InputError(f"trail index {to} must be between 0 and {len(trail) - 1}")
    places = [pose.position for pose in reversed(loop_erased(trail[to:]))]
    still_m = _STRETCH * min(sizes.forward_m, sizes.lateral_m, sizes.vertical_m)
    moves = [(here, there) for here, there in pairwise(places) if math.dist(here, there) > still_m]
    hops = [_hop(here, there, sizes) for here, there in moves]
    actions = _cheapest(trail[-1], hops, trail[to].heading_rad, sizes)
    return ActionPlan(actions, follow(trail[-1], actions, sizes), trail[to].position)


def loop_erased(trail: Sequence[Pose]) -> list[Pose]:
    """The trail without its loops: at each place come to again, all since the first time is cut."""
    kept: list[Pose] = []
    for pose in trail:
        again = (k for k, other in enumerate(kept) if pose.distance_m(other) <= _SAME_PLACE_M)
        first = next(again, None)
        kept = [*kept, pose] if first is None else kept[: first + 1]
    return kept


@dataclass(frozen=True, slots=True)
class _Way:
    """One action that flies a hop, and the heading it needs; None is any."""

    action: Action
    heading_rad: float | None


def _hop(before: NDArray[np.float64], after: NDArray[np.float64], sizes: StepSizes) -> list[_Way]:
    """Every single action that leads from one place to the next."""
    dx, dy, dz = (after - before).tolist()
    across_m = math.hypot(dx, dy)
    if abs(dz) > across_m:
        ways = (
            [_Way(Action.GO_UP if dz > 0 else Action.GO_DOWN, None)]
            if _fits(abs(dz), sizes.vertical_m)
            else []
        )
    else:
        azimuth_rad = math.atan2(dy, dx)
        ways = [_Way(Action.MOVE_FORWARD, azimuth_rad)] if _fits(across_m, sizes.forward_m) else []
        if _fits(across_m, sizes.lateral_m):
            ways.append(_Way(Action.MOVE_LEFT, azimuth_rad + math.pi / 2))
            ways.append(_Way(Action.MOVE_RIGHT, azimuth_rad - math.pi / 2))
    if not ways:
        raise InputError(
            f"the trail jumps by ({dx:.2f}, {dy:.2f}, {dz:.2f}) m, which no single action does; "
            "record one pose per action"
        )
    return ways


def _fits(length_m: float, step_m: float) -> bool:
    return abs(length_m - step_m) <= _STRETCH * step_m


def _cheapest(start: Pose, hops: list[list[_Way]], end_rad: float, sizes: StepSizes) -> tuple[Action, ...]:
    """The fewest actions that fly all hops and end in a heading: shortest path over headings, hop by hop.

    Headings are whole turns from the start's; the dictionary holds the best actions for each so far.
    """
    best: dict[int, tuple[Action, ...]] = {0: ()}
    for ways in hops:
        reached: dict[int, tuple[Action, ...]] = {}
        for way in ways:
            for heading, actions in best.items():
                there, change = _turn(start, heading, way.heading_rad, sizes)
                _keep(reached, there, (*actions, *turns(change), way.action))
        best = reached
    ended: dict[int, tuple[Action, ...]] = {}
    for heading, actions in best.items():
        _, change = _turn(start, heading, end_rad, sizes)
        _keep(ended, 0, (*actions, *turns(change)))
    return ended[0]


def _turn(start: Pose, heading: int, wanted_rad: float | None, sizes: StepSizes) -> tuple[int, int]:
    """The heading after turning to the wanted one, and how many turns to the right that takes."""
    if wanted_rad is None:
        return heading, 0
    now_rad = start.heading_rad + heading * sizes.turn_rad
    change = nearest_turns(wrap(wanted_rad - now_rad), sizes.turn_rad)
    circle = max(1, round(2 * math.pi / sizes.turn_rad))
    return (heading + change) % circle, change


def _keep(best: dict[int, tuple[Action, ...]], heading: int, actions: tuple[Action, ...]) -> None:
    if heading not in best or len(actions) < len(best[heading]):
        best[heading] = actions
