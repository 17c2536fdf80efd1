"""What a similarity means: every encoder has its own scale, measured here and stored as data.

profile = stored_calibration(encoder.name)
rescale(cosine, profile.types.s0) >= profile.types.rescaled_threshold
"""

from airanchor.perception.calibration.measure import calibrate_images, calibrate_text, stored_calibration
from airanchor.perception.calibration.own import OwnCalibration, own_calibration, save_calibration
from airanchor.perception.calibration.separation import (
    Calibration,
    ImageCalibration,
    Separation,
    TextCalibration,
    rescale,
    separate,
)

__all__ = [
    "Calibration",
    "ImageCalibration",
    "OwnCalibration",
    "Separation",
    "TextCalibration",
    "calibrate_images",
    "calibrate_text",
    "own_calibration",
    "rescale",
    "save_calibration",
    "separate",
    "stored_calibration",
]
