"""Flying by legal primitives only: turns of 15 degrees, 5 m ahead, 2 m up or down, nothing touched."""

import math
from collections.abc import Sequence

from airanchor.bench.episodes.paths.airways import Place
from aircity.city.render.renderer import Renderer
from aircity.city.scene import Bounds
from aircity.city.world import is_within
from aircity.geometry import Pose, wrap
from aircity.world.action import Action, StepSizes, advance

BODY_RADIUS_M = 0.5
_SIZES = StepSizes()
_TURN_ERROR_RAD = math.radians(9.0)
_REACHED_M = 3.0


class Pilot:
    """Collects actions and poses; every move is checked as the world checks it, with a margin to spare."""

    def __init__(self, start: Pose, renderer: Renderer, bounds: Bounds, *, margin_m: float = 0.5) -> None:
        self.poses = [start]
        self.actions: list[Action] = []
        self._renderer = renderer
        self._bounds = bounds
        self._radius_m = BODY_RADIUS_M + margin_m

    @property
    def here(self) -> Pose:
        """Where the drone is now."""
        return self.poses[-1]

    def forget_after(self, count: int) -> None:
        """Go back to the state after `count` actions."""
        del self.actions[count:]
        del self.poses[count + 1 :]

    def rise(self, steps: int) -> bool:
        """Go up (or down, if negative); False if something is in the way."""
        action = Action.GO_UP if steps > 0 else Action.GO_DOWN
        return all(self._do(action) for _ in range(abs(steps)))

    def face(self, place: Place) -> None:
        """Turn to the multiple of 15 degrees from here that points best at a place."""
        self._turn(self._error(place))

    def follow(self, corners: Sequence[Place], *, most_actions: int = 80) -> bool:
        """Fly through the corners; False if something is in the way or it takes too long."""
        begun = len(self.actions)
        for index, corner in enumerate(corners):
            is_last = index == len(corners) - 1
            while self._distance(corner) > _REACHED_M:
                if len(self.actions) - begun > most_actions:
                    return False
                error = self._error(corner)
                if abs(error) > _TURN_ERROR_RAD and self._distance(corner) > 6.0:
                    self._turn(error)
                ahead = advance(self.here, Action.MOVE_FORWARD)
                if math.hypot(ahead.x_m - corner[0], ahead.y_m - corner[1]) >= self._distance(corner):
                    break
                if not self._do(Action.MOVE_FORWARD):
                    return False
            if is_last and self._distance(corner) > 2 * _SIZES.forward_m:
                return False
        return True

    def _turn(self, error_rad: float) -> None:
        count = round(error_rad / _SIZES.turn_rad)
        action = Action.TURN_RIGHT if count > 0 else Action.TURN_LEFT
        for _ in range(abs(count)):
            self._do(action)

    def _error(self, place: Place) -> float:
        here = self.here
        return wrap(math.atan2(place[1] - here.y_m, place[0] - here.x_m) - here.heading_rad)

    def _distance(self, place: Place) -> float:
        return math.hypot(place[0] - self.here.x_m, place[1] - self.here.y_m)

    def _do(self, action: Action) -> bool:
        here, target = self.here, advance(self.here, action)
        if action not in (Action.TURN_LEFT, Action.TURN_RIGHT) and (
            not is_within(target, self._bounds)
            or self._renderer.touches(here.position, target.position, self._radius_m)
        ):
            return False
        self.actions.append(action)
        self.poses.append(target)
        return True
