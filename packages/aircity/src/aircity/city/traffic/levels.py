"""How much traffic there is: the named levels, and how time passes while a drone flies."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from aircity.errors import InputError

SECONDS_PER_ACTION = 1.0
"""How long every action but STOP takes, also one that is not flown. Looks take no time."""


@dataclass(frozen=True, slots=True)
class TrafficLevel:
    """How often something comes by, in seconds, on a lane and on a fairway."""

    name: str
    road_every_s: float
    water_every_s: float


LEVELS: Mapping[int, TrafficLevel] = MappingProxyType(
    {
        1: TrafficLevel("quiet", 20.0, 90.0),
        2: TrafficLevel("busy", 10.0, 45.0),
        3: TrafficLevel("dense", 5.0, 24.0),
    }
)


def checked_traffic(level: int) -> int:
    """A level of traffic, 0 for none, or an error that lists them."""
    if level != 0 and level not in LEVELS:
        known = ", ".join(f"{number} {one.name}" for number, one in LEVELS.items())
        raise InputError(f"traffic {level} is unknown; valid are 0 none, {known}")
    return level
