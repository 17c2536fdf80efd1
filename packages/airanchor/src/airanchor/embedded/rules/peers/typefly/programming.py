"""The program by rule: the move that AirAnchor's rules would make, written in MiniSpec."""

import math
from typing import Any

from airanchor.embedded.eyes.reader import bearing_deg, elevation_deg, pixel_of_bearing
from airanchor.embedded.rules.notes.note import read_note
from airanchor.embedded.rules.peers.glance import named_landmarks
from airanchor.embedded.rules.peers.mind import (
    MindNote,
    Sight,
    Thought,
    remembered_move,
    report_words,
    think,
)
from airanchor.embedded.rules.peers.typefly.scene_lines import SceneLine, graph_of, read_scene_lines
from airanchor.embedded.rules.roles.navigation import BLANK
from airanchor.embedded.rules.senses import Senses
from airanchor.embedded.rules.space.detections import phrase_of
from airanchor.embedded.rules.space.executed import Executed, read_executed
from airanchor.reasoner.prompts.reader import Prompt
from airanchor.reasoner.roles import Skill

SIZE_PX = (BLANK.shape[1], BLANK.shape[0])
"""The picture in which a thought's pixels lie, where none is shown."""
TURN_DEG = 15.0
"""One turn of the drone."""
LEAST_M = 1.0
"""What motions take; less is no step."""
MOST_M = 100.0
MOST_TURN_DEG = 360.0


def write_program(prompt: Prompt, senses: Senses) -> dict[str, Any]:
    """The thoughts, which the next question brings back, and the program."""
    values = prompt.values
    memory = values.get("thoughts", "")
    instruction = values.get("instruction", "")
    lines = _landmarks(read_scene_lines(values.get("scene", "")), instruction, senses)
    ahead_m, far_m = _metres(values.get("ahead", "")), senses.config.sight_range_m
    sight = Sight(graph=graph_of(lines, ahead_m, far_m))
    executed = _report(memory, values.get("status", ""))
    thought = think(instruction, memory, executed, sight, senses)
    calls = _calls(thought, _sought(thought, memory, executed))
    return {"thoughts": thought.memory or thought.reason, "plan": _written(calls, values.get("dialect", "b"))}


def _landmarks(lines: tuple[SceneLine, ...], instruction: str, senses: Senses) -> tuple[SceneLine, ...]:
    """The lines that are named as the text names a landmark: what merely resembles one is not flown to."""
    names = {phrase_of(mention).label.casefold() for mention in named_landmarks(instruction, senses)}
    return tuple(line for line in lines if line.name.casefold() in names)


def _metres(text: str) -> float | None:
    is_number = len(text) < 12 and text.replace(".", "", 1).isdigit()
    return float(text) if is_number else None


def _report(memory: str, status: str) -> str:
    """What the last program flew, as a report of the move that was meant by it."""
    move = remembered_move(memory)
    if move is None or not status:
        return ""
    flown, (skill, parameters) = read_executed(status), move
    if skill is Skill.PIXEL and flown.along_m < LEAST_M and not flown.is_blocked:
        skill, parameters = Skill.VIEW, {}  # it scanned, and has found what it sought
    elif skill is Skill.PIXEL:
        parameters = {**parameters, "pixel": _flown_pixel(parameters, flown)}
    return report_words(
        skill,
        parameters,
        flown_m=flown.along_m,
        climbed_m=flown.climbed_m,
        turned_deg=flown.turn_deg,
        is_blocked=flown.is_blocked,
    )


def _flown_pixel(parameters: Any, flown: Executed) -> list[int]:
    """Where the flight went: programs turn in whole steps before they fly ahead."""
    pixel = parameters.get("pixel", (SIZE_PX[0] // 2, SIZE_PX[1] // 2))
    return list(pixel_of_bearing(flown.turn_deg, elevation_deg(tuple(pixel), SIZE_PX), SIZE_PX))


def _sought(thought: Thought, memory: str, executed: str) -> str:
    """The landmark to scan for: one that was to be looked around for, which a list alone cannot do."""
    after, before = read_note(thought.memory, MindNote), read_note(memory, MindNote)
    if after is None or not after.intent.lost:
        return ""
    is_same = before is not None and (before.subtask, before.progress.part) == (
        after.subtask,
        after.progress.part,
    )
    looks = before.progress.looks if before is not None and is_same else 0
    looks += executed.startswith(Skill.VIEW.value)
    return after.intent.lost[0] if after.progress.looks > looks else ""


Calls = list[tuple[str, float | str | None]]


def _calls(thought: Thought, sought: str) -> Calls:
    """The skills of the program, each with what it is told."""
    if thought.skill is None:
        return [("st", None)]
    if sought:
        return [("s", sought), ("rp", None)]
    if thought.skill is Skill.VIEW:
        return [*_turn(thought.turn_deg or 0.0), ("rp", None)]
    if thought.skill is Skill.ALTITUDE:
        return [*_climb(float(thought.parameters.get("delta_h_m", 0.0))), ("rp", None)]
    return [*_flight(thought), ("rp", None)]


def _flight(thought: Thought) -> Calls:
    """Turn towards the pixel, climb as far as it lies above, fly ahead."""
    pixel = tuple(thought.parameters["pixel"])
    distance_m = float(thought.parameters["distance_m"])
    rise = math.radians(elevation_deg(pixel, SIZE_PX))
    ahead_m = min(max(distance_m * math.cos(rise), LEAST_M), MOST_M)
    return [
        *_turn(bearing_deg(pixel[0], SIZE_PX[0])),
        *_climb(distance_m * math.sin(rise)),
        ("mf", ahead_m),
    ]


def _turn(angle_deg: float) -> Calls:
    steps = round(angle_deg / TURN_DEG)
    degrees = min(abs(steps) * TURN_DEG, MOST_TURN_DEG)
    return [("tc" if steps > 0 else "tu", degrees)] if steps else []


def _climb(climb_m: float) -> Calls:
    if abs(climb_m) < LEAST_M:
        return []
    return [("mu" if climb_m > 0 else "md", min(abs(climb_m), MOST_M))]


def _written(calls: Calls, dialect: str) -> str:
    """The program in either dialect."""
    statements = []
    for name, told in calls:
        if isinstance(told, str):
            word = told.replace("'", " ").replace("[", " ").replace("]", " ").replace('"', " ")
            argument = f"'{' '.join(word.split()) or 'landmark'}'"
        else:
            argument = "" if told is None else f"{round(told, 1):g}"
        if dialect == "a":
            statements.append(f"{name},{argument};" if argument else f"{name};")
        else:
            statements.append(f"{name}({argument});")
    return "".join(statements)
