"""A flown turn as an episode of AerialVLN's format: the words, and the path that was flown."""

import threading
from pathlib import Path

import numpy as np

from airanchor.bench.episodes.aerialvln import LONGEST_TEXT, MOST_ROWS, read_episodes, write_episodes
from airanchor.bench.episodes.episode import Episode
from airanchor.cockpit.hand import FLOWN_BY_HAND
from airanchor.cockpit.sessions import FlownTurn
from airanchor.errors import InputError
from airanchor.trace import MissionEvent, StartEvent, StepEvent, read_trace
from aircity.world import Action

EPISODES_FILE = "episodes.json"
SPLIT = "cockpit"
_writing = threading.Lock()


def episode_of(turn: FlownTurn, text: str = "") -> Episode:
    """The episode of a recorded turn; `text` stands for what was said where it is not empty."""
    events = read_trace(turn.trace_folder).events
    mission = next((event for event in events if isinstance(event, MissionEvent)), None)
    start = next((event for event in events if isinstance(event, StartEvent)), None)
    if mission is None or start is None:
        raise InputError(f"turn {turn.number} of {turn.session} was cut off before it began; fly another")
    steps = [event for event in events if isinstance(event, StepEvent) and event.moved]
    _check_steps(turn, len(steps))
    path = np.array([start.pose.position, *(step.pose.position for step in steps)])
    name = f"{turn.session}-{turn.number:02d}"
    return Episode(
        episode_id=name,
        trajectory_id=name,
        scene_id=mission.scene_id,
        split=SPLIT,
        instruction=_words(mission.instruction, text),
        start=start.pose,
        goal=path[-1],
        reference_path=path,
        actions=(*(Action.parse(step.action) for step in steps), Action.STOP),
    )


def _check_steps(turn: FlownTurn, count: int) -> None:
    if not count:
        raise InputError(f"turn {turn.number} of {turn.session} never moved: a path needs a step")
    if count >= MOST_ROWS:
        raise InputError(f"turn {turn.number} has {count} steps; an episode has fewer than {MOST_ROWS}")


def _words(instruction: str, text: str) -> str:
    """One line of what was said, or of what somebody says instead."""
    if instruction == FLOWN_BY_HAND and not text.strip():
        raise InputError("this path was flown by hand; describe it in words, as you would tell a pilot")
    return " ".join((text.strip() or instruction).split())[:LONGEST_TEXT]


def export_turn(root: Path, turn: FlownTurn, text: str = "") -> int:
    """Put a turn into the folder's file of episodes, in place of an earlier export; how many it then has."""
    new, path = episode_of(turn, text), root / EPISODES_FILE
    with _writing:
        kept = read_episodes(path, split=SPLIT)[0] if path.is_file() else []
        episodes = [*(one for one in kept if one.episode_id != new.episode_id), new]
        partly = path.with_name(f".{EPISODES_FILE}.part")
        write_episodes(partly, episodes)
        partly.replace(path)
    return len(episodes)


def exported_ids(root: Path) -> list[str]:
    """The episodes that the folder's file has."""
    path = root / EPISODES_FILE
    if not path.is_file():
        return []
    try:
        return [one.episode_id for one in read_episodes(path, split=SPLIT)[0]]
    except InputError:
        return []
