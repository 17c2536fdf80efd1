"""AirAnchor's rules as a mind that any method can ask: what became of the last move, and what to do next.

A method that remembers gives back, with its next question, the text that a thought left in its memory. In it
stands which subtask is being flown, its progress, and the last move with what it went by: the same notes that
AirAnchor's own prompts carry in progress and reason. So every method is flown by the same reading of the
text, the same eyes and the same judgement, and differs in what its questions tell and its replies allow.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from airanchor.anchors.sentences import read_sentences
from airanchor.embedded.rules.config import StageRules
from airanchor.embedded.rules.goal import clause_words, mentions_of, read_goal
from airanchor.embedded.rules.moves.course import Asked
from airanchor.embedded.rules.notes.intent import Intent, Why, read_intent
from airanchor.embedded.rules.notes.note import Count, Note, read_note, with_note
from airanchor.embedded.rules.notes.progress import SubtaskProgress, progress_words
from airanchor.embedded.rules.notes.track import MAX_TRACKS, plain
from airanchor.embedded.rules.roles.decomposition import decompose
from airanchor.embedded.rules.roles.navigation import BLANK, choose_skill
from airanchor.embedded.rules.roles.panorama import choose_heading
from airanchor.embedded.rules.roles.reflection import reflect
from airanchor.embedded.rules.senses import Senses
from airanchor.embedded.rules.space.evidence import is_jump, match_reading
from airanchor.reasoner.prompts.reader import Prompt
from airanchor.reasoner.roles import NOT_STARTED, Skill, Status
from airanchor.reasoner.roles.context import MAX_TEXT
from airanchor.trace import plain_text
from aircity.geometry import bearing_words, height_words, metres_words

MAX_JUDGEMENTS = 6
"""Subtasks that may end at once before a move is made all the same."""
MAX_NOTE = MAX_TEXT - 400
"""Characters of a note: what methods keep is cut at its end, and words stand before it."""
MOST_KEPT = 4
"""Places and proofs that a memory holds: more would not fit into the texts that methods keep."""
_SKILLS = "\n".join(skill.value for skill in (Skill.PIXEL, Skill.ALTITUDE, Skill.VIEW))


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """What can be known at a moment; what a question does not tell stays empty."""

    image: NDArray[np.uint8] | None = None
    """The view ahead, where the question shows it."""
    graph: str = ""
    """Things and free directions with their places, in the sentences of an anchor graph."""
    state: str = ""
    """Heading and where the start lies, as `aircity.geometry.state_words` tells them."""
    views: tuple[tuple[float, NDArray[np.uint8]], ...] = ()
    """Views around: degrees right of the heading, and the picture."""


@dataclass(frozen=True, slots=True)
class Thought:
    """What to do next."""

    skill: Skill | None
    """None: all of the instruction is flown, so stop."""
    parameters: Mapping[str, Any]
    """pixel and distance_m, or delta_h_m, or none; pixels of the view ahead."""
    turn_deg: float | None
    """Of View Rotation: by how much, right is positive."""
    reason: str
    """For people."""
    memory: str
    """What the next thought must be given back."""
    subtask: int
    """From 1."""
    of: int
    words: str
    """The part that is being flown, in a few words."""


class MindNote(Note):
    """What a thought leaves for the next."""

    note: Literal["mind"]
    subtask: Count
    parts: Count
    progress: SubtaskProgress
    skill: Skill
    parameters: Asked
    intent: Intent
    words: str


def think(instruction: str, memory: str, executed: str, sight: Sight, senses: Senses) -> Thought:
    """The next move, after judging the last one by what was flown (`executed`; see `report_words`)."""
    subtasks = read_subtasks(instruction, senses.config.stages)
    number, progress, reason = _remembered(memory, subtasks, senses)
    if executed and reason:
        number, progress = _judged(subtasks, number, progress, reason, executed, sight, senses)
    for _ in range(MAX_JUDGEMENTS):
        if number >= len(subtasks):
            return Thought(None, {}, None, "all of it is flown", "", len(subtasks), len(subtasks), "stop")
        decision, turn_deg = _decided(subtasks[number], progress, sight, senses)
        if not _is_hold(decision, turn_deg, senses.config.peers.hold_deg):
            break
        report = report_words(Skill.VIEW)
        number, progress = _judged(subtasks, number, progress, decision["reason"], report, sight, senses)
    return _thought(subtasks, number, progress, decision, turn_deg, senses)


@lru_cache(maxsize=64)
def read_subtasks(instruction: str, rules: StageRules) -> tuple[str, ...]:
    """The subtasks' texts as the decomposition reads them."""
    return tuple(one["text"] for one in decompose(instruction, rules)["subtasks"])


def _remembered(memory: str, subtasks: Sequence[str], senses: Senses) -> tuple[int, str, str]:
    """The subtask, its progress and the reason of the last move; the beginning where nothing is noted."""
    note = read_note(memory, MindNote)
    if note is None or note.subtask >= len(subtasks):
        return 0, NOT_STARTED, ""
    goal = read_goal({"subtask": subtasks[note.subtask]}, senses)
    if note.parts != len(goal.clauses) or note.progress.part >= note.parts:
        return note.subtask, NOT_STARTED, ""
    words = clause_words(goal.clauses[note.progress.part])
    progress = progress_words(note.progress, words, note.parts)
    return note.subtask, progress, Why(note.words, note.intent).reason


def _judged(
    subtasks: Sequence[str],
    number: int,
    progress: str,
    reason: str,
    executed: str,
    sight: Sight,
    senses: Senses,
) -> tuple[int, str]:
    """The subtask and the progress after a move."""
    values = {
        "subtask": subtasks[number],
        "progress": progress,
        "executed": executed,
        "reason": reason,
        "state": sight.state,
        "state_after": sight.state,
    }
    image = BLANK if sight.image is None else sight.image
    verdict = reflect(Prompt("reflection", values, (image,), ()), senses)
    if verdict["status"] != Status.ONGOING:
        return number + 1, NOT_STARTED
    is_failed = ": FAILED" in executed or "blocked" in executed
    told = plain_text(executed).partition(": ")[2]
    return number, f"{verdict['progress']} [last action failed: {told}]" if is_failed else verdict["progress"]


def _decided(
    subtask: str, progress: str, sight: Sight, senses: Senses
) -> tuple[dict[str, Any], float | None]:
    """A skill, and the angle where it turns."""
    values = {
        "subtask": subtask,
        "progress": _informed(subtask, progress, sight, senses),
        "graph": sight.graph,
        "state": sight.state,
        "skills": _SKILLS,
    }
    decision = choose_skill(Prompt("navigation", values, (), ()), sight.image, senses)
    if decision["skill"] != Skill.VIEW:
        return decision, None
    wanted_deg = read_intent(decision["reason"]).turn_deg
    if wanted_deg is not None and not sight.views:
        return decision, wanted_deg
    offsets = tuple(("offset", f"{offset:g}") for offset, _ in sight.views)
    pictures = tuple(picture for _, picture in sight.views)
    turn = choose_heading(Prompt("panorama", values, pictures, offsets), senses)
    return decision, float(turn["yaw_delta_deg"])


def _informed(subtask: str, progress: str, sight: Sight, senses: Senses) -> str:
    """The progress with what is told of the landmarks' places, where no picture can bear it out."""
    if sight.image is not None or not sight.graph:
        return progress
    goal = read_goal({"subtask": subtask, "progress": progress}, senses)
    readings = read_sentences(sight.graph)
    tracks = {track.label: track for track in goal.progress.tracks}
    for clause in goal.clauses[goal.progress.part :]:
        for mention in mentions_of(clause):
            track = match_reading(mention, readings, goal.others(mention), senses)
            earlier = tracks.get(plain(mention.label))
            # What is told elsewhere than where the landmark is known to be is a namesake.
            if track is not None and (earlier is None or not is_jump(track, earlier, senses.config)):
                tracks[plain(mention.label)] = replace(track, label=plain(mention.label))
    known = replace(goal.progress, tracks=tuple(tracks.values())[:MAX_TRACKS], failure=None)
    words = progress_words(known, clause_words(goal.active), len(goal.clauses))
    failure = goal.progress.failure
    return words if failure is None else f"{words} [last action failed: {failure}]"


def _is_hold(decision: Mapping[str, Any], turn_deg: float | None, hold_deg: float) -> bool:
    """Whether nothing would move, so that it can be judged at once."""
    return decision["skill"] == Skill.VIEW and turn_deg is not None and abs(turn_deg) < hold_deg


def _thought(
    subtasks: Sequence[str],
    number: int,
    progress: str,
    decision: Mapping[str, Any],
    turn_deg: float | None,
    senses: Senses,
) -> Thought:
    goal = read_goal({"subtask": subtasks[number], "progress": progress}, senses)
    asked = decision["parameters"]
    words = clause_words(goal.active)
    note = MindNote.model_construct(
        note="mind",
        subtask=number,
        parts=len(goal.clauses),
        progress=_short(goal.progress),
        skill=Skill(decision["skill"]),
        parameters={name: tuple(one) if isinstance(one, list) else one for name, one in asked.items()},
        intent=_few(read_intent(decision["reason"])),
        words=plain_text(decision["reason"])[:120],
    )
    note = _fitting(note)
    told = f"Part {number + 1} of {len(subtasks)}, {words}: {note.words}"
    return Thought(
        Skill(decision["skill"]),
        dict(asked),
        turn_deg,
        note.words,
        with_note(told[:300], note),
        number + 1,
        len(subtasks),
        words,
    )


def _fitting(note: MindNote) -> MindNote:
    """The note without the places named last, as long as it is too long for the texts that methods keep."""
    progress, intent = note.progress, note.intent
    if len(note.line) <= MAX_NOTE:
        return note
    if progress.seen:
        progress = replace(progress, seen=progress.seen[:-1])
    elif len(intent.places) + len(intent.lost) > 1:
        intent = replace(intent, places=intent.places[:-1], lost=intent.lost[: len(intent.places)])
    elif progress.tracks:
        progress = replace(progress, tracks=progress.tracks[:-1])
    else:
        return note.model_copy(update={"words": ""})
    return _fitting(note.model_copy(update={"progress": progress, "intent": intent}))


def _short(progress: SubtaskProgress) -> SubtaskProgress:
    """The progress without what only the flight's last word tells."""
    return replace(
        progress,
        tracks=progress.tracks[:MOST_KEPT],
        past=(),
        proofs=progress.proofs[-1:],
        seen=progress.seen[:MOST_KEPT],
    )


def _few(intent: Intent) -> Intent:
    return replace(intent, places=intent.places[:MOST_KEPT], lost=intent.lost[:MOST_KEPT])


def remembered_move(memory: str) -> tuple[Skill, Mapping[str, Any]] | None:
    """The move that a memory says was decided last."""
    note = read_note(memory, MindNote)
    return None if note is None else (note.skill, {str(name): one for name, one in note.parameters.items()})


def report_words(
    skill: Skill,
    parameters: Mapping[str, Any] | None = None,
    *,
    flown_m: float = 0.0,
    climbed_m: float = 0.0,
    turned_deg: float = 0.0,
    is_blocked: bool = False,
    failure: str = "",
) -> str:
    """What was flown, as a skill is reported to a reflection; `flown_m` is the way seen from above."""
    head = f"{skill.value} {json.dumps(dict(parameters or {}))}"
    if failure:
        return f"{head}: FAILED: {failure}."
    blocked = "blocked, " if is_blocked else ""
    return (
        f"{head}: {blocked}flew {flown_m + abs(climbed_m):.1f} m in 1 steps, "
        f"turned {abs(turned_deg):.0f} degrees {'right' if turned_deg >= 0 else 'left'}, "
        f"{'climbed' if climbed_m >= 0 else 'sank'} {abs(climbed_m):.1f} m."
    )


def object_sentence(index: int, label: str, bearing_deg: float, distance_m: float, dz_m: float = 0.0) -> str:
    """A thing at a horizontal distance, as a sentence of an anchor graph."""
    place = f"{bearing_words(np.radians(bearing_deg))}, {height_words(dz_m)}"
    slant_m = float(np.hypot(distance_m, dz_m))
    return (
        f"Anchor {index} [Object: {' '.join(label.split())}]: The object center is {place}, at a horizontal "
        f"distance of {metres_words(distance_m)} and a 3D distance of {metres_words(slant_m)}."
    )


def direction_sentence(index: int, bearing_deg: float, free_m: float, dz_m: float = 0.0) -> str:
    """A direction that is free for so far, as a sentence of an anchor graph."""
    place = f"{bearing_words(np.radians(bearing_deg))}, {height_words(dz_m)}"
    return (
        f"Anchor {index} [Direction]: Free travel distance along this direction: {metres_words(free_m)}. "
        f"The ray-cast endpoint is {place}, at a horizontal distance of {metres_words(free_m)}."
    )
