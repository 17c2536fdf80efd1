"""The settings of NavGPT: the published values, and by how much those that a city needs were raised."""

from dataclasses import dataclass

from airanchor.errors import InputError


@dataclass(frozen=True, slots=True, kw_only=True)
class NavGptConfig:
    """How much NavGPT remembers, how far it sees, and how long it may fly.

    The published method walks through houses from one viewpoint to the next; what had to grow for a city says
    so. Its eight directions of 45 degrees are no setting: they are the form of its observation.
    """

    scratchpad_chars: int = 7000
    """Published: characters of the scratchpad, the observation of now included; the oldest steps go first."""
    summarises: bool = False
    """Published: off. Whether a third question a step keeps the past as one running text, instead of a
    sentence for each step."""
    calls: int = 200
    """Raised from 10 steps of one question: a hundred steps of two, for what is seen and what to do."""
    actions: int = 500
    """Raised: actions granted to a flight, AerialVLN's limit; a walk between viewpoints counts none."""
    object_range_m: float = 100.0
    """Raised from 3 m to the range in which depth is reliable and AirAnchor measures; farther objects are
    told by their bearing alone. With 50 m landmarks are flown past before their distance is told: from 40 m
    up, what is so near is already at the lower edge of the picture."""
    greatest_repeat: int = 5
    """New: how often one answer may repeat its action. The published method goes from room to room, so one
    action of 5 m an answer would make a flight of hundreds of questions; 1 asks for every action."""
    around_every: int = 1
    """New: the eight directions are looked at every so many steps, and the view ahead alone between them. The
    published method sees all eight at each step, which is 1."""
    error_tries: int = 2
    """New: how often a step is asked again with its error as the observation, before a turn is made instead.
    The published method asks until its steps are spent."""
    most_objects: int = 5
    """New: objects told in one direction: those that the model named first."""
    corridor_m: float = 1.5
    """New: a direction is free as far as nothing is nearer to its line than this, to either side."""

    def __post_init__(self) -> None:
        for name, (low, high) in _RANGES.items():
            value = getattr(self, name)
            if not low <= value <= high:
                raise InputError(f"baselines.navgpt {name} = {value!r} must be from {low} to {high}")


_RANGES: dict[str, tuple[float, float]] = {
    "scratchpad_chars": (1000, 100_000),
    "calls": (1, 100_000),
    "actions": (1, 100_000),
    "object_range_m": (1.0, 1000.0),
    "greatest_repeat": (1, 5),
    "around_every": (1, 1000),
    "error_tries": (0, 10),
    "most_objects": (1, 20),
    "corridor_m": (0.1, 10.0),
}
