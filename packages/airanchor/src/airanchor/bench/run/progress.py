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
from aircity.machine.untrusted import read_text

_Line = tuple[float, bool, bool]
_LINE: TypeAdapter[_Line] = TypeAdapter(_Line)
_MOST_BYTES = 2**26


@dataclass(frozen=True, slots=True)
class RowProgress:
    """Episodes of one row that are done, and its running scores of the paper's reading over them."""

    row: str
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


@dataclass(frozen=True, slots=True)
class RunProgress:
    """How far each row is. Rows are never pooled: the mean of two methods is the score of none."""

    rows: tuple[RowProgress, ...]

    @property
    def done(self) -> int:
        """Episodes flown, over all rows."""
        return sum(row.done for row in self.rows)

    def lines(self) -> list[str]:
        """The scores so far, row by row; a row that is alone needs no name."""
        if len(self.rows) == 1:
            return [self.rows[0].words()]
        return [f"{row.row}: {row.words()}" for row in self.rows if row.done] or ["no episode flown yet"]

    def brief(self) -> str:
        """The success rates alone, for a bar that has little room."""
        told = [f"{row.row} {100 * row.successes / row.done:.0f} %" for row in self.rows if row.done]
        return self.lines()[0] if len(self.rows) == 1 or not told else f"SR {', '.join(told)}"


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


def read_progress(root: Path, pieces: Iterable[Piece]) -> RunProgress:
    """The progress of several pieces, row by row in their order."""
    found: dict[str, list[_Line]] = {}
    for piece in pieces:
        found.setdefault(piece.row, []).extend(_lines(progress_file(root, piece)))
    return RunProgress(tuple(_tally(row, lines) for row, lines in found.items()))


def _tally(row: str, lines: list[_Line]) -> RowProgress:
    errors_m, reached, passed = (sum(line[number] for line in lines) for number in range(3))
    return RowProgress(row, len(lines), int(reached), int(passed), errors_m)


def _line(result: EpisodeResult) -> str:
    reading = result.scores.paper
    return json.dumps([reading.navigation_error_m, reading.is_success, reading.is_oracle_success]) + "\n"


def _lines(file: Path) -> list[_Line]:
    try:
        lines = read_text(file, _MOST_BYTES).split("\n")[:-1]
        return [_LINE.validate_json(line) for line in lines]
    except (OSError, ValueError):
        return []
