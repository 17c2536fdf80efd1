"""FineCog-Nav's judge, decision and step memory by rule: one course, kept in the memory of its newest step.

A course is the move that AirAnchor's rules would choose, flown action by action. When it ends, is blocked or
is warned of, the same rules judge it by the view in words: the judge says whether they find the sub-goal
done, the decision goes on with what they want next. Both read the same, so they agree.
"""

from typing import Any

from airanchor.embedded.rules.moves.course import Course, course_of
from airanchor.embedded.rules.notes.intent import Intent, Why
from airanchor.embedded.rules.notes.note import read_note, with_note
from airanchor.embedded.rules.peers.finecog.language import landmarks_in
from airanchor.embedded.rules.peers.finecog.moment import MAX_MIND, FineCogNote, StepMoment
from airanchor.embedded.rules.peers.finecog.told_view import SIZE_PX, ToldScenes
from airanchor.embedded.rules.peers.mind import Thought, read_subtasks
from airanchor.embedded.rules.senses import Senses
from airanchor.reasoner.prompts.reader import Prompt
from airanchor.reasoner.roles import Primitive
from airanchor.trace import split_note

MAX_COURSES = 4
"""Courses without any action that are judged before something is done all the same."""
_DONE_WORDS: dict[str, str] = {
    Primitive.MOVE_FORWARD: "I moved forward",
    Primitive.TURN_LEFT: "I turned left",
    Primitive.TURN_RIGHT: "I turned right",
    Primitive.GO_UP: "I went up",
    Primitive.GO_DOWN: "I went down",
    Primitive.MOVE_LEFT: "I moved left",
    Primitive.MOVE_RIGHT: "I moved right",
    Primitive.STOP: "I stopped",
}


def judge(prompt: Prompt, senses: Senses) -> dict[str, Any]:
    """Whether the rules find the sub-goal done, once its course is over."""
    moment = _moment(prompt, "steps", senses)
    if moment.note is None:
        return {"achieved": False, "reason": "nothing was done for it yet"}
    if moment.note.is_there:
        return {"achieved": True, "reason": "right in front of it"}
    if moment.is_on_course:
        return {"achieved": False, "reason": "on the way"}
    thought = moment.think(senses)
    return {"achieved": thought.skill is None, "reason": thought.reason}


def decide(prompt: Prompt, senses: Senses) -> dict[str, Any]:
    """The next action of the course, or the first of a new one."""
    moment, offered = _moment(prompt, "history", senses), _offered(prompt.values.get("actions", ""))
    idle = _idle(moment, offered, may_stop=_is_last(prompt, senses))
    if moment.note and moment.is_before_landmark(senses):
        there = moment.note.model_copy(update={"is_there": True})
        return _said(idle, with_note("it is right ahead", there), offered)
    note = moment.note if moment.is_on_course else _new_course(moment, senses)
    if note is None:
        return _said(idle, "nothing is left to do for this", offered)
    action = note.left[0]
    words = split_note(note.mind)[0]
    advanced = note.model_copy(
        update={"done": (*note.done, action), "left": note.left[1:], "is_blocked": False}
    )
    return _said(action, with_note(words, advanced), offered)


def remember(prompt: Prompt, senses: Senses) -> dict[str, Any]:
    """What was seen and done in few words, with the course that the thought noted."""
    values = prompt.values
    is_blocked = "blocked" in values.get("result", "")
    sights = ToldScenes(values.get("observation", ""), senses.config.finecog).scene.sights
    wanted = landmarks_in(values.get("subgoal", ""), senses)
    best = max(sights, key=lambda one: (one.label in wanted, one.score), default=None)
    seen = "nothing that is looked for" if best is None else ",".join(best.words.split(",")[:3])
    done = _DONE_WORDS.get(values.get("action", "").strip(), "I acted")
    words = f"I see {seen}; {done}{' but was blocked' if is_blocked else ''}."
    note = read_note(values.get("thought", ""), FineCogNote)
    if note is None:
        return {"step_memory": words}
    return {"step_memory": with_note(words, note.model_copy(update={"is_blocked": is_blocked}))}


def _moment(prompt: Prompt, past: str, senses: Senses) -> StepMoment:
    values = prompt.values
    return StepMoment(
        values.get("subgoal", ""),
        read_note(values.get(past, ""), FineCogNote),
        ToldScenes(values.get("observation", ""), senses.config.finecog),
        tuple(one.value for one in Primitive if one.value in values.get("warning", "")),
    )


def _new_course(moment: StepMoment, senses: Senses) -> FineCogNote | None:
    """The course that the rules want; None where they want none."""
    for _ in range(MAX_COURSES):
        thought = moment.think(senses)
        if thought.skill is None:
            return None
        course = _course(thought, senses.config.bends.glance_deg)
        note = FineCogNote(
            note="finecog",
            mind=thought.memory[:MAX_MIND],
            done=(),
            left=_strides(course, senses.config.finecog.stride),
        )
        if note.left:
            return note
        moment = StepMoment(moment.subgoal, note, moment.view, moment.warned)
    return None


def _course(thought: Thought, glance_deg: float) -> Course:
    assert thought.skill is not None
    reason = Why("", Intent(turn_deg=thought.turn_deg)).reason
    decision = {"skill": thought.skill, "parameters": thought.parameters, "reason": reason}
    return course_of(decision, SIZE_PX, glance_deg)


def _strides(course: Course, most: int) -> tuple[Primitive, ...]:
    """The course up to as many forward actions as are flown before the next look at what they changed."""
    flown = 0
    kept: list[Primitive] = []
    for action in course.left:
        flown += action is Primitive.MOVE_FORWARD
        if flown > most:
            break
        kept.append(action)
    return tuple(kept)


def _offered(actions: str) -> tuple[Primitive, ...]:
    """The actions of the list, by their names."""
    names = (line.partition(":")[2].strip() for line in actions.splitlines())
    return tuple(Primitive(name) for name in names if name in Primitive.__members__)


def _is_last(prompt: Prompt, senses: Senses) -> bool:
    """Whether the sub-goal is the last of its sentence."""
    subgoals = read_subtasks(prompt.values.get("sentence", ""), senses.config.stages)
    return subgoals[-1:] == (prompt.values.get("subgoal", ""),)


def _idle(moment: StepMoment, offered: tuple[Primitive, ...], *, may_stop: bool) -> Primitive:
    """Where the sub-goal is done: stop if nothing follows and it is offered, else what changes least."""
    harmless = (Primitive.GO_UP, Primitive.GO_DOWN, Primitive.TURN_RIGHT)
    wanted = (Primitive.STOP, *harmless) if may_stop else harmless
    free = [one for one in wanted if one in offered and one.value not in moment.warned]
    return free[0] if free else Primitive.TURN_RIGHT


def _said(action: Primitive, thought: str, offered: tuple[Primitive, ...]) -> dict[str, Any]:
    """The answer; an action that is not offered is answered by a turn, which always is."""
    chosen = action if action in offered or not offered else Primitive.TURN_RIGHT
    number = tuple(Primitive).index(chosen)
    return {"thought": thought, "probabilities": {str(number): 1.0}, "selected_action": number}
