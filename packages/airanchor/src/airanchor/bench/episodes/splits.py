"""The benchmark's splits over the embedded cities: shipped as small files, made again by the same code."""

import gzip
import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from importlib import resources

from airanchor.bench.episodes.compact import decode, encode
from airanchor.bench.episodes.episode import Episode
from airanchor.bench.episodes.maker import Made, make_paths
from airanchor.errors import InputError
from aircity.city.catalogue import SCENES

SEED = 20
MINI, VOICES, VOICES_OWN, VOICES_TRAIN = "mini", "voices", "voices_own", "voices_train"


@dataclass(frozen=True, slots=True)
class Split:
    """Which scenes, and how many paths in all; every path has three instructions."""

    name: str
    scenes: tuple[str, ...]
    paths: int

    def shares(self) -> list[tuple[str, int]]:
        """Paths per scene; the first scenes take what does not divide."""
        each, rest = divmod(self.paths, len(self.scenes))
        return [(scene, each + (index < rest)) for index, scene in enumerate(self.scenes)]


def _scenes(kind: str) -> tuple[str, ...]:
    return tuple(name for name, spec in SCENES.items() if spec.split == kind)


SPLITS = {
    split.name: split
    for split in (
        Split("train", _scenes("seen"), 408),
        Split("dev", _scenes("dev"), 60),
        Split("val_seen", _scenes("seen"), 111),
        Split("val_unseen", _scenes("unseen"), 177),
    )
}
VALIDATION = ("val_seen", "val_unseen")
SPLIT_NAMES = (*SPLITS, MINI, VOICES, VOICES_OWN, VOICES_TRAIN)
"""voices: a hundred validation paths in the words of writers who knew neither the templates of the other
splits nor any reader of them. voices_own: the same paths in the first of our own wordings. voices_train: a
hundred paths of train and dev in the words of other such writers, to learn from."""


def load_split(name: str) -> list[Episode]:
    """The episodes of a split, in their canonical order."""
    if name == MINI:
        return _mini()
    if name == VOICES_TRAIN:
        return _voices("voices_train.jsonl", ("train", "dev"))
    if name in (VOICES, VOICES_OWN):
        return _voices("voices.jsonl", VALIDATION, is_own=name == VOICES_OWN)
    if name not in SPLITS:
        raise InputError(f"unknown split {name!r}; valid are {', '.join(SPLIT_NAMES)}")
    return decode(shipped(name))


def shipped(name: str) -> bytes:
    """The compact file of a split."""
    file = resources.files(__package__).joinpath("data").joinpath(f"{name}.json.gz")
    if not file.is_file():
        raise InputError(
            f"the split {name} is not in this installation; make it with "
            f"airanchor episodes make --split {name} --out {name}.json"
        )
    return file.read_bytes()


def _mini() -> list[Episode]:
    """The listed sixty: thirty paths of each validation split, one instruction each."""
    found = {one.episode_id: one for one in _all_of(VALIDATION)}
    return [found[line] for line in _listed("mini.txt").split()]


def _voices(file: str, splits: Sequence[str], *, is_own: bool = False) -> list[Episode]:
    """One instruction for each listed path: the writer's, or the first of ours."""
    paths: dict[str, Episode] = {}
    for one in _all_of(splits):
        paths.setdefault(one.trajectory_id, one)
    written = [json.loads(line) for line in _listed(file).splitlines()]
    if is_own:
        return [paths[row["path"]] for row in written]
    return [_retold(paths[row["path"]], row["instruction"], row["voice"]) for row in written]


def _retold(one: Episode, instruction: str, voice: str) -> Episode:
    facts = {"voice": voice, "legs": one.facts["legs"]}
    return replace(one, episode_id=f"{one.trajectory_id}-v", instruction=instruction, facts=facts)


def _all_of(splits: Sequence[str]) -> list[Episode]:
    return [one for name in splits for one in load_split(name)]


def _listed(name: str) -> str:
    return resources.files(__package__).joinpath("data").joinpath(name).read_text("utf-8")


def choose_mini(split: str, count: int) -> list[str]:
    """Ids spread evenly over a split's paths, the three instructions in turn."""
    rows = load_split(split)
    paths = [rows[index : index + 3] for index in range(0, len(rows), 3)]
    return [paths[number * len(paths) // count][number % 3].episode_id for number in range(count)]


def make_split(
    split: Split, *, seed: int = SEED, on_progress: Callable[[str], None] = lambda _name: None
) -> list[Made]:
    """All paths of a split, made anew."""
    return [
        one
        for scene, count in split.shares()
        for one in make_paths(scene, count, seed=seed, purpose=split.name, on_progress=on_progress)
    ]


def encoded(split: Split, made: list[Made], seed: int = SEED) -> bytes:
    """The compact file of paths made for a split."""
    return encode(split.name, seed, made)


def digest(data: bytes) -> str:
    """The SHA-256 of a file's uncompressed content, which no compressor changes."""
    return hashlib.sha256(gzip.decompress(data)).hexdigest()
