"""AirCity: cities to fly a drone in, on any CPU.

>>> import aircity
>>> world = aircity.make("practice-square")
>>> view = world.reset(aircity.start("practice-square"))
>>> view.rgb.shape, view.depth_m.shape
((512, 512, 3), (512, 512))
"""

from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from aircity.airsim import AirSimConfig, AirSimWorld, open_airsim
    from aircity.city.world import CityWorld
    from aircity.geometry import Camera, Pose
    from aircity.world import Action, Observation, Simulator, StepResult

__all__ = [
    "Action",
    "AirSimConfig",
    "AirSimWorld",
    "Camera",
    "CityWorld",
    "Observation",
    "Pose",
    "Simulator",
    "StepResult",
    "make",
    "open_airsim",
    "start",
]

_HOMES = {
    **dict.fromkeys(("AirSimConfig", "AirSimWorld", "open_airsim"), "aircity.airsim"),
    **dict.fromkeys(("Action", "Observation", "Simulator", "StepResult"), "aircity.world"),
    **dict.fromkeys(("Camera", "Pose"), "aircity.geometry"),
    "CityWorld": "aircity.city.world",
}


def make(name: str, *, size_px: int = 512, collision: str = "solid", traffic: int = 0) -> "CityWorld":
    """A world to fly in: a named city, style@seed, an imported name, or a file (CityJSON, GeoJSON).

    `solid` stops the drone at what it would touch; `airvln` flies through and tells of contact, as AerialVLN.
    `traffic` moves cars, buses and boats through the city, from 0 (none) to 3 (dense).
    """
    from aircity.city.library import open_scene
    from aircity.city.traffic import Traffic
    from aircity.city.world import CityWorld
    from aircity.geometry import Camera
    from aircity.world.contact import checked_collision

    camera = Camera.from_fov(size_px, size_px)
    scene = open_scene(name)
    moving = Traffic(scene, traffic) if traffic else None
    return CityWorld(
        scene if moving is None else moving.scene,
        camera=camera,
        collision=checked_collision(collision),
        traffic=moving,
    )


def start(name: str) -> "Pose":
    """A pose with free air and a view in that city: where flights begin by themselves."""
    from aircity.city.city import rendered, scenic_pose
    from aircity.city.library import open_scene
    from aircity.city.starts import start_of
    from aircity.geometry import Pose

    if known := start_of(name):
        return Pose.at(*known)
    with rendered(open_scene(name)) as city:
        return scenic_pose(city.surveyor())


def __getattr__(name: str) -> object:
    """Classes by the package's own name, loaded when they are first asked for."""
    from importlib import import_module

    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    """What is offered, for those who look by pressing Tab."""
    return sorted({*globals(), *__all__})
