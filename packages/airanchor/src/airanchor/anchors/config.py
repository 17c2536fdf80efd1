"""Every number that governs grounding, with the paper's values as defaults and a range for each."""

from dataclasses import dataclass

from airanchor.errors import InputError


@dataclass(frozen=True, slots=True, kw_only=True)
class AnchorConfig:
    """Settings of anchor query and grounding. The last two are options that default to the paper."""

    count: int = 3
    """K: how many anchors are asked for at each decision."""
    window_px: int = 5
    """Side of the square whose median depth grounds a direction; odd, so that it has a middle."""
    reliable_range_m: float = 100.0
    """D_max: depth beyond this says "free", never "a surface is there"."""
    far_threshold: float = 0.5
    """τ_far: an object with a greater share of far pixels becomes a direction."""
    box_threshold: float = 0.30
    """The least box score of a detection."""
    text_threshold: float = 0.25
    """The least score of a word for it to name a detection."""
    mask_erosion_px: int = 0
    """How far masks shrink before depth is read, against background that bleeds in at their edges."""
    retry_without_attributes: bool = False
    """Whether a phrase that finds nothing is tried again by category alone; it may find something else."""

    def __post_init__(self) -> None:
        for name, (least, most) in _RANGES.items():
            value = getattr(self, name)
            if not least <= value <= most:
                raise InputError(f"anchors {name} = {value!r} must be between {least} and {most}")
        if self.window_px % 2 == 0:
            raise InputError(f"anchors window_px = {self.window_px} must be odd; try {self.window_px + 1}")


_RANGES: dict[str, tuple[float, float]] = {
    "count": (1, 100),
    "window_px": (1, 101),
    "reliable_range_m": (1.0, 10_000.0),
    "far_threshold": (0.0, 1.0),
    "box_threshold": (0.0, 1.0),
    "text_threshold": (0.0, 1.0),
    "mask_erosion_px": (0, 50),
}
