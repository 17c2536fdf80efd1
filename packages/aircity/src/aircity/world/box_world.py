"""A tiny exact world of boxes on a plane, ray-traced with numpy: what kits and tests fly in at no cost."""

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from aircity.errors import SimulatorError
from aircity.geometry import Camera, Pose, wrap
from aircity.world.action import Action, advance
from aircity.world.observation import Observation, Obstacle, StepResult

BODY_RADIUS_M = 0.5
EXTENT_M = 300.0
START = Pose.at(0, 0, 12, 20)

BOXES = np.array(
    [  # x, y, z of the low corner, then of the high corner
        [9.5, -4, 0, 20, 9, 46],
        [-12, 13, 0, -2, 24, 21],
        [24, -32, 0, 40, -15, 30],
        [-32, -18, 0, -19, -7, 25],
        [-9, 3, 0, -6, 6, 2.5],
        [2, -11, 0, 5, -8, 3],
        [-3, -6, 0, -1, -4, 1.5],
        [30, 24, 0, 44, 38, 17],
        [150, -70, 0, 170, -20, 60],
        [60, 5, 0, 75, 20, 35],
    ],
    dtype=float,
)
BASE_COLOURS = np.array(
    [
        [200, 90, 70],
        [90, 110, 190],
        [210, 200, 120],
        [120, 60, 130],
        [230, 230, 230],
        [60, 60, 60],
        [220, 140, 30],
        [70, 160, 150],
        [150, 150, 180],
        [170, 120, 90],
        [95, 130, 75],  # the ground
    ],
    dtype=float,
)


class BoxWorld:
    """Solid boxes and ground. Textures depend on position only, so a point has one colour from everywhere."""

    scene_id = "boxes"
    start = START

    def __init__(self, camera: Camera | None = None) -> None:
        self.camera = camera or Camera.from_fov(96, 96)
        self._pose: Pose | None = None
        self._is_over = False

    def reset(self, start: Pose) -> Observation:
        """Put the drone at `start` and look ahead."""
        if max(abs(start.x_m), abs(start.y_m), abs(start.z_m)) > EXTENT_M:
            raise SimulatorError(f"start {start} is outside the world of ±{EXTENT_M} m")
        if clearance_m(start.position) < BODY_RADIUS_M:
            raise SimulatorError(f"start {start} is inside something solid")
        self._pose, self._is_over = start, False
        return self.observe()

    def observe(self) -> Observation:
        """The forward view from here."""
        return self.render(self._here, self.camera)

    def look_up(self) -> Observation:
        """The view straight up."""
        return self.render(self._here, self.camera.pitched(math.pi / 2))

    def look_down(self) -> Observation:
        """The view straight down."""
        return self.render(self._here, self.camera.pitched(-math.pi / 2))

    def panorama(self, yaw_offsets_rad: Sequence[float]) -> tuple[Observation, ...]:
        """Forward views turned right by each offset."""
        here = self._here
        return tuple(
            self.render(replace(here, heading_rad=wrap(here.heading_rad + offset)), self.camera)
            for offset in yaw_offsets_rad
        )

    def step(self, action: Action) -> StepResult:
        """Do one action and say what really happened."""
        action, here = Action.parse(action), self._here
        if self._is_over:
            raise SimulatorError("the flight is over after STOP; call reset")
        self._is_over = action is Action.STOP
        target = advance(here, action)
        along = np.linspace(0, 1, 41)[:, None]
        path = here.position + along * (target.position - here.position)
        if min(clearance_m(point) for point in path) < BODY_RADIUS_M:
            return StepResult(action, here, moved=False, collided=True, blocked_by=Obstacle.OBJECT)
        if np.abs(target.position).max() > EXTENT_M:
            return StepResult(action, here, moved=False, collided=False, blocked_by=Obstacle.BOUNDARY)
        self._pose = target
        return StepResult(action, target, moved=target != here, collided=False, stopped=self._is_over)

    def close(self) -> None:
        """Nothing is held."""
        self._pose = None

    @property
    def _here(self) -> Pose:
        if self._pose is None:
            raise SimulatorError("call reset first")
        return self._pose

    def render(self, pose: Pose, camera: Camera) -> Observation:
        """What a camera sees from a pose."""
        rows, columns = np.mgrid[: camera.height_px, : camera.width_px]
        rotation, origin = camera.world_from_camera(pose)
        directions = camera.rays(np.stack([columns, rows], axis=-1)) @ rotation.T
        depth_m, hit = trace_rays(origin, directions)
        points = origin + directions * np.where(np.isfinite(depth_m), depth_m, 0.0)[..., None]
        colours = np.where((hit >= 0)[..., None], paint(points, hit), [140.0, 180.0, 235.0])
        return Observation(
            np.clip(colours, 0, 255).astype(np.uint8), depth_m.astype(np.float32), pose, camera
        )


def trace_rays(
    origin: NDArray[np.float64], directions: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
    """Distance to the first surface along each unit ray, and which one it is (-1 for the sky)."""
    with np.errstate(divide="ignore", invalid="ignore"):
        inverse = [1.0 / directions[..., axis] for axis in range(3)]
        depth_m = np.where(directions[..., 2] < 0, -origin[2] * inverse[2], np.inf)
        hit = np.where(np.isfinite(depth_m), len(BOXES), -1)
        for index, box in enumerate(BOXES):
            low = [(box[axis] - origin[axis]) * inverse[axis] for axis in range(3)]
            high = [(box[axis + 3] - origin[axis]) * inverse[axis] for axis in range(3)]
            enter = np.maximum.reduce([np.minimum(a, b) for a, b in zip(low, high, strict=True)])
            leave = np.minimum.reduce([np.maximum(a, b) for a, b in zip(low, high, strict=True)])
            nearer = (enter <= leave) & (enter > 0) & (enter < depth_m)
            depth_m, hit = np.where(nearer, enter, depth_m), np.where(nearer, index, hit)
    return depth_m, hit


def paint(points: NDArray[np.float64], hit: NDArray[np.intp]) -> NDArray[np.float64]:
    """A blotchy texture with features of a few metres."""
    x, y, z = np.moveaxis(points, -1, 0)
    waves = np.sin(1.1 * x + 0.7 * np.sin(0.6 * y + z)) + np.sin(0.9 * y - 1.3 * z + np.sin(0.4 * x))
    colours: NDArray[np.float64] = BASE_COLOURS[hit] * (1 + 0.18 * waves[..., None])
    return colours


def clearance_m(point: NDArray[np.float64]) -> float:
    """Distance from a point to the nearest solid; 0 inside one and below the ground."""
    outside = np.maximum(np.maximum(BOXES[:, :3] - point, point - BOXES[:, 3:]), 0.0)
    return float(min(np.linalg.norm(outside, axis=1).min(), max(point[2], 0.0)))
