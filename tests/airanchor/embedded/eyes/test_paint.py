"""Colours of regions by the network and by their own pixels."""

import numpy as np
import pytest

from airanchor.embedded.eyes.detector.proposals import propose
from airanchor.embedded.eyes.reader.paint import repaint
from airanchor.embedded.eyes.reader.traits import COLOURS, TRAITS
from aircity.geometry import Pose
from tests.airanchor.embedded.eyes.test_proposals import covering, pixels_of
from tests.airanchor.perception.box_views import Box, cast

BOXES = {"red": (175, 48, 42), "blue": (62, 102, 172), "white": (236, 236, 232)}


@pytest.mark.parametrize("colour", sorted(BOXES))
def test_a_network_in_doubt_is_helped_by_the_pixels(colour: str) -> None:
    box = Box(60, 0, 12, 18, 14, BOXES[colour])
    view = cast([box], Pose.at(0, 0, 25))
    proposals = propose(view)
    index, _ = covering(proposals, pixels_of(view, box))
    in_doubt = np.full((len(proposals.groups), len(TRAITS)), 0.15, np.float32)
    told = repaint(in_doubt, proposals)[index]
    others = [told[COLOURS.index(other)] for other in BOXES if other != colour]
    assert told[COLOURS.index(colour)] > max(others)


def test_only_colours_are_told_anew() -> None:
    proposals = propose(cast([Box(60, 0, 12, 18, 14, BOXES["red"])], Pose.at(0, 0, 25)))
    rng = np.random.default_rng(1)
    traits = rng.random((len(proposals.groups), len(TRAITS)), np.float32)
    told = repaint(traits, proposals)
    assert ((told >= 0) & (told <= 1)).all()
    np.testing.assert_array_equal(told[:, len(COLOURS) :], traits[:, len(COLOURS) :])
    assert repaint(traits[:0], proposals).shape == (0, len(TRAITS))
