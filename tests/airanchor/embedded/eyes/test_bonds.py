"""How the network's joins tell a whole thing from a piece of it."""

import numpy as np

from airanchor.embedded.eyes.detector.bonds import bonds_of
from airanchor.embedded.eyes.net import SKY, CellMaps
from airanchor.embedded.eyes.reader.traits import TRAITS

WALL, ROOF, GROUND = range(3)


def maps_of(things: np.ndarray) -> CellMaps:
    """Cells that are joined where they belong to the same thing."""
    h, w = things.shape
    joins = np.full((h, w, 2), 0.9, np.float32)
    joins[:, :-1, 0][things[:, :-1] != things[:, 1:]] = 0.1
    joins[:-1, :, 1][things[:-1] != things[1:]] = 0.1
    return CellMaps(
        traits=np.zeros((h, w, len(TRAITS)), np.float32),
        joins=joins,
        features=np.zeros((h, w, 4), np.float32),
        head=np.zeros((5, SKY + 1), np.float32),
    )


def bonds(*held: set[int]) -> np.ndarray:
    """Of candidates that hold these cells of a house, a wall below a roof, in the middle of the ground."""
    cells = np.full((16, 16), GROUND)
    cells[4:8, 4:12], cells[8:12, 4:12] = ROOF, WALL
    rows = np.array([[cell in one for cell in range(3)] for one in held])
    pixels = cells.repeat(4, axis=0).repeat(4, axis=1)
    return bonds_of(rows, pixels, maps_of(cells == GROUND))


def test_a_whole_thing_is_joined_inside_and_not_across() -> None:
    ((inside, across, log_inside, log_across),) = bonds({WALL, ROOF})
    assert 0.88 < inside < 0.91
    assert 0.1 <= across < 0.13
    assert log_across < -2 < log_inside < 0


def test_a_piece_is_joined_with_the_rest_across_its_outline() -> None:
    whole, piece = bonds({WALL, ROOF}, {WALL})
    assert piece[1] > whole[1] + 0.15


def test_two_things_together_are_less_joined_inside() -> None:
    whole, both = bonds({WALL, ROOF}, {WALL, ROOF, GROUND})
    assert both[0] < whole[0]


def test_a_candidate_without_cells_is_neither() -> None:
    ((inside, across, *_),) = bonds(set())
    assert (inside, across) == (1.0, 0.5)


def test_bonds_are_means_over_neighbouring_cells() -> None:
    rng = np.random.default_rng(3)
    cells, held = rng.integers(0, 6, (12, 12)), rng.random((5, 6)) < 0.5
    maps = maps_of(cells < 2)
    maps.joins[:] = rng.random(maps.joins.shape)
    told = bonds_of(held, cells.repeat(4, axis=0).repeat(4, axis=1), maps)
    pairs = np.concatenate(
        [
            np.stack([cells[:, :-1], cells[:, 1:], maps.joins[:, :-1, 0]], axis=-1).reshape(-1, 3),
            np.stack([cells[:-1], cells[1:], maps.joins[:-1, :, 1]], axis=-1).reshape(-1, 3),
        ]
    )
    for row, own in zip(told, held, strict=True):
        one, other = own[pairs[:, 0].astype(int)], own[pairs[:, 1].astype(int)]
        inside, across = pairs[one & other, 2], pairs[one != other, 2]
        assert np.isclose(row[0], (inside.sum() + 1) / (len(inside) + 1), rtol=1e-4)
        assert np.isclose(row[1], (across.sum() + 0.5) / (len(across) + 1), rtol=1e-4)
