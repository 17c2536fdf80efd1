"""What became of everything that was asked to be measured, in words: found how surely, far, or not found.

The sentences of found anchors are those of the graph; what is added stands on a line of its own below each.
"""

import math
from collections.abc import Sequence

from airanchor.agent.plus.places import level_words, shape_from, shape_words
from airanchor.anchors import AnchorGraph, Grounding, ObjectAnchor, comparison_text, decision_text
from airanchor.anchors.outcome import GroundingOutcome, Reason
from airanchor.anchors.outcome import RequestFate as Fate

NOTHING_ASKED = "Nothing was asked to be measured in this view."


def told_briefly(grounding: Grounding) -> str:
    """Every request in one short line, for whoever sees the markers anyway."""
    return "\n".join(_brief_line(one, grounding.graph) for one in grounding.outcomes) or NOTHING_ASKED


def _brief_line(outcome: GroundingOutcome, graph: AnchorGraph) -> str:
    anchor = outcome.anchor
    head = f"{outcome.request.index} {_asked(outcome)}"
    if anchor is None:
        return f"{head}: {_missing_words(outcome)}."
    cue = graph.cues[anchor.index]
    place = f"{math.degrees(cue.bearing_rad):+.0f} degrees, {level_words(cue.dz_m)}"
    if isinstance(anchor, ObjectAnchor):
        shape = shape_words(shape_from(anchor.extent, graph.pose))
        return f"{head} ({_sureness(anchor)}): centre {place}, {cue.d_xy_m:.0f} m; {shape}."
    if outcome.fate is Fate.DEGRADED:
        sure = f" (confidence {outcome.support.detector_confidence:.2f})" if outcome.support else ""
        return f"{head}{sure}: only its direction, {place}; farther than {anchor.distance_m:.0f} m."
    more = "over " if anchor.is_far else ""
    return f"{head}: free {more}{anchor.distance_m:.0f} m, {place}."


def measured_words(grounding: Grounding, beside: Sequence[str] = ()) -> str:
    """Every request with what was measured, in the order asked, then what was measured in the side views."""
    lines = [_decision_lines(one, grounding.graph) for one in grounding.outcomes]
    return "\n".join([*lines, *beside]) or NOTHING_ASKED


def _decision_lines(outcome: GroundingOutcome, graph: AnchorGraph) -> str:
    anchor = outcome.anchor
    if anchor is None:
        return f"Anchor {outcome.request.index} [{_asked(outcome)}]: {_missing_words(outcome)}."
    sentence = decision_text(graph.filtered(lambda one: one.index == anchor.index))
    if isinstance(anchor, ObjectAnchor):
        return f"{sentence}\n  {_sureness(anchor)}; {shape_words(shape_from(anchor.extent, graph.pose))}."
    if outcome.fate is Fate.DEGRADED:
        return f"{sentence}\n  {_far_words(outcome)}."
    return sentence


def _missing_words(outcome: GroundingOutcome) -> str:
    if outcome.reason is Reason.NO_DETECTION:
        return "not found in this view"
    return f"not measured, {outcome.words}"


def _asked(outcome: GroundingOutcome) -> str:
    return " ".join(outcome.request.words.split())


def _sureness(anchor: ObjectAnchor) -> str:
    looks = f"; looks {', '.join(anchor.seen)}" if anchor.seen else ""
    return f"confidence {anchor.confidence:.2f}{looks}"


def _far_words(outcome: GroundingOutcome) -> str:
    sure = f", confidence {outcome.support.detector_confidence:.2f}" if outcome.support else ""
    return f"this is the direction of: {_asked(outcome)}{sure}; {outcome.words}"


def compared_words(graph: AnchorGraph, grounding: Grounding) -> str:
    """The anchors told from a pose, far ones by the name they were asked for with."""
    if not graph.anchors:
        return NOTHING_ASKED if not grounding.outcomes else "None was found."
    names = {one.request.index: _asked(one) for one in grounding.outcomes if one.fate is Fate.DEGRADED}
    lines = []
    for anchor in graph.anchors:
        lines.append(comparison_text(graph.filtered(lambda one, at=anchor.index: one.index == at)))  # type: ignore[misc]
        if anchor.index in names:
            lines.append(f"  this is the direction of: {names[anchor.index]}")
        elif isinstance(anchor, ObjectAnchor):
            lines.append(f"  {shape_words(shape_from(anchor.extent, graph.pose))}")
    return "\n".join(lines)
