"""Labelled legs as training samples: put together, roughened, cut into pieces."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from airanchor.embedded.ears.net.labels import CLIMBS, RELATIONS, SIDES, TAGS, THINGS, TURNS_DEG
from airanchor.embedded.ears.net.words import CutWords, covered, cut
from airanchor.learn.ears.legs import LabelledLeg, Stretch
from airanchor.perception.text.wordpiece import WordPiece

UNTOLD = -100
"""The label of what is not known."""
_SWAPPED = {
    "left": "right",
    "right": "left",
    "port": "starboard",
    "starboard": "port",
    "lefthand": "righthand",
    "righthand": "lefthand",
}
_TURNED = re.compile("|".join(rf"\b{word}\b" for word in _SWAPPED), re.IGNORECASE)
_UNTURNED = re.compile(
    r"clock|o'|\b(?:noon|hour|shoulder|all right)\b|^\W*(?:right|alright)\b|\bright[,.!]? so"
    r"|\bright (?:before|after|at|over|above|there|by|on|in|up|down|now|next|here)\b",
    re.IGNORECASE,
)
"""CutWords that mean something else, or nothing, with left for right."""
_JOINTS = (", then ", " and then ", ", and ", "; ", ", ", " then ", " and ", " after that ", " - ", ", next ")
_MARKS = re.compile(r"[.,;:!?]")


@dataclass(frozen=True, slots=True)
class Sample:
    """One text with its answers."""

    words: CutWords
    tags: tuple[int, ...]
    begins: tuple[int, ...]
    """1 where a leg begins."""
    legs: tuple[tuple[int, int], ...]
    """The words of each leg, [first, last)."""
    answers: tuple[dict[str, int], ...]
    """Of each leg, by head."""


def sample_of(legs: Sequence[LabelledLeg], cutter: WordPiece) -> Sample:
    """A text of these legs in this order."""
    text = " ".join(leg.text for leg in legs)
    words = cut(text, cutter)
    tags = [0] * len(words.spans)
    begins, stretches, answers = [0] * len(words.spans), [], []
    at = 0
    for leg in legs:
        own = covered(words.spans, at, at + len(leg.text))
        if len(own):
            begins[own[0]] = 1
            stretches.append((own[0], own[-1] + 1))
            answers.append(_answers(leg))
            if not leg.is_marked:
                for place in own:
                    tags[place] = UNTOLD
        for name, start, end in leg.spans:
            inside = covered(words.spans, at + start, at + end)
            for place in inside:
                tags[place] = TAGS.index(f"{'B' if place == inside[0] else 'I'}-{name}")
        at += len(leg.text) + 1
    return Sample(words, tuple(tags), tuple(begins), tuple(stretches), tuple(answers))


def _answers(leg: LabelledLeg) -> dict[str, int]:
    known = leg.relation != RELATIONS[-1]
    return {
        "relation": RELATIONS.index(leg.relation),
        "side": SIDES.index(leg.side) if known else UNTOLD,
        "turn": TURNS_DEG.index(leg.turn_deg) if known else UNTOLD,
        "climb": CLIMBS.index(leg.climb) if known else UNTOLD,
        "thing": THINGS.index(leg.thing) if leg.thing else UNTOLD,
    }


def mirrored(leg: LabelledLeg) -> LabelledLeg:
    """Left for right, where the words allow it; else the leg as it is."""
    if _UNTURNED.search(leg.text):
        return leg
    side = {"left": "right", "right": "left"}.get(leg.side, "")
    turn_deg = leg.turn_deg if leg.turn_deg == 180 else -leg.turn_deg
    return _rewritten(
        replace(leg, side=side, turn_deg=turn_deg), _TURNED, lambda word: _SWAPPED[word.lower()]
    )


def bare(leg: LabelledLeg) -> LabelledLeg:
    """Lower case, without marks of punctuation."""
    return _rewritten(replace(leg, text=leg.text.lower()), _MARKS, lambda _: "")


def run_on(legs: Sequence[LabelledLeg], rng: np.random.Generator) -> list[LabelledLeg]:
    """As one long sentence: what joins two legs belongs to the second."""
    found = []
    for place, leg in enumerate(legs):
        text = leg.text.rstrip(" .!") if place + 1 < len(legs) else leg.text
        joint = str(rng.choice(_JOINTS)) if place else ""
        text = joint + (text[:1].lower() + text[1:] if place else text)
        spans = tuple(
            (name, start + len(joint), min(end + len(joint), len(text)))
            for name, start, end in leg.spans
            if start + len(joint) < len(text)
        )
        found.append(replace(leg, text=text, spans=spans))
    return found


def misspelt(leg: LabelledLeg, rng: np.random.Generator, share: float = 0.06) -> LabelledLeg:
    """With letters swapped or left out in some of the longer words."""

    def spoil(word: str) -> str:
        if rng.random() >= share:
            return word
        at = int(rng.integers(1, len(word) - 2))
        return (
            word[:at] + word[at + 1] + word[at] + word[at + 2 :]
            if rng.random() < 0.5
            else word[:at] + word[at + 1 :]
        )

    return _rewritten(leg, re.compile(r"[A-Za-z]{4,}"), spoil)


def _rewritten(leg: LabelledLeg, pattern: re.Pattern[str], change: Callable[[str], str]) -> LabelledLeg:
    """The leg with every match changed, and its spans where they have moved to."""
    text, moved = "", []
    at = 0
    for match in pattern.finditer(leg.text):
        text += leg.text[at : match.start()]
        changed = change(match.group())
        moved.append((match.end(), len(text) + len(changed) - match.end()))
        text += changed
        at = match.end()
    text += leg.text[at:]

    def place(old: int) -> int:
        shift = 0
        for end, by in moved:
            if end > old:
                break
            shift = by
        return min(old + shift, len(text))

    spans: list[Stretch] = [(name, place(start), place(end)) for name, start, end in leg.spans]
    return replace(leg, text=text, spans=tuple((n, s, e) for n, s, e in spans if s < e))
