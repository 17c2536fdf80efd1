"""Reading and writing episodes in AerialVLN's JSON format; what is odd in a file is counted, not hidden."""

import gzip
import itertools
import json
import math
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from airanchor.bench.episodes.episode import Episode, replay
from airanchor.bench.episodes.oddities import Notes, ReadReport
from airanchor.bench.episodes.telling.facts import check_facts
from airanchor.errors import InputError, UnfitFile
from aircity.geometry import Pose, wrap
from aircity.geometry.frames import heading_from_wxyz, ned_from_pose, points_from_ned, wxyz_from_heading
from aircity.machine.untrusted import gunzip, is_shallow, read_bytes
from aircity.world.action import Action

MOST_BYTES = 1_000_000_000
MOST_DEPTH = 32
"""How deep a file may nest lists and tables; episodes do so a third as deep."""
MOST_EPISODES = 200_000
MOST_ROWS = 20_000
LONGEST_TEXT = 4_000
"""Instructions are cut here, in characters; off-topic texts of 10,000 words exist."""
MANY_WORDS = 300
ACTION_CAP = 500
_SMALL_BYTES = 64_000_000
_MOST_PACKED = 100
"""How many times its size a large .gz may unpack to; paths of numbers come to less than ten."""
_CLOSE_M = 0.05
_DECIMALS = 4

_Number = Annotated[float, Field(allow_inf_nan=False, ge=-1e7, le=1e7)]
_Point = Annotated[list[_Number], Field(min_length=3, max_length=3)]


class _Text(BaseModel):
    model_config = ConfigDict(extra="ignore")
    instruction_text: str


class _Goal(BaseModel):
    model_config = ConfigDict(extra="ignore")
    position: _Point


class _Row(BaseModel):
    """One episode as the file has it; other fields are ignored."""

    model_config = ConfigDict(extra="ignore")
    episode_id: str = Field(min_length=1, max_length=200)
    trajectory_id: str = Field(min_length=1, max_length=200)
    scene_id: int | Annotated[str, Field(min_length=1, max_length=100)]
    start_position: _Point
    start_rotation: Annotated[list[_Number], Field(min_length=4, max_length=4)]
    instruction: _Text
    goals: list[_Goal] = Field(default_factory=list, max_length=100)
    reference_path: list[Annotated[list[_Number], Field(min_length=6, max_length=6)]] = Field(
        default_factory=list, max_length=MOST_ROWS
    )
    actions: list[Annotated[int, Field(ge=0, le=7)]] = Field(default_factory=list, max_length=MOST_ROWS)
    airanchor: dict[str, Any] = Field(default_factory=dict)


def read_episodes(path: str | Path, *, split: str | None = None) -> tuple[list[Episode], ReadReport]:
    """The episodes of a file (.json or .json.gz) and a report; an error if none can be flown."""
    source = Path(path)
    notes = Notes()
    rows = _rows(source)
    found: list[Episode] = []
    replayed = 0
    for index, row in enumerate(rows):
        try:
            one, follows = _episode(_Row.model_validate(row), split or split_name(source), notes)
        except (ValidationError, InputError) as error:
            notes.add(f"unusable: {_first_line(error)}", f"number {index}")
            continue
        found.append(one)
        replayed += follows
    if not found:
        first = notes.list()[0].what if rows else "the list is empty"
        raise InputError(f"{source} holds no usable episode; {first}")
    _note_shared(found, notes)
    return found, ReadReport(len(found), len(rows) - len(found), replayed, notes.list())


def split_name(path: Path) -> str:
    """The file's name without its endings."""
    return path.name.split(".", 1)[0]


def _rows(source: Path) -> list[Any]:
    if not source.is_file():
        raise InputError(
            f"no episode file at {str(source)!r}; give a .json or .json.gz in AerialVLN's format"
        )
    try:
        document = json.loads(_unpacked(source))
    except UnfitFile as error:
        raise InputError(f"{source} cannot be read: {error}") from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"{source} is not JSON ({error}); give a file in AerialVLN's format") from error
    if not is_shallow(document, MOST_DEPTH):
        raise InputError(f"{source} is nested more than {MOST_DEPTH} deep; no file of episodes is")
    rows = document.get("episodes") if isinstance(document, dict) else None
    if not isinstance(rows, list):
        raise InputError(
            f'{source} has no list "episodes" at its top; AerialVLN files are {{"episodes": [...]}}'
        )
    if len(rows) > MOST_EPISODES:
        raise InputError(f"{source} holds {len(rows)} episodes; at most {MOST_EPISODES} are read")
    return rows


def _unpacked(source: Path) -> bytes:
    """The text of a file; a small one may not unpack to what would fill the memory."""
    data = read_bytes(source, MOST_BYTES)
    if source.suffix != ".gz":
        return data
    return gunzip(data, min(MOST_BYTES, max(_SMALL_BYTES, _MOST_PACKED * len(data))))


def _first_line(error: Exception) -> str:
    if isinstance(error, ValidationError):
        first = error.errors()[0]
        return f"{'.'.join(str(part) for part in first['loc'][:2])}: {first['msg']}"[:160]
    return str(error)[:160]


def _episode(row: _Row, split: str, notes: Notes) -> tuple[Episode, bool]:
    where = row.episode_id
    position = points_from_ned(row.start_position)
    x_m, y_m, z_m = position.tolist()
    start = Pose(x_m, y_m, z_m, heading_from_wxyz(row.start_rotation))
    if abs(math.hypot(*row.start_rotation) - 1.0) > 1e-3:
        notes.add("start rotation is not a unit quaternion", where)
    path = points_from_ned([line[:3] for line in row.reference_path]) if row.reference_path else None
    actions = tuple(Action(number) for number in row.actions) if row.actions else None
    goal = points_from_ned(row.goals[0].position) if row.goals else None
    _note_missing(path, actions, goal, notes, where)
    follows = False
    if path is not None:
        _note_rows(row, start, path, goal, notes)
        if actions is not None:
            follows = _note_actions(actions, start, path, notes, where)
    one = Episode(
        episode_id=where,
        trajectory_id=row.trajectory_id,
        scene_id=str(row.scene_id),
        split=str(row.airanchor.get("split", split)),
        instruction=_instruction(row, notes),
        start=start,
        goal=goal,
        reference_path=path,
        actions=actions,
        facts=check_facts({key: value for key, value in row.airanchor.items() if key != "split"}),
    )
    return one, follows


def _note_missing(path: Any, actions: Any, goal: Any, notes: Notes, where: str) -> None:
    for value, what in ((path, "reference path"), (actions, "actions"), (goal, "goal")):
        if value is None:
            notes.add(f"no {what}", where)


def _instruction(row: _Row, notes: Notes) -> str:
    text = " ".join(row.instruction.instruction_text.split())
    if not text:
        raise InputError("the instruction is empty")
    if len(text.split()) > MANY_WORDS:
        notes.add(f"instruction of more than {MANY_WORDS} words", row.episode_id)
    if len(text) > LONGEST_TEXT:
        notes.add(f"instruction cut at {LONGEST_TEXT} characters", row.episode_id)
    return text[:LONGEST_TEXT]


def _note_rows(row: _Row, start: Pose, path: Any, goal: Any, notes: Notes) -> None:
    where, lines = row.episode_id, row.reference_path
    if len(lines) == 1:
        notes.add("reference path of one row", where)
    if float(np.linalg.norm(path[0] - start.position)) > _CLOSE_M:
        notes.add("start is not the first row of the path", where)
    elif abs(wrap(lines[0][5] - start.heading_rad)) > 0.02:
        notes.add("start rotation and the first row's yaw differ", where)
    if any(abs(line[3]) > 1e-3 or abs(line[4]) > 1e-3 for line in lines):
        notes.add("pitch or roll along the path", where)
    if goal is not None and float(np.linalg.norm(path[-1] - goal)) > _CLOSE_M:
        notes.add("goal is not the last row of the path", where)


def _note_actions(actions: tuple[Action, ...], start: Pose, path: Any, notes: Notes, where: str) -> bool:
    """Note what is odd about the actions; whether they lead along the path."""
    if len(actions) > ACTION_CAP:
        notes.add(f"more than {ACTION_CAP} actions", where)
    if actions[-1] is not Action.STOP:
        notes.add("actions do not end with STOP", where)
    flown = np.array([pose.position for pose in replay(start, actions)])
    if len(flown) != len(path):
        notes.add("actions and reference path differ in length", where)
        return False
    follows = bool(np.abs(flown - path).max() <= _CLOSE_M)
    if not follows:
        notes.add("actions lead off the reference path", where)
    return follows


def _note_shared(found: list[Episode], notes: Notes) -> None:
    """The same id twice, or the same long text on several paths, which is then about none of them."""
    for episode_id, count in Counter(one.episode_id for one in found).items():
        if count > 1:
            notes.add("episode id given twice", episode_id)
    paths: dict[str, set[str]] = defaultdict(set)
    for one in found:
        paths[one.instruction].add(one.trajectory_id)
    for one in found:
        if len(paths[one.instruction]) > 1:
            notes.add("same instruction on several paths", one.episode_id)


def row_of(one: Episode) -> dict[str, Any]:
    """An episode as AerialVLN writes it, our facts under `airanchor`."""
    position, _ = ned_from_pose(one.start)
    row: dict[str, Any] = {
        "episode_id": one.episode_id,
        "trajectory_id": one.trajectory_id,
        "scene_id": int(one.scene_id) if one.scene_id.isascii() and one.scene_id.isdigit() else one.scene_id,
        "start_position": _rounded(position.tolist()),
        "start_rotation": [round(value, 9) for value in wxyz_from_heading(one.start.heading_rad).tolist()],
        "instruction": {"instruction_text": one.instruction},
    }
    if one.goal is not None:
        row["goals"] = [{"position": _rounded(points_from_ned(one.goal).tolist())}]
    if one.reference_path is not None:
        yaws = _yaws(one)
        row["reference_path"] = [
            [*_rounded(point), 0.0, 0.0, round(yaw, 6)]
            for point, yaw in zip(points_from_ned(one.reference_path).tolist(), yaws, strict=True)
        ]
    if one.actions is not None:
        row["actions"] = [int(action) for action in one.actions]
    if one.facts:
        row["airanchor"] = {"split": one.split, **one.facts}
    return row


def _yaws(one: Episode) -> list[float]:
    """The heading of every row, from the actions; along the track where a file has none."""
    path = one.known_path()
    if one.actions is not None:
        poses = replay(one.start, one.actions)
        if len(poses) == len(path):
            return [pose.heading_rad for pose in poses]
    yaws, yaw = [one.start.heading_rad], one.start.heading_rad
    for before, after in itertools.pairwise(path):
        if math.hypot(after[0] - before[0], after[1] - before[1]) > 1e-6:
            yaw = math.atan2(after[1] - before[1], after[0] - before[0])
        yaws.append(yaw)
    return yaws


def _rounded(values: Iterable[float]) -> list[float]:
    return [round(float(value), _DECIMALS) + 0.0 for value in values]


def write_episodes(path: str | Path, episodes: Iterable[Episode]) -> None:
    """Write a file in AerialVLN's format, compressed if its name ends in .gz; the same bytes each time."""
    target = Path(path)
    target.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps({"episodes": [row_of(one) for one in episodes]}, ensure_ascii=False, allow_nan=False)
    data = text.encode()
    target.write_bytes(gzip.compress(data, mtime=0) if target.suffix == ".gz" else data)
