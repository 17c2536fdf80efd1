"""The check of a whole run: order, completeness, memories and every flight of every row."""

import hashlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from airanchor.bench.episodes import SPLIT_NAMES, Episode
from airanchor.bench.episodes.aerialvln import MOST_BYTES
from airanchor.bench.report.verify.findings import Notebook, VerificationReport
from airanchor.bench.report.verify.flights import ExpectedTrace, check_flight
from airanchor.bench.results import EpisodeResult, RunFolder, result_from_json
from airanchor.bench.rows import find_row
from airanchor.bench.run.drivers.piece import expected_ids
from airanchor.bench.run.inputs import RunInputs, episodes_hash
from airanchor.bench.run.order import Piece, conditions_of, pieces_of, scene_order
from airanchor.bench.run.record import RunRecord, read_record
from airanchor.errors import InputError, MemoryFileError
from airanchor.memory.files.scene_file import SceneFile
from airanchor.memory.files.store import scene_path
from aircity.machine.untrusted import read_bytes

Told = Callable[[str], None]


def verify_run(root: Path, told: Told = lambda _episode_id: None) -> VerificationReport:
    """Compare everything a run left behind; InputError where the folder holds no run.

    `told` hears of every episode that is done.
    """
    record, inputs = read_record(root), RunInputs(root)
    episodes = inputs.episodes(record.order)
    rows = record.order.rows
    verdict = VerificationReport(root.resolve().name, rows=len(rows), expected=len(rows) * len(episodes))
    _check_episodes(inputs, record, episodes, Notebook(verdict))
    for row in rows:
        _Row(RunFolder(root), record, row, episodes, verdict).check(told)
    return verdict


def _check_episodes(
    inputs: RunInputs, record: RunRecord, episodes: Sequence[Episode], notes: Notebook
) -> None:
    """The episodes are those the run was ordered with."""
    source = record.order.episodes
    if source in SPLIT_NAMES:
        digest = episodes_hash(record.order, episodes)
    else:
        digest = hashlib.sha256(read_bytes(inputs.episodes_file(source), MOST_BYTES)).hexdigest()
    notes.same("episodes", "their hash", record.resolved.get("episodes_sha256"), digest)
    notes.same("episodes", "their count", record.resolved.get("episodes"), len(episodes))


class _Row:
    """One row of a run under check."""

    def __init__(
        self,
        folder: RunFolder,
        record: RunRecord,
        name: str,
        episodes: Sequence[Episode],
        verdict: VerificationReport,
    ) -> None:
        self._folder = folder
        self._record = record
        self._name = name
        self._episodes = episodes
        self._verdict = verdict
        self._notes = Notebook(verdict, name)

    def check(self, told: Told) -> None:
        try:
            results = self._folder.results(self._name)
        except InputError as error:
            self._notes.note("results", str(error))
            return
        self._check_order(results)
        self._check_memories({one.episode_id: one for one in results})
        known = {one.episode_id: one for one in self._episodes}
        settings, names = self._settings(), self._names()
        charges = self._record.order.charge_panoramas
        conditions = conditions_of(self._record.order, self._name)
        expected = ExpectedTrace(find_row(self._name), settings, names, charges, conditions)
        for result in results:
            if result.episode_id in known:  # the order's check has named any other
                place = self._folder.trace(self._name, result.episode_id)
                notes = self._notes.about(result.episode_id)
                episode = known[result.episode_id]
                self._verdict.traces += check_flight(result, episode, place, expected, notes)
                self._verdict.episodes += 1
            told(result.episode_id)

    def _check_order(self, results: Sequence[EpisodeResult]) -> None:
        """Every episode once, in canonical order, with its place in the order its scene was flown."""
        canonical = dict.fromkeys(one.episode_id for one in self._episodes)
        counts = Counter(one.episode_id for one in results)
        for episode_id, count in counts.items():
            notes = self._notes.about(episode_id)
            notes.is_true("order", count == 1, f"{count} results of one episode")
            notes.is_true("order", episode_id in canonical, "the run was not ordered to fly it")
        for episode_id in canonical:
            self._notes.about(episode_id).is_true("order", episode_id in counts, "it has no result")
        found, wished = (
            [one for one in counts if one in canonical],
            [one for one in canonical if one in counts],
        )
        wrong = next((one for one, other in zip(found, wished, strict=True) if one != other), None)
        self._notes.is_true("order", wrong is None, f"results are not in canonical order from {wrong} on")
        places = self._places()
        for one in results:
            if one.episode_id in places:
                notes = self._notes.about(one.episode_id)
                notes.same("order", "ordinal", one.ordinal, places[one.episode_id])

    def _places(self) -> dict[str, int]:
        return {
            one.episode_id: place for piece in self._pieces() for place, one in enumerate(self._order(piece))
        }

    def _order(self, piece: Piece) -> list[Episode]:
        return scene_order(self._episodes, self._record.order, self._name, piece.scene_id)

    def _pieces(self) -> list[Piece]:
        return [piece for piece in pieces_of(self._record.order, self._episodes) if piece.row == self._name]

    def _check_memories(self, results: Mapping[str, EpisodeResult]) -> None:
        for piece in self._pieces():
            path = scene_path(self._folder.memory(self._name), piece.scene_id)
            try:
                held = _held(path)
            except MemoryFileError as error:
                self._notes.note("memory", str(error))
                continue
            self._verdict.memories += 1
            wished = expected_ids(self._order(piece), find_row(self._name))
            self._notes.same("memory", f"episodes of {piece.scene_id}", list(held), wished)
            noted = self._record.memories.get(self._name, {}).get(piece.scene_id)
            self._notes.same("memory", f"run.json's episodes of {piece.scene_id}", noted, list(held))
            for episode_id, kept in held.items():
                if kept is not None:
                    self._check_kept(episode_id, kept, results.get(episode_id), path)

    def _check_kept(
        self, episode_id: str, kept: dict[str, Any], result: EpisodeResult | None, path: Path
    ) -> None:
        notes = self._notes.about(episode_id)
        try:
            stored = result_from_json(kept, f"{path}: {episode_id}")
        except InputError as error:
            notes.note("memory", str(error))
            return
        if notes.is_true("memory", result is not None, "the memory has a result that results.jsonl lacks"):
            assert result is not None
            notes.same("results", "the line's", result.to_json(), stored.to_json())

    def _settings(self) -> Mapping[str, Any]:
        """The settings run.json gives; their presence is part of the check."""
        all_rows = self._record.resolved.get("settings")
        found = all_rows.get(self._name) if isinstance(all_rows, dict) else None
        if isinstance(found, dict):
            return found
        self._notes.note("settings", "run.json does not give the settings of this row")
        return {}

    def _names(self) -> dict[str, str]:
        """An oracle names itself in full only once it has a city."""
        return {
            key: name for key, name in self._record.names.items() if (key, name) != ("detector", "oracle")
        }


def _held(path: Path) -> dict[str, dict[str, Any] | None]:
    """The episodes of a memory file in their order, with their results."""
    file = SceneFile(path)
    try:
        return {episode_id: file.result(episode_id) for episode_id in file.episodes()}
    finally:
        file.close()
