"""`airanchor doctor --calibrate`: what an encoder's similarities mean, measured and kept for its flights."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from rich.table import Table

from airanchor import own_parts
from airanchor.config import load_settings
from airanchor.memory import MemoryConfig
from airanchor.memory.profiles import thresholds_of
from airanchor.own_parts import PartKind
from airanchor.perception import ImageEncoder, TextEncoder, Weighed
from airanchor.perception.calibration import (
    Calibration,
    ImageCalibration,
    TextCalibration,
    calibrate_images,
    calibrate_text,
    save_calibration,
)
from airanchor.perception.image import IMAGE_CHOICES
from airanchor.perception.models import choose_image_encoder, choose_text_encoder, encoder_role
from airanchor.perception.models.catalogue import KNOWN_MODELS, ModelRole
from airanchor.perception.text import TEXT_CHOICES
from aircity.cli.terminal.output import console, say

OURS = (*TEXT_CHOICES, *IMAGE_CHOICES, *KNOWN_MODELS)
LEAST_AUC = 0.75
"""Below it an encoder tells related from unrelated hardly better than a coin."""


@dataclass(frozen=True, slots=True)
class CalibrationReport:
    """What was measured of an encoder, and where it is kept."""

    encoder: str
    weights: str
    calibration: Calibration
    file: Path

    @property
    def thresholds(self) -> dict[str, float]:
        """What profile `embedded` makes of it."""
        if isinstance(self.calibration, ImageCalibration):
            return {"visual_floor": self.calibration.crops.s0}
        floor = {"appearance_floor": self.calibration.attributes.s0}
        return {**thresholds_of(self.encoder, self.calibration), **floor}

    @property
    def warnings(self) -> tuple[str, ...]:
        """Where the encoder is poor, or the paper's thresholds accept everything it compares."""
        found = []
        for what, one in asdict(self.calibration).items():
            if one["auc"] < LEAST_AUC and what in ("types", "crops"):
                found.append(f"its {what} are told apart hardly better than by chance (AUC {one['auc']:.2f})")
        if isinstance(self.calibration, TextCalibration):
            found += _accepted(self.calibration)
        return tuple(found)

    def to_json(self) -> dict[str, Any]:
        """As plain values."""
        return {
            "encoder": self.encoder,
            "weights": self.weights,
            "calibration": asdict(self.calibration),
            "thresholds": self.thresholds,
            "warnings": list(self.warnings),
            "file": str(self.file),
        }


def calibrate(name: str, sets: Sequence[str] = ()) -> CalibrationReport:
    """Measure an encoder by name, folder or hub id, with settings perception.*, and keep the result."""
    encoder: Any = _own_encoder(name) or _our_encoder(name, sets)
    measured: Calibration = calibrate_text(encoder) if is_text_encoder(encoder) else _measure_images(encoder)
    weights = encoder.weights if isinstance(encoder, Weighed) else ""
    return CalibrationReport(encoder.name, weights, measured, save_calibration(encoder.name, measured))


def _our_encoder(name: str, sets: Sequence[str]) -> TextEncoder | ImageEncoder:
    role, models = encoder_role(name), load_settings(sets=sets).perception
    if role is ModelRole.TEXT:
        return choose_text_encoder(replace(models, text=replace(models.text, source=name)))
    return choose_image_encoder(replace(models, image=replace(models.image, source=name)))


def _own_encoder(name: str) -> TextEncoder | ImageEncoder | None:
    """One from outside, which encodes either words or pictures, as only trying shows."""
    kinds = (PartKind.TEXT_ENCODER, PartKind.IMAGE_ENCODER)
    kind = next((kind for kind in kinds if name not in OURS and own_parts.is_own(kind, name)), None)
    if kind is None:
        return None
    own_parts.grant(name)
    built: TextEncoder = own_parts.build_part(kind, name, TextEncoder)
    return built


def is_text_encoder(encoder: Any) -> bool:
    """Whether it takes words; an encoder of pictures raises or returns nonsense for them."""
    try:
        return bool(np.shape(encoder.encode(["a red tower"])) == (1, encoder.dimension))
    except Exception:
        return False


def _measure_images(encoder: ImageEncoder) -> ImageCalibration:
    from airanchor.bench.survey.crop_pairs import make_crop_pairs

    pairs = make_crop_pairs(say)
    count = 2 * (len(pairs.same) + len(pairs.different) + len(pairs.alike))
    say(f"encoding {count} crops ...")
    return calibrate_images(encoder, same=pairs.same, different=pairs.different, alike=pairs.alike)


def _accepted(words: TextCalibration) -> list[str]:
    """The thresholds of the paper that nearly every unrelated pair of names passes."""
    paper = MemoryConfig()
    limits = {"type_threshold": paper.type_threshold, "retrieval_threshold": paper.retrieval_threshold}
    least = words.types.unrelated_p05
    return [
        f"the paper's {name} {limit:.2f} accepts everything: 95 of 100 unrelated pairs of names score "
        f"{least:.2f} or more. Profile paper will take all things of a scene for one type; use another"
        for name, limit in limits.items()
        if least >= limit
    ]


def describe_report(report: CalibrationReport) -> None:
    """For people."""
    table = Table(title=report.encoder, title_justify="left")
    for heading in ("pairs of", "unrelated 5-95 %", "median", "related 5 %", "median", "AUC", "threshold"):
        table.add_column(heading)
    for what, one in asdict(report.calibration).items():
        spread = f"{one['unrelated_p05']:.3f} to {one['unrelated_p95']:.3f}"
        numbers = (one[key] for key in ("s0", "related_p05", "related_p50", "auc", "threshold"))
        table.add_row(what, spread, *(f"{number:.3f}" for number in numbers))
    console.print(table)
    told = ", ".join(f"{name} = {value:.3f}" for name, value in report.thresholds.items())
    console.print(f"profiles embedded and plus will use: {told}", soft_wrap=True)
    for warning in report.warnings:
        console.print(f"warning: {warning}", soft_wrap=True)
    console.print(f"written: {report.file}", soft_wrap=True)
