"""Named settings of the memory: the paper's, and overlays measured for encoders other than the paper's."""

from typing import Any

from airanchor.errors import InputError
from airanchor.memory.calibration import measured_floor
from airanchor.memory.config import MemoryConfig
from airanchor.perception import ImageEncoder, TextEncoder
from airanchor.perception.calibration import ImageCalibration, TextCalibration, stored_calibration

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
    thresholds kept here and floors from the stored calibration of the embedded encoders.
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
    if text_encoder.name not in EMBEDDED_THRESHOLDS:
        raise InputError(
            f"profile 'embedded' has no thresholds for text encoder {text_encoder.name!r}; it has them for "
            f"{', '.join(EMBEDDED_THRESHOLDS)}. Use profile 'calibrated'"
        )
    words, pictures = stored_calibration(text_encoder.name), stored_calibration(image_encoder.name)
    assert isinstance(words, TextCalibration)
    if not isinstance(pictures, ImageCalibration):
        raise InputError(f"{image_encoder.name!r} is not an image encoder")
    floors = {"appearance_floor": words.attributes.s0, "visual_floor": pictures.crops.s0}
    return MemoryConfig().overlaid({**EMBEDDED, **EMBEDDED_THRESHOLDS[text_encoder.name], **floors})
