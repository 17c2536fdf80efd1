"""Traffic: cars, buses, trucks and boats that go their ways, the same for the same city, seed and time."""

from aircity.city.traffic.levels import LEVELS, SECONDS_PER_ACTION, checked_traffic
from aircity.city.traffic.traffic import Traffic

__all__ = ["LEVELS", "SECONDS_PER_ACTION", "Traffic", "checked_traffic"]
