"""The film of a flight: the view along the way from pose to pose, at flying speed, as small JPEGs.

A picture for a browser is five little-endian floats (north, east, up, heading in degrees, whether it moves)
and a JPEG. Nothing is rendered while nobody watches; the drone keeps its pace all the same.
"""

import io
import math
import struct
import threading
import time

from PIL import Image

from airanchor.cockpit.board import Board
from airanchor.cockpit.helm import Helm
from aircity.city.render.renderer import Renderer
from aircity.geometry import Camera, Pose, wrap

SPEED_M_S, CLIMB_M_S, TURN_RAD_S = 10.0, 4.0, math.radians(60.0)
"""How fast the drone is shown to fly, climb and turn."""
FRAMES_S = 14.0
_MOVING = ((Camera.from_fov(640, 480), 74), (Camera.from_fov(480, 360), 72), (Camera.from_fov(320, 240), 70))
"""Cameras and qualities, the best first: a machine that is too slow for one gets the next."""
_STILL = (Camera.from_fov(800, 600), 84)
"""A still view is shown long enough to be looked at."""
_BUSY_SHARE, _IDLE_SHARE = 0.8, 0.25
"""Of the time between two pictures: above the first the next is smaller, below the second larger."""
HEAD = struct.Struct("<5f")


class LiveFilm:
    """Shows one city's drone on a board. `speed` is a multiple of the flying speed; 0 does not wait."""

    def __init__(self, board: Board, helm: Helm, speed: float) -> None:
        self._board, self._helm = board, helm
        self.speed = speed
        self._renderer: Renderer | None = None
        self._pose: Pose | None = None
        self._size = 1
        self._in_use = threading.Lock()  # a renderer must not be closed under a picture

    @property
    def pose(self) -> Pose | None:
        """Where the drone was flown to last."""
        return self._pose

    def show_city(self, renderer: Renderer | None) -> None:
        """From now on pictures are of this city."""
        with self._in_use:
            self._renderer, self._pose = renderer, None

    def fly(self, before: Pose, after: Pose) -> None:
        """The way between two poses in the time that it takes; where they are one, a still view."""
        seconds = travel_s(before, after) / self.speed if self.speed else 0.0
        if seconds:
            self._run(before, after, seconds)
        self._pose = after
        self._board.set(drone=pose_row(after))
        if not seconds:
            self.look()

    def look(self) -> None:
        """A still view from where the drone is."""
        if self._pose is not None:
            self._show(self._pose, is_moving=False)

    def _run(self, before: Pose, after: Pose, seconds: float) -> None:
        share, began_s = 0.0, time.monotonic()
        while share < 1.0 and self._helm.cause is None:
            if self._helm.is_paused:
                self._show(between(before, after, share), is_moving=False)
                self._helm.wait_in_air()
                began_s = time.monotonic() - share * seconds
            late = (time.monotonic() - began_s) / seconds
            share = min(1.0, max(share, late) + 1.0 / (FRAMES_S * seconds))
            pose = between(before, after, share)
            self._show(pose, is_moving=True)
            time.sleep(max(0.0, began_s + share * seconds - time.monotonic()))

    def _show(self, pose: Pose, *, is_moving: bool) -> None:
        if not self._board.is_watched:
            return
        with self._in_use:
            if self._renderer is None:
                return
            began_s = time.monotonic()
            camera, quality = _MOVING[self._size] if is_moving else _STILL
            rgb = self._renderer.render(pose, camera).rgb
        data = io.BytesIO()
        Image.fromarray(rgb).save(data, "JPEG", quality=quality)
        if is_moving:
            self._size = next_size(self._size, (time.monotonic() - began_s) * FRAMES_S)
        self._board.show(HEAD.pack(*pose_row(pose), float(is_moving)) + data.getvalue())


def next_size(size: int, share: float) -> int:
    """Which camera is next, by the share of its time that the last picture took."""
    if share > _BUSY_SHARE:
        return min(size + 1, len(_MOVING) - 1)
    return max(size - 1, 0) if share < _IDLE_SHARE else size


def travel_s(before: Pose, after: Pose) -> float:
    """How long the way takes: the longest of flying, climbing and turning."""
    along_m = math.hypot(after.x_m - before.x_m, after.y_m - before.y_m)
    turn_rad = abs(wrap(after.heading_rad - before.heading_rad))
    return max(along_m / SPEED_M_S, abs(after.z_m - before.z_m) / CLIMB_M_S, turn_rad / TURN_RAD_S)


def between(before: Pose, after: Pose, share: float) -> Pose:
    """The pose at a share of the way; it turns the shorter way round."""
    turn_rad = wrap(after.heading_rad - before.heading_rad)
    return Pose(
        before.x_m + share * (after.x_m - before.x_m),
        before.y_m + share * (after.y_m - before.y_m),
        before.z_m + share * (after.z_m - before.z_m),
        wrap(before.heading_rad + share * turn_rad),
    )


def pose_row(pose: Pose) -> list[float]:
    """North, east, up in metres and the heading in degrees, as pages get it."""
    return [round(value, 2) for value in (pose.x_m, pose.y_m, pose.z_m, pose.heading_deg % 360.0)]
