"""The settings of MapGPT: its published values, and what a city needs beside them."""

from dataclasses import dataclass

from airanchor.errors import InputError

PUBLISHED_STEPS = 15
"""Decisions that the published method grants a walk through a house."""
TURN_DEG = 15
"""One turn of the drone: views stand whole turns apart, so that each can be faced."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MapGptConfig:
    """How places are found, joined and shown, and how long a flight may take."""

    calls: int = 45
    """Questions granted to a flight, one a step. Published: 15, which cross a house; but 15 hops, climbs and
    detours among them, are at most 300 m here, and many paths through a city are longer."""
    actions: int = 500
    """Primitive actions granted to a flight: AerialVLN's limit."""
    stop_after: int = 3
    """The first step, counted from 0, at which STOP is offered."""
    images: int = 16
    """Pictures shown with a question: the views of now, then the places seen last and nearest."""
    listed_places: int = 40
    """Places told in words as seen but not visited: those seen last and nearest."""
    views: int = 8
    """Directions that are looked into for places, evenly around."""
    radius_m: float = 20.0
    """How far away a place is put where the way to it is free."""
    merge_m: float = 10.0
    """Two places no farther apart than this, seen from above, and of about one height are one."""
    merge_height_m: float = 4.0
    """Places of one height differ by less than this."""
    climb_m: float = 10.0
    """How far up and down the places above and below lie."""
    shows_blocked: bool = True
    """Whether a view without a place, since the way is blocked, is shown as well; as published it is not,
    but there a wall is no landmark."""

    def __post_init__(self) -> None:
        for name, (least, most) in _RANGES.items():
            value = getattr(self, name)
            if not least <= value <= most:
                raise InputError(f"baselines.mapgpt {name} = {value!r} must be from {least} to {most}")
        if 360 % self.views or (360 // self.views) % TURN_DEG:
            raise InputError(
                f"baselines.mapgpt views = {self.views} must be 4, 6, 8, 12 or 24: whole turns apart"
            )
        if self.radius_m <= self.merge_m:
            raise InputError(
                f"baselines.mapgpt radius_m = {self.radius_m} must exceed merge_m = {self.merge_m}: "
                "a nearer place would be the one the drone is at"
            )
        if self.climb_m < self.merge_height_m:
            raise InputError(
                f"baselines.mapgpt climb_m = {self.climb_m} must not be less than merge_height_m = "
                f"{self.merge_height_m}: the place above would be the one the drone is at"
            )

    @property
    def offsets_deg(self) -> tuple[int, ...]:
        """The directions looked into, right positive: ahead first, then alternately right and left."""
        apart = 360 // self.views
        sides = [side * apart * step for step in range(1, self.views) for side in (1, -1)]
        return (0, *(angle for angle in sides if -180 < angle <= 180))


_RANGES: dict[str, tuple[float, float]] = {
    "calls": (1, 100_000),
    "actions": (1, 100_000),
    "stop_after": (0, 1_000),
    "images": (1, 100),
    "listed_places": (0, 1_000),
    "views": (4, 24),
    "radius_m": (5.0, 50.0),
    "merge_m": (1.0, 50.0),
    "merge_height_m": (0.5, 50.0),
    "climb_m": (2.0, 30.0),
}
