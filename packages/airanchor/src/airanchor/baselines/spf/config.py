"""The settings of See, Point, Fly."""

import math
from dataclasses import dataclass

from airanchor.errors import InputError


@dataclass(frozen=True, slots=True)
class SpfConfig:
    """Published values as defaults, but for those that a city of AerialVLN's grid needs otherwise."""

    calls: int = 40
    """Questions granted to a flight; the paper of AirAnchor counts 30.3 on average."""
    actions: int = 500
    """Primitive actions granted to a flight."""
    scale_m: float = 50.0
    """s: the travel of the largest label. Published: 10, of which four of ten labels are no step of 5 m."""
    exponent: float = 1.8
    """p of the travel s (d / L)^p."""
    labels: int = 10
    """L: labels run from 1, very near, to L, far."""
    least_m: float = 0.1
    """d_min: no travel is shorter."""
    stops: bool = True
    """Whether the model may say stop, unlike the published one; else only the budget ends a flight."""
    confirmations: int = 2
    """How many decisions in a row must say stop."""
    plans: bool = True
    """Whether the point is flown to by the local planner; else by turn, travel and climb without looking."""

    def __post_init__(self) -> None:
        for name, low, high in (
            ("calls", 1, 100_000),
            ("actions", 1, 100_000),
            ("scale_m", 0.1, 1_000.0),
            ("exponent", 0.1, 10.0),
            ("labels", 2, 100),
            ("least_m", 0.0, 100.0),
            ("confirmations", 1, 10),
        ):
            value = getattr(self, name)
            if not low <= value <= high:
                raise InputError(f"baselines.spf {name} = {value!r} must be from {low} to {high}")

    def travel_m(self, label: int) -> float:
        """d_adj = max(d_min, s (d / L)^p), in metres ahead."""
        return max(self.least_m, self.scale_m * math.pow(label / self.labels, self.exponent))
