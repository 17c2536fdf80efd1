"""An AirSim build as a world to fly in: AerialVLN's teleports behind the Simulator contract."""

import math
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from aircity.airsim.address import PORT, AirSimAddress
from aircity.airsim.config import AirSimConfig
from aircity.airsim.link import AirSimLink
from aircity.airsim.messages import pose_message, read_map, read_pose
from aircity.airsim.mount import AHEAD, CameraMount, Look
from aircity.airsim.pictures import PictureTaker
from aircity.airsim.rpc import CallRefused
from aircity.errors import InputError, SimulatorError
from aircity.geometry import Camera, Pose, wrap
from aircity.machine import interruption
from aircity.world.action import Action, advance
from aircity.world.contact import is_close
from aircity.world.observation import Observation, Obstacle, StepResult

_UP, _DOWN = Look(pitch_rad=math.pi / 2), Look(pitch_rad=-math.pi / 2)
_VIEWS_KEPT = 16


def open_airsim(
    address: str, *, scene_id: str | None = None, config: AirSimConfig | None = None
) -> "AirSimWorld":
    """The world behind airsim://HOST:PORT; `scene_id` names the scene, for its memory."""
    place = AirSimAddress.parse(address)
    name = scene_id or f"airsim-{place.host}-{place.port}"
    return AirSimWorld(place.host, place.port, scene_id=name, config=config)


class AirSimWorld:
    """One drone in one AirSim, Colosseum or Cosys-AirSim build.

    Steps are teleports (simSetVehiclePose) to where `advance` leads, and the pose is the one that was asked
    for; the build is asked after each whether it is there. `airvln` flies through anything and has collided
    when the view at the end is too near; `solid` asks the build to stop at what it meets, and a step that it
    does not finish is not flown.
    """

    def __init__(
        self, host: str, port: int = PORT, *, scene_id: str, config: AirSimConfig | None = None
    ) -> None:
        self._scene_id = scene_id
        self._config = config or AirSimConfig()
        self._pose: Pose | None = None
        self._look = AHEAD
        self._is_over = False
        self._is_closed = False
        self._collision_ns: object = None
        self._is_settled = False
        self._kept: dict[tuple[Pose, float], Observation] = {}
        self._link = AirSimLink(AirSimAddress(host, port), self._config)
        self._pictures = PictureTaker(self._link, self._config)
        try:
            self._warm_up()
            self._mount = CameraMount(self._link, self._config, self._pictures.size_px())
        except CallRefused as refusal:
            raise SimulatorError(f"{refusal}; {self._names()}") from refusal
        self._link.restore = self._restore

    @property
    def scene_id(self) -> str:
        """The scene's name, as it was given."""
        return self._scene_id

    @property
    def camera(self) -> Camera:
        """The forward camera, with the build's size and field of view."""
        return self._mount.camera

    def where(self) -> Pose:
        """Where the build says that the drone is, also before the first reset."""
        self._check_open()
        return read_pose(self._link.call("simGetVehiclePose", self._config.vehicle), "vehicle pose")

    def reset(self, start: Pose) -> Observation:
        """Put the drone at `start` and look ahead."""
        self._check_open()
        if not isinstance(start, Pose):
            raise InputError(
                f"start {start!r} is no Pose; give aircity.Pose.at(north, east, up, heading_deg)"
            )
        if not self._takes_start(start):
            self._go_back(self._pose)
            raise InputError(
                f"the build does not take the start ({start.x_m:g}, {start.y_m:g}, {start.z_m:g}) m: it is "
                "outside its world, in something solid, or the vehicle is held by physics (SimMode "
                "ComputerVision is right); choose another start"
            )
        self._pose, self._is_over = start, False
        self._kept.clear()
        return self.observe()

    def observe(self) -> Observation:
        """The forward view from here."""
        return self._view(AHEAD)

    def look_up(self) -> Observation:
        """The view straight up; the image's top is behind the drone."""
        return self._view(_UP)

    def look_down(self) -> Observation:
        """The view straight down; the image's top is ahead of the drone."""
        return self._view(_DOWN)

    def panorama(self, yaw_offsets_rad: Sequence[float]) -> tuple[Observation, ...]:
        """Forward views turned right by each offset."""
        return tuple(self._view(Look(right_rad=float(offset))) for offset in yaw_offsets_rad)

    def step(self, action: Action) -> StepResult:
        """Do one action and say what really happened."""
        action, here = Action.parse(action), self._here
        if self._is_over:
            raise SimulatorError(f"{action.name} after STOP: the flight is over; call reset first")
        if action is Action.STOP:
            self._is_over = True
            return StepResult(action, here, moved=False, collided=False, stopped=True)
        target = advance(here, action, self._config.step_sizes)
        is_solid = self._config.collision == "solid" and target.distance_m(here) > 0
        if not self._put(target, is_free=not is_solid):
            has_hit = is_solid and self._has_hit()
            self._go_back(here)
            blocked_by = Obstacle.OBJECT if has_hit else Obstacle.BOUNDARY
            return StepResult(action, here, moved=False, collided=has_hit, blocked_by=blocked_by)
        if target.distance_m(here) > 0:
            self._kept.clear()
        self._pose = target
        collided = self._config.collision == "airvln" and is_close(self.observe().depth_m)
        return StepResult(action, target, moved=True, collided=collided)

    def close(self) -> None:
        """Let the camera look ahead again and hang up; the build goes on."""
        if self._is_closed:
            return
        self._is_closed = True
        self._link.stay_lost()
        with suppress(SimulatorError):  # a build that is gone needs no camera
            if self._look != AHEAD and self._pose is not None:
                self._mount.aim(self._pose, AHEAD)
        self._link.close()
        self._kept.clear()

    def _check_open(self) -> None:
        if self._is_closed:
            raise SimulatorError("the world is closed; make a new one")

    @property
    def _here(self) -> Pose:
        self._check_open()
        if self._pose is None:
            raise SimulatorError("the drone is nowhere yet; call reset with a start first")
        return self._pose

    def _view(self, look: Look) -> Observation:
        """A view from here; one that was taken since the drone came to this place is not taken again."""
        here = self._here
        pose = here.turned(look.right_rad) if look.right_rad else here
        key = (pose, look.pitch_rad)
        if key not in self._kept:
            self._aim(look)
            rgb, depth_m = self._pictures.take(self.camera)
            self._kept[key] = Observation(rgb, depth_m, pose, self.camera.pitched(look.pitch_rad))
            for oldest in list(self._kept)[:-_VIEWS_KEPT]:
                del self._kept[oldest]
        view = self._kept[key]
        return replace(view, rgb=view.rgb.copy(), depth_m=view.depth_m.copy())

    def _aim(self, look: Look) -> None:
        """Look there, and let the build come to rest after whatever was moved."""
        if look != self._look:
            self._look = look
            self._mount.aim(self._here, look)
            self._is_settled = False
        if not self._is_settled:
            self._pictures.settle(self._config.sync_frames)
            self._is_settled = True

    def _put(self, pose: Pose, *, is_free: bool) -> bool:
        """Teleport, through anything if `is_free`; whether the build says that the drone is there."""
        if self._look != AHEAD:
            self._look = AHEAD
            self._mount.aim(self._here, AHEAD)
        self._link.call("simSetVehiclePose", pose_message(pose), is_free, self._config.vehicle)
        self._is_settled = False
        reported = self.where()
        turned_rad = abs(wrap(reported.heading_rad - pose.heading_rad))
        is_near = reported.distance_m(pose) <= self._config.pose_tolerance_m
        return is_near and turned_rad <= self._config.heading_tolerance_rad

    def _takes_start(self, start: Pose) -> bool:
        """Whether the build takes the drone there and, where things are solid, it touches none."""
        if self._config.collision != "solid":
            return self._put(start, is_free=True)
        self._has_hit()  # what was hit before is no news
        return self._put(start, is_free=True) and self._put(start, is_free=False) and not self._has_hit()

    def _go_back(self, pose: Pose | None) -> None:
        """The drone is where it was before a step or start that was not taken."""
        if pose is not None:
            self._put(pose, is_free=True)

    def _has_hit(self) -> bool:
        """Whether the build reports a collision that it has not reported before."""
        info = read_map(self._link.call("simGetCollisionInfo", self._config.vehicle), "collision info")
        is_new = info.get("time_stamp") != self._collision_ns
        self._collision_ns = info.get("time_stamp")
        return bool(info.get("has_collided")) and is_new

    def _names(self) -> str:
        """What to do where the build does not know the names that it was asked by."""
        vehicles: object = None
        with suppress(SimulatorError):  # not every build lists them
            vehicles = self._link.call("listVehicles")
        known = f", whose vehicles are {', '.join(map(str, vehicles))}" if isinstance(vehicles, list) else ""
        return (
            f"name a vehicle and a camera of the build{known}, with --set airsim.vehicle=NAME (it is "
            f"{self._config.vehicle!r}) and --set airsim.camera=NAME (it is {self._config.camera!r})"
        )

    def _warm_up(self) -> None:
        interruption.sleep(self._config.warm_up_s)
        self._pictures.settle(self._config.dropped_after_load)

    def _restore(self) -> None:
        """After a reconnection: the build may have been started anew."""
        self._warm_up()
        if self._pose is not None:
            self._link.call("simSetVehiclePose", pose_message(self._pose), True, self._config.vehicle)
            self._mount.aim(self._pose, self._look)
