"""The eight-direction observation in words and back: both directions of one format in one file.

A direction is a block of three lines. What a model said of it, a caption and names, is kept to one line and
freed of the marks that the format is made of, so no name can pass for a number or for another object:

    Front Right (right 22.5 to right 67.5): a street between tall buildings
    Objects: red tower [right 31.0, 42.5 m away, 3.0 m above]; tree [right 40.2, more than 50 m away]
    Free: 35.2 m
"""

import re
from dataclasses import dataclass, replace

from airanchor.reasoner.roles.peers.navgpt.directions import SIDE, Octant, read_side, side_words

MAX_CAPTION = 160
MAX_NAME = 60
MAX_STATE = 300
NOTHING = "none"


@dataclass(frozen=True, slots=True)
class ObjectCue:
    """A named thing and where it is."""

    name: str
    bearing_deg: float
    """Right is positive."""
    distance_m: float | None
    """Horizontally; None: farther than is told."""
    dz_m: float | None = None
    """Above is positive; None where the distance is."""


@dataclass(frozen=True, slots=True)
class DirectionBlock:
    """What is told of one direction."""

    direction: Octant
    caption: str
    objects: tuple[ObjectCue, ...] = ()
    free_m: float | None = None
    """How far it is free; None: it was not measured."""
    is_capped: bool = False
    """Whether it is free for longer than that."""


@dataclass(frozen=True, slots=True)
class ToldSurroundings:
    """All that one observation tells: the directions that were looked at, and the ground."""

    blocks: tuple[DirectionBlock, ...]
    ground_m: float | None = None
    """How far below the drone the lowest thing ahead lies; None: none was seen."""
    state: str = ""
    """The heading by the compass and where the start lies, as `aircity.geometry.state_words` tells them."""


def surroundings_words(seen: ToldSurroundings, range_m: float) -> str:
    """The observation as a text; things farther than the range have no distance."""
    blocks = [_block_words(block, range_m) for block in seen.blocks]
    if seen.ground_m is not None:
        blocks.append(f"Ground: {seen.ground_m:.1f} m below.")
    if seen.state:
        blocks.append(one_line(seen.state, MAX_STATE))
    return "\n".join(blocks)


def _block_words(block: DirectionBlock, range_m: float) -> str:
    objects = "; ".join(_object_words(cue, range_m) for cue in block.objects) or NOTHING
    more = "more than " if block.is_capped else ""
    free = "not measured" if block.free_m is None else f"{more}{block.free_m:.1f} m"
    return (
        f"{block.direction.value} ({block.direction.range_words}): {one_line(block.caption, MAX_CAPTION)}\n"
        f"Objects: {objects}\n"
        f"Free: {free}"
    )


def _object_words(cue: ObjectCue, range_m: float) -> str:
    side = side_words(cue.bearing_deg)
    if cue.distance_m is None:
        return f"{plain_name(cue.name)} [{side}, more than {range_m:g} m away]"
    high_m = float(f"{cue.dz_m or 0.0:.1f}")
    level = "above" if high_m >= 0 else "below"
    return f"{plain_name(cue.name)} [{side}, {cue.distance_m:.1f} m away, {abs(high_m):.1f} m {level}]"


def plain_name(name: str) -> str:
    """A name without the marks of the format, on one line, of bounded length."""
    return " ".join(re.sub(r"[^\w '-]+", " ", name).split())[:MAX_NAME].strip() or "thing"


def one_line(text: str, most: int) -> str:
    """A text on one line, cut at a word where it is too long."""
    line = " ".join(text.split()) or NOTHING
    return line if len(line) <= most else f"{line[: most - 3].rsplit(' ', 1)[0]}..."


_METRES = r"(\d{1,12}\.\d) m"
_HEAD = re.compile(r"([A-Z][a-z]{3,4}(?: Right| Left)?) \([a-z0-9. ]{3,40}\): (.*)")
_OBJECT = re.compile(
    rf"(?P<name>[\w '-]{{1,{MAX_NAME}}}) \[(?P<side>{SIDE}), (?:more than [\d.e+]{{1,12}} m away|"
    r"(?P<away>\d{1,12}\.\d) m away, (?P<high>\d{1,12}\.\d) m (?P<level>above|below))\]"
)
_FREE = re.compile(rf"(more than )?{_METRES}")
_GROUND = re.compile(rf"Ground: {_METRES} below\.")
_DIRECTIONS = {direction.value: direction for direction in Octant}


def read_surroundings(text: str) -> ToldSurroundings:
    """What an observation tells; lines of another form tell nothing."""
    blocks: list[DirectionBlock] = []
    ground_m, state = None, ""
    for line in text.split("\n"):
        head, ground = _HEAD.fullmatch(line), _GROUND.fullmatch(line)
        if head is not None and head[1] in _DIRECTIONS:
            blocks.append(DirectionBlock(_DIRECTIONS[head[1]], head[2]))
        elif ground is not None:
            ground_m = float(ground[1])
        elif line.startswith("Heading "):
            state = line
        elif blocks:
            blocks[-1] = _with_line(blocks[-1], line)
    return ToldSurroundings(tuple(blocks), ground_m, state)


def _with_line(block: DirectionBlock, line: str) -> DirectionBlock:
    kind, _, told = line.partition(": ")
    if kind == "Objects":
        return replace(block, objects=_read_objects(told))
    free = _FREE.fullmatch(told) if kind == "Free" else None
    return block if free is None else replace(block, free_m=float(free[2]), is_capped=free[1] is not None)


def _read_objects(told: str) -> tuple[ObjectCue, ...]:
    cues = []
    for match in filter(None, (_OBJECT.fullmatch(entry) for entry in told.split("; "))):
        bearing_deg = read_side(match["side"]) or 0.0
        if match["away"] is None:
            cues.append(ObjectCue(match["name"], bearing_deg, None))
            continue
        high_m = float(match["high"]) * (1.0 if match["level"] == "above" else -1.0)
        cues.append(ObjectCue(match["name"], bearing_deg, float(match["away"]), high_m))
    return tuple(cues)
