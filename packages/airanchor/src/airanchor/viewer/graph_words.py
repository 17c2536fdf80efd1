"""Anchor sentences as numbers, before and after a skill, side by side; sentences that say less give less."""

import re
from dataclasses import dataclass

from aircity.geometry import read_cue_words

MAX_LINE = 900
_NAME = re.compile(r"Anchor (\d{1,6}) \[(?:(Direction)|Object: (.{0,400}))\]: ")
_FREE = re.compile(r"Free travel distance along this direction(?:: | exceeds )(\d{1,12}(?:\.\d{1,6})?) m")


@dataclass(frozen=True, slots=True)
class Cue:
    """Where one anchor is; None where the sentence does not say."""

    bearing_deg: float | None = None
    dz_m: float | None = None
    d_xy_m: float | None = None
    d_3d_m: float | None = None
    free_m: float | None = None
    is_capped: bool = False


@dataclass(frozen=True, slots=True)
class CuePair:
    """One anchor before and after."""

    index: int
    label: str | None
    """The object's name, None for a direction."""
    before: Cue | None
    after: Cue | None


def compare(graph: str, before: str | None, after: str | None) -> list[CuePair]:
    """Anchors of the decision's sentences, with what both comparison texts add."""
    told, was, now = _read(graph), _read(before or ""), _read(after or "")
    pairs = []
    for index in sorted({*told, *was, *now}):
        name = next(texts[index][0] for texts in (told, was, now) if index in texts)
        first = _merged(*(texts[index][1] for texts in (told, was) if index in texts))
        pairs.append(CuePair(index, name, first, now[index][1] if index in now else None))
    return pairs


def _merged(*cues: Cue) -> Cue | None:
    """One cue from several sentences about the same anchor, the first to say a number wins."""

    def first(name: str) -> float | None:
        return next((value for cue in cues if (value := getattr(cue, name)) is not None), None)

    if not cues:
        return None
    return Cue(
        bearing_deg=first("bearing_deg"),
        dz_m=first("dz_m"),
        d_xy_m=first("d_xy_m"),
        d_3d_m=first("d_3d_m"),
        free_m=first("free_m"),
        is_capped=any(cue.is_capped for cue in cues),
    )


def _read(text: str) -> dict[int, tuple[str | None, Cue]]:
    found = {}
    for line in text.split("\n"):
        if match := _NAME.match(line[:MAX_LINE]):
            found[int(match[1])] = (None if match[2] else match[3], _cue(line[match.end() : MAX_LINE]))
    return found


def _cue(words: str) -> Cue:
    told, free = read_cue_words(words), _FREE.search(words)
    return Cue(
        bearing_deg=told.bearing_deg,
        dz_m=told.dz_m,
        d_xy_m=told.d_xy_m,
        d_3d_m=told.d_3d_m,
        free_m=float(free[1]) if free else None,
        is_capped="capped" in words,
    )
