"""A world of one's own, here the little one of boxes that the package brings, seen by a camera of 256 pixels.

    airanchor check world world:make
    airanchor fly "Fly to the tall building." --world world:make --agent agent:Build

Anything that keeps aircity.world.Simulator is a world: reset, observe, look_up, look_down, panorama, step.
"""

from aircity.geometry import Camera
from aircity.world.box_world import BoxWorld


def make(scene: str | None = None) -> BoxWorld:
    """Called once for each scene; `start` of what it returns is where a flight begins by itself."""
    world = BoxWorld(Camera.from_fov(256, 256))
    world.scene_id = scene or "boxes"
    return world
