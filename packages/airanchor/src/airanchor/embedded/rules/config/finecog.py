"""How the rules put a view into words for FineCog-Nav and fly by it. Set by hand while trying dev flights."""

from dataclasses import dataclass
from typing import ClassVar

from airanchor.embedded.rules.config.ranges import Ranged, ranged


@dataclass(frozen=True, slots=True, kw_only=True)
class FineCogRules(Ranged):
    """A view in words, and courses of single actions."""

    place: ClassVar[str] = "rulebook finecog"

    stride: int = ranged(4, 1, 60)
    """Forward actions of a course before it is judged again: the view is put into words after every one."""
    warned_free_m: float = ranged(5.0, 0.0, 50.0)
    """How far it is taken to be free where flying forward is warned of."""
    height_m: float = ranged(30.0, 1.0, 500.0)
    """Taken to be the height above the ground where a view in words tells none."""
    front_deg: float = ranged(15.0, 0.0, 45.0)
    """What lies no farther aside is told to be in front."""
    told_each: int = ranged(3, 1, 20)
    """How many sights are told of one landmark."""
    open_deg: tuple[float, ...] = ranged((0.0, -25.0, 25.0), -44.0, 44.0)
    """Near which bearings an open way is looked for and told."""
    open_half_px: int = ranged(32, 1, 256)
    """How far to either side of such a way it is taken to be open, in a picture of 512 columns."""
