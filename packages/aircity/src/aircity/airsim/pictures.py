"""Pictures from an AirSim build: asked for, settled, checked, and turned into colours and metres."""

from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from aircity.airsim.config import AirSimConfig
from aircity.airsim.link import AirSimLink
from aircity.airsim.wire import as_bytes
from aircity.errors import SimulatorError
from aircity.geometry import Camera
from aircity.machine import interruption

SCENE, DEPTH_PLANAR, DEPTH_PERSPECTIVE, DEPTH_VIS, SEGMENTATION = 0, 1, 2, 3, 5
_DEPTH_TYPES = {"perspective": DEPTH_PERSPECTIVE, "planar": DEPTH_PLANAR, "vis": DEPTH_VIS}
_VIS_REACH_M = 100.0

Rgb = NDArray[np.uint8]
DepthM = NDArray[np.float32]


class PictureTaker:
    """Takes colour and depth through one camera of a build; the two must have one size."""

    def __init__(self, link: AirSimLink, config: AirSimConfig) -> None:
        self._link = link
        self._config = config

    def settle(self, pictures: int) -> None:
        """Throw pictures away while the build comes to rest."""
        for _ in range(pictures):
            self._ask([self._request(SCENE)])

    def size_px(self) -> tuple[int, int]:
        """Width and height of the build's pictures."""
        (answer,) = self._ask([self._request(SCENE)])
        return self._checked_size((answer.get("width"), answer.get("height")))

    def take(self, camera: Camera | None = None) -> tuple[Rgb, DepthM]:
        """Colour (h, w, 3) and depth along the ray (h, w), taken again while they are plainly wrong."""
        for _ in range(self._config.constant_retries):
            rgb, depth_m = self._once(camera)
            if not _is_blank(rgb, depth_m):
                return rgb, depth_m
            interruption.sleep(self._config.retry_pause_s)
        rgb, depth_m = self._once(camera)
        if _is_blank(rgb, depth_m):
            raise SimulatorError(
                f"camera {self._config.camera!r} of {self._link.address} showed one colour or one depth "
                f"{self._config.constant_retries + 1} times; look at the build's window, or raise "
                "constant_retries or warm_up_s"
            )
        return rgb, depth_m

    def _once(self, camera: Camera | None) -> tuple[Rgb, DepthM]:
        kind = _DEPTH_TYPES[self._config.depth]
        colour, depth = self._ask([self._request(SCENE), self._request(kind)])
        sizes = [(answer.get("width"), answer.get("height")) for answer in (colour, depth)]
        if sizes[0] != sizes[1]:
            self._fail(
                f"colour is {sizes[0][0]}x{sizes[0][1]} and depth {sizes[1][0]}x{sizes[1][1]} px; give both "
                f"one size in CaptureSettings (ImageType 0 and {kind}) of the build's settings.json"
            )
        if camera is not None and sizes[0] != (camera.width_px, camera.height_px):
            self._fail(f"the size changed from {camera.width_px}x{camera.height_px} to {sizes[0]} px")
        width_px, height_px = self._checked_size(sizes[0])
        rgb = self._colours(colour, width_px, height_px)
        return rgb, self._metres(depth, width_px, height_px, camera)

    def _request(self, kind: int) -> dict[str, Any]:
        is_float = kind in (DEPTH_PLANAR, DEPTH_PERSPECTIVE)
        request = {
            "camera_name": self._config.camera,
            "image_type": kind,
            "pixels_as_float": is_float,
            "compress": False,
        }
        return request | ({"annotation_name": ""} if self._link.is_cosys else {})

    def _ask(self, requests: list[dict[str, Any]]) -> list[dict[str, Any]]:
        answers = self._link.call_for_camera("simGetImages", requests, self._config.vehicle)
        maps = [answer for answer in answers if isinstance(answer, dict)] if isinstance(answers, list) else []
        if len(maps) != len(requests):
            self._fail(f"{len(requests)} pictures were asked for and {len(maps)} came")
        return maps

    def _colours(self, answer: dict[str, Any], width_px: int, height_px: int) -> Rgb:
        data = as_bytes(answer.get("image_data_uint8"))
        channels = len(data) // (width_px * height_px)
        if channels not in (3, 4) or len(data) != width_px * height_px * channels:
            self._fail(f"{len(data)} bytes are no picture of {width_px}x{height_px} px in 3 or 4 channels")
        pixels = np.frombuffer(data, np.uint8).reshape(height_px, width_px, channels)[..., :3]
        return swap_red_and_blue(pixels) if self._config.channels == "bgr" else pixels.copy()

    def _metres(self, answer: dict[str, Any], width_px: int, height_px: int, camera: Camera | None) -> DepthM:
        if self._config.depth == "vis":
            level = self._colours(answer, width_px, height_px)[..., 1].astype(np.float32)
            return np.where(level == 255, np.inf, level * (_VIS_REACH_M / 255)).astype(np.float32)
        depth_m = np.asarray(answer.get("image_data_float"), dtype=np.float32)
        if depth_m.size != width_px * height_px:
            self._fail(f"{depth_m.size} depths are no picture of {width_px}x{height_px} px")
        depth_m = np.where(depth_m >= self._config.far_m, np.inf, depth_m).reshape(height_px, width_px)
        if self._config.depth == "planar" and camera is not None:
            depth_m = camera.ray_from_planar(camera.pixel_grid, depth_m).astype(np.float32)
        return np.where(depth_m > 0, depth_m, np.float32(0)).astype(np.float32)  # NaN and less: no reading

    def _checked_size(self, size: tuple[Any, Any]) -> tuple[int, int]:
        if not all(isinstance(side, int) and side > 0 for side in size):
            self._fail(
                f"the picture has no size ({size[0]}x{size[1]} px); is {self._config.camera!r} the name of a "
                f"camera of {self._config.vehicle!r} in the build's settings.json? Else set "
                "airsim.camera and airsim.vehicle"
            )
        return size

    def _fail(self, words: str) -> NoReturn:
        raise SimulatorError(f"camera {self._config.camera!r} of {self._link.address}: {words}")


def swap_red_and_blue(pixels: Rgb) -> Rgb:
    """Pixels (h, w, 3) in the other order, one channel at a time: four times faster than reversed."""
    swapped = np.empty(pixels.shape, np.uint8)
    for channel in range(3):
        swapped[..., channel] = pixels[..., 2 - channel]
    return swapped


def _is_blank(rgb: Rgb, depth_m: DepthM) -> bool:
    """One depth that is not the sky's, or one colour of something that is not all sky: a failed grab."""
    if rgb.shape[0] * rgb.shape[1] < 2 or np.isinf(depth_m).all():
        return False
    return _is_constant(depth_m) or _is_constant(rgb)


def _is_constant(image: NDArray[Any]) -> bool:
    """Whether every pixel is as the first; a few are asked before all."""
    first = image[0, 0]
    return bool((image[::16, ::16] == first).all() and (image == first).all())
