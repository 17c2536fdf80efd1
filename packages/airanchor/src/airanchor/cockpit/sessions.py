"""The folders of a cockpit: a session for each time with one city, in it a recording for each turn of talk.

All that is listed is read from disk, so a server that was killed has lost nothing that was flown.
"""

import json
import re
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from airanchor.errors import InputError, TraceError
from airanchor.trace import EndEvent, MissionEvent, StepEvent, Trace, read_trace
from aircity.machine.untrusted import read_text

SESSION_FILE, TURN_FILE, TRACE = "session.json", "turn.json", "trace"
MOST_BYTES = 1_000_000
"""Of one of these files."""
MOST_LISTED = 200
_SESSION = re.compile(r"[0-9]{8}-[0-9]{6}-[a-z0-9@_-]{1,80}")
_TURN = re.compile(r"turn-([0-9]{2,4})")
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class FlownTurn:
    """One flight of a session."""

    session: str
    number: int
    folder: Path

    @property
    def trace_folder(self) -> Path:
        """Where it is recorded."""
        return self.folder / TRACE


class Session:
    """A new session, whose folder is made with its first turn."""

    def __init__(self, root: Path, scene: str) -> None:
        self._root, self._scene = root, scene
        self._began = datetime.now().astimezone()
        self.id = self._free_id()
        self.count = 0

    def new_turn(self) -> FlownTurn:
        """The folder of the next flight."""
        folder = self._root / self.id
        if self.count == 0:
            folder.mkdir(parents=True)
            facts = {"scene": self._scene, "began": self._began.isoformat(timespec="seconds")}
            write_json(folder / SESSION_FILE, facts)
        self.count += 1
        turn = FlownTurn(self.id, self.count, folder / f"turn-{self.count:02d}")
        turn.folder.mkdir()
        return turn

    def _free_id(self) -> str:
        stamp = f"{self._began:%Y%m%d-%H%M%S}"
        scene = re.sub(r"[^a-z0-9@_-]+", "-", self._scene.lower())[:60].strip("-") or "city"
        names = [f"{stamp}-{scene}", *(f"{stamp}-{scene}-{number}" for number in range(2, 1000))]
        return next(name for name in names if not (self._root / name).exists())


def list_sessions(root: Path) -> list[Row]:
    """Every session of a folder, the newest first, with its turns."""
    try:
        folders = [path for path in root.iterdir() if _SESSION.fullmatch(path.name) and path.is_dir()]
    except OSError:
        return []
    folders.sort(key=lambda path: path.name, reverse=True)
    rows = [_session_row(folder) for folder in folders[:MOST_LISTED]]
    return [row for row in rows if row["turns"]]


def find_turn(root: Path, session: str, number: int) -> FlownTurn:
    """A turn by what a page calls it; an error where there is none."""
    folder = root / session / f"turn-{number:02d}"
    if not _SESSION.fullmatch(session) or not 1 <= number <= 9999 or not folder.is_dir():
        raise InputError(
            f"there is no turn {number} of a session {session[:80]!r}; the list has those that are"
        )
    return FlownTurn(session, number, folder)


def write_turn(turn: FlownTurn, row: Row) -> None:
    """Keep what is told of a turn that has ended."""
    write_json(turn.folder / TURN_FILE, row)


def write_json(path: Path, document: Any) -> None:
    """Write a small document, whole or not at all."""
    partly = path.with_name(f".{path.name}.part")
    partly.write_text(json.dumps(document, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    partly.replace(path)


def _session_row(folder: Path) -> Row:
    facts = _read(folder / SESSION_FILE)
    numbers = sorted(int(match[1]) for path in folder.iterdir() if (match := _TURN.fullmatch(path.name)))
    turns = [_turn_row(FlownTurn(folder.name, number, folder / f"turn-{number:02d}")) for number in numbers]
    return {
        "id": folder.name,
        "scene": str(facts.get("scene", ""))[:100],
        "began": str(facts.get("began", ""))[:40],
        "turns": [turn for turn in turns if turn is not None],
    }


def _turn_row(turn: FlownTurn) -> Row | None:
    """What was told when it ended; else what its recording says."""
    told = _read(turn.folder / TURN_FILE)
    if told:
        return {**told, "session": turn.session, "number": turn.number}
    try:
        trace = read_trace(turn.trace_folder)
    except TraceError:
        return None
    return recorded_row(turn, trace)


def recorded_row(turn: FlownTurn, trace: Trace) -> Row:
    """A turn as its recording tells it: cut off where it has no end."""
    mission = next((event for event in trace.events if isinstance(event, MissionEvent)), None)
    end = next((event for event in trace.events if isinstance(event, EndEvent)), None)
    return {
        "session": turn.session,
        "number": turn.number,
        "text": mission.instruction if mission else "",
        "by": mission.navigator if mission else "",
        "ending": end.ending if end else "cut off",
        "words": end.words if end else "The recording ends in the middle of the flight.",
        "steps": sum(isinstance(event, StepEvent) and event.moved for event in trace.events),
    }


def _read(path: Path) -> Row:
    try:
        document = json.loads(read_text(path, MOST_BYTES))
    except (OSError, ValueError, RecursionError):
        return {}
    return document if isinstance(document, dict) else {}
