"""The settings of FineCog-Nav: published values as defaults, published behaviours as a variant."""

from dataclasses import dataclass, replace

from airanchor.errors import InputError

_RANGES: dict[str, tuple[float, float]] = {
    "actions": (1, 100_000),
    "calls": (1, 1_000_000),
    "timeout_steps": (1, 100_000),
    "timeout_spread_steps": (0.0, 1_000.0),
    "step_words": (5, 500),
    "summary_words": (5, 500),
    "forward_clearance_m": (0.1, 100.0),
    "vertical_clearance_m": (0.1, 100.0),
    "body_width_m": (0.01, 10.0),
    "body_height_m": (0.01, 10.0),
    "edge_share": (0.001, 0.5),
    "centre_columns": (1, 65_536),
    "flat_gradient": (0.0, 10.0),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class FineCogConfig:
    """The defaults mend what the published loop does by oversight; `FAITHFUL` flies it as published.

    An answer that stays unusable is MOVE_FORWARD in both, never STOP: that a misread answer ends a flight is
    the one published behaviour that no variant keeps.
    """

    actions: int = 200
    """Primitive actions granted to a flight."""
    calls: int = 1200
    """Questions granted to a flight: none was published, so actions run out first (about four calls each)."""

    timeout_steps: int = 30
    """Actions after which a sentence is given up and the next one begins."""
    timeout_spread_steps: float = 0.0
    """Standard deviation of the normal draw that blurs that count; published: 5. 0 draws nothing."""
    step_words: int = 30
    """Words that the memory of one step is asked to stay under."""
    summary_words: int = 40
    """Words that the memory of a finished sub-goal is asked to stay under."""

    forward_clearance_m: float = 5.1
    """Anything nearer than this straight ahead is warned of."""
    vertical_clearance_m: float = 2.2
    """A surface nearer than this above or below is warned of."""
    body_width_m: float = 1.0
    """Width of what must fit through at the forward clearance."""
    body_height_m: float = 0.1
    """Height of what must fit through at the forward clearance."""
    edge_share: float = 0.05
    """Share of the picture's rows, at its top and at its bottom, that tell of above and below."""
    centre_columns: int = 20
    """Columns around the middle that tell of above and below."""
    flat_gradient: float = 0.02
    """Metres that the height of a flat surface changes at most from one row to the next."""

    has_true_heights: bool = True
    """Whether heights go by the sine of a pixel's angle, as depth lies along the ray; published: tangent."""
    masks_collisions: bool = False
    """Whether actions that are warned of are not offered; published: a warning is advice alone."""
    compresses_on_timeout: bool = True
    """Whether the sub-goal that a time-out ends is summed up like a finished one."""
    splits_with_new_view: bool = True
    """Whether a new sentence is cut into sub-goals by an observation made with its own questions."""
    keeps_history: bool = True
    """Whether what earlier sentences came to stays in the decision's history."""
    accepts_early_stop: bool = False
    """Whether STOP is accepted before the last sentence, where it is not offered."""

    def __post_init__(self) -> None:
        for name, (least, most) in _RANGES.items():
            value = getattr(self, name)
            if not least <= value <= most:
                raise InputError(f"baselines.finecog {name} = {value!r} must be from {least} to {most}")


def as_published(config: FineCogConfig) -> FineCogConfig:
    """The settings with the behaviours of the published loop, but for what an unusable answer means."""
    return replace(
        config,
        timeout_spread_steps=5.0,
        has_true_heights=False,
        masks_collisions=False,
        compresses_on_timeout=False,
        splits_with_new_view=False,
        keeps_history=False,
        accepts_early_stop=True,
    )


FAITHFUL = as_published(FineCogConfig())
"""The loop as published."""
