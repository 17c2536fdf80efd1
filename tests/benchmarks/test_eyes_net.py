"""The measure of the trained eyes: an answer that is the truth is right, any other is wrong."""

from collections import defaultdict

import numpy as np

from airanchor.embedded.eyes.net import CellMaps
from airanchor.embedded.eyes.reader.traits import COLOURS, TRAITS
from airanchor.learn.eyes.data.truth import CLASSES, ObjectTable, name_of
from aircity.city.scene import SceneObject
from benchmarks.measure.eyes_net import judge, things

HOUSE = SceneObject(1, "house", ("red",), ((0, 0), (1, 0), (1, 1)), 0.0, 8.0)
LAMP = SceneObject(2, "street lamp", (), ((0, 0), (1, 0), (1, 1)), 0.0, 8.0)


def told(name: int, colour: str) -> CellMaps:
    log_names = np.full((8, 8, CLASSES), -9, np.float32)
    log_names[..., name] = -0.1
    traits = np.zeros((8, 8, len(TRAITS)), np.float32)
    traits[..., COLOURS.index(colour)] = 0.9
    rest = np.zeros((8, 8, 2), np.float32)
    return CellMaps(traits, rest, log_names, np.eye(CLASSES + 1, CLASSES, dtype=np.float32))


def test_small_things_are_not_asked_for_and_names_and_colours_are_judged() -> None:
    table = ObjectTable([HOUSE, LAMP])
    ids = np.zeros((32, 32), np.int32)
    ids[:16] = 1
    ids[20:24, 20:24] = 2
    rows = table.cells(ids)
    assert [row for row, _ in things(rows)] == [2]
    for name, colour, is_right in (("house", "red", True), ("barn", "blue", False)):
        right, colours = defaultdict(list), []
        judge(told(name_of(name), colour), rows, table.truth, right, colours)
        assert dict(right) == {name_of("house"): [is_right]} and colours == [is_right]
