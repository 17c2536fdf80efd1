"""Pure mathematics of space: angles, poses, cameras, footprints, extents and spatial cues."""

from aircity.geometry.angles import wrap, wrap_all
from aircity.geometry.camera import Camera
from aircity.geometry.cue import Cue, relate, relate_all
from aircity.geometry.cue_words import (
    ToldCue,
    bearing_words,
    cue_words,
    height_words,
    metres_words,
    read_cue_words,
)
from aircity.geometry.extent import Extent
from aircity.geometry.footprint import Footprint
from aircity.geometry.frames import (
    heading_from_wxyz,
    ned_from_points,
    ned_from_pose,
    points_from_ned,
    pose_from_ned,
    wxyz_from_heading,
)
from aircity.geometry.pose import Displacement, Pose
from aircity.geometry.state_words import ToldState, compass_deg, compass_point, read_state, state_words

__all__ = [
    "Camera",
    "Cue",
    "Displacement",
    "Extent",
    "Footprint",
    "Pose",
    "ToldCue",
    "ToldState",
    "bearing_words",
    "compass_deg",
    "compass_point",
    "cue_words",
    "heading_from_wxyz",
    "height_words",
    "metres_words",
    "ned_from_points",
    "ned_from_pose",
    "points_from_ned",
    "pose_from_ned",
    "read_cue_words",
    "read_state",
    "relate",
    "relate_all",
    "state_words",
    "wrap",
    "wrap_all",
    "wxyz_from_heading",
]
