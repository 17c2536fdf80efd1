"""Things that are mere ground: a flight reaches them at their edge, for no wall ends it there."""

from airanchor.embedded.ears.clause import Mention

_FLAT = frozenset(
    (
        "area", "basin", "circle", "court", "field", "garden", "green", "junction", "lake", "lawn", "lot",
        "meadow", "park", "pitch", "plaza", "playground", "pond", "pool", "rink", "rotary", "roundabout",
        "square", "yard",
    )
)  # fmt: skip
"""Last words of their names, as in "tennis court", "car park" and "traffic circle"."""


def is_flat(mention: Mention) -> bool:
    """Whether a landmark is a stretch of ground or water."""
    return bool(_FLAT.intersection(mention.category.lower().split()[-1:]))
