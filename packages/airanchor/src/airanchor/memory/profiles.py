"""Named settings of the memory: the paper's, and overlays measured for encoders other than the paper's."""

from typing import Any, TypeVar

from airanchor.errors import InputError
from airanchor.memory.calibration import measured_floor
from airanchor.memory.config import MemoryConfig
from airanchor.memory.odds import fitted_odds
from airanchor.perception import ImageEncoder, TextEncoder
from airanchor.perception.calibration import ImageCalibration, TextCalibration, rescale, stored_calibration

Measured = TypeVar("Measured", TextCalibration, ImageCalibration)

PROFILES = ("paper", "calibrated", "embedded")

EMBEDDED: dict[str, Any] = {
    "profile": "embedded",
    "split_attributes": True,
    "one_to_one": True,
    "match_threshold": 0.3,
    "retrieval_threshold": 0.02,
    "absence_range_m": 60.0,
}
"""Both thresholds are on fitted chances. Which names a candidate may have at least is among the odds: set on
the tuning cities, where no more questions for absent things are answered than by the flat memory."""

EMBEDDED_THRESHOLDS: dict[str, dict[str, Any]] = {
    "all-MiniLM-L6-v2": {"type_threshold": 0.48},
    "wordllama-l2-supercat-256": {"type_threshold": 0.16, "odds": {"retrieval": {"least_name": 0.15}}},
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
    values: dict[str, Any] = {**EMBEDDED, "odds": fitted_odds()}
    floors = {"appearance_floor": words.attributes.s0, "visual_floor": pictures.crops.s0}
    config = MemoryConfig().overlaid({**values, **floors})
    return config.overlaid(thresholds_of(text_encoder.name, words))


def thresholds_of(encoder: str, words: TextCalibration) -> dict[str, Any]:
    """The thresholds of a text encoder: kept for those we ship, else for names stretched from its own floor.

    τ_T lies midway between the cut for unrelated and that for close kinds.
    """
    if encoder in EMBEDDED_THRESHOLDS:
        return EMBEDDED_THRESHOLDS[encoder]
    floor = round(words.types.s0, 4)
    cut = (words.types.threshold + words.confusables.threshold) / 2
    return {"category_floor": floor, "type_threshold": round(float(rescale(cut, floor)), 4)}


def _calibrated(encoder: TextEncoder | ImageEncoder, kind: type[Measured]) -> Measured:
    """What was measured of an encoder, if it was and is of the right kind."""
    measured = stored_calibration(encoder.name)
    if not isinstance(measured, kind):
        what = "a text encoder" if kind is TextCalibration else "an image encoder"
        raise InputError(f"{encoder.name!r} is not {what}")
    return measured
