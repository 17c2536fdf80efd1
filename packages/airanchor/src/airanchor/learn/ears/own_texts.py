"""Texts of our own teller as labelled legs: where a leg begins is taken from the reading by grammar."""

from airanchor.bench.episodes import Episode
from airanchor.bench.episodes.telling.facts import Leg
from airanchor.embedded.ears import Passage, read
from airanchor.embedded.ears.clause import STEERING
from airanchor.learn.ears.legs import LabelledLeg, own_legs


def told_by_us(episode: Episode) -> list[LabelledLeg] | None:
    """The legs of an episode, or None where the grammar does not find each leg's landmark in its turn."""
    starts = leg_starts(episode)
    return None if starts is None else own_legs(episode, starts)


def leg_starts(episode: Episode) -> list[int] | None:
    """Where in its text each leg begins: behind the movement to the landmark of the leg before."""
    legs = [Leg.from_json(row) for row in episode.facts["legs"]]
    passages = read(episode.instruction).passages
    starts, last = [0], -1
    for leg in legs:
        spans = [(start, end) for start, end, thing in episode.facts["mentions"] if thing == leg.landmark]
        own = [place for place, passage in enumerate(passages) if place > last and _moves_to(passage, spans)]
        if not own:
            return None
        last = own[0]
        while last + 1 < len(passages) and _moves_to(passages[last + 1], spans):
            last += 1
        if last + 1 < len(passages):
            starts.append(passages[last + 1].since)
    starts = starts[: len(legs)]
    return starts if len(starts) == len(legs) == len(set(starts)) else None


def _moves_to(passage: Passage, spans: list[tuple[int, int]]) -> bool:
    """Whether a passage flies to, past or over what is named in one of these places."""
    return any(
        one.span[0] < end and one.span[1] > start
        for clause in passage.clauses
        if clause.manoeuvre not in STEERING
        for one in (*clause.mentions, *clause.until)
        for start, end in spans
    )
