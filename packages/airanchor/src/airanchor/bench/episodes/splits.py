"""The benchmark's splits over the embedded cities: shipped as small files, made again by the same code."""

import gzip
import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import resources

from airanchor.bench.episodes.compact import decode, decode_untold, encode, episodes_of
from airanchor.bench.episodes.episode import Episode
from airanchor.bench.episodes.maker import TELLINGS, Made, make_paths
from airanchor.bench.episodes.paths.quality import LONG, USUAL, RouteRange
from airanchor.errors import InputError
from aircity.city.catalogue import SCENES

SEED = 20
MINI, VOICES, VOICES_OWN, VOICES_TRAIN = "mini", "voices", "voices_own", "voices_train"


@dataclass(frozen=True, slots=True)
class Split:
    """Which scenes, how many paths in all and of which kind, and what is granted to those who fly them."""

    name: str
    scenes: tuple[str, ...]
    paths: int
    route: RouteRange = USUAL
    tellings: int = TELLINGS
    """Instructions of ours per path; without any, a path has the one that a writer gave it, or none yet."""
    decisions: int | None = None
    """The budget of a flight, where the split states one: iterations of the agent."""

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
        Split("hard", _scenes("unseen"), 40, route=LONG, tellings=0, decisions=50),
    )
}
VALIDATION = ("val_seen", "val_unseen")
SPLIT_NAMES = (*SPLITS, MINI, VOICES, VOICES_OWN, VOICES_TRAIN)
"""voices: a hundred validation paths in the words of writers who knew neither the templates of the other
splits nor any reader of them. voices_own: the same paths in the first of our own wordings. voices_train: a
hundred paths of train and dev in the words of other such writers, to learn from. hard: paths of twice the
length, each told once by such a writer from pictures, with a budget of its own."""


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
    if not SPLITS[name].tellings:
        return written(untold(name), _rows(f"{name}.jsonl"))
    return decode(shipped(name))


def granted(name: str) -> tuple[str, ...]:
    """The settings that a split's stated budget stands for; none for other splits and for files."""
    split = SPLITS.get(name)
    return () if split is None or split.decisions is None else (f"agent.iterations={split.decisions}",)


def untold(name: str) -> list[Episode]:
    """The paths of a split that writers tell, all of them, without their instructions."""
    return decode_untold(shipped(name))


def written(paths: Sequence[Episode], rows: Sequence[Mapping[str, str]]) -> list[Episode]:
    """Those of the paths that a writer's row tells, with its instruction, in the order of the paths."""
    told = {row["path"]: row for row in rows}
    known = {one.trajectory_id for one in paths}
    if len(told) != len(rows) or not told.keys() <= known:
        strange = sorted(told.keys() - known) or "some twice"
        raise InputError(
            f"{len(rows)} texts for {len(paths)} paths: tell each path of these once, not {strange}"
        )
    return [
        _retold(one, told[one.trajectory_id]["instruction"], told[one.trajectory_id]["voice"])
        for one in paths
        if one.trajectory_id in told
    ]


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
    rows = _rows(file)
    if is_own:
        return [paths[row["path"]] for row in rows]
    return [_retold(paths[row["path"]], row["instruction"], row["voice"]) for row in rows]


def _rows(file: str) -> list[dict[str, str]]:
    return [json.loads(line) for line in _listed(file).splitlines()]


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
        for one in make_paths(
            scene,
            count,
            seed=seed,
            purpose=split.name,
            wanted=split.route,
            tellings=split.tellings,
            on_progress=on_progress,
        )
    ]


def episodes_made(split: Split, made: list[Made], seed: int = SEED) -> list[Episode]:
    """The episodes of paths made for a split: in our words, or in its writers'."""
    if split.tellings:
        return episodes_of(split.name, made)
    return written(decode_untold(encoded(split, made, seed)), _rows(f"{split.name}.jsonl"))


def encoded(split: Split, made: list[Made], seed: int = SEED) -> bytes:
    """The compact file of paths made for a split."""
    return encode(split.name, seed, made)


def digest(data: bytes) -> str:
    """The SHA-256 of a file's uncompressed content, which no compressor changes."""
    return hashlib.sha256(gzip.decompress(data)).hexdigest()
