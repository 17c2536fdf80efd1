"""The memories of all scenes: one per scene id, kept in a folder, written once per episode."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

from airanchor.errors import InputError, MemoryFileError
from airanchor.memory.calibration import check_separation
from airanchor.memory.config import MemoryConfig
from airanchor.memory.contract import Memory
from airanchor.memory.files.scene_file import SceneFile
from airanchor.memory.files.signature import KINDS, Signature
from airanchor.memory.flat import FlatMemory
from airanchor.memory.lookup.register import Register
from airanchor.memory.sokb import Sokb
from airanchor.perception import ImageEncoder, TextEncoder

SUFFIX = ".memory.sqlite"


def scene_path(root: Path, scene: str) -> Path:
    """The file of a scene's memory in a folder; any text is a legal scene id."""
    name = quote(scene, safe=" ")
    if not scene or len(name) > 200:
        raise InputError(f"scene id {scene[:60]!r} must have 1 to 200 characters")
    return root / f"{name}{SUFFIX}"


def stored_scenes(root: Path) -> tuple[str, ...]:
    """The scenes that have a memory in a folder."""
    return tuple(sorted(unquote(path.name.removesuffix(SUFFIX)) for path in root.glob(f"*{SUFFIX}")))


class UnsavedScene:
    """In place of a file, for runs that keep nothing."""

    def __init__(self) -> None:
        self._results: dict[str, dict[str, Any] | None] = {}

    def load(self) -> Register:
        """Nothing yet."""
        return Register()

    def commit(
        self, register: Register, episode_id: str | None = None, result: Mapping[str, Any] | None = None
    ) -> None:
        """Accept what changed."""
        if episode_id is not None:
            if episode_id in self._results:
                raise MemoryFileError(
                    f"episode {episode_id!r} was already committed; give the new one another id"
                )
            self._results[episode_id] = None if result is None else dict(result)
        register.commit()

    def episodes(self) -> tuple[str, ...]:
        """The committed episodes, in their order."""
        return tuple(self._results)

    def result(self, episode_id: str) -> dict[str, Any] | None:
        """What was stored with a committed episode."""
        if episode_id not in self._results:
            raise MemoryFileError(f"there is no episode {episode_id!r}")
        return self._results[episode_id]

    def close(self) -> None:
        """Nothing to release."""


class EpisodeTransaction:
    """One episode in flight: its scene's memory, and the result that will be kept with it."""

    def __init__(self, scene: str, episode_id: str, memory: Memory) -> None:
        self.scene = scene
        self.episode_id = episode_id
        self.memory = memory
        self.result: Mapping[str, Any] | None = None

    def save_result(self, result: Mapping[str, Any]) -> None:
        """Keep a JSON-able result with the episode, in the same transaction as the memory."""
        self.result = result


class MemoryStore:
    """Scene id to memory. Without a folder nothing outlives the process.

    A scene opened here stays locked for other writers until `close`; readers are always welcome.
    """

    def __init__(
        self,
        root: Path | None,
        text_encoder: TextEncoder,
        image_encoder: ImageEncoder,
        config: MemoryConfig | None = None,
        *,
        kind: str = "sokb",
    ) -> None:
        if kind not in KINDS:
            raise InputError(f"memory kind {kind!r} is unknown; valid are {', '.join(KINDS)}")
        self._root = root
        self._text_encoder = text_encoder
        self._config = config or MemoryConfig()
        self._kind = kind
        self.signature = Signature.of(kind, self._config, text_encoder, image_encoder)
        self.separation = check_separation(text_encoder, self._config)
        self._files: dict[str, SceneFile | UnsavedScene] = {}
        self._memories: dict[str, Memory] = {}
        self._in_flight: set[str] = set()

    def __enter__(self) -> "MemoryStore":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def memory(self, scene: str | int) -> Memory:
        """The scene's memory: as it was left, or empty. The ids 1 and "1" are one scene."""
        key = str(scene)
        if key not in self._memories:
            file: SceneFile | UnsavedScene = UnsavedScene()
            if self._root is not None:
                path = scene_path(self._root, key)
                file = SceneFile.create(path, key, self.signature, self._config)
            try:
                register = file.load()
            except BaseException:
                file.close()
                raise
            made = Sokb if self._kind == "sokb" else FlatMemory
            self._files[key] = file
            self._memories[key] = made(self._text_encoder, self._config, register)
        return self._memories[key]

    @contextmanager
    def episode(self, scene: str | int, episode_id: str) -> Iterator[EpisodeTransaction]:
        """An episode: what it observed and its result are kept together at the end, or not at all.

        If the block raises, the memory is again as it was before.
        """
        key = str(scene)
        memory = self.memory(key)
        if key in self._in_flight:
            raise InputError(
                f"scene {key!r} already has an episode in flight; episodes of a scene are in order"
            )
        if episode_id in self.episodes(key):
            raise MemoryFileError(
                f"scene {key!r} already holds episode {episode_id!r}; give the new one another id"
            )
        self._in_flight.add(key)
        try:
            transaction = EpisodeTransaction(key, episode_id, memory)
            yield transaction
            self._files[key].commit(memory.register, episode_id, transaction.result)
        except BaseException:
            memory.register.rollback()
            raise
        finally:
            self._in_flight.discard(key)

    def save(self, scene: str | int) -> None:
        """Keep changes made outside any episode, such as a merge."""
        memory = self.memory(scene)
        self._files[str(scene)].commit(memory.register)

    def episodes(self, scene: str | int) -> tuple[str, ...]:
        """The scene's committed episodes, in their order."""
        self.memory(scene)
        return self._files[str(scene)].episodes()

    def result(self, scene: str | int, episode_id: str) -> dict[str, Any] | None:
        """What a committed episode stored."""
        self.memory(scene)
        return self._files[str(scene)].result(episode_id)

    def close(self) -> None:
        """Release every file; what was not committed is lost."""
        for file in self._files.values():
            file.close()
        self._files.clear()
        self._memories.clear()
