"""Rules about single views: sizes and types, honest sky, no cap on depth, colour and depth in register."""

import math

import numpy as np

from aircity.geometry import Camera
from aircity.world.checks.alignment import align
from aircity.world.checks.probe import Case
from aircity.world.checks.report import RuleBroken, RuleSkipped
from aircity.world.observation import Observation

_FEWEST_EDGES = 60
_PITCHES = {"up": math.pi / 2, "down": -math.pi / 2}


def images_match_camera(case: Case) -> str:
    """Every view has the size its camera says, uint8 colour, float32 depth without NaN or negative values."""
    for name, view in case.probe.views.items():
        problem = _fault(view, case.world.camera.pitched(_PITCHES.get(name.partition("/")[2], 0.0)))
        if problem:
            raise RuleBroken(f"view {name!r}: {problem}")
    return f"{len(case.probe.views)} views as the camera says"


def _fault(view: Observation, camera: Camera) -> str | None:
    size = (camera.height_px, camera.width_px)
    if view.rgb.shape != (*size, 3) or view.rgb.dtype != np.uint8:
        return f"rgb is {view.rgb.shape} {view.rgb.dtype}; it must be {(*size, 3)} uint8"
    if view.depth_m.shape != size or view.depth_m.dtype != np.float32:
        return f"depth is {view.depth_m.shape} {view.depth_m.dtype}; it must be {size} float32"
    if np.isnan(view.depth_m).any() or (view.depth_m < 0).any():
        return "depth holds NaN or negative values; no reading is 0, nothing hit is +inf"
    if not math.isclose(view.camera.pitch_rad, camera.pitch_rad, abs_tol=1e-9):
        return f"its camera is pitched {view.camera.pitch_rad:+.3f} rad; it must be {camera.pitch_rad:+.3f}"
    if view.camera.pitched(0) != camera.pitched(0):
        return f"its camera {view.camera} is not the world's {camera}"
    return None


def sky_is_infinite(case: Case) -> str:
    """Where nothing is hit, depth is +inf: not 0, which means no reading, and not a large number."""
    if not case.capabilities.has_sky:
        raise RuleSkipped("the world declares no sky above the start")
    for name, view in case.probe.views.items():
        unread = float((view.depth_m == 0).mean())
        if unread > case.capabilities.missing_depth:
            raise RuleBroken(
                f"{unread:.1%} of view {name!r} reads 0, which means no reading; the sky must be +inf "
                f"(up to {case.capabilities.missing_depth:.1%} missing readings were declared)"
            )
    above_m = case.probe.views["start/up"].depth_m
    sky = float(np.isposinf(above_m).mean())
    if sky == 0:
        raise RuleBroken(f"the view up has no +inf; its greatest depth is {above_m.max():g} m")
    return f"{sky:.0%} of the view up is +inf"


def depth_is_not_capped(case: Case) -> str:
    """Far surfaces keep their distance: the greatest depths are not all one number."""
    everything = np.concatenate([view.depth_m.ravel() for view in case.probe.views.values()])
    readings = everything[np.isfinite(everything) & (everything > 0)]
    farthest_m = float(readings.max(initial=0.0))
    equal = int((readings == farthest_m).sum())
    if equal > max(20, 0.001 * len(readings)):
        raise RuleBroken(
            f"{equal} pixels read exactly {farthest_m:g} m, the greatest depth: a cap, no surface"
        )
    return f"depth reaches {farthest_m:.0f} m without a plateau"


def views_are_steady(case: Case) -> str:
    """The forward view asked for again, also as panorama offset 0, is the same to the byte."""
    if not case.capabilities.steady_views:
        raise RuleSkipped("the world declares that its views are not steady")
    first = case.probe.views["start"]
    for name in ("start/again", "start/+0", "start/after"):
        other = case.probe.views[name]
        if first.rgb.tobytes() != other.rgb.tobytes() or first.depth_m.tobytes() != other.depth_m.tobytes():
            raise RuleBroken(f"the view {name!r} differs from the first one, though the drone did not move")
    return "the same view gives the same bytes"


def colour_and_depth_are_aligned(case: Case) -> str:
    """Edges of depth lie on edges of colour better than on any neighbour a few pixels away."""
    seen = align([view for view in case.probe.views.values() if view.camera.pitch_rad == 0])
    if seen.edges < _FEWEST_EDGES:
        raise RuleSkipped(f"only {seen.edges} depth edges in view; start where things stand before others")
    if seen.best < 1.3 * float(np.median(seen.contrast)):
        raise RuleSkipped("depth edges show no colour contrast here, so nothing can be compared")
    du, dv = seen.shift_px
    if max(abs(du), abs(dv)) > 1 or seen.here < 0.9 * seen.best:
        raise RuleBroken(
            f"depth lies {du:+d} px right and {dv:+d} px down of colour "
            f"(contrast {seen.best:.0f} there, {seen.here:.0f} without displacement)"
        )
    return f"{seen.edges} depth edges lie on colour edges"
