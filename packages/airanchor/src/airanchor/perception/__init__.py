"""Seeing and naming: detectors, text encoders and image encoders behind three small contracts."""

from airanchor.perception.contracts import (
    Detection,
    Detector,
    ImageEncoder,
    Phrase,
    PointingDetector,
    TextEncoder,
)

__all__ = ["Detection", "Detector", "ImageEncoder", "Phrase", "PointingDetector", "TextEncoder"]
