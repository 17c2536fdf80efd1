"""What an answer chose: ends of arrows in its order, a turn, or a stop; and what runs agree on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from airanchor.baselines.pivot.config import PivotConfig
from airanchor.baselines.pivot.gaussian import Pixel, nearest_to_mean, refit
from airanchor.drawing.arrows import LEFT, RIGHT, STOP


class ChoiceKind(StrEnum):
    """What a label stands for."""

    ARROW = "arrow"
    LEFT = "turn left"
    RIGHT = "turn right"
    STOP = "stop"
    NONE = "nothing chosen"


_BORDER = {LEFT: ChoiceKind.LEFT, RIGHT: ChoiceKind.RIGHT, STOP: ChoiceKind.STOP}
TURNS = (ChoiceKind.LEFT, ChoiceKind.RIGHT)


@dataclass(frozen=True, slots=True)
class ArrowChoice:
    """One thing to do."""

    kind: ChoiceKind = ChoiceKind.NONE
    pixel: Pixel | None = None
    """The end of the arrow, where one was chosen."""
    reason: str = ""


def read_choices(labels: Sequence[str], ends: Mapping[str, Pixel], reason: str) -> tuple[ArrowChoice, ...]:
    """The choices of an answer, best first; labels that were not drawn are left out."""
    choices = []
    for label in dict.fromkeys(labels):
        if label in _BORDER:
            choices.append(ArrowChoice(_BORDER[label], None, reason))
        elif label in ends:
            choices.append(ArrowChoice(ChoiceKind.ARROW, ends[label], reason))
    return tuple(choices)


def pixels_of(choices: Sequence[ArrowChoice]) -> tuple[Pixel, ...]:
    """The ends of the arrows among them, in their order."""
    return tuple(choice.pixel for choice in choices if choice.pixel is not None)


def agree_on_kind(winners: Sequence[ArrowChoice]) -> ChoiceKind:
    """What several runs do: stop where two say so, else what most of them say, arrows before turns."""
    kinds = [winner.kind for winner in winners if winner.kind is not ChoiceKind.NONE]
    if kinds.count(ChoiceKind.STOP) >= 2:
        return ChoiceKind.STOP
    voted = [kind for kind in (ChoiceKind.ARROW, *TURNS) if kind in kinds]
    return max(voted, key=kinds.count, default=ChoiceKind.NONE)


def refitted_winner(
    winners: Sequence[ArrowChoice], kind: ChoiceKind, size_px: Pixel, config: PivotConfig
) -> ArrowChoice:
    """The one of these runs' winners to follow: of arrows, the nearest to the distribution fitted to them.

    Never the mean itself: between an arrow left and one right of a tower stands the tower.
    """
    alike = [winner for winner in winners if winner.kind is kind]
    pixels = pixels_of(alike)
    if not pixels:
        return alike[0] if alike else ArrowChoice()
    return alike[nearest_to_mean(pixels, refit(pixels, size_px, config))]
