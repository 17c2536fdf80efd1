"""Pictures as AirSim sends them: colour, depth in metres or 8 bits, segmentation; raw or PNG."""

import io
import threading
import time
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from aircity.airsim.attitude import Wxyz, rotation, yaw_and_pitch
from aircity.airsim.messages import Map, product, quaternion, vector
from aircity.airsim.pictures import (
    DEPTH_PERSPECTIVE,
    DEPTH_PLANAR,
    DEPTH_VIS,
    SCENE,
    SEGMENTATION,
    swap_red_and_blue,
)
from aircity.airsim.server.cameras import ServedCamera
from aircity.airsim.server.drone import Placement
from aircity.airsim.server.scene import Picture, ServedScene
from aircity.errors import InputError
from aircity.geometry import Camera, Pose, ned_from_points, points_from_ned

SKY_M = 65504.0
"""The depth of nothing: the largest that AirSim's own depth pictures can hold."""
_VIS_REACH_M = 100.0
_DEPTHS = (DEPTH_PLANAR, DEPTH_PERSPECTIVE, DEPTH_VIS)
_TYPES = "0 Scene, 1 DepthPlanar, 2 DepthPerspective, 3 DepthVis, 5 Segmentation"
_KEPT = 4
_SCRAMBLE = 0x9E3779
"""An odd number, so that multiplying by it gives every object id of 24 bits a colour of its own."""


Mount = tuple[NDArray[np.float64], Wxyz]
"""Where a camera sits on the drone (ahead, right, down in metres), and its attitude there."""


class ImageDesk:
    """Takes the pictures of one scene; one at a time, and the same view once."""

    def __init__(self, scene: ServedScene) -> None:
        self._scene = scene
        self._lock = threading.Lock()
        self._kept: dict[tuple[Pose, Camera], Picture] = {}

    def answer(self, request: Map, camera: ServedCamera, placement: Placement, mount: Mount) -> Map:
        """ImageResponse to one checked ImageRequest, through a camera mounted on a drone placed there."""
        kind, is_float = request["image_type"], request["pixels_as_float"]
        _check(kind, is_float)
        lens = camera.lens(is_depth=kind in _DEPTHS)
        eye, lens = eye_of(placement, mount, lens)
        picture = self._picture(eye, lens)
        pixels = _floats(kind, picture, lens) if is_float else _pixels(kind, picture)
        return {
            "image_data_uint8": b"" if is_float else _encoded(pixels, request["compress"]),
            "image_data_float": pixels if is_float else [],
            "camera_position": vector(ned_from_points(eye.position)),
            "camera_name": camera.name,
            "camera_orientation": quaternion(product(placement.attitude, mount[1])),
            "time_stamp": time.time_ns(),
            "message": "",
            "pixels_as_float": is_float,
            "compress": request["compress"],
            "width": lens.width_px,
            "height": lens.height_px,
            "image_type": kind,
            "annotation_name": "",
        }

    def _picture(self, eye: Pose, lens: Camera) -> Picture:
        with self._lock:
            if (eye, lens) not in self._kept:
                self._kept[eye, lens] = self._scene.renderer.render(eye, lens)
                for oldest in list(self._kept)[:-_KEPT]:
                    del self._kept[oldest]
            return self._kept[eye, lens]


def eye_of(placement: Placement, mount: Mount, lens: Camera) -> tuple[Pose, Camera]:
    """Where a camera's eye is and how it looks from there."""
    point_in_body, attitude = mount
    heading_rad, pitch_rad = yaw_and_pitch(placement.attitude, attitude)
    point = placement.point
    if point_in_body.any():
        point = point + points_from_ned(rotation(placement.attitude) @ point_in_body)
    x_m, y_m, z_m = point.tolist()
    return Pose(x_m, y_m, z_m, heading_rad), lens.pitched(pitch_rad)


def read_request(value: object) -> Map:
    """An ImageRequest with the fields that matter, each of its kind."""
    if not isinstance(value, Mapping):
        raise InputError(f"an image request is a {type(value).__name__}; it must be a map")
    name, kind = value.get("camera_name"), value.get("image_type")
    if not isinstance(name, str | int) or isinstance(name, bool):
        raise InputError("an image request's camera_name must be a text")
    if not isinstance(kind, int) or isinstance(kind, bool):
        raise InputError(f"an image request's image_type must be a number: {_TYPES}")
    return {
        "camera_name": str(name),
        "image_type": kind,
        "pixels_as_float": bool(value.get("pixels_as_float")),
        "compress": bool(value.get("compress", True)),
    }


def _check(kind: int, is_float: bool) -> None:
    if kind not in (SCENE, SEGMENTATION, *_DEPTHS):
        raise InputError(f"image type {kind} is not offered; there are {_TYPES}")
    if is_float and kind not in _DEPTHS:
        raise InputError(f"image type {kind} has no float pixels; ask with pixels_as_float=False")
    if not is_float and kind in (DEPTH_PLANAR, DEPTH_PERSPECTIVE):
        raise InputError(
            f"image type {kind} is in metres; ask for it with simGetImages, pixels_as_float=True"
        )


def _floats(kind: int, picture: Picture, lens: Camera) -> NDArray[np.float32]:
    depth_m = picture.depth_m
    if kind == DEPTH_VIS:
        depth_m = depth_m / np.float32(_VIS_REACH_M)
        return np.where(depth_m < 1, depth_m, np.float32(1))
    if kind == DEPTH_PLANAR:
        depth_m = (depth_m / lens.ray_from_planar(lens.pixel_grid, 1.0)).astype(np.float32)
    return np.where(np.isinf(depth_m), np.float32(SKY_M), depth_m)


def _pixels(kind: int, picture: Picture) -> NDArray[np.uint8]:
    """Red, green, blue (h, w, 3)."""
    if kind == SCENE:
        return picture.rgb
    if kind == DEPTH_VIS:
        grey = np.minimum(picture.depth_m / _VIS_REACH_M, 1) * 255
        return np.repeat(grey.astype(np.uint8)[..., None], 3, axis=-1)
    return segment_colours(picture.object_id)


def segment_colours(object_id: NDArray[np.int32]) -> NDArray[np.uint8]:
    """A colour of its own for every object (h, w, 3); black is the sky."""
    code = (object_id.astype(np.uint32) * np.uint32(_SCRAMBLE)) & np.uint32(0xFFFFFF)
    return np.stack([code >> 16, (code >> 8) & 0xFF, code & 0xFF], axis=-1).astype(np.uint8)


def _encoded(pixels: NDArray[Any], compress: bool) -> bytes:
    """PNG, or raw pixels with blue first, as AirSim sends them."""
    if not compress:
        return swap_red_and_blue(pixels).tobytes()
    file = io.BytesIO()
    Image.fromarray(pixels).save(file, "PNG", compress_level=1)
    return file.getvalue()
