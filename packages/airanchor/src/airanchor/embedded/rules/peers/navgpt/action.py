"""NavGPT's mind by rule: the next run of the leg that is flown, or the first of what the mind wants next.

It gets no picture. What it knows of the surroundings is what the observation tells, and of the flight what
its own thoughts left in the scratchpad.
"""

from dataclasses import replace
from typing import Any

from airanchor.embedded.rules.moves.course import STEP_M
from airanchor.embedded.rules.peers.mind import report_words, think
from airanchor.embedded.rules.peers.navgpt.leg import ThoughtLeg, leg_of, read_leg
from airanchor.embedded.rules.peers.navgpt.scene import came_near, far_names, free_ahead_m, sight_of
from airanchor.embedded.rules.senses import Senses
from airanchor.reasoner.prompts.reader import Prompt
from airanchor.reasoner.roles import Primitive
from airanchor.reasoner.roles.peers.navgpt.observation import ToldSurroundings, read_surroundings

FINISHED = "Finished!"
MAX_LEGS = 4
"""Legs without anything that can be flown before a turn is made instead."""


def choose_next(prompt: Prompt, senses: Senses) -> dict[str, Any]:
    """The thought and the action."""
    values = prompt.values
    seen, most = read_surroundings(values.get("observation", "")), _most(values.get("repeats", ""))
    leg = read_leg(values.get("scratchpad", ""))
    if leg is not None and leg.runs and not leg.is_blocked and not _is_outdated(leg, seen, senses):
        if (answer := _next(leg, seen, most, senses)) is not None:
            return answer
        leg = replace(leg, is_blocked=True)
    known = leg.known if leg is not None else ()
    far = far_names(seen) - {track.label for track in known}
    sight = sight_of(seen, known, senses.config)
    memory, executed = (leg.memory, leg.report) if leg is not None else ("", "")
    for _ in range(MAX_LEGS):
        thought = think(values.get("instruction", ""), memory, executed, sight, senses)
        if thought.skill is None:
            return {"thought": f"{thought.reason}.".capitalize(), "action": FINISHED, "repeat": 1}
        begun = leg_of(thought, far, senses)
        if (answer := _next(begun, seen, most, senses)) is not None:
            return answer
        memory = thought.memory
        failure = "blocked" if begun.runs else ""
        executed = report_words(thought.skill, thought.parameters, failure=failure)
    return _said(
        ThoughtLeg(memory, ()), Primitive.TURN_RIGHT, 1, "Nothing better is known: turn and look again."
    )


def _is_outdated(leg: ThoughtLeg, seen: ToldSurroundings, senses: Senses) -> bool:
    """Whether more is known now of what the leg flies to."""
    return came_near(leg.guessed, seen, senses.config)


def _next(leg: ThoughtLeg, seen: ToldSurroundings, most: int, senses: Senses) -> dict[str, Any] | None:
    """The next run of a leg, no farther than the way is free; None where nothing of it can be flown."""
    if not leg.runs:
        return None
    action, left = leg.runs[0]
    count = min(left, most)
    free_m = free_ahead_m(seen)
    if action is Primitive.MOVE_FORWARD and free_m is not None:
        count = int(min(count, max(free_m - senses.config.margin_m, 0.0) // STEP_M))
    if count == 0:
        return None
    return _said(leg.without(count), action, count, f"{action.value} {count} of {left}.")


def _said(leg: ThoughtLeg, action: Primitive, count: int, doing: str) -> dict[str, Any]:
    return {"thought": leg.thought(doing), "action": action.value, "repeat": count}


def _most(text: str) -> int:
    return max(int(text), 1) if text.isdecimal() and len(text) < 4 else 1
