"""The settings of PIVOT, with the published values named beside ours."""

from dataclasses import dataclass, replace

from airanchor.errors import InputError

AGGREGATIONS = ("refit", "ask")


@dataclass(frozen=True, slots=True, kw_only=True)
class PivotConfig:
    """How many arrows are drawn, how often they are asked about, and how far the chosen one is followed."""

    arrows: int = 8
    """M: arrows of a picture. Published: 10 was the best of 5, 10 and 20; 8 in an aerial port."""
    iterations: int = 3
    """N: pictures asked about in a row, each with arrows nearer to those chosen before. Published: 3."""
    runs: int = 1
    """E: runs of a decision, each with draws of its own. Published: 3, and 1 in a demonstration."""
    chosen: tuple[int, ...] = (3, 2, 1)
    """K: labels asked for in each iteration; the last value holds for all after it. Published: 1 to 4, or 3
    and then 1."""
    aggregation: str = "refit"
    """How one of several runs' winners is taken: `refit` takes the one nearest to the distribution fitted to
    them, `ask` asks once more with an arrow for each. Both are published."""
    std_share: float = 0.25
    """The first standard deviation, as a share of the picture's width and height."""
    least_std_share: float = 0.3
    """The least standard deviation after a fit, as a share of the first one. Published: 0.3."""
    edge_share: float = 0.05
    """No arrow ends in this outer part of the picture, as a share of its width and height."""
    gap_share: float = 0.09
    """The least distance between two arrows' ends, as a share of the picture's shorter side: 100 pixels of
    1080."""
    radius_share: float = 0.03
    """The radius of a label's disc, as a share of the picture's shorter side. Published: 0.05, but half
    transparent; ours hide what is behind them and are smaller for it."""
    retries: int = 80
    """How often the end of one arrow is drawn again when it is too near to the edge or to another one.
    Published: 1000."""
    std_growth: float = 1.1
    """The standard deviation grows by this factor with every retry. Published: 1.1."""
    travel_m: float = 15.0
    """r: how far an arrow is followed; the executor shortens it before what the depth shows."""
    turn_deg: float = 90.0
    """What the labels L and R turn by."""
    calls: int = 120
    """Questions granted to a flight: forty decisions of the default profile. None is published."""
    actions: int = 500
    """Actions granted to a flight: AerialVLN's limit."""

    def __post_init__(self) -> None:
        for name, (low, high) in _RANGES.items():
            value = getattr(self, name)
            if not low <= value <= high:
                raise InputError(f"baselines.pivot {name} = {value!r} must be from {low} to {high}")
        if not self.chosen or not all(1 <= count <= self.arrows for count in self.chosen):
            raise InputError(
                f"baselines.pivot chosen = {self.chosen!r} must hold numbers from 1 to arrows = {self.arrows}"
            )
        if self.aggregation not in AGGREGATIONS:
            raise InputError(
                f"baselines.pivot aggregation = {self.aggregation!r} is unknown; "
                f"valid are {', '.join(AGGREGATIONS)}"
            )

    def chosen_in(self, iteration: int) -> int:
        """How many labels are asked for in an iteration, from 0."""
        return self.chosen[min(iteration, len(self.chosen) - 1)]


_RANGES: dict[str, tuple[float, float]] = {
    "arrows": (1, 40),
    "iterations": (1, 20),
    "runs": (1, 20),
    "std_share": (0.01, 2.0),
    "least_std_share": (0.0, 1.0),
    "edge_share": (0.0, 0.4),
    "gap_share": (0.0, 0.5),
    "radius_share": (0.02, 0.07),
    "retries": (0, 10_000),
    "std_growth": (1.0, 2.0),
    "travel_m": (5.0, 50.0),
    "turn_deg": (15.0, 180.0),
    "calls": (1, 30_000),
    "actions": (1, 100_000),
}

CHEAP = PivotConfig()
"""Three questions a decision."""


def robust(config: PivotConfig) -> PivotConfig:
    """Three runs, nine questions a decision and three times the questions in all; two runs must say stop."""
    return replace(config, runs=3, calls=3 * config.calls)
