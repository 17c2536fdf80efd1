"""Proposals: every region of a view that could be a thing, measured; from an observation alone."""

import numpy as np

from airanchor.embedded.eyes.detector.properties import Proposals, measure
from airanchor.embedded.eyes.detector.regions.depths import widen_labels
from airanchor.embedded.eyes.detector.regions.groups import group_segments
from airanchor.embedded.eyes.detector.regions.lattice import make_lattice
from airanchor.embedded.eyes.detector.regions.segments import find_segments
from aircity.world import Observation


def propose(view: Observation) -> Proposals:
    """The proposals of a view, in an order that depends on the view alone."""
    lattice = make_lattice(view)
    segments = find_segments(lattice)
    depth_m = np.ascontiguousarray(view.depth_m, dtype=np.float32)
    labels = widen_labels(segments.labels, lattice.depth_m, depth_m, lattice.stride)
    return measure(lattice, segments, group_segments(segments), labels)
