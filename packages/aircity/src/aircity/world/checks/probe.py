"""The probe flight: a fixed short flight whose views and steps most rules are judged on."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field

from aircity.geometry import Pose
from aircity.world.action import Action, StepSizes
from aircity.world.observation import Observation, StepResult
from aircity.world.simulator import Simulator

PANORAMA_OFFSETS_RAD = tuple(math.radians(degrees) for degrees in (0, 30, -30, 90, 180, -90))
_CLIMB_STEPS = 3
_TURN_STEPS = 2


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What a world promises, so that the kit does not ask for more."""

    deterministic: bool = True
    """The same calls after a reset give the same bytes."""
    steady_views: bool = True
    """The same view asked for twice in one place gives the same bytes."""
    fresh_views: bool = True
    """Every view shows what is in front of the camera now; one that loses frames shows the past."""
    solid: bool = True
    """A step into something does not pass through it."""
    bounded: bool = True
    """A start far outside the scene is refused."""
    has_sky: bool = True
    """There is open sky above the start."""
    pose_tolerance_m: float = 1e-6
    """How far one step's reported pose may lie from where the action leads."""
    heading_tolerance_rad: float = 1e-6
    """The same for its heading."""
    depth_tolerance: float = 0.02
    """The relative error of a depth reading that counts as agreement."""
    missing_depth: float = 0.001
    """The share of pixels that may have no reading (0)."""
    step_sizes: StepSizes = field(default_factory=StepSizes)
    """How far one action goes."""


@dataclass(frozen=True, slots=True)
class Move:
    """One step of the probe, and the pose that was reported before it."""

    before: Pose
    result: StepResult


@dataclass(slots=True)
class Probe:
    """Everything one probe flight showed. Views are named by place and direction: "ahead/down"."""

    views: dict[str, Observation] = field(default_factory=dict)
    moves: list[Move] = field(default_factory=list)

    def pairs(self, *names: str) -> list[tuple[Observation, Observation]]:
        """Pairs of views from "first second" names."""
        split = (name.split() for name in names)
        return [(self.views[first], self.views[second]) for first, second in split]


@dataclass(slots=True)
class Case:
    """What a rule is judged on: a world, where it starts, what it promises, and its probe flight."""

    world: Simulator
    make_world: Callable[[], Simulator]
    start: Pose
    capabilities: Capabilities
    probe: Probe


def fly_probe(world: Simulator, start: Pose) -> Probe:
    """Look around at the start, turn, climb, slide right, go ahead, and look from each place."""
    probe = Probe()
    views = probe.views
    views["start"] = world.reset(start)
    views["start/again"] = world.observe()
    views["start/up"], views["start/down"] = world.look_up(), world.look_down()
    panorama = world.panorama(PANORAMA_OFFSETS_RAD)
    for offset, view in zip(PANORAMA_OFFSETS_RAD, panorama, strict=True):
        views[f"start/{round(math.degrees(offset)):+d}"] = view
    views["start/after"] = world.observe()
    here = views["start/after"].pose

    def go(action: Action, times: int = 1) -> None:
        nonlocal here
        for _ in range(times):
            result = world.step(action)
            probe.moves.append(Move(here, result))
            here = result.pose

    def look(place: str) -> None:
        views[place] = world.observe()
        views[f"{place}/up"], views[f"{place}/down"] = world.look_up(), world.look_down()

    go(Action.TURN_RIGHT, _TURN_STEPS)
    look("turned")
    go(Action.TURN_LEFT, _TURN_STEPS)
    go(Action.GO_UP, _CLIMB_STEPS)
    look("above")
    go(Action.GO_DOWN, _CLIMB_STEPS)
    go(Action.MOVE_RIGHT)
    look("right")
    go(Action.MOVE_LEFT)
    go(Action.MOVE_FORWARD)
    look("ahead")
    return probe
