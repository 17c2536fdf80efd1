"""Which of several alike the words mean, told from where the drone is."""

from airanchor.embedded.ears.clause import Mention
from airanchor.embedded.rules.goal import CLIMBS, TURNS, Goal, is_between
from airanchor.perception.whereabouts import MOST_RANK, Whereabouts


def whereabouts_of(mention: Mention, goal: Goal) -> Whereabouts | None:
    """What the words tell of a landmark: nothing before a turn, which leads to what is not in view yet.

    The nearest stays the nearest on the way to it. "The second" is counted from where its leg begins, and
    there the landmark lies ahead, if a turn has set the heading for it.
    """
    if goal.active.manoeuvre in (*TURNS, *CLIMBS):
        return None
    rank, is_beginning = _rank(mention), goal.progress.flown_m == 0
    is_ahead = is_beginning and goal.is_heading_told and not is_between(goal.active)
    if rank > 1 and not is_beginning:
        return None
    told = Whereabouts(rank, is_ahead, mention.side if is_ahead else None)
    return None if told == Whereabouts() else told


def _rank(mention: Mention) -> int:
    """The place that is counted; 0 for none, and for the last, which nobody knows before it is passed."""
    return mention.ordinal if mention.ordinal is not None and 1 <= mention.ordinal <= MOST_RANK else 0
