"""The seam between a run and its worlds: a source opens scenes, and the scene opened last is kept."""

from collections.abc import Sequence
from typing import Protocol

from airanchor.bench.run.order import RunOrder
from aircity.city.render.renderer import Renderer
from aircity.city.scene import CityScene
from aircity.world import Simulator


class OpenScene(Protocol):
    """A scene that flights can begin in, until it is closed."""

    @property
    def city(self) -> tuple[CityScene, Renderer] | None:
        """What an oracle and a survey must know, where the scene is an embedded city."""
        ...

    def world(self) -> Simulator:
        """A world for one flight."""
        ...

    def fault(self) -> str | None:
        """Why the scene is gone by itself, in words; None where it is not."""
        ...

    def close(self) -> None:
        """Free what the scene holds: memory, processes, ports."""
        ...


class WorldSource(Protocol):
    """Opens scenes by their ids. Equal sources open equal scenes."""

    def check(self, order: RunOrder, scenes: Sequence[str]) -> None:
        """Raise, before anything is flown, where the order or one of its scenes cannot be flown here."""
        ...

    def check_jobs(self, jobs: int) -> None:
        """Raise where so many pieces cannot fly at a time."""
        ...

    def open(self, scene_id: str, threads: int | None) -> OpenScene:
        """The scene of that id; `threads` may draw it (None: one per processor)."""
        ...


class SceneKeeper:
    """Keeps the scene that was opened last: pieces of one scene often follow each other."""

    def __init__(self) -> None:
        self._open: tuple[WorldSource, str, int | None, OpenScene] | None = None

    def open(self, source: WorldSource, scene_id: str, threads: int | None) -> OpenScene:
        """The scene of that id, opened anew unless it is the one that is kept."""
        if self._open is not None and self._open[:3] == (source, scene_id, threads):
            return self._open[3]
        self.close()
        scene = source.open(scene_id, threads)
        self._open = (source, scene_id, threads, scene)
        return scene

    def fault(self) -> str | None:
        """Why the scene that is kept is gone by itself; None where it is not."""
        return None if self._open is None else self._open[3].fault()

    def close(self) -> None:
        """Close the scene that is kept, if any."""
        if self._open is not None:
            scene, self._open = self._open[3], None
            scene.close()
