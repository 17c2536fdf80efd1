"""Numbers of how the rules answer other methods' questions. Set by hand while trying dev flights."""

from dataclasses import dataclass
from typing import ClassVar

from airanchor.embedded.rules.config.ranges import Ranged, ranged


@dataclass(frozen=True, slots=True, kw_only=True)
class PeerRules(Ranged):
    """What is judged otherwise where a method shows one picture and remembers nothing."""

    place: ClassVar[str] = "rulebook peers"

    hold_deg: float = ranged(7.5, 0.0, 45.0)
    """A turn of less is none on a grid of 15 degrees, so nothing needs to be flown for it."""
    arrived_m: float = ranged(20.0, 1.0, 100.0)
    """How near the last landmark of a text must seem for the flight to be over."""
    large_share: float = ranged(0.45, 0.05, 1.0)
    """A thing of unknown distance that fills this share of the picture's width or height is near."""
    cut_factor: float = ranged(2.0, 1.0, 5.0)
    """So many times `arrived_m` is near for a tall thing that the lower border cuts off: it begins nearer
    than its lowest row tells."""
    short_m: float = ranged(8.0, 0.0, 50.0)
    """How far before a thing a flight to it ends."""
    alike: int = ranged(2, 1, 10)
    """Things of one view that a scene list names as the same landmark."""
    one_share: float = ranged(0.5, 0.0, 1.0)
    """Two boxes that share so much of what both cover are one thing in a scene list."""
    place_deg: float = ranged(46.0, 1.0, 90.0)
    """A place of a map farther beside where a thought looks does not lie the way it would fly."""
    side_view_deg: float = ranged(91.0, 0.0, 180.0)
    """Views farther aside do not show what a hop led to."""
    climb_share: float = ranged(0.4, 0.0, 1.0)
    """Of the height of a place above or below: no place serves a smaller wish to climb."""
    rival_share: float = ranged(0.8, 0.0, 1.0)
    """What scores less than this share of the best of several views is not called the landmark."""
    far_m: float = ranged(150.0, 50.0, 1000.0)
    """How far away a thing is taken to be of which only the angle is told: no flight at once goes so far."""
    gathered_share: float = ranged(0.145, 0.0, 1.0)
    """Arrows whose ends spread less, as a share of the picture's width, were drawn around an earlier choice:
    2 of 100 first pictures have such arrows, and 98 of 100 later ones."""
    beside_share: float = ranged(0.15, 0.0, 1.0)
    """How near to the wished point the arrow of a search must end, as a share of the picture's width."""
    search_deg: float = ranged(40.0, 1.0, 44.0)
    """How far aside to point where nothing that the text names is in view."""
    likely_score: float = ranged(0.3, 0.0, 1.0)
    """Least score of a building that only looks as a landmark is said to."""
