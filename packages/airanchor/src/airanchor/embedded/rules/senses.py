"""What every rule may use: names, pictures, the reader of instructions, and the settings."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from airanchor.embedded.ears.clause import Clause
from airanchor.embedded.eyes.reader import NamedDetection, PictureDetection
from airanchor.embedded.rules.config import RulebookConfig
from airanchor.embedded.rules.words.names import Names
from airanchor.perception import Phrase


class Scene(Protocol):
    """One picture that was read."""

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height."""
        ...

    @property
    def height_m(self) -> float:
        """How high over the ground it seems to be taken."""
        ...

    def find(self, phrase: Phrase, limit: int = 5) -> tuple[PictureDetection, ...]:
        """What the phrase names, best first."""
        ...

    def objects(self, limit: int = 8) -> tuple[NamedDetection, ...]:
        """Salient lasting things, the most salient first."""
        ...

    def openness(self) -> NDArray[np.float64]:
        """Per column, 0 to 1: how far it seems free straight ahead."""
        ...

    def open_pixel(self, toward_px: tuple[int, int] | None = None) -> tuple[int, int]:
        """An open pixel near the wished one."""
        ...

    def caption(self) -> str:
        """A short plain description."""
        ...


class Scenes(Protocol):
    """Whatever reads pictures: the scene reader, for one."""

    def read(self, rgb: NDArray[np.uint8]) -> Scene:
        """The reading of a picture."""
        ...


@dataclass(frozen=True, slots=True)
class Senses:
    """Nothing here remembers a flight."""

    names: Names
    scenes: Scenes
    read_clauses: Callable[[str], tuple[Clause, ...]]
    config: RulebookConfig
