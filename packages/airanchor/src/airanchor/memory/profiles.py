"""Named settings of the memory: the paper's, and overlays measured for encoders other than the paper's."""

from typing import Any, TypeVar

from airanchor.errors import InputError
from airanchor.memory.calibration import measured_floor
from airanchor.memory.config import MemoryConfig
from airanchor.perception import ImageEncoder, TextEncoder
from airanchor.perception.calibration import ImageCalibration, TextCalibration, rescale, stored_calibration

Measured = TypeVar("Measured", TextCalibration, ImageCalibration)

PROFILES = ("paper", "calibrated", "embedded")

EMBEDDED: dict[str, Any] = {"profile": "embedded", "split_attributes": True, "one_to_one": True}

EMBEDDED_THRESHOLDS: dict[str, dict[str, float]] = {
    "all-MiniLM-L6-v2": {"type_threshold": 0.48, "retrieval_threshold": 0.48},
    "wordllama-l2-supercat-256": {"type_threshold": 0.16, "retrieval_threshold": 0.25},
}
"""Per text encoder, for raw cosines of head nouns: between the cuts for unrelated and for close kinds."""


def memory_profile(name: str, text_encoder: TextEncoder, image_encoder: ImageEncoder) -> MemoryConfig:
    """The settings of a profile for a pair of encoders.

    paper: raw cosines and the paper's thresholds. calibrated: the same thresholds over text cosines
    stretched from the encoder's own floor, measured now. embedded: head nouns and attributes apart, with
    thresholds and floors of these very encoders: stored for those we ship, or measured by the user.
    """
    if name == "paper":
        return MemoryConfig()
    if name == "calibrated":
        floor = round(measured_floor(text_encoder), 4)
        return MemoryConfig(profile="calibrated", category_floor=floor, appearance_floor=floor)
    if name == "embedded":
        return _embedded(text_encoder, image_encoder)
    raise InputError(f"memory profile {name!r} is unknown; valid are {', '.join(PROFILES)}")


def _embedded(text_encoder: TextEncoder, image_encoder: ImageEncoder) -> MemoryConfig:
    words = _calibrated(text_encoder, TextCalibration)
    pictures = _calibrated(image_encoder, ImageCalibration)
    floors = {"appearance_floor": words.attributes.s0, "visual_floor": pictures.crops.s0}
    thresholds = thresholds_of(text_encoder.name, words)
    return MemoryConfig().overlaid({**EMBEDDED, **floors, **thresholds})


def thresholds_of(encoder: str, words: TextCalibration) -> dict[str, float]:
    """The thresholds of a text encoder: kept for those we ship, else for names stretched from its own floor.

    τ_T lies midway between the cut for unrelated and that for close kinds. τ_R mixes it with the cut for
    looks by λ_R, as S_R mixes both similarities.
    """
    if encoder in EMBEDDED_THRESHOLDS:
        return EMBEDDED_THRESHOLDS[encoder]
    floor = round(words.types.s0, 4)
    cut = (words.types.threshold + words.confusables.threshold) / 2
    of_type = float(rescale(cut, floor))
    share = MemoryConfig().retrieval_balance
    of_look = words.attributes.rescaled_threshold
    return {
        "category_floor": floor,
        "type_threshold": round(of_type, 4),
        "retrieval_threshold": round(share * of_type + (1 - share) * of_look, 4),
    }


def _calibrated(encoder: TextEncoder | ImageEncoder, kind: type[Measured]) -> Measured:
    """What was measured of an encoder, if it was and is of the right kind."""
    measured = stored_calibration(encoder.name)
    if not isinstance(measured, kind):
        what = "a text encoder" if kind is TextCalibration else "an image encoder"
        raise InputError(f"{encoder.name!r} is not {what}")
    return measured
