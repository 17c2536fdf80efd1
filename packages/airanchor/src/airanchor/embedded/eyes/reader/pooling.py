# mypy: allow-untyped-defs, allow-untyped-calls, disable-error-code=untyped-decorator
"""Pooling: what the network says of cells, brought together for patches and the regions made of them."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from airanchor.perception.one_thread import one_thread
from aircity.machine.compilation import njit

if TYPE_CHECKING:
    from airanchor.embedded.eyes.net import CellMaps

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class RegionLooks:
    """What the network says of regions, each the mean over its cells."""

    log_names: Floats  # (r, names + nothing + sky), but for what all names of a region share
    traits: Floats  # (r, traits)


def patch_sums(maps: "CellMaps", labels: NDArray[np.int32], count: int) -> tuple[Floats, Floats]:
    """(features, traits) of patches: sums over the pixels of `labels` (rows, columns), 0 upwards."""
    return _add_cells(labels, maps.features, count), _add_cells(labels, maps.traits, count)


def pool(
    maps: "CellMaps", sums: tuple[Floats, Floats], members: NDArray[np.bool_], size: Floats
) -> RegionLooks:
    """The means over regions (r, patches) that have so many pixels; names are linear in the features."""
    with one_thread:
        features, traits = (members.astype(np.float32) @ one / size[:, None] for one in sums)
        return RegionLooks(maps.name_scores(features), traits)


def pool_features(
    maps: "CellMaps", labels: NDArray[np.int32], members: NDArray[np.bool_], size: Floats
) -> Floats:
    """Mean and spread (r, 2 F) of the features over regions (r, patches) of so many pixels of `labels`."""
    cells, held = maps.features, members.astype(np.float32)
    count = members.shape[1]
    with one_thread:
        mean, square = (
            held @ _add_cells(labels, one, count) / size[:, None] for one in (cells, cells * cells)
        )
    return np.concatenate([mean, np.sqrt(np.maximum(square - mean * mean, 0))], axis=1)


@njit(cache=True, nogil=True)
def _add_cells(labels, maps, count):
    """The sums (count, c) of maps (h, w, c) over the pixels of each label."""
    rows, columns = labels.shape
    out = np.zeros((count, maps.shape[2]), np.float32)
    for i in range(rows):
        line = maps[i * maps.shape[0] // rows]
        start = 0
        for j in range(1, columns + 1):
            at = start * maps.shape[1] // columns
            is_one = j < columns and labels[i, j] == labels[i, start] and j * maps.shape[1] // columns == at
            if is_one:
                continue
            own, cell, times = out[labels[i, start]], line[at], np.float32(j - start)
            for k in range(len(own)):
                own[k] += times * cell[k]
            start = j
    return out
