"""What can be chosen at a step, as a lettered list: STOP once it is offered, then the places around."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from airanchor.baselines.mapgpt.letters import letter_of
from airanchor.baselines.mapgpt.surroundings import PlaceCandidate


@dataclass(frozen=True, slots=True, eq=False)
class LetteredOption:
    """One choice."""

    letter: str
    candidate: PlaceCandidate | None
    """The place to go to; None is STOP."""
    words: str
    """What stands behind the letter."""


def lettered(
    candidates: Sequence[PlaceCandidate], shown: Collection[int], *, offers_stop: bool
) -> tuple[LetteredOption, ...]:
    """The options with their letters, STOP first; `shown` are the places of which there are pictures."""
    choices = (None, *candidates) if offers_stop else tuple(candidates)
    return tuple(
        LetteredOption(letter_of(index), choice, _words(choice, shown))
        for index, choice in enumerate(choices)
    )


def _words(choice: PlaceCandidate | None, shown: Collection[int]) -> str:
    return "stop" if choice is None else way_words(choice, is_shown=choice.place.id in shown)


def way_words(candidate: PlaceCandidate, *, is_shown: bool) -> str:
    """Direction, distance, height and place, such as "turn left by 45 degrees and go 20.0 m to Place 3"."""
    place = candidate.place
    known = f"Place {place.id}, which is shown in Image {place.id}" if is_shown else f"Place {place.id}"
    visited = " (you were there)" if place.is_visited else ""
    if candidate.climb_m:
        side = "up" if candidate.climb_m > 0 else "down"
        return f"go {side} {abs(candidate.climb_m):.1f} m to {known}{visited}"
    way = f"{direction_words(candidate.offset_deg)} {candidate.distance_m:.1f} m"
    return f"{way} to {known}, at the same height{visited}"


def direction_words(offset_deg: int) -> str:
    """Forward, a turn to a side of at most 90 degrees, or around beyond; the way of turning is told."""
    if offset_deg == 0:
        return "go forward"
    side = "right" if offset_deg > 0 else "left"
    if abs(offset_deg) <= 90:
        return f"turn {side} by {abs(offset_deg)} degrees and go"
    return f"turn around to the {side} by {abs(offset_deg)} degrees and go"
