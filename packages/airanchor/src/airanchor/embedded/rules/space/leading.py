"""Where the words of a subtask lead to a landmark, seen from where the subtask begins.

What is remembered is judged by this before anything is seen: of the things that bear a landmark's name the
one is meant that lies where the words lead.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from airanchor.embedded.ears.clause import Clause, Manoeuvre, Mention
from airanchor.embedded.rules.config import RulebookConfig
from airanchor.embedded.rules.goal import mentions_of
from airanchor.embedded.rules.notes.track import plain, wrap_deg
from airanchor.embedded.rules.senses import Senses
from airanchor.embedded.rules.space.expectation import (
    TURNING,
    Sector,
    after_turn,
    ahead,
    facing,
    leads_to,
    reach_weight,
)
from airanchor.embedded.rules.space.turn_angles import wanted_turn_deg


@dataclass(frozen=True, slots=True)
class ToldWay:
    """The bearings at which, and the leg by which, a landmark is to be reached."""

    sector: Sector
    leg: Clause
    ordinal: int | None = None
    """Which of its kind the words mean."""

    def is_later(self, distance_m: float | None, passed_m: float) -> bool:
        """Whether the words mean a second or later one, and something so near is the first."""
        return (self.ordinal or 0) > 1 and distance_m is not None and distance_m <= passed_m

    def sector_weight(self, bearing_deg: float) -> float:
        """How well a bearing agrees; 0 on the side that the words turn away from."""
        return self.sector.weight(bearing_deg) if self.sector.holds(bearing_deg) else 0.0

    def reach_weight(self, distance_m: float | None, config: RulebookConfig) -> float:
        """How well a distance agrees; 1 where none is told."""
        return 1.0 if distance_m is None else reach_weight(self.leg, distance_m, config.legs)


def told_way(
    category: str, attributes: Sequence[str], clauses: Sequence[Clause], senses: Senses
) -> ToldWay | None:
    """The way to the first thing of that name; None where the words name no such thing.

    Legs to other landmarks that come before are short enough to be left out: of our training paths the
    turns alone told right from wrong better than to expect a later landmark anywhere.
    """
    config, turned_deg = senses.config, 0.0
    turn: Sector | None = None
    for place, clause in enumerate(clauses):
        mention = next(
            (one for one in mentions_of(clause) if _is_it(one, category, attributes, senses)), None
        )
        if clause.manoeuvre in TURNING and (mention is None or mention in clause.until):
            wanted_deg = wanted_turn_deg(clause, config)
            turned_deg, turn = turned_deg + wanted_deg, after_turn(clause, wanted_deg, config)
        elif clause.manoeuvre is Manoeuvre.FACE and mention is not None:
            turn = facing(mention, config)
        if mention is not None:
            leg = _leg_to(mention, clauses[place:]) or clause
            return ToldWay(_sector(turn, turned_deg, mention, config), leg, mention.ordinal)
    return None


def _is_it(mention: Mention, category: str, attributes: Sequence[str], senses: Senses) -> bool:
    label = plain(" ".join((*attributes, category))).lower()
    is_so_called = plain(mention.label).lower() == label
    same = senses.config.selection.same_mention
    return is_so_called or senses.names.same_thing(mention.category, mention.attributes, label) >= same


def _leg_to(mention: Mention, clauses: Sequence[Clause]) -> Clause | None:
    """The leg that names it, which may come after a turn that does."""
    return next((one for one in clauses if mention in one.mentions and leads_to(one)), None)


def _sector(turn: Sector | None, turned_deg: float, mention: Mention, config: RulebookConfig) -> Sector:
    if turn is None:
        return ahead(mention, config)
    if turned_deg in (0.0, turn.middle_deg):
        return turn
    return Sector(wrap_deg(turned_deg), spread_deg=turn.spread_deg)  # several turns: the last tells no side
