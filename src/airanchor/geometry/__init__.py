"""Pure mathematics of space: angles, poses, cameras, footprints, extents and spatial cues."""

from airanchor.geometry.angles import wrap
from airanchor.geometry.camera import Camera
from airanchor.geometry.pose import Pose

__all__ = ["Camera", "Pose", "wrap"]
