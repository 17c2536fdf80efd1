"""Trust on first use: hashes of a model's files are noted once it has loaded; a later difference is an error.

Nobody can tell from here which files the publisher meant. What can be told is that results of two days were
made by the same ones, and that nobody has exchanged them since.
"""

import hashlib
import json
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from airanchor.errors import InputError
from airanchor.perception.models.catalogue import WEIGHTS_FILE
from aircity.machine.folders import config_folder, tell
from aircity.machine.untrusted import read_bytes

MOST_BYTES = 100_000


class WeightPin(BaseModel):
    """What a model was when it was first used."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    source: str
    revision: str
    files: dict[str, str]


def pins_folder() -> Path:
    """Where pins are kept: under $AIRANCHOR_CONFIG, or the system's place for settings."""
    return config_folder("pins", "airanchor")


def pin_file(source: str) -> Path:
    """The pin of a hub id or folder."""
    return pins_folder() / f"{hashlib.sha256(source.encode()).hexdigest()[:16]}.json"


def check_pin(source: str, files: Mapping[str, str], *, revision: str, stated: str, setting: str) -> None:
    """Raise unless the weights have the stated sha256, or else that of their first use, if there was one."""
    found = files[WEIGHTS_FILE]
    if stated and found != stated:
        raise InputError(f"{WEIGHTS_FILE} of {source} has sha256 {found}, but {setting}.sha256 says {stated}")
    pin = None if stated else read_pin(source)
    if pin is not None and pin.files != dict(files):
        raise InputError(_difference(pin, files, revision, setting))


def note_use(source: str, files: Mapping[str, str], revision: str) -> None:
    """Note what a model is that has loaded, where that is not noted yet."""
    _note_once(pin_file(source), source, tuple(files.items()), revision)


@cache
def _note_once(file: Path, source: str, files: tuple[tuple[str, str], ...], revision: str) -> None:
    """Once in a process: what another one has noted since then stays."""
    pin = WeightPin(source=source, revision=revision, files=dict(files))
    if read_pin(source) != pin:
        _write(pin, file)


def read_pin(source: str) -> WeightPin | None:
    """What was noted of a model, or None at its first use."""
    file = pin_file(source)
    try:
        return WeightPin.model_validate_json(read_bytes(file, MOST_BYTES))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValidationError) as error:
        raise InputError(f"{file}, which says what {source} was, cannot be read; delete it") from error


def _difference(pin: WeightPin, files: Mapping[str, str], revision: str, setting: str) -> str:
    names = sorted(pin.files.keys() | files.keys())
    name = next(name for name in names if pin.files.get(name) != files.get(name))
    before, now = (digests.get(name, "none") for digests in (pin.files, files))
    return (
        f"{name} of {pin.source} is not what it was when first used: its sha256 was {before} (revision "
        f"{pin.revision or 'unknown'}) and is {now} (revision {revision or 'unknown'}). If you changed it "
        f"yourself, say so once with --set {setting}.sha256={files[WEIGHTS_FILE]}, or delete "
        f"{pin_file(pin.source)}"
    )


def _write(pin: WeightPin, target: Path) -> None:
    text = json.dumps(pin.model_dump(), indent=2, ensure_ascii=False) + "\n"
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=target.parent, delete=False) as draft:
            draft.write(text)
        Path(draft.name).replace(target)
    except OSError as error:
        tell(f"warning: what {pin.source} is cannot be noted in {target}: {error}; set AIRANCHOR_CONFIG")
