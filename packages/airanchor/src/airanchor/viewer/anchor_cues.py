"""Where the anchors of a moment are before and after its skill: numbers, or what older sentences tell."""

from dataclasses import dataclass

from airanchor.trace import AnchorRow
from airanchor.viewer.moments import ReplayStep
from aircity.geometry import Cue, ToldCue, read_cue_words

LONGEST_CUE = 400


@dataclass(frozen=True, slots=True)
class CuePair:
    """One anchor before and after."""

    index: int
    label: str | None
    """The object's name, None for a direction."""
    before: ToldCue | None
    after: ToldCue | None
    free_m: float | None
    """How far a direction is free; at least so far where `is_capped`."""
    is_capped: bool


def cue_pairs(moment: ReplayStep) -> list[CuePair]:
    """The anchors that the graph of a moment holds, by their numbers."""
    pairs = [_pair(row, moment) for row in (moment.anchors.rows if moment.anchors else ())]
    return sorted((pair for pair in pairs if pair.before or pair.after), key=lambda pair: pair.index)


def _pair(row: AnchorRow, moment: ReplayStep) -> CuePair:
    reflection = moment.reflection
    later = reflection.cues_after.get(row.index) if reflection and reflection.cues_after else None
    before, after = _numbers(row.cue), _numbers(later)
    if before is None and moment.anchors is not None:
        compared = _told(row, reflection.graph_before) if reflection else None
        before = compared or _told(row, moment.anchors.graph)
    if after is None and reflection is not None:
        after = _told(row, reflection.graph_after)
    return CuePair(row.index, row.label, before, after, row.distance_m, bool(row.is_far))


def _numbers(cue: Cue | None) -> ToldCue | None:
    return None if cue is None else ToldCue(cue.bearing_deg, cue.dz_m, cue.d_xy_m, cue.d_3d_m)


def _told(row: AnchorRow, graph: str | None) -> ToldCue | None:
    """The cue in the anchor's own line of a graph in words."""
    name = "Direction" if row.label is None else f"Object: {' '.join(row.label.split())}"
    begin = f"Anchor {row.index} [{name}]: "
    lines = (graph or "").split("\n")
    rest = next((line[len(begin) :] for line in lines if line.startswith(begin)), None)
    return None if rest is None else read_cue_words(rest[:LONGEST_CUE])
