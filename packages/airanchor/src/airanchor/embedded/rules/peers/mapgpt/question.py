"""A question of MapGPT read back: the views around, the options, and what the last hop did."""

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from airanchor.embedded.rules.notes.track import wrap_deg
from airanchor.embedded.rules.roles.navigation import BLANK
from airanchor.embedded.rules.space.executed import Executed, read_executed
from airanchor.reasoner.prompts.reader import Prompt

_OPTION = re.compile(r"([A-Z]{1,6})\. (.{1,300})")
_TURN = re.compile(r"turn (?:around to the )?(left|right) by (\d{1,3}) degrees")
_CLIMB = re.compile(r"go (up|down) (\d{1,4}(?:\.\d{1,3})?) m")
_GO = re.compile(r"\bgo (?:forward )?(\d{1,4}(?:\.\d{1,3})?) m")
_NUMBER = re.compile(r"-?\d{1,3}")
_RESULT = "Result: "


@dataclass(frozen=True, slots=True)
class OfferedPlace:
    """One option that leads somewhere."""

    letter: str
    offset_deg: float
    """Where it lies, right of the heading."""
    distance_m: float
    climb_m: float = 0.0
    """Up is positive; anything but 0 is straight up or down."""


@dataclass(frozen=True, slots=True, eq=False)
class MapQuestion:
    """What a question tells."""

    views: tuple[tuple[float, NDArray[np.uint8]], ...]
    """Degrees right of the heading, and the picture."""
    places: tuple[OfferedPlace, ...]
    stop: str | None
    """The letter of STOP, where it is offered."""
    last: tuple[OfferedPlace, Executed] | None
    """The hop before and what it did."""
    planning: str

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height of the views."""
        height_px, width_px = (self.views[0][1] if self.views else BLANK).shape[:2]
        return width_px, height_px


def read_question(prompt: Prompt) -> MapQuestion:
    """Take a question apart; what does not look like it should is left out."""
    offsets = [
        float(text) for name, text in prompt.all_values if name == "offset" and _NUMBER.fullmatch(text)
    ]
    rows = [_OPTION.fullmatch(line.strip()) for line in prompt.values.get("options", "").splitlines()]
    told = [(row.group(1), row.group(2)) for row in rows if row]
    return MapQuestion(
        tuple(zip(offsets, prompt.images, strict=False)),
        tuple(place for letter, words in told if (place := _place(letter, words)) is not None),
        next((letter for letter, words in told if words == "stop"), None),
        _last(prompt.values.get("history", "")),
        prompt.values.get("planning", ""),
    )


def _place(letter: str, words: str) -> OfferedPlace | None:
    climb, turn, go = _CLIMB.search(words), _TURN.search(words), _GO.search(words)
    if climb is not None:
        return OfferedPlace(letter, 0.0, 0.0, float(climb.group(2)) * (1 if climb.group(1) == "up" else -1))
    if go is None:
        return None
    side = 0.0 if turn is None else float(turn.group(2)) * (1 if turn.group(1) == "right" else -1)
    return OfferedPlace(letter, wrap_deg(side), float(go.group(1)))


def _last(history: str) -> tuple[OfferedPlace, Executed] | None:
    """The newest line of the history: what was chosen, and what came of it."""
    words, marked, result = history.rpartition("\n")[2].partition(_RESULT)
    place = _place("", words) if marked else None
    return None if place is None else (place, read_executed(result))
