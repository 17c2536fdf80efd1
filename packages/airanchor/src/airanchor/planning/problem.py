"""What the compiled kernels are given: one view to look at, and the rules of a search."""

from typing import Any, NamedTuple


class DepthView(NamedTuple):
    """One depth image; positions are relative to the body."""

    limit_m: Any
    """Where each ray's free segment ends, (height, width) float32; -inf without a reading."""
    lowest_m: Any
    """Least limit of squares of side 2^k, (levels, height, width) float32; lost readings say nothing here."""
    rotation: Any
    """World from camera, (3, 3)."""
    lens: Any
    """fx, fy, cx, cy in pixels, (4,)."""
    clearance_m: float
    margin_m: float


class Rules(NamedTuple):
    """What a search may do, what it costs and where it may end."""

    steps_m: Any
    """Forward, sideways and vertical step, (3,)."""
    headings_rad: Any
    """The heading of every class, (classes,); class 0 is the start's."""
    goal: Any
    """Relative to the start, (3,)."""
    end_class: int
    """The class to end in, or -1 for any."""
    horizontal_tolerance_m: float
    vertical_tolerance_m: float
    turn_cost_m: float
    sampling_m: float
    node_cap: int
