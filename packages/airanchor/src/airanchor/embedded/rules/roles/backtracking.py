"""Backtracking: the last node before the flight left its way, by the landmark's distance and by failures."""

import re
from dataclasses import dataclass
from typing import Any

from airanchor.anchors.sentences import read_sentences
from airanchor.embedded.rules.goal import Goal, mentions_of, read_goal
from airanchor.embedded.rules.notes.progress import SubtaskProgress
from airanchor.embedded.rules.senses import Senses
from airanchor.embedded.rules.space.evidence import match_reading
from airanchor.reasoner.prompts.reader import Prompt

_NODE = re.compile(r"^Node (\d{1,9})(?: \(current, cannot be chosen\))?$", re.MULTILINE)
_FAILED = re.compile(r"^Progress:.*\[last action failed", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class ToldNode:
    """What one node tells of the way."""

    id: int
    distance_m: float | None
    """To the subtask's landmark; None: not measured from there."""
    after_failure: bool


def choose_node(prompt: Prompt, senses: Senses) -> dict[str, Any]:
    """The node to return to, always one of the choices."""
    choices = [int(text) for text in re.findall(r"\d{1,9}", prompt.values.get("choices", ""))]
    clauses = read_goal({"subtask": prompt.values.get("subtask", "")}, senses).clauses
    nodes = _nodes(prompt.values.get("history", ""), Goal(clauses, SubtaskProgress()), senses)
    if not choices:
        return {"node_id": 0, "reason": "no node is offered"}
    return _chosen(nodes, choices, senses.config.giving_up.growth_m)


def _chosen(nodes: list[ToldNode], choices: list[int], growth_m: float) -> dict[str, Any]:
    """The node before a landmark that got so much farther, else before a failure."""
    known = [node for node in nodes if node.distance_m is not None]
    best = min(known, key=lambda node: (node.distance_m or 0.0, -node.id), default=None)
    last = known[-1] if known else None
    if (
        best is not None
        and last is not None
        and (last.distance_m or 0.0) > (best.distance_m or 0.0) + growth_m
    ):
        sound = [choice for choice in choices if choice <= best.id]
        if sound:
            reason = f"the landmark was {best.distance_m:.0f} m away at node {best.id} and only got farther"
            return {"node_id": sound[-1], "reason": reason}
    troubled = {node.id for node in nodes if node.after_failure}
    sound = [choice for choice in choices if choice not in troubled]
    if sound:
        return {"node_id": sound[-1], "reason": "the last node that no failed skill had led to"}
    return {"node_id": choices[-1], "reason": "the last node at another place"}


def _nodes(history: str, goal: Goal, senses: Senses) -> list[ToldNode]:
    pieces = _NODE.split(history)  # text, id, text, id, text ...
    return [
        ToldNode(int(number), _distance_m(text, goal, senses), _FAILED.search(text) is not None)
        for number, text in zip(pieces[1::2], pieces[2::2], strict=True)
    ]


def _distance_m(text: str, goal: Goal, senses: Senses) -> float | None:
    """The distance to the first landmark of the subtask that was measured from there."""
    readings = read_sentences(text)
    for clause in goal.clauses:
        for mention in mentions_of(clause):
            track = match_reading(mention, readings, goal.others(mention), senses)
            if track is not None:
                return track.d_xy_m
    return None
