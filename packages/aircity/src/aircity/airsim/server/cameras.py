"""The cameras of a served drone: AirSim's names, where they look, and how large their pictures are."""

import math
import re
from dataclasses import dataclass

from aircity.airsim.attitude import LEVEL, Wxyz, turn
from aircity.errors import InputError
from aircity.geometry import Camera

LARGEST_PX = 2048
_DEFAULT_PX = 512
_WRITTEN = re.compile(
    r"(?P<name>[A-Za-z0-9_]{1,64}):(?P<scene>\d{1,9})(/(?P<depth>\d{1,9}))?(@(?P<fov>\d+(\.\d+)?))?"
)


@dataclass(frozen=True, slots=True)
class ServedCamera:
    """One camera: its square pictures (colour and segmentation; depth) and where it looks on the drone."""

    name: str
    scene_px: int = _DEFAULT_PX
    depth_px: int = _DEFAULT_PX
    fov_deg: float = 90.0
    attitude: Wxyz = LEVEL

    def __post_init__(self) -> None:
        for size_px in (self.scene_px, self.depth_px):
            if not 1 <= size_px <= LARGEST_PX:
                raise InputError(
                    f"camera {self.name!r}: size {size_px} px is not valid; sizes are 1 to {LARGEST_PX}"
                )
        try:
            self.lens(is_depth=False)
        except InputError as error:  # a bad field of view
            raise InputError(f"camera {self.name!r}: {error}") from error

    def lens(self, *, is_depth: bool) -> Camera:
        """The pinhole of its pictures."""
        size_px = self.depth_px if is_depth else self.scene_px
        return Camera.from_fov(size_px, size_px, self.fov_deg)


STANDARD = (
    ServedCamera("front_0"),
    ServedCamera("front_center"),
    ServedCamera("bottom_center", attitude=turn(2, -math.pi / 2)),
    ServedCamera("back_center", attitude=turn(3, math.pi)),
)
"""AerialVLN's camera and three of AirSim's own."""
_NUMBERS = {"": "front_center", "0": "front_center", "3": "bottom_center", "4": "back_center"}


def camera_name(name: str) -> str:
    """The name of a camera that may be called by AirSim's number."""
    return _NUMBERS.get(name, name)


def parse_camera(text: str) -> ServedCamera:
    """A camera as people type it: NAME:SIZE[/DEPTH_SIZE][@FOV], as in front_0:224/256@90."""
    match = _WRITTEN.fullmatch(text)
    if match is None:
        raise InputError(
            f"camera {text!r} is not NAME:SIZE[/DEPTH_SIZE][@FOV] in pixels and degrees, as in front_0:224"
        )
    scene_px = int(match["scene"])
    name = camera_name(match["name"])
    attitudes = {camera.name: camera.attitude for camera in STANDARD}
    return ServedCamera(
        name,
        scene_px,
        int(match["depth"] or scene_px),
        float(match["fov"] or 90.0),
        attitudes.get(name, LEVEL),
    )


def all_cameras(chosen: tuple[ServedCamera, ...]) -> dict[str, ServedCamera]:
    """The standard cameras by name, with those that were chosen in their place or beside them."""
    names = [camera.name for camera in chosen]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"camera {name!r} is given {names.count(name)} times; give it once")
    return {camera.name: camera for camera in (*STANDARD, *chosen)}
