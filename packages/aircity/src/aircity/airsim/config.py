"""Settings of a world in an AirSim build: names, pictures, settling, contact, patience."""

import math
from dataclasses import dataclass, field, fields
from typing import Literal, get_args

from aircity.errors import InputError
from aircity.world.action import StepSizes
from aircity.world.contact import Collision

DepthKind = Literal["perspective", "planar", "vis"]
ChannelOrder = Literal["bgr", "rgb"]
Aim = Literal["camera", "vehicle"]


@dataclass(frozen=True, slots=True, kw_only=True)
class AirSimConfig:
    """How a build is flown. The defaults fit AerialVLN's builds; docs/airsim.md tells of others."""

    vehicle: str = "Drone_1"
    """The vehicle's name in the build's settings.json."""
    camera: str = "front_0"
    """The camera's name there."""
    collision: Collision = "airvln"
    """airvln: teleports through anything, and a step has collided when the view is too near; solid: the build
    stops a step that meets something, told by simGetCollisionInfo."""
    step_sizes: StepSizes = field(default_factory=StepSizes)
    """How far one action goes."""

    depth: DepthKind = "perspective"
    """Where depth is taken from: perspective (along the ray), planar (converted), or vis (8 bits)."""
    allow_coarse_depth: bool = False
    """Take vis, whose 255 levels reach 100 m and are no measure; without it vis is refused."""
    channels: ChannelOrder = "bgr"
    """The order in which the build sends colours; AirSim and its descendants send blue first."""
    far_m: float = 10_000.0
    """Depth from here on is sky."""
    fov_deg: float | None = None
    """The camera's horizontal field of view; None asks the build."""
    forward_offset_m: float | None = None
    """How far the camera sits ahead of the vehicle; None asks the build."""
    aim: Aim = "camera"
    """What is turned to look up, down and around: the camera (simSetCameraPose), or the vehicle. A build that
    refuses the first gets the second."""

    warm_up_s: float = 0.0
    """Wait after connecting, while a build that was just started loads its textures; 10 to 25 s there."""
    dropped_after_load: int = 1
    """Pictures thrown away after connecting; the first after a scene is loaded is wrong."""
    sync_frames: int = 1
    """Pictures thrown away after every change of pose, so that none shows the pose before."""
    constant_retries: int = 20
    """Times that a picture of one colour or one depth is taken again before it is an error."""
    retry_pause_s: float = 1.0
    """Wait before each of them."""

    connect_timeout_s: float = 5.0
    """The longest wait for a connection, and for the first answer on it."""
    call_timeout_s: float = 60.0
    """The longest wait for each later answer."""
    reconnect_tries: int = 3
    """Times that a lost connection is made anew, with the pose restored; so often a first one is tried again
    that is accepted and then silent."""
    reconnect_pause_s: float = 2.0
    """Wait before each of them."""
    pose_tolerance_m: float = 0.5
    """How far from where it was put the build may report the vehicle."""
    heading_tolerance_rad: float = math.radians(2.0)
    """The same for its heading."""

    def __post_init__(self) -> None:
        for name in ("vehicle", "camera"):
            if not getattr(self, name):
                raise InputError(f"airsim {name} is empty; give its name in the build's settings.json")
        for name, choice in _CHOICES.items():
            value, valid = getattr(self, name), get_args(choice)
            if value not in valid:
                raise InputError(f"airsim {name} {value!r} is unknown; valid are {', '.join(valid)}")
        for one in fields(self):
            self._check_number(one.name, getattr(self, one.name))
        if self.depth == "vis" and not self.allow_coarse_depth:
            raise InputError(
                "airsim depth 'vis' has 8 bits and is no measure of metres; take 'perspective', or say "
                "allow_coarse_depth=True (--set airsim.allow_coarse_depth=true) if the build has nothing else"
            )

    def _check_number(self, name: str, value: object) -> None:
        if isinstance(value, bool) or not isinstance(value, int | float):
            return
        least = 0.0 if name not in _POSITIVE else 1e-9
        if name != "forward_offset_m" and not least <= value < math.inf:
            raise InputError(f"airsim {name} = {value!r} must be finite and {_SAID[name in _POSITIVE]}")


_CHOICES = {"collision": Collision, "depth": DepthKind, "channels": ChannelOrder, "aim": Aim}
_POSITIVE = (
    "far_m",
    "fov_deg",
    "connect_timeout_s",
    "call_timeout_s",
    "pose_tolerance_m",
    "heading_tolerance_rad",
)
_SAID = {True: "positive", False: "not negative"}
