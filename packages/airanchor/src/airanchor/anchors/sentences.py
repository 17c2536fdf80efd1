"""The graph in words, and the words read back into numbers: both directions of one format in one file.

At decision time an object, a direction and a capped direction each have their own sentence. For comparing
before with after, every anchor has the same one, with its full cue: a free distance measured from the old
pose would be untrue from the new one. One sentence per line; numbers have one decimal and no sign.
"""

import re
from dataclasses import dataclass

from airanchor.anchors.anchor import ObjectAnchor
from airanchor.anchors.graph import AnchorGraph, Edge
from airanchor.errors import InputError
from aircity.geometry import bearing_words, cue_words, height_words, metres_words

EMPTY = "No spatial anchor could be grounded."
CAPPED = "capped far-range reference, not a physical surface"


def decision_text(graph: AnchorGraph) -> str:
    """The graph for deciding, from the pose its anchors were grounded at."""
    if graph.is_recentered:
        raise InputError(
            f"free travel distances seen from {graph.seen_from} do not hold from {graph.pose}; "
            "use comparison_text for a recentred graph"
        )
    return "\n".join(_decision_sentence(edge) for edge in graph.edges) or EMPTY


def comparison_text(graph: AnchorGraph) -> str:
    """The graph for comparing poses: every anchor with its full cue, nothing about free travel."""
    return "\n".join(_comparison_sentence(edge) for edge in graph.edges) or EMPTY


def _decision_sentence(edge: Edge) -> str:
    anchor, cue = edge.anchor, edge.cue
    place = f"{bearing_words(cue.bearing_rad)}, {height_words(cue.dz_m)}"
    if isinstance(anchor, ObjectAnchor):
        return (
            f"{_name(edge)}: The object center is {place}, at a horizontal distance of "
            f"{metres_words(cue.d_xy_m)} and a 3D distance of {metres_words(cue.d_3d_m)}."
        )
    if anchor.is_far:
        return (
            f"{_name(edge)}: Free travel distance along this direction exceeds {anchor.distance_m:g} m. "
            f"The geometric reference is capped at {anchor.distance_m:g} m and lies {place}."
        )
    return (
        f"{_name(edge)}: Free travel distance along this direction: {metres_words(anchor.distance_m)}. "
        f"The ray-cast endpoint is {place}, at a horizontal distance of {metres_words(cue.d_xy_m)}."
    )


def _comparison_sentence(edge: Edge) -> str:
    is_capped = not isinstance(edge.anchor, ObjectAnchor) and edge.anchor.is_far
    return f"{_name(edge)}: {cue_words(edge.cue)}{f' ({CAPPED})' if is_capped else ''}."


def _name(edge: Edge) -> str:
    if not isinstance(edge.anchor, ObjectAnchor):
        return f"Anchor {edge.anchor.index} [Direction]"
    label = " ".join(edge.anchor.phrase.label.split())  # a line break would end the sentence
    return f"Anchor {edge.anchor.index} [Object: {label}]"


@dataclass(frozen=True, slots=True)
class AnchorReading:
    """One sentence as numbers; None where the sentence does not say."""

    index: int
    label: str | None
    """The object's name, or None for a direction."""
    bearing_deg: float
    """Right is positive."""
    dz_m: float
    """Above is positive."""
    d_xy_m: float | None = None
    d_3d_m: float | None = None
    free_m: float | None = None
    """How far the direction is free; at least so far where `is_capped`."""
    is_capped: bool = False


def read_sentences(text: str) -> tuple[AnchorReading, ...]:
    """Every anchor sentence among the lines of a text; other lines are passed over."""
    return tuple(reading for line in text.split("\n") if (reading := _read(line.strip())) is not None)


def read_sentence(sentence: str) -> AnchorReading:
    """One anchor sentence; anything else is an error."""
    reading = _read(sentence.strip())
    if reading is None:
        raise InputError(
            f"{sentence[:80]!r} is no anchor sentence; one begins 'Anchor 1 [Direction]: ' or "
            "'Anchor 1 [Object: gray building]: ' and ends with its cue"
        )
    return reading


_OBJECT = r"Anchor (?P<index>\d{1,6}) \[Object: (?P<label>.+)\]: "
_DIRECTION = r"Anchor (?P<index>\d{1,6}) \[Direction\]: "
_PLACE = (
    r"(?P<bearing>\d{1,3}\.\d) degrees to your (?P<side>left|right), "
    r"(?P<height>\d{1,12}\.\d) m (?P<level>above|below) the UAV"
)
_XY = r"(?P<d_xy>\d{1,12}\.\d) m"
_3D = r"(?P<d_3d>\d{1,12}\.\d) m"
_FREE = r"(?P<free>\d{1,12}\.\d) m"
_CAP = r"(?P<free>\d{1,12}(\.\d{1,6})?) m"
_CUE = rf"{_PLACE}, horizontal distance {_XY}, 3D distance {_3D}"
_FORMS = [
    re.compile(form, re.ASCII)
    for form in (
        rf"{_OBJECT}The object center is {_PLACE}, at a horizontal distance of {_XY} "
        rf"and a 3D distance of {_3D}\.",
        rf"{_DIRECTION}Free travel distance along this direction: {_FREE}\. "
        rf"The ray-cast endpoint is {_PLACE}, at a horizontal distance of {_XY}\.",
        rf"{_DIRECTION}Free travel distance along this direction (?P<capped>exceeds) {_CAP}\. "
        rf"The geometric reference is capped at (?P=free) m and lies {_PLACE}\.",
        rf"{_OBJECT}{_CUE}\.",
        rf"{_DIRECTION}{_CUE}(?P<capped> \({CAPPED}\))?\.",
    )
]


def _read(sentence: str) -> AnchorReading | None:
    match = next((found for form in _FORMS if (found := form.fullmatch(sentence))), None)
    if match is None:
        return None
    said = match.groupdict()
    bearing_deg, dz_m = float(said["bearing"]), float(said["height"])
    return AnchorReading(
        index=int(said["index"]),
        label=said.get("label"),
        bearing_deg=bearing_deg if said["side"] == "right" else -bearing_deg,
        dz_m=dz_m if said["level"] == "above" else -dz_m,
        d_xy_m=_number(said.get("d_xy")),
        d_3d_m=_number(said.get("d_3d")),
        free_m=_number(said.get("free")),
        is_capped=said.get("capped") is not None,
    )


def _number(text: str | None) -> float | None:
    return None if text is None else float(text)
