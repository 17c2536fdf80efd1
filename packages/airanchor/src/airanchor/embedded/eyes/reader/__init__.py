"""Reading pictures as a person would: what is seen, where, and where it is open, from colour alone."""

from airanchor.embedded.eyes.reader.angles import (
    bearing_deg,
    column_of_bearing,
    elevation_deg,
    ground_range_m,
    pixel_of_bearing,
)
from airanchor.embedded.eyes.reader.detections import Approach, NamedDetection, PictureDetection, compare
from airanchor.embedded.eyes.reader.reader import SceneReader
from airanchor.embedded.eyes.reader.reading import LEAST_SCORE, SceneReading

__all__ = [
    "LEAST_SCORE",
    "Approach",
    "NamedDetection",
    "PictureDetection",
    "SceneReader",
    "SceneReading",
    "bearing_deg",
    "column_of_bearing",
    "compare",
    "elevation_deg",
    "ground_range_m",
    "pixel_of_bearing",
]
