"""A route as two readers hear it: by grammar, word by word, and by the route tagger, leg by leg.

The grammar knows many manoeuvres and says exactly what a careful sentence asks for, but loses its way in free
talk. The tagger knows the legs of routes in any words, and nothing else. Where both hear the same of a leg,
the grammar's clauses stay, since they tell more; where they differ, the surer one is believed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from airanchor.embedded.ears.agreement import agree, leads
from airanchor.embedded.ears.clause import Clause
from airanchor.embedded.ears.net.clauses import clauses_of
from airanchor.embedded.ears.net.labels import OTHER
from airanchor.embedded.ears.net.tagger import TaggedLeg, tagged_legs
from airanchor.embedded.ears.reader import Passage

ROUTE_LEGS = 3
"""A text with fewer legs is a command, which the grammar reads alone."""
SURE = 0.2
"""How sure the tagger must be to be believed against a reading that leads somewhere."""
CAREFUL = 0.66
"""Where both hear the same in so many legs, the text is careful talk, which the grammar reads well."""
WELL_KNOWN = 0.9
"""How sure the tagger is on average of talk that it reads better than the grammar, whatever both hear."""
FAMILIAR = 0.68
"""How sure the tagger is on average of texts like those it learned from, nineteen times in twenty."""
SURE_OF_CARE = 0.92
"""How sure the tagger must be there against what the grammar reads."""


@dataclass(frozen=True, slots=True)
class HeardLeg:
    """One leg of a route with what each reader makes of it."""

    leg: TaggedLeg
    passages: tuple[Passage, ...]
    """By grammar: what is commanded in the leg's stretch of the text."""
    clauses: tuple[Clause, ...]
    """By the tagger; none if it is no leg, or its thing is not known."""

    @property
    def read(self) -> list[Clause]:
        """The clauses by grammar."""
        return [clause for passage in self.passages for clause in passage.clauses]

    @property
    def is_same(self) -> bool:
        """Whether both hear the same."""
        return agree(self.leg, self.read)

    def is_mended(self, *, is_careful: bool) -> bool:
        """Whether the tagger is believed."""
        if not self.clauses or (self.is_same and (is_careful or self._is_named_alike)):
            return False
        if is_careful:
            return self.leg.sure >= SURE_OF_CARE
        return self.leg.sure >= SURE or not any(map(leads, self.read))

    @property
    def _is_named_alike(self) -> bool:
        own = self.clauses[-1].mentions[0].category
        return any(one.category == own for clause in self.read for one in (*clause.mentions, *clause.until))


def heard(text: str, passages: Sequence[Passage]) -> list[Passage]:
    """The passages of a text as the grammar reads them, put right by the tagger where it is a route."""
    legs = heard_legs(text, passages)
    if not is_route(legs):
        return list(passages)
    is_careful = _is_careful(legs)
    found: list[Passage] = []
    for one in legs:
        if one.is_mended(is_careful=is_careful):
            found.append(Passage(one.clauses, one.leg.start, one.leg.end, found[-1].end if found else 0))
        else:
            found += one.passages
    return found


def unheard(text: str, passages: Sequence[Passage]) -> list[tuple[int, int]]:
    """The legs of a route in free words, [start, end) each, in which neither reader finds where to go."""
    legs = heard_legs(text, passages)
    if not is_route(legs) or _is_careful(legs):
        return []
    return [
        (one.leg.start, one.leg.end)
        for one in legs
        if one.leg.relation != OTHER and not one.clauses and not any(map(leads, one.read))
    ]


def is_route(legs: Sequence[HeardLeg]) -> bool:
    """Whether there are so many legs that it is no command."""
    return sum(one.leg.relation != OTHER for one in legs) >= ROUTE_LEGS


def _is_careful(legs: Sequence[HeardLeg]) -> bool:
    """Whether the grammar is trusted: the tagger does not know such talk, or both hear mostly the same.

    Where the tagger is sure of nearly every leg, it knows the talk better than the grammar does.
    """
    known = [one for one in legs if one.clauses]
    sure = sum(one.leg.sure for one in known)
    is_same = sum(one.is_same for one in known) >= CAREFUL * len(known)
    return sure < FAMILIAR * len(known) or (is_same and sure < WELL_KNOWN * len(known))


def heard_legs(text: str, passages: Sequence[Passage]) -> list[HeardLeg]:
    """The legs that the tagger hears, each with the passages that are commanded in it."""
    legs = tagged_legs(text)
    if not legs:
        return []
    starts = [0, *(leg.start for leg in legs[1:]), len(text)]
    return [
        HeardLeg(
            leg,
            tuple(passage for passage in passages if start <= _place(passage) < end),
            clauses_of(leg, text),
        )
        for leg, (start, end) in zip(legs, pairwise(starts), strict=True)
    ]


def _place(passage: Passage) -> int:
    """Where the words of its first command stand."""
    return max(passage.clauses[0].span[0], passage.since)
