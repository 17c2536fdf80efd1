"""What a served city answers at once: state, poses, cameras, pictures."""

import threading
import time

import numpy as np

from aircity.airsim.messages import Map, product, quaternion, read_placement, vector
from aircity.airsim.server.cameras import ServedCamera, all_cameras, camera_name
from aircity.airsim.server.drone import ServedDrone, kinematics_map, pose_map
from aircity.airsim.server.images import ImageDesk, Mount, eye_of, read_request
from aircity.airsim.server.moves import Clock, Pilot
from aircity.airsim.server.scene import ServedScene
from aircity.errors import InputError
from aircity.geometry import ned_from_points, points_from_ned

SERVER_VERSION, OLDEST_CLIENT_VERSION = 4, 1
"""What Cosys-AirSim's clients ask for at least, and what AirSim's own clients are."""
MOST_IMAGES = 16
_NEAR_M = 0.1


class ServedWorld:
    """One drone in one scene, as AirSim's calls see it; every method may be called from any thread."""

    def __init__(
        self, scene: ServedScene, *, cameras: tuple[ServedCamera, ...], vehicle: str, clock: Clock
    ) -> None:
        if not vehicle:
            raise InputError("vehicle '' is empty; give the drone a name, as in Drone_1")
        self.drone = ServedDrone(scene)
        self.clock = clock
        self.pilot = Pilot(self.drone, clock)
        self.cameras = all_cameras(cameras)
        self._vehicle = vehicle
        self._images = ImageDesk(scene)
        self._lock = threading.Lock()
        self._mounts = self._first_mounts()

    def check_vehicle(self, name: object) -> None:
        """There is one drone; it answers to its name and to none."""
        if name not in ("", self._vehicle):
            raise InputError(f"vehicle {name!r} is unknown; there is {self._vehicle!r}, or '' for it")

    def reset(self) -> None:
        """Everything as at the beginning."""
        self.pilot.cancel()
        self.clock.is_paused = False
        self.drone.reset()
        with self._lock:
            self._mounts = self._first_mounts()

    def vehicles(self) -> list[str]:
        """The names of the drones: one."""
        return [self._vehicle]

    def set_pose(self, pose: object, ignore_collision: object, vehicle: object = "") -> None:
        """Teleport; where the way, if it is not ignored, or the place is not free, the drone stays."""
        self.check_vehicle(vehicle)
        position, attitude = read_placement(pose)
        self.pilot.cancel()
        self.drone.go(points_from_ned(position), attitude, is_ghost=bool(ignore_collision))

    def pose(self, vehicle: object = "") -> Map:
        """Where the drone is."""
        self.check_vehicle(vehicle)
        return pose_map(self.drone.placement)

    def kinematics(self, vehicle: object = "") -> Map:
        """The same with its velocity."""
        self.check_vehicle(vehicle)
        return kinematics_map(self.drone.placement)

    def collision(self, vehicle: object = "") -> Map:
        """What was hit."""
        self.check_vehicle(vehicle)
        return self.drone.collision()

    def state(self, vehicle: object = "") -> Map:
        """MultirotorState."""
        return {
            "collision": self.collision(vehicle),
            "kinematics_estimated": self.kinematics(vehicle),
            "gps_location": {"latitude": 0.0, "longitude": 0.0, "altitude": 0.0},
            "timestamp": time.time_ns(),
            "landed_state": 0 if self.drone.is_landed else 1,
            "rc_data": {"timestamp": 0, "is_initialized": False, "is_valid": False},
            "ready": True,
            "ready_message": "",
            "can_arm": True,
        }

    def camera_info(self, camera: object, vehicle: object = "", external: object = False) -> Map:
        """Where a camera is in the world, and its field of view."""
        self.check_vehicle(vehicle)
        chosen, mount = self._camera(camera)
        placement = self.drone.placement
        lens = chosen.lens(is_depth=False)
        eye, _ = eye_of(placement, mount, lens)
        zoom = 2 * lens.fx_px / lens.width_px
        projection = [
            [zoom, 0.0, 0.0, 0.0],
            [0.0, zoom, 0.0, 0.0],
            [0.0, 0.0, 0.0, 1.0],
            [0.0, 0.0, _NEAR_M, 0.0],
        ]
        pose = {
            "position": vector(ned_from_points(eye.position)),
            "orientation": quaternion(product(placement.attitude, mount[1])),
        }
        return {"pose": pose, "fov": chosen.fov_deg, "proj_mat": {"matrix": projection}}

    def set_camera_pose(
        self, camera: object, pose: object, vehicle: object = "", external: object = False
    ) -> None:
        """Mount a camera elsewhere on the drone."""
        self.check_vehicle(vehicle)
        chosen, _ = self._camera(camera)
        mount = read_placement(pose, "camera pose")
        eye_of(self.drone.placement, mount, chosen.lens(is_depth=False))  # which refuses what cannot be shown
        with self._lock:
            self._mounts[chosen.name] = mount

    def images(self, requests: object, vehicle: object = "", external: object = False) -> list[Map]:
        """One ImageResponse for each ImageRequest, all from one place."""
        self.check_vehicle(vehicle)
        if not isinstance(requests, list) or not len(requests) <= MOST_IMAGES:
            raise InputError(f"image requests must be a list of at most {MOST_IMAGES}")
        placement = self.drone.placement
        answers = []
        for request in map(read_request, requests):
            chosen, mount = self._camera(request["camera_name"])
            answers.append(self._images.answer(request, chosen, placement, mount))
        return answers

    def image(self, camera: object, kind: object, vehicle: object = "", annotation: object = "") -> bytes:
        """One picture as PNG."""
        request = {"camera_name": camera, "image_type": kind, "pixels_as_float": False, "compress": True}
        data: bytes = self.images([request], vehicle)[0]["image_data_uint8"]
        return data

    def _camera(self, name: object) -> tuple[ServedCamera, Mount]:
        known = self.cameras.get(camera_name(str(name)))
        if known is None:
            raise InputError(
                f"camera {str(name)[:64]!r} is unknown; there are {', '.join(sorted(self.cameras))}"
            )
        with self._lock:
            return known, self._mounts[known.name]

    def _first_mounts(self) -> dict[str, Mount]:
        return {name: (np.zeros(3), camera.attitude) for name, camera in self.cameras.items()}
