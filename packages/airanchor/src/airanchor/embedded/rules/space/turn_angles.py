"""The angle that the words of a turn ask for."""

from airanchor.embedded.ears.clause import Clause, Manoeuvre
from airanchor.embedded.ears.tokens.numbers import SHARP_DEG

FACING_MEAN_DEG = 100.0
"""A turn that ends where a landmark lies ahead, in the middle of our training paths, 30 to 150."""


def wanted_turn_deg(clause: Clause, usual_deg: float) -> float:
    """The signed angle a turn asks for; `usual_deg` is what a turn is of which only the side is told."""
    if clause.manoeuvre is Manoeuvre.TURN_AROUND:
        return 180.0
    sign = -1 if clause.manoeuvre is Manoeuvre.TURN_LEFT else 1
    if clause.degrees is not None:
        return sign * clause.degrees
    return sign * (FACING_MEAN_DEG if clause.until else usual_deg)


def is_exact(clause: Clause) -> bool:
    """Whether the words tell the angle itself, as "sharp" does not."""
    return clause.degrees is not None and clause.degrees != SHARP_DEG
