"""Seeing and naming: detectors, text encoders and image encoders behind three small contracts."""

from airanchor.perception.contracts import (
    BatchDetector,
    Detection,
    Detector,
    ImageEncoder,
    Phrase,
    PointingDetector,
    TextEncoder,
    Weighed,
)

__all__ = [
    "BatchDetector",
    "Detection",
    "Detector",
    "ImageEncoder",
    "Phrase",
    "PointingDetector",
    "TextEncoder",
    "Weighed",
]
