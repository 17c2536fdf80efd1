"""Where a flight starts in each named city: the scenic pose of seed 0, kept here so that nothing is built."""

from collections.abc import Mapping
from types import MappingProxyType

from aircity.geometry import Pose

Start = tuple[float, float, float, float]
"""North, east and up in metres, heading in degrees."""

STARTS: Mapping[str, Start] = MappingProxyType(
    {
        "granite-heights": (124, -125, 60, 173),
        "silver-junction": (103, -104, 60, 173),
        "old-abbey": (-79, -240, 28, 29),
        "candle-hill": (86, -145, 26, -174),
        "copper-bay": (126, -212, 26, -174),
        "elm-college": (-78, -248, 28, 29),
        "maple-bend": (-79, -265, 28, 29),
        "iron-works": (-88, -277, 28, 29),
        "swan-lake": (-69, 412, 33, -161),
        "twin-bridges": (-93, -290, 28, 29),
        "sunny-slabs": (148, -249, 26, -174),
        "willow-court": (106, -168, 26, -174),
        "lantern-canals": (-39, 249, 33, -161),
        "coral-sands": (126, -212, 26, -174),
        "glass-harbour": (-90, 247, 50, 156),
        "heron-ford": (-75, -257, 28, 29),
        "clover-fields": (119, -195, 26, -174),
        "proving-ground": (205, -2, 44, 103),
        "practice-square": (-65, -187, 28, 29),
        "trial-green": (113, -191, 26, -174),
    }
)
"""To the nearest metre and degree; scenic poses have two metres of free air."""


def start_of(scene: str) -> Start | None:
    """The start in a named city, or None where it has to be looked for."""
    return STARTS.get(scene)


def start_text(scene: str) -> str:
    """The start as --start takes it, or "" where it has to be looked for."""
    start = start_of(scene)
    return ",".join(f"{value:g}" for value in start) if start else ""


def pose_text(pose: Pose) -> str:
    """A pose as --start takes it, to the nearest metre and degree."""
    values = (pose.x_m, pose.y_m, pose.z_m, pose.heading_deg)
    return ",".join(f"{round(value):d}" for value in values)
