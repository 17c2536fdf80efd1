"""The unit of work: fly what is left of one row's episodes in one scene. Any process may, one at a time."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from airanchor.bench.episodes import Episode
from airanchor.bench.results import EpisodeResult, RunFolder, result_from_json
from airanchor.bench.rows import Row, row_to_fly
from airanchor.bench.run.drivers.crew import Crew
from airanchor.bench.run.inputs import SURVEY, RunInputs
from airanchor.bench.run.order import Piece, conditions_of, scene_order
from airanchor.bench.run.prior_survey import survey_memory
from airanchor.bench.run.progress import PieceProgress
from airanchor.bench.run.record import read_record
from airanchor.bench.run.stacks import StackKeeper
from airanchor.bench.run.worlds.choice import world_source
from airanchor.bench.run.worlds.source import SceneKeeper
from airanchor.errors import AirAnchorError, BudgetSpent, InputError, MemoryLocked
from airanchor.memory import MemoryStore
from airanchor.perception.one_thread import one_thread

_scenes = SceneKeeper()
_stacks = StackKeeper()
_REOPENINGS = 3
"""How often a scene that was lost in flight is opened again, for the episodes that are left of a piece."""
_LOCK_TRIES, _LOCK_PAUSE_S = 20, 0.5


@dataclass(frozen=True, slots=True)
class PieceOutcome:
    """What became of a piece; a value that crosses processes."""

    piece: Piece
    flown: int
    """Episodes flown now, not counting those that were there."""
    spent: str | None = None
    """Why the budget ended it, if it did."""
    failed: str | None = None
    """Why it could not be flown to its end, if so; other pieces may."""


def fly_piece(root: Path, piece: Piece, threads: int | None = None) -> PieceOutcome:
    """Fly what is missing, episode by episode, each committed with its memory.

    All else is read from the run's folder. `threads` draw the city; the results do not depend on them.
    """
    failed = ""
    for _ in range(1 + _REOPENINGS):
        try:
            return _fly_piece(root, piece, threads)
        except AirAnchorError as error:
            fault = _scenes.fault()
            close_scenes()  # the next piece opens its own
            failed = f"{piece.row} in {piece.scene_id}: {fault or error}"
            if fault is None:
                break
    return PieceOutcome(piece, 0, failed=failed)


def close_scenes() -> None:
    """Close the scene that this process has open; whoever flew its last piece does."""
    _scenes.close()


def _fly_piece(root: Path, piece: Piece, threads: int | None) -> PieceOutcome:
    record, row, inputs = read_record(root), row_to_fly(piece.row), RunInputs(root)
    episodes = scene_order(inputs.episodes(record.order), record.order, piece.row, piece.scene_id)
    settings = inputs.settings(record.order, piece.row)
    stack = _stacks.open(root, record, settings)
    memory_folder = RunFolder(root).memory(piece.row)
    with one_thread, stack.memory_store(memory_folder, kind=row.memory_kind) as store:
        done = _opened(store, piece.scene_id)
        check_prefix(done, expected_ids(episodes, row), where=f"{memory_folder} of {piece.scene_id}")
        progress = PieceProgress(root, piece, _committed(store, piece))
        if len(done) == len(expected_ids(episodes, row)):
            return PieceOutcome(piece, 0)
        conditions = conditions_of(record.order, piece.row)
        source = world_source(record.order, record.conduct, config=settings.airsim, conditions=conditions)
        scene = _scenes.open(source, piece.scene_id, threads)
        detector = stack.detector(record.order.perception, scene.city)
        crew = Crew(RunFolder(root), record, row, stack, scene, detector, conditions)
        return _Flying(piece, crew, store, progress).fly(episodes)


@dataclass(slots=True)
class _Flying:
    """A piece in the air."""

    piece: Piece
    crew: Crew
    store: MemoryStore
    progress: PieceProgress
    flown: int = 0

    def fly(self, episodes: Sequence[Episode]) -> PieceOutcome:
        done = set(self.store.episodes(self.piece.scene_id))
        try:
            if self.crew.row.memory != "online" and SURVEY not in done:
                survey_memory(self.crew, self.store, self.piece.scene_id)
            for ordinal, episode in enumerate(episodes):
                if episode.episode_id not in done:
                    self._fly_one(episode, ordinal)
        except BudgetSpent as error:
            return PieceOutcome(self.piece, self.flown, str(error))
        return PieceOutcome(self.piece, self.flown)

    def _fly_one(self, episode: Episode, ordinal: int) -> None:
        with self.store.episode(self.piece.scene_id, episode.episode_id) as transaction:
            try:
                result = self.crew.fly(episode, transaction.memory, ordinal)
            except InputError as error:
                raise InputError(f"episode {episode.episode_id} cannot be flown: {error}") from error
            transaction.save_result(result.to_json())
        self.progress.add(result)
        self.flown += 1


def expected_ids(episodes: Sequence[Episode], row: Row) -> list[str]:
    """What the memory of a finished piece holds, in order."""
    flown = [one.episode_id for one in episodes]
    return flown if row.memory == "online" else [SURVEY, *flown]


def check_prefix(held: Sequence[str], expected: Sequence[str], *, where: str) -> None:
    """Raise unless a memory holds the first of the expected episodes in their order and nothing else."""
    if list(held) == list(expected[: len(held)]):
        return
    strange = next((one for one in held if one not in expected), None)
    what = "its episodes in another order" if strange is None else f"episode {strange!r}, which is not of it"
    raise InputError(
        f"the memory {where} holds {what}; the run would fly with what it must not know. "
        "Begin in another folder with --out"
    )


def _opened(store: MemoryStore, scene_id: str) -> tuple[str, ...]:
    """The episodes of a memory, once it is free: a process just killed may hold it a moment longer."""
    for _ in range(_LOCK_TRIES):
        try:
            return store.episodes(scene_id)
        except MemoryLocked:
            time.sleep(_LOCK_PAUSE_S)
    return store.episodes(scene_id)


def _committed(store: MemoryStore, piece: Piece) -> list[EpisodeResult]:
    scene = piece.scene_id
    found = ((one, store.result(scene, one)) for one in store.episodes(scene))
    return [
        result_from_json(result, f"memory of {scene}: {one}") for one, result in found if result is not None
    ]
