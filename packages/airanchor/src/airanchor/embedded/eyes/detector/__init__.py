"""The embedded detector: finds what a phrase names in any RGB-D view, without ids.

Depth gives objects and their size in metres, the network of the eyes says what each looks like, and the scene
reader says what the picture alone shows; one confidence joins them.
"""

from airanchor.embedded.eyes.detector.calibrated import CalibratedDetector
from airanchor.embedded.eyes.detector.detector import EmbeddedDetector

__all__ = ["CalibratedDetector", "EmbeddedDetector"]
