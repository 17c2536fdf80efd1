"""Measures an encoder on the committed pairs; images are measured on pairs of crops that the caller has."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from airanchor.errors import InputError
from airanchor.perception.calibration.own import own_calibration
from airanchor.perception.calibration.separation import (
    Calibration,
    ImageCalibration,
    Separation,
    TextCalibration,
    separate,
)
from airanchor.perception.contracts import ImageEncoder, TextEncoder

ImagePair = tuple[NDArray[np.uint8], NDArray[np.uint8]]


def calibrate_text(encoder: TextEncoder) -> TextCalibration:
    """Measure on the committed pairs; this takes a second or two."""
    cosines = {
        what: {kind: _cosines(encoder, pairs) for kind, pairs in lists.items()}
        for what, lists in json.loads(_read("pairs.json")).items()
    }
    types, attributes, captions = (cosines[what] for what in ("types", "attributes", "captions"))
    return TextCalibration(
        types=separate(types["related"], types["unrelated"]),
        confusables=separate(types["related"], types["confusable"]),
        attributes=separate(attributes["related"], attributes["unrelated"]),
        captions=separate(captions["related"], captions["unrelated"]),
    )


def calibrate_images(
    encoder: ImageEncoder,
    *,
    same: Sequence[ImagePair],
    different: Sequence[ImagePair],
    alike: Sequence[ImagePair],
) -> ImageCalibration:
    """Measure on pairs of crops: of one object, of two categories, of two objects of one category."""
    related = _cosines(encoder, same)
    return ImageCalibration(
        crops=separate(related, _cosines(encoder, different)),
        alike=separate(related, _cosines(encoder, alike)),
    )


def stored_calibration(name: str) -> Calibration:
    """What was measured for an encoder, by its own name: on this machine, or else for those we ship."""
    profiles = _profiles()
    own = own_calibration(name)
    if own is None and name not in profiles:
        raise InputError(
            f"encoder {name!r} was not calibrated; known are {', '.join(profiles)}; "
            "measure it with: airanchor doctor --calibrate, and the name or folder you gave"
        )
    return profiles[name] if own is None else own.calibration


def as_json(profiles: dict[str, Calibration]) -> str:
    """Calibrations as the text of profiles.json, rounded to four digits."""
    data = {name: asdict(profile) for name, profile in profiles.items()}
    return json.dumps(_rounded(data), indent=2) + "\n"


def _cosines(encoder: Any, pairs: Sequence[tuple[Any, Any]]) -> list[float]:
    first, second = (encoder.encode([pair[side] for pair in pairs]) for side in (0, 1))
    return [float(value) for value in np.einsum("nd,nd->n", first, second, dtype=np.float64)]


@cache
def _profiles() -> dict[str, Calibration]:
    profiles: dict[str, Calibration] = {}
    for name, entry in json.loads(_read("profiles.json")).items():
        parts = {what: Separation(**numbers) for what, numbers in entry.items()}
        profiles[name] = ImageCalibration(**parts) if "crops" in parts else TextCalibration(**parts)
    return profiles


def _read(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def _rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _rounded(entry) for key, entry in value.items()}
    return round(value, 4) if isinstance(value, float) else value
