"""How long a part takes: the sub-goals it counts as, for the controller grants decisions by their number."""

import math

from airanchor.embedded.ears.clause import Clause, Manoeuvre
from airanchor.embedded.rules.config import StageRules
from airanchor.embedded.rules.goal import CLIMBS, TURNS, mentions_of
from airanchor.embedded.rules.notes.orbit import FULL_DEG


def stages(clause: Clause, rules: StageRules) -> int:
    """One for most parts; more for a leg to a landmark, for a long way, for the way home and for a circle."""
    if clause.manoeuvre is Manoeuvre.HOME:
        return rules.home
    if clause.manoeuvre is Manoeuvre.CIRCLE:
        return 1 + math.ceil((clause.degrees or FULL_DEG) / rules.stage_deg)
    if clause.manoeuvre is Manoeuvre.FORWARD and clause.metres is not None:
        return max(math.ceil(clause.metres / rules.stage_m), 1)
    return rules.leg if mentions_of(clause) and clause.manoeuvre not in (*TURNS, *CLIMBS) else 1
