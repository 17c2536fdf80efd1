"""How far a run is: a small file per piece that its flyer appends to, and anyone may read meanwhile.

The truth is in the memory files; this is only for showing, and needs no lock, also on a shared disk.
"""

import json
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from pydantic import TypeAdapter

from airanchor.bench.results import EpisodeResult, RunFolder
from airanchor.bench.run.order import Piece
from airanchor.untrusted import read_text

_Line = tuple[float, bool, bool]
_LINE: TypeAdapter[_Line] = TypeAdapter(_Line)
_MOST_BYTES = 2**26


@dataclass(frozen=True, slots=True)
class Progress:
    """Episodes done, and the running scores of the paper's reading over them."""

    done: int
    successes: int
    oracle_successes: int
    error_sum_m: float

    def words(self) -> str:
        """SR, OSR and NE so far, with their count."""
        if not self.done:
            return "no episode flown yet"
        reached, passed = 100 * self.successes / self.done, 100 * self.oracle_successes / self.done
        error_m = self.error_sum_m / self.done
        return f"SR {reached:.1f} %, OSR {passed:.1f} %, NE {error_m:.1f} m (n = {self.done})"


class PieceProgress:
    """The flyer's end: one line per committed episode."""

    def __init__(self, root: Path, piece: Piece, done: Iterable[EpisodeResult]) -> None:
        self._file = progress_file(root, piece)
        self._file.parent.mkdir(parents=True, exist_ok=True)
        part = self._file.with_name(f".{self._file.name}.{os.getpid()}.part")
        part.write_text("".join(map(_line, done)), "utf-8")
        part.replace(self._file)

    def add(self, result: EpisodeResult) -> None:
        """One more episode is committed."""
        with self._file.open("a", encoding="utf-8") as stream:
            stream.write(_line(result))


def progress_file(root: Path, piece: Piece) -> Path:
    """Where the progress of a piece is told."""
    return RunFolder(root).row(piece.row) / "progress" / f"{quote(piece.scene_id, safe='')}.jsonl"


def read_progress(root: Path, pieces: Iterable[Piece]) -> Progress:
    """The progress of several pieces together."""
    rows = [row for piece in pieces for row in _rows(progress_file(root, piece))]
    return Progress(
        len(rows), sum(row[1] for row in rows), sum(row[2] for row in rows), sum(row[0] for row in rows)
    )


def _line(result: EpisodeResult) -> str:
    reading = result.scores.paper
    return json.dumps([reading.navigation_error_m, reading.is_success, reading.is_oracle_success]) + "\n"


def _rows(file: Path) -> list[_Line]:
    try:
        lines = read_text(file, _MOST_BYTES).split("\n")[:-1]
        return [_LINE.validate_json(line) for line in lines]
    except (OSError, ValueError):
        return []
