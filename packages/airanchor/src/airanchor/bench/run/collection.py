"""Results of a run, derived from its memories in canonical order: complete, or marked as incomplete."""

import json
from collections.abc import Sequence
from pathlib import Path

from airanchor.bench.episodes import Episode
from airanchor.bench.results import EpisodeResult, RunFolder, result_from_json
from airanchor.bench.rows import find_row
from airanchor.bench.run.drivers.piece import check_prefix, expected_ids
from airanchor.bench.run.inputs import RunInputs
from airanchor.bench.run.order import Piece, pieces_of, scene_order
from airanchor.bench.run.record import RowState, RunRecord, read_record, write_record
from airanchor.memory.files.scene_file import SceneFile
from airanchor.memory.files.store import scene_path


def collect(root: Path) -> RunRecord:
    """Write results.jsonl of every row that has any, and note in run.json how complete each is."""
    record, folder = read_record(root), RunFolder(root)
    episodes = RunInputs(root).episodes(record.order)
    states: dict[str, RowState] = {}
    memories: dict[str, dict[str, list[str]]] = {}
    for row in record.order.rows:
        found: dict[str, EpisodeResult] = {}
        memories[row] = {}
        for piece in pieces_of(record.order, episodes):
            if piece.row == row:
                held, results = _read_piece(
                    folder, piece, scene_order(episodes, record.order, row, piece.scene_id)
                )
                memories[row][piece.scene_id] = held
                found.update(results)
        _write(
            folder.results_file(row), [found[one.episode_id] for one in episodes if one.episode_id in found]
        )
        states[row] = RowState(episodes=len(found), of=len(episodes))
    record = record.model_copy(update={"results": states, "memories": memories})
    write_record(root, record)
    return record


def count_flown(root: Path) -> int:
    """How many results the memories of a run hold, collected or not."""
    record, folder = read_record(root), RunFolder(root)
    episodes = RunInputs(root).episodes(record.order)
    held = [
        _read_piece(folder, piece, scene_order(episodes, record.order, piece.row, piece.scene_id))
        for piece in pieces_of(record.order, episodes)
    ]
    return sum(len(results) for _, results in held)


def _read_piece(
    folder: RunFolder, piece: Piece, ordered: Sequence[Episode]
) -> tuple[list[str], dict[str, EpisodeResult]]:
    """The episodes that a piece's memory holds, and the results among them."""
    path = scene_path(folder.memory(piece.row), piece.scene_id)
    if not path.is_file():
        return [], {}
    file = SceneFile(path)
    try:
        held = list(file.episodes())
        check_prefix(held, expected_ids(ordered, find_row(piece.row)), where=str(path))
        kept = {one: file.result(one) for one in held}
    finally:
        file.close()
    return held, {
        one: result_from_json(result, f"{path}: {one}") for one, result in kept.items() if result is not None
    }


def _write(file: Path, results: Sequence[EpisodeResult]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    lines = [
        json.dumps(one.to_json(), ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        for one in results
    ]
    part = file.with_name(f".{file.name}.part")
    part.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    part.replace(file)
