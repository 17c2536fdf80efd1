"""The embedded detector: finds what a phrase names in any RGB-D view, without ids.

Depth gives objects and their size in metres, a table of urban concepts says which sizes and textures each
word goes with, and the scene reader says what the picture alone looks like; one confidence joins them.
"""

from airanchor.embedded.eyes.detector.calibrated import CalibratedDetector
from airanchor.embedded.eyes.detector.detector import EmbeddedDetector

__all__ = ["CalibratedDetector", "EmbeddedDetector"]
