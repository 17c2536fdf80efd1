"""Where a text is cut into legs: at words that sound like a beginning, one thing to fly to for each leg."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

_ENDS = ".!?\n"
_STEERS = ("turn", "climb")


def cut_legs(
    begins: NDArray[np.float32], names: Sequence[str], text: str, spans: Sequence[tuple[int, int]]
) -> list[range]:
    """The words of each leg, given how much each sounds like a beginning and which part it has in its leg.

    A leg that names two things, with a turn or a climb between them, is two, and so is one that turns in two
    sentences; a piece that names no thing belongs to the next one, unless it is a sentence of its own.
    """
    ends = [text[start] in _ENDS for start, _ in spans]
    firsts = {0, *np.flatnonzero(begins > 0).tolist(), *_second_turns(names, ends)}
    pieces = [range(first, last) for first, last in pairwise([*sorted(firsts), len(names)])]
    pieces = [part for piece in pieces for part in _split(piece, begins, names)]
    found: list[range] = []
    first: int | None = None
    for piece, following in zip(pieces, [*pieces[1:], None], strict=True):
        start = piece.start if first is None else first
        is_whole = first is None and ends[piece[-1]] and _is_own(names, piece, following)
        if "main" in _parts(names, piece) or following is None or is_whole:
            found.append(range(start, piece.stop))
            first = None
        else:
            first = start
    return found


def _parts(names: Sequence[str], piece: range) -> set[str]:
    return {names[place] for place in piece}


def _is_own(names: Sequence[str], piece: range, following: range | None) -> bool:
    """Whether a sentence without a thing is no beginning of the next piece: it steers not, or both turn."""
    own = _parts(names, piece)
    both = following is not None and "turn" in own & _parts(names, following)
    return both or not own & set(_STEERS)


def _second_turns(names: Sequence[str], ends: Sequence[bool]) -> list[int]:
    """Sentences that begin with a turn, where the one before turned too and led somewhere."""
    found, start, has_turned = [], 0, False
    for place in range(1, len(names)):
        if ends[place - 1]:
            has_turned = bool({"turn"} & _parts(names, range(start, place)))
            start = place
            if has_turned and names[place] == "turn":
                found.append(place)
    return found


def _split(piece: range, begins: NDArray[np.float32], names: Sequence[str]) -> list[range]:
    """A piece cut before every turn or climb that stands between two things to fly to."""
    cuts, last_main, steers = [piece.start], None, None
    for place in piece:
        if names[place] in _STEERS and last_main is not None and steers is None:
            steers = place
        if names[place] == "main":
            if last_main is not None and steers is not None:
                cuts.append(last_main + 1 + int(np.argmax(begins[last_main + 1 : steers + 1])))
            last_main, steers = place, None
    return [range(one, other) for one, other in pairwise([*cuts, piece.stop]) if one < other]
