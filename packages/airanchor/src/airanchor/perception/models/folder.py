"""Weights on disk: found by name, by hub id or by folder, hashed, and held to what they were before."""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from airanchor.errors import InputError, MissingWeights
from airanchor.perception.image import IMAGE_CHOICES
from airanchor.perception.models.catalogue import (
    ALIASES,
    HUB_ID,
    KNOWN_MODELS,
    USUAL,
    WEIGHTS_FILE,
    ModelRole,
    download_command,
    names_of_role,
)
from airanchor.perception.models.config import ModelChoice
from airanchor.perception.models.hub import cached_folder
from airanchor.perception.models.pins import check_pin
from airanchor.perception.text import TEXT_CHOICES
from airanchor.perception.weights import hash_file
from aircity.machine.untrusted import read_text

FOLDER_VARIABLE = "AIRANCHOR_WEIGHTS"
"""A folder with one folder of files for each model, looked at before the hub's cache."""
READ_SUFFIXES = (".json", ".txt", ".model")
"""Of the small files beside the weights: settings, tokenizers, vocabularies."""
MOST_CONFIG_BYTES, MOST_NOTE_BYTES = 1_000_000, 10_000
_PICKLED = (".bin", ".pt", ".pth", ".ckpt")
_MORE = (
    "; `airanchor doctor` lists every model that is missing; a machine without a network takes them from the "
    f"folder that {FOLDER_VARIABLE} names (docs/models.md)"
)


@dataclass(frozen=True, slots=True)
class ModelFolder:
    """The files of one model, which are what they were when they were first loaded."""

    name: str
    source: str
    """The hub id, or the folder."""
    path: Path
    revision: str
    """The hub's commit; empty where the folder does not tell."""
    files: Mapping[str, str]
    """The sha256 of every file that is read."""

    @property
    def sha256(self) -> str:
        """Of the weights."""
        return self.files[WEIGHTS_FILE]

    @property
    def identity(self) -> str:
        """The name with the beginning of its hash: vectors of other weights are others."""
        return f"{self.name}-{self.sha256[:8]}"

    @property
    def told(self) -> str:
        """What results say about it."""
        return f"{self.source}, revision {self.revision or 'unknown'}, sha256 {self.sha256}"

    @property
    def config(self) -> dict[str, Any]:
        """The model's own description."""
        return read_config(self.path)

    def number(self, *names: str) -> int:
        """A number of the model's description, by the first of its names that is there."""
        config = self.config
        for name in names:
            if isinstance(config.get(name), int):
                return int(config[name])
        raise InputError(f"{self.path / 'config.json'} has no number {names[0]!r}; is it the right model?")


def open_folder(choice: ModelChoice, role: ModelRole) -> ModelFolder:
    """Find the model, hash what will be read, and raise unless it is what it must be.

    Nothing is noted yet: looking at a model is no use, nor is trying one that does not load.
    """
    name, source, path, revision = _found(choice, role)
    _check_files(path, source, role)
    files = {file.name: _hashed(file) for file in sorted(path.iterdir()) if _is_read(file)}
    check_pin(source, files, revision=revision, stated=choice.sha256, setting=f"perception.{role}")
    return ModelFolder(name, source, path, revision, files)


def look_into(choice: ModelChoice, role: ModelRole) -> dict[str, Any]:
    """How the chosen model describes itself, whatever it was before."""
    _, source, path, _ = _found(choice, role)
    _check_files(path, source, role)
    return read_config(path)


def read_config(path: Path) -> dict[str, Any]:
    """The config.json of a folder."""
    try:
        found = json.loads(read_text(path / "config.json", MOST_CONFIG_BYTES))
    except (OSError, ValueError) as error:
        raise InputError(f"{path / 'config.json'} cannot be read: {error}") from error
    if not isinstance(found, dict):
        raise InputError(f"{path / 'config.json'} does not describe a model")
    return found


def _found(choice: ModelChoice, role: ModelRole) -> tuple[str, str, Path, str]:
    """Name, source, folder and revision of what was chosen."""
    given = ALIASES.get(choice.source, choice.source)
    known = KNOWN_MODELS.get(given)
    if known is None and "/" in given and (local := Path(given).expanduser()).is_dir():
        local = local.resolve()
        return local.name, str(local), local, _noted_revision(local, choice)
    hub_id = given if known is None else known.hub_id
    role_of_id = next((one.role for one in KNOWN_MODELS.values() if one.hub_id == hub_id), role)
    if not HUB_ID.fullmatch(hub_id) or role_of_id is not role:
        example = KNOWN_MODELS[USUAL[role]].hub_id
        told = f"{role.words} {choice.source[:120]!r} is unknown"
        if role_of_id is not role:
            told = f"{role.words} {choice.source[:120]!r} is {role_of_id.one}"
        elif is_lost_folder(given):
            told = f"there is no folder {choice.source[:120]!r} for the {role.words}"
        raise InputError(
            f"{told}; valid are {', '.join(valid_names(role))}, a "
            f"folder of weights with its path, or the hub id of a model that was downloaded: {example}"
        )
    short = hub_id.rpartition("/")[2]
    if (brought := _brought_folder(short)) is not None:
        return short, hub_id, brought, _noted_revision(brought, choice)
    cached = cached_folder(hub_id, choice.revision)
    if cached is None:
        what = f"{short} ({hub_id})"
        if hub_id == choice.source:  # perhaps a path was meant
            what = f"there is no folder {hub_id!r}, and the hub's model of that name"
        raise MissingWeights(what, download_command(hub_id, role, choice.revision), more=_MORE)
    return short, hub_id, cached, cached.name


def _brought_folder(short: str) -> Path | None:
    """The folder of a model below $AIRANCHOR_WEIGHTS, or None."""
    brought = os.environ.get(FOLDER_VARIABLE)
    if not brought:
        return None
    if not Path(brought).is_dir():
        raise InputError(
            f"{FOLDER_VARIABLE} names {brought[:120]!r}, but there is no such folder; name the one that "
            f"holds {short}, or unset the variable to read the hub's cache"
        )
    return Path(brought) / short if (Path(brought) / short).is_dir() else None


def is_lost_folder(given: str) -> bool:
    """Whether it is written as a path and no hub id, and no folder is there."""
    return "/" in given and HUB_ID.fullmatch(given) is None and not Path(given).expanduser().is_dir()


def valid_names(role: ModelRole) -> tuple[str, ...]:
    """What a person may call a model of a role, the embedded ones first."""
    embedded = {ModelRole.TEXT: tuple(TEXT_CHOICES), ModelRole.IMAGE: IMAGE_CHOICES}
    return (*embedded.get(role, ()), *names_of_role(role))


def _noted_revision(folder: Path, choice: ModelChoice) -> str:
    """The commit that `hf download --local-dir` notes beside what it fetched; empty where it did not."""
    note = folder / ".cache/huggingface/download" / f"{WEIGHTS_FILE}.metadata"
    try:
        revision = read_text(note, MOST_NOTE_BYTES).split("\n")[0].strip()[:64]
    except (OSError, ValueError):
        revision = ""
    if not revision.startswith(choice.revision):
        raise InputError(
            f"{folder} is of revision {revision or 'unknown'}, not {choice.revision}; give its sha256 "
            "instead, or the folder of that revision"
        )
    return revision


def _check_files(path: Path, source: str, role: ModelRole) -> None:
    missing = [name for name in ("config.json", WEIGHTS_FILE) if not (path / name).is_file()]
    if not missing:
        return
    pickled = sorted(file.name for file in path.iterdir() if file.suffix in _PICKLED)
    note = f"; {pickled[0]} is a pickle, which can run code and is not read" if pickled else ""
    if source == str(path):
        raise InputError(
            f"{path} has no {' and no '.join(missing)}; {role.one} needs {', '.join(role.files)}{note}"
        )
    is_brought = path == _brought_folder(path.name)
    if is_brought:
        note += f"; or remove {path} to read the hub's cache"
    raise MissingWeights(
        f"{' and '.join(missing)} of {source}",
        download_command(source, role, folder=path if is_brought else None),
        place=f"in {path}",
        are_many=len(missing) > 1,
        more=note,
    )


def _is_read(file: Path) -> bool:
    return file.is_file() and (file.name == WEIGHTS_FILE or file.suffix in READ_SUFFIXES)


def _hashed(file: Path) -> str:
    found = file.stat()
    return _hash_once(file, found.st_size, found.st_mtime_ns)


@cache
def _hash_once(file: Path, _size: int, _changed_ns: int) -> str:
    """Gigabytes are hashed once in a process, as long as they do not change."""
    return hash_file(file)
