"""The embedded city as a world to fly in: the renderer behind the Simulator contract."""

import math
from collections.abc import Sequence
from dataclasses import replace

from aircity.city.render.moving import Moment
from aircity.city.render.renderer import Renderer
from aircity.city.scene import Bounds, CityScene
from aircity.city.traffic import SECONDS_PER_ACTION, Traffic
from aircity.errors import InputError, SimulatorError
from aircity.geometry import Camera, Pose
from aircity.world.action import Action, StepSizes, advance
from aircity.world.contact import Collision, checked_collision, is_close
from aircity.world.observation import Observation, Obstacle, StepResult

_HIGHEST_CLIMB_M = 1000
_VIEWS_KEPT = 16
"""Views from one place that are kept: a look around, and the view ahead once turned."""


class CityWorld:
    """One drone in one city.

    `solid`: the drone is a ball of `body_radius_m`; a step whose sweep would touch something is not flown
    (collided, blocked by an object). `airvln`: steps are teleports through anything, and a step has collided
    when more than 10 % of the forward depth pixels at its end are nearer than 0.4 m. In both, a step out of
    the scene's bounds is not flown (blocked by the boundary, no collision).

    With `traffic`, whose own `scene` must be given, every action but STOP takes SECONDS_PER_ACTION, flown or
    not. A step that meets something that moves is not flown (collided, blocked by what moves); a turn is
    flown, and has collided if something ran into the drone meanwhile. Nothing that moves stands still, so
    none of it blocks for ever. A start is only checked against what stands.
    """

    def __init__(
        self,
        scene: CityScene,
        *,
        camera: Camera | None = None,
        collision: Collision = "solid",
        body_radius_m: float = 0.5,
        step_sizes: StepSizes | None = None,
        renderer: Renderer | None = None,
        traffic: Traffic | None = None,
    ) -> None:
        """`renderer`, if given, is one of this scene, shared with others, and stays open on `close`."""
        if not (math.isfinite(body_radius_m) and body_radius_m >= 0):
            raise InputError(f"body_radius_m = {body_radius_m!r} must be finite and not negative")
        if renderer is not None:
            renderer.check_shows(scene)
        if traffic is not None and traffic.scene is not scene:
            raise InputError(
                f"the traffic is of another scene than this {scene.name!r}; give the traffic's own, "
                "as in CityWorld(traffic.scene, traffic=traffic)"
            )
        self._scene = scene
        self._camera = camera or Camera.from_fov()
        self._collision = checked_collision(collision)
        self._body_radius_m = body_radius_m
        self._sizes = step_sizes or StepSizes()
        self._owns_renderer = renderer is None
        self._renderer = renderer or Renderer(scene)
        self._moving = None if traffic is None else _Moving(traffic, self._renderer)
        self._pose: Pose | None = None
        self._is_over = False
        self._is_closed = False
        self._kept: dict[tuple[Pose, Camera], Observation] = {}

    @property
    def scene_id(self) -> str:
        """The scene's name."""
        return self._scene.name

    @property
    def camera(self) -> Camera:
        """The forward camera."""
        return self._camera

    def reset(self, start: Pose) -> Observation:
        """Put the drone at `start` and look ahead."""
        self._check_open()
        if not isinstance(start, Pose):
            raise InputError(
                f"start {start!r} is no Pose; give aircity.Pose.at(north, east, up, heading_deg)"
            )
        _check_in_bounds(start, self._scene.bounds)
        if not self._renderer.is_free(start.position, self._body_radius_m):
            raise InputError(
                f"start {describe(start)} is inside something solid or closer to it than "
                f"{self._body_radius_m:g} m; {self._advice(start)}"
            )
        self._pose, self._is_over = start, False
        self._kept.clear()
        if self._moving is not None:
            self._moving.begin()
        return self.observe()

    def observe(self) -> Observation:
        """The forward view from here."""
        return self._views([self._here], self._camera)[0]

    def look_up(self) -> Observation:
        """The view straight up; the image's top is behind the drone."""
        return self._views([self._here], self._camera.pitched(math.pi / 2))[0]

    def look_down(self) -> Observation:
        """The view straight down; the image's top is ahead of the drone."""
        return self._views([self._here], self._camera.pitched(-math.pi / 2))[0]

    def panorama(self, yaw_offsets_rad: Sequence[float]) -> tuple[Observation, ...]:
        """Forward views turned right by each offset."""
        here = self._here
        return self._views([here.turned(float(offset)) for offset in yaw_offsets_rad], self._camera)

    def step(self, action: Action) -> StepResult:
        """Do one action and say what really happened."""
        action, here = Action.parse(action), self._here
        if self._is_over:
            raise SimulatorError(f"{action.name} after STOP: the flight is over; call reset first")
        if action is Action.STOP:
            self._is_over = True
            return StepResult(action, here, moved=False, collided=False, stopped=True)
        target = advance(here, action, self._sizes)
        is_met = self._moving is not None and self._passes(self._moving, here, target)
        if self._collision == "solid" and self._meets_something(here, target):
            return StepResult(action, here, moved=False, collided=True, blocked_by=Obstacle.OBJECT)
        if not is_within(target, self._scene.bounds):
            return StepResult(action, here, moved=False, collided=is_met, blocked_by=Obstacle.BOUNDARY)
        if is_met and target.distance_m(here) > 0:
            return StepResult(action, here, moved=False, collided=True, blocked_by=Obstacle.MOVING)
        if target.distance_m(here) > 0:
            self._kept.clear()
        self._pose = target
        touches_view = self._collision == "airvln" and is_close(self.observe().depth_m)
        return StepResult(action, target, moved=True, collided=is_met or touches_view)

    def close(self) -> None:
        """Free the renderer, unless it is shared."""
        if self._owns_renderer:
            self._renderer.close()
        self._kept.clear()
        self._pose, self._is_closed = None, True

    def _check_open(self) -> None:
        if self._is_closed:
            raise SimulatorError("the world is closed; make a new one")

    @property
    def _here(self) -> Pose:
        self._check_open()
        if self._pose is None:
            raise SimulatorError("the drone is nowhere yet; call reset with a start first")
        return self._pose

    def _views(self, poses: Sequence[Pose], camera: Camera) -> tuple[Observation, ...]:
        """Views from here; one that was rendered since the drone came to this place is not rendered again."""
        fresh = [pose for pose in dict.fromkeys(poses) if (pose, camera) not in self._kept]
        moment = self._moving.moment if self._moving is not None and fresh else None
        frames = self._renderer.render_many(fresh, camera, moment) if fresh else []
        for frame, pose in zip(frames, fresh, strict=True):
            self._kept[pose, camera] = Observation(frame.rgb, frame.depth_m, pose, camera)
        views = tuple(_copied(self._kept[pose, camera]) for pose in poses)
        for oldest in list(self._kept)[:-_VIEWS_KEPT]:
            del self._kept[oldest]
        return views

    def _passes(self, moving: "_Moving", here: Pose, target: Pose) -> bool:
        """Let an action's time pass; whether something that moves touches the drone meanwhile."""
        self._kept.clear()
        flown = moving.pass_time(here, target, self._body_radius_m)
        return self._collision == "solid" and flown

    def _meets_something(self, here: Pose, target: Pose) -> bool:
        is_turn = tuple(here.position) == tuple(target.position)
        return not is_turn and self._renderer.touches(here.position, target.position, self._body_radius_m)

    def _advice(self, start: Pose) -> str:
        """The lowest free altitude above a start that is not."""
        lowest_m = math.ceil(start.z_m)
        for altitude_m in range(lowest_m, lowest_m + _HIGHEST_CLIMB_M):
            if altitude_m >= self._scene.bounds.z_max_m:
                break
            if self._renderer.is_free([start.x_m, start.y_m, altitude_m], self._body_radius_m):
                return f"free above it from z = {altitude_m:g} m"
        return f"nothing within {_HIGHEST_CLIMB_M} m above it is free either; choose another place"


class _Moving:
    """The traffic around one drone: its clock, and everything where it is by now."""

    def __init__(self, traffic: Traffic, renderer: Renderer) -> None:
        self._traffic = traffic
        self._stage = renderer.stage(traffic.bodies)
        self._time_s = 0.0
        self._moment: Moment | None = None

    def begin(self) -> None:
        """The clock starts with the flight."""
        self._time_s, self._moment = 0.0, None

    @property
    def moment(self) -> Moment:
        """What moves, laid out for the renderer where it is now."""
        if self._moment is None:
            self._moment = self._stage.at(self._traffic.poses(self._time_s))
        return self._moment

    def pass_time(self, here: Pose, target: Pose, radius_m: float) -> bool:
        """Whether something touches the drone while it flies from here to the target, or stays."""
        is_met = self._traffic.meets(here.position, target.position, radius_m, self._time_s)
        self._time_s += SECONDS_PER_ACTION
        self._moment = None
        return is_met


def _copied(view: Observation) -> Observation:
    """Its own images, so that whoever draws on them changes no later look."""
    return replace(view, rgb=view.rgb.copy(), depth_m=view.depth_m.copy())


def is_within(pose: Pose, bounds: Bounds) -> bool:
    """Whether a pose lies in the bounds, their rim included."""
    return (
        bounds.x_min_m <= pose.x_m <= bounds.x_max_m
        and bounds.y_min_m <= pose.y_m <= bounds.y_max_m
        and bounds.z_min_m <= pose.z_m <= bounds.z_max_m
    )


def _check_in_bounds(start: Pose, bounds: Bounds) -> None:
    if not is_within(start, bounds):
        raise InputError(
            f"start {describe(start)} is outside the scene; valid are "
            f"x {bounds.x_min_m:g} to {bounds.x_max_m:g}, y {bounds.y_min_m:g} to {bounds.y_max_m:g}, "
            f"z {bounds.z_min_m:g} to {bounds.z_max_m:g} m"
        )


def describe(pose: Pose) -> str:
    """A pose as messages show it."""
    return f"({pose.x_m:g}, {pose.y_m:g}, {pose.z_m:g}) m"
