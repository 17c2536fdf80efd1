"""Every number that governs local planning, with the paper's values as defaults and a range for each."""

from dataclasses import dataclass

from airanchor.errors import InputError


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanningConfig:
    """Settings of free space, the action lattice and the limits of a command.

    The first block is the paper's; the second fills in what it leaves open; the last are options.
    """

    safety_margin_m: float = 2.0
    """δ_safe: how far before the surface that a ray meets its free segment ends."""
    reliable_range_m: float = 100.0
    """D_max: a ray is free no farther than this, whatever was measured."""
    least_distance_m: float = 5.0
    """The shortest distance a pixel command may ask for; shorter ones are raised to it."""
    greatest_distance_m: float = 50.0
    """The longest distance a pixel command may ask for; longer ones are cut to it."""
    greatest_climb_m: float = 30.0
    """The largest change of altitude one command may ask for, up or down."""

    horizontal_tolerance_m: float = 3.54
    """How far from the goal a plan may end, seen from above: half the diagonal of a 5 m cell."""
    vertical_tolerance_m: float = 1.0
    """How far above or below the goal a plan may end: half a 2 m step."""
    turn_cost_m: float = 0.1
    """What one turn costs beside a metre flown."""
    sampling_m: float = 0.5
    """The greatest distance between two points at which a step is tested."""
    node_cap: int = 50_000
    """How many lattice states a search may visit before it gives up."""

    lateral_clearance_m: float = 0.0
    """Radius of a ball that must be free around every point of a path; 0 is the paper's bare ray."""
    altitude_clamp: bool = True
    """Whether a climb longer than the air allows is shortened; otherwise it is infeasible."""
    face_target: bool = True
    """Whether a pixel plan ends facing the ray's azimuth, to the nearest turn; otherwise in any heading."""

    def __post_init__(self) -> None:
        for name, (least, most) in _RANGES.items():
            value = getattr(self, name)
            if not least <= value <= most:
                raise InputError(f"planning {name} = {value!r} must be between {least} and {most}")
        if self.least_distance_m > self.greatest_distance_m:
            raise InputError(
                f"planning least_distance_m = {self.least_distance_m} must not exceed "
                f"greatest_distance_m = {self.greatest_distance_m}"
            )


_RANGES: dict[str, tuple[float, float]] = {
    "safety_margin_m": (0.0, 50.0),
    "reliable_range_m": (1.0, 10_000.0),
    "least_distance_m": (0.1, 1_000.0),
    "greatest_distance_m": (0.1, 1_000.0),
    "greatest_climb_m": (0.1, 1_000.0),
    "horizontal_tolerance_m": (0.01, 100.0),
    "vertical_tolerance_m": (0.01, 100.0),
    "turn_cost_m": (0.001, 100.0),
    "sampling_m": (0.01, 10.0),
    "node_cap": (1, 1_000_000),
    "lateral_clearance_m": (0.0, 10.0),
}
