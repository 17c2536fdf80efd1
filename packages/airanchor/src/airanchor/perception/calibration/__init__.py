"""What a similarity means: every encoder has its own scale, measured here and stored as data.

profile = stored_calibration(encoder.name)
rescale(cosine, profile.types.s0) >= profile.types.rescaled_threshold
"""

from airanchor.perception.calibration.measure import (
    Calibration,
    ImageCalibration,
    TextCalibration,
    calibrate_images,
    calibrate_text,
    stored_calibration,
)
from airanchor.perception.calibration.separation import Separation, rescale, separate

__all__ = [
    "Calibration",
    "ImageCalibration",
    "Separation",
    "TextCalibration",
    "calibrate_images",
    "calibrate_text",
    "rescale",
    "separate",
    "stored_calibration",
]
