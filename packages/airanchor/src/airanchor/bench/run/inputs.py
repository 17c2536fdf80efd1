"""What a run reads: its episodes and settings, copied into its folder so that nothing changes under it."""

import hashlib
import os
import shutil
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from airanchor.bench.episodes import SPLIT_NAMES, Episode, load_split, read_episodes
from airanchor.bench.episodes.aerialvln import MOST_BYTES, split_name
from airanchor.bench.episodes.splits import granted
from airanchor.bench.rows import find_row
from airanchor.bench.run.order import RunOrder
from airanchor.bench.run.subset import choose_episodes, of_scenes
from airanchor.config import Settings, load_settings
from airanchor.errors import InputError
from aircity.machine.untrusted import read_bytes

SURVEY = "survey"
"""The id under which a memory keeps the survey that came before its first episode."""
_LONGEST_NAME = 200


@dataclass(frozen=True, slots=True)
class RunInputs:
    """The files of a run's own folder that hold its episodes and settings."""

    root: Path

    @property
    def settings_file(self) -> Path:
        """The settings over the profile, if any were given."""
        return self.root / "settings.toml"

    def episodes_file(self, source: str) -> Path:
        """The copy of an episode file."""
        return self.root / ("episodes.json.gz" if source.endswith(".gz") else "episodes.json")

    def copy_from(self, order: RunOrder) -> None:
        """Take in what the order names by path."""
        self.root.mkdir(parents=True, exist_ok=True)
        if order.episodes not in SPLIT_NAMES:
            _copy(Path(order.episodes), self.episodes_file(order.episodes))
        if order.settings_file is not None:
            _copy(Path(order.settings_file), self.settings_file)

    def episodes(self, order: RunOrder) -> list[Episode]:
        """The episodes of the order, from the copy."""
        if order.episodes in SPLIT_NAMES:
            return chosen(load_split(order.episodes), order)
        file = self.episodes_file(order.episodes)
        return chosen(read_episodes(file, split=split_name(Path(order.episodes)))[0], order)

    def settings(self, order: RunOrder, row: str) -> Settings:
        """The settings of one row, from the copy."""
        file = None if order.settings_file is None else self.settings_file
        return row_settings(order, row, file)


def _copy(source: Path, target: Path) -> None:
    """A copy that is there whole or not at all, also where several processes make it."""
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    shutil.copyfile(source, part)
    part.replace(target)


def ordered_episodes(order: RunOrder) -> list[Episode]:
    """The episodes of an order that has no folder yet, checked."""
    if order.episodes in SPLIT_NAMES:
        episodes = load_split(order.episodes)
    elif Path(order.episodes).is_file():
        episodes, _ = read_episodes(order.episodes)
    else:
        raise InputError(
            f"{order.episodes!r} is neither a split ({', '.join(SPLIT_NAMES)}) nor a file of episodes"
        )
    flown = chosen(episodes, order)
    check_episodes(flown)
    return flown


def chosen(episodes: Sequence[Episode], order: RunOrder) -> list[Episode]:
    """The episodes of the order's scenes, and of those its subset."""
    return choose_episodes(of_scenes(episodes, order.scenes), order.subset)


def row_settings(order: RunOrder, row: str, file: Path | None) -> Settings:
    """The profile, the split's budget, the file, the order's single settings, and last those of the row."""
    return load_settings(
        order.profile,
        granted=granted(order.episodes),
        file=file,
        sets=(*order.sets, *find_row(row).sets),
    )


def check_episodes(episodes: Sequence[Episode]) -> None:
    """Raise unless the episodes can all be told apart and scored."""
    for episode_id, count in Counter(one.episode_id for one in episodes).items():
        if count > 1:
            raise InputError(
                f"episode {episode_id!r} is given {count} times; every episode needs an id of its own"
            )
    for one in episodes:
        if one.episode_id == SURVEY or len(quote(one.episode_id, safe="")) > _LONGEST_NAME:
            raise InputError(
                f"episode id {one.episode_id[:60]!r} cannot be used: it is {SURVEY!r} or too long to name a "
                "folder; give it another"
            )
        if one.goal is None or one.reference_path is None:
            raise InputError(
                f"episode {one.episode_id!r} has no goal or no reference path, as in test files: nothing "
                "could be scored. Use val_seen or val_unseen, or airanchor fly for single instructions"
            )


def episodes_hash(order: RunOrder, episodes: Sequence[Episode]) -> str:
    """The SHA-256 of the episode file; of a shipped split, of what its chosen episodes say."""
    if order.episodes not in SPLIT_NAMES:
        return hashlib.sha256(read_bytes(order.episodes, MOST_BYTES)).hexdigest()
    digest = hashlib.sha256()
    for one in episodes:
        path = one.known_path()
        digest.update(f"{one.episode_id}\n{one.scene_id}\n{one.instruction}\n{one.start}\n".encode())
        digest.update(path.astype("<f8").tobytes() + one.known_goal().astype("<f8").tobytes())
    return digest.hexdigest()
