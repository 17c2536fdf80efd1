"""Calibrations made on this machine: one file for each encoder, used wherever that encoder is."""

import hashlib
import json
import re
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from airanchor.errors import InputError
from airanchor.perception.calibration.separation import Calibration, ImageCalibration, TextCalibration
from aircity.machine.folders import config_folder
from aircity.machine.untrusted import read_bytes

MOST_BYTES = 100_000
_UNFIT = re.compile(r"[^A-Za-z0-9.-]+")
_KINDS: dict[str, type] = {"text": TextCalibration, "image": ImageCalibration}


@dataclass(frozen=True, slots=True)
class OwnCalibration:
    """What the user measured for an encoder."""

    encoder: str
    calibration: Calibration
    sha256: str
    """Of the file, so that results tell two measurements apart."""

    @property
    def kind(self) -> str:
        """text or image."""
        return "text" if isinstance(self.calibration, TextCalibration) else "image"

    @property
    def told(self) -> str:
        """What results say about it."""
        return f"own of {self.encoder}, sha256 {self.sha256}"


def calibration_file(encoder: str) -> Path:
    """Where the calibration of an encoder is kept: under $AIRANCHOR_CONFIG, or the place for settings."""
    mark = hashlib.sha256(encoder.encode()).hexdigest()[:8]
    return config_folder("calibrations", "airanchor") / f"{_UNFIT.sub('-', encoder)[:60]}-{mark}.json"


def own_calibration(encoder: str) -> OwnCalibration | None:
    """The user's calibration of an encoder, or None."""
    file = calibration_file(encoder)
    try:
        data = read_bytes(file, MOST_BYTES)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise InputError(f"calibration {file} cannot be read: {error}") from error
    try:
        document = json.loads(data)
        if document["encoder"] != encoder:
            raise ValueError(f"it is of {document['encoder']!r}")
        made: Calibration = TypeAdapter(_KINDS[document["kind"]]).validate_python(document["calibration"])
    except (ValueError, KeyError, TypeError, ValidationError) as error:
        raise InputError(
            f"calibration {file} is damaged; make it anew with: airanchor doctor --calibrate NAME"
        ) from error
    return OwnCalibration(encoder, made, hashlib.sha256(data).hexdigest())


def save_calibration(encoder: str, calibration: Calibration) -> Path:
    """Keep a calibration, whole or not at all."""
    kind = "text" if isinstance(calibration, TextCalibration) else "image"
    document: dict[str, Any] = {"encoder": encoder, "kind": kind, "calibration": asdict(calibration)}
    target = calibration_file(encoder)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=target.parent, delete=False) as draft:
            draft.write(json.dumps(document, indent=2, ensure_ascii=False) + "\n")
        Path(draft.name).replace(target)
    except OSError as error:
        raise InputError(
            f"calibration {target} cannot be written: {error}; set AIRANCHOR_CONFIG to a folder you can write"
        ) from error
    return target
