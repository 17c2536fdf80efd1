"""The angle that the words of a turn ask for."""

from airanchor.embedded.ears.clause import Clause, Manoeuvre
from airanchor.embedded.ears.tokens.numbers import SHARP_DEG
from airanchor.embedded.rules.config import RulebookConfig


def wanted_turn_deg(clause: Clause, config: RulebookConfig) -> float:
    """The signed angle a turn asks for; where only the side is told, that of such turns."""
    if clause.manoeuvre is Manoeuvre.TURN_AROUND:
        return 180.0
    sign = -1 if clause.manoeuvre is Manoeuvre.TURN_LEFT else 1
    if clause.degrees is not None:
        return sign * clause.degrees
    return sign * (config.turns.facing_mean_deg if clause.until else config.turn_deg)


def is_exact(clause: Clause) -> bool:
    """Whether the words tell the angle itself, as "sharp" does not."""
    return clause.degrees is not None and clause.degrees != SHARP_DEG
