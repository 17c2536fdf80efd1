"""The training pictures on disk, read as they are needed; cities may still be arriving."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from airanchor.learn.eyes.data.making import CROPS
from airanchor.learn.eyes.data.truth import CLASSES, Truth


@dataclass(slots=True, eq=False)
class TrainingPicture:
    """One training picture with its truth; what disturbs it may change its arrays."""

    rgb: NDArray[np.uint8]  # (h, w, 3)
    log_depth: NDArray[np.float32]  # (h / 2, w / 2)
    window: NDArray[np.float32]  # left, top and focal length in pixels of a 512-pixel view, pitch in radians
    rows: NDArray[np.int64]  # (h / 4, w / 4) of the city's tables
    names: NDArray[np.int64]  # (h / 4, w / 4)
    keys: NDArray[np.int64]  # (h / 4, w / 4)
    traits: NDArray[np.bool_]  # (h / 4, w / 4, TRAITS)


class CityPictures:
    """The crops or the whole views of one city, mapped into memory."""

    def __init__(self, folder: Path, kind: str = CROPS) -> None:
        with np.load(folder / "truth.npz") as file:
            self._truth = Truth(file["names"], file["traits"], file["keys"])
        load = {name: folder / kind / f"{name}.npy" for name in ("rgb", "log_depth", "cells", "windows")}
        self._rgb = np.load(load["rgb"], mmap_mode="r")
        self._depth = np.load(load["log_depth"], mmap_mode="r")
        self._cells = np.load(load["cells"])
        self._windows = np.load(load["windows"])

    def __len__(self) -> int:
        return len(self._cells)

    def __getitem__(self, index: int) -> TrainingPicture:
        if not 0 <= index < len(self):
            raise IndexError(index)
        rows = self._cells[index].astype(np.int64)
        truth = self._truth
        return TrainingPicture(
            rgb=np.array(self._rgb[index]),
            log_depth=self._depth[index].astype(np.float32),
            window=self._windows[index].copy(),
            rows=rows,
            names=truth.names[rows].astype(np.int64),
            keys=truth.keys[rows].astype(np.int64),
            traits=truth.traits[rows],
        )

    def name_counts(self) -> NDArray[np.int64]:
        """How many cells bear each name."""
        return np.bincount(self._truth.names[self._cells.ravel()], minlength=CLASSES)


class PictureStore:
    """All pictures of one kind in a folder of cities; `refresh` takes in what has arrived since."""

    def __init__(self, folder: Path, kind: str = CROPS) -> None:
        self._folder, self._kind = folder, kind
        self._cities: dict[str, CityPictures] = {}
        self.index: list[tuple[str, int]] = []
        self.counts = np.zeros(CLASSES, np.int64)

    def refresh(self) -> int:
        """How many cities there are now."""
        for path in sorted(self._folder.glob("[!.]*@*")):
            if path.name not in self._cities and (path / self._kind / "windows.npy").is_file():
                city = CityPictures(path, self._kind)
                self._cities[path.name] = city
                self.index += [(path.name, k) for k in range(len(city))]
                self.counts += city.name_counts()
        return len(self._cities)

    @property
    def cities(self) -> list[str]:
        """Their names."""
        return sorted(self._cities)

    def __len__(self) -> int:
        return len(self.index)

    def __getitem__(self, index: int) -> TrainingPicture:
        name, number = self.index[index]
        return self._cities[name][number]

    def order(self, rng: np.random.Generator) -> Iterator[int]:
        """Every picture once, shuffled."""
        yield from rng.permutation(len(self.index)).tolist()
