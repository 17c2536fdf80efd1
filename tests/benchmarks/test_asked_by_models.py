"""What counts as found of a thing that a model asked for, and what a recording tells of it."""

from pathlib import Path

import numpy as np
import pytest

from airanchor.perception import Detection, Phrase
from aircity.city.library import open_scene
from aircity.geometry import Pose
from benchmarks.measure.asked_by_models import Asked, Found, asked_in, judged, summarise

RECORDINGS = Path(__file__).parents[2] / "docs/results/runs/models/plus"
POSE = Pose(0.0, 0.0, 30.0, 0.0)


def _detection(columns: slice) -> Detection:
    mask = np.zeros((4, 8), bool)
    mask[:, columns] = True
    return Detection(mask, (0, 0, 8, 4), 0.7)


@pytest.fixture(scope="module")
def things():
    """Two things of different kinds, one in each half of a picture of ids."""
    objects = {one.id: one for one in open_scene("practice-square").objects}
    first = next(one for one in objects.values() if one.category == "castle")
    second = next(one for one in objects.values() if one.category == "tree")
    ids = np.full((4, 8), first.id, np.int32)
    ids[:, 4:] = second.id
    return ids, objects


@pytest.mark.parametrize(("columns", "is_right"), [(slice(0, 4), True), (slice(3, 8), False)])
def test_a_mask_counts_by_the_kind_it_mostly_lies_on(things, columns: slice, is_right: bool) -> None:
    asked = Asked(POSE, Phrase("castle", ("white",)), None)
    found = judged(asked, _detection(columns), *things)
    assert found == Found(is_pointed=False, chance=0.7, is_right=is_right, is_known=True)


def test_what_was_pointed_at_counts_whatever_it_was_called(things) -> None:
    asked = Asked(POSE, Phrase("palace"), (6, 1))
    assert judged(asked, _detection(slice(4, 8)), *things).is_right
    assert not judged(asked, _detection(slice(0, 4)), *things).is_right


def test_what_is_not_shown_is_told_apart(things) -> None:
    found = judged(Asked(POSE, Phrase("lighthouse"), None), None, *things)
    assert found == Found(is_pointed=False, chance=None, is_right=False, is_known=False)
    told = summarise([found])
    assert (told["asked"], told["shown by the view"], told["right"]) == (1, 0, None)


def test_recordings_tell_scene_and_objects() -> None:
    folder = next(iter(sorted(RECORDINGS.glob("*/rows/*/traces/*"))))
    scene, asked = asked_in(folder)
    assert scene in folder.name
    assert asked and any(one.pixel for one in asked)
