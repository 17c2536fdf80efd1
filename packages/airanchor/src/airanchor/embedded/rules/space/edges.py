"""Where a flat thing begins that is flown to, a field or a pool: its near edge, as the picture shows it.

    near = -dz / tan(-e)

dz is how far its centre is above the drone and e the elevation of its lowest row. It holds for what is flat
alone: the foot of a wall is lower than the wall's centre.
"""

import math

import numpy as np

from airanchor.embedded.eyes.reader import PictureDetection, elevation_deg
from airanchor.embedded.rules.notes.track import LandmarkTrack


def near_edge_m(track: LandmarkTrack, detection: PictureDetection | None, *, same_deg: float) -> float | None:
    """How far the near edge of a landmark is, seen from above; None where the picture does not tell."""
    if detection is None or abs(detection.bearing_deg - track.bearing_deg) > same_deg:
        return None
    is_below = track.dz_m is not None and track.dz_m < 0.0 and detection.top_deg < 0.0
    rows, columns = np.nonzero(detection.mask)
    if not is_below or track.d_xy_m is None or not len(rows):
        return None
    lowest = int(rows.max())
    height_px, width_px = detection.mask.shape
    pixel = float(np.median(columns[rows == lowest])), float(lowest)
    steepness_rad = math.radians(-elevation_deg(pixel, (width_px, height_px)))
    if steepness_rad <= 0.0:
        return None
    return min(-(track.dz_m or 0.0) / math.tan(steepness_rad), track.d_xy_m)
