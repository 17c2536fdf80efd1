"""How long a part takes: the sub-goals it counts as, for the controller grants decisions by their number."""

import math

from airanchor.embedded.ears.clause import Clause, Manoeuvre
from airanchor.embedded.rules.notes.orbit import FULL_DEG

METRES = 150.0
"""What three decisions fly."""
HOME = 5
QUARTER_DEG = 90.0


def stages(clause: Clause) -> int:
    """One for most parts; more for a long way, for the way home and for a circle."""
    if clause.manoeuvre is Manoeuvre.HOME:
        return HOME
    if clause.manoeuvre is Manoeuvre.CIRCLE:
        return 1 + math.ceil((clause.degrees or FULL_DEG) / QUARTER_DEG)
    if clause.manoeuvre is Manoeuvre.FORWARD and clause.metres is not None:
        return max(math.ceil(clause.metres / METRES), 1)
    return 1
