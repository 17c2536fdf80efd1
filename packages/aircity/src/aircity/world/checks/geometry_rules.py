"""Rules about space: views from different poses show one world, in metres along each ray."""

import math

from aircity.geometry import wrap
from aircity.world.checks.agreement import (
    Pair,
    Reading,
    agreement,
    mirrored_image,
    negated_heading,
    planar_depth,
    scaled_depth,
    turned_heading,
    upside_down_image,
)
from aircity.world.checks.probe import PANORAMA_OFFSETS_RAD, Case
from aircity.world.checks.report import RuleBroken, RuleSkipped

_CLIMB = ("start above", "start/down above/down")
_TURN = ("start turned",)
_MOVES = ("start ahead", "start right")
_PANORAMA = ("start start/+30", "start start/-30")
_AROUND = ("start/{0} ahead/{0}", "start/{0} right/{0}", "ahead/{0} right/{0}")
_GOOD = 0.7
_TURNED: dict[str, Reading] = {
    f"the camera looks {degrees}° to the right of the heading": turned_heading(math.radians(degrees))
    for degrees in (90, 180, 270)
}


def image_is_upright(case: Case) -> str:
    """Climbing moves what is seen down the image."""
    return _judge(case, _CLIMB, {"the image is upside down": upside_down_image})


def depth_is_along_ray(case: Case) -> str:
    """Depth is the distance along each pixel's ray, not along the optical axis."""
    return _judge(case, _CLIMB, {"depth is planar, along the optical axis": planar_depth})


def depth_is_in_metres(case: Case) -> str:
    """Depth and poses have the same unit."""
    factors = (0.01, 0.1, 10.0, 100.0, 1000.0)
    readings = {f"depth is to be multiplied by {factor:g}": scaled_depth(factor) for factor in factors}
    return _judge(case, _CLIMB, readings)


def yaw_is_not_mirrored(case: Case) -> str:
    """Turning right moves what is seen to the left."""
    mistakes: dict[str, Reading] = {"the view turns left when the drone turns right": negated_heading}
    return _judge(case, _TURN, mistakes)


def heading_points_ahead(case: Case) -> str:
    """Moving forward goes where the middle of the image looks, moving right to its right."""
    mistakes: dict[str, Reading] = {
        **_TURNED,
        "the view is drawn for the opposite heading": negated_heading,
        "the image is mirrored": mirrored_image,
    }
    return _judge(case, _MOVES, mistakes)


def panorama_turns_right(case: Case) -> str:
    """Positive offsets look right, from the same place."""
    ahead = case.probe.views["start/after"]
    for offset in PANORAMA_OFFSETS_RAD:
        view = case.probe.views[f"start/{round(math.degrees(offset)):+d}"]
        if tuple(view.pose.position) != tuple(ahead.pose.position):
            raise RuleBroken(
                f"the view at {math.degrees(offset):+.0f}° was taken from {view.pose}, not {ahead.pose}"
            )
        if abs(wrap(view.pose.heading_rad - ahead.pose.heading_rad - offset)) > 1e-9:
            raise RuleBroken(
                f"the view at {math.degrees(offset):+.0f}° reports heading {view.pose.heading_deg:.2f}°; "
                f"it must be {math.degrees(wrap(ahead.pose.heading_rad + offset)):.2f}°"
            )
    return _judge(case, _PANORAMA, {"positive offsets look left": negated_heading})


def down_view_top_is_ahead(case: Case) -> str:
    """Looking down, the top of the image is ahead of the drone and its right is the drone's right."""
    return _judge_vertical(case, "down")


def up_view_top_is_behind(case: Case) -> str:
    """Looking up, the top of the image is behind the drone and its right is the drone's right."""
    return _judge_vertical(case, "up")


def views_agree(case: Case) -> str:
    """All views of the probe show one world."""
    if not case.capabilities.fresh_views:
        raise RuleSkipped("the world declares that its views may be old")
    names = (*_CLIMB, *_TURN, *_MOVES, *_PANORAMA, *(name.format("down") for name in _AROUND))
    shares = {}
    for name in names:
        seen = agreement(case.probe.pairs(name), depth_tolerance=case.capabilities.depth_tolerance)
        if seen.is_known:
            shares[name] = seen.share
    if not shares:
        raise RuleSkipped("no two views have enough in common; start where there is something to see")
    worst = min(shares, key=lambda name: shares[name])
    if shares[worst] < _GOOD:
        raise RuleBroken(
            f"only {shares[worst]:.0%} of the points common to views {worst!r} agree in place and colour; "
            "no single known mistake explains it, check field of view, camera offset and time between grabs"
        )
    return f"at least {shares[worst]:.0%} of common points agree in each of {len(shares)} pairs"


def _judge_vertical(case: Case, direction: str) -> str:
    mistakes: dict[str, Reading] = {
        **{
            f"the image is turned {degrees}°": turned_heading(math.radians(degrees))
            for degrees in (90, 180, 270)
        },
        "left and right are swapped": mirrored_image,
        "top and bottom are swapped": upside_down_image,
    }
    return _judge(case, tuple(name.format(direction) for name in _AROUND), mistakes)


def _judge(case: Case, pair_names: tuple[str, ...], mistakes: dict[str, Reading]) -> str:
    """Compare the contract's reading of the views with the readings that undo known mistakes."""
    pairs: list[Pair] = case.probe.pairs(*pair_names)
    tolerance = case.capabilities.depth_tolerance
    contract = agreement(pairs, depth_tolerance=tolerance)
    others = {name: agreement(pairs, undo, depth_tolerance=tolerance) for name, undo in mistakes.items()}
    known = {name: seen.share for name, seen in others.items() if seen.is_known}
    rival = max(known, key=lambda name: known[name], default=None)
    if rival is not None and known[rival] > max(contract.share + 0.1, 0.5):
        raise RuleBroken(
            f"{rival}: read so, {known[rival]:.0%} of common points agree; as specified, {contract.share:.0%}"
        )
    if not contract.is_known:
        raise RuleSkipped(
            f"the views have only {contract.compared} points in common; nothing to compare here"
        )
    if contract.share < _GOOD:
        raise RuleSkipped(f"only {contract.share:.0%} of common points agree, so nothing can be told apart")
    if rival is not None and known[rival] > contract.share - 0.02:
        raise RuleSkipped(f"what is in view fits as well if {rival}; start where there is more to see")
    return f"{contract.share:.0%} of {contract.compared} common points agree"
