"""The cities of a run: whether they can be opened, checked before the first flight, and opened once."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from airanchor.bench.episodes import Episode
from airanchor.errors import InputError
from aircity.city.catalogue import SCENES
from aircity.city.conditions import CLEAR, Conditions
from aircity.city.library import imported_names, open_scene
from aircity.city.render.renderer import Renderer
from aircity.city.scene import CityScene
from aircity.city.traffic import Traffic
from aircity.city.world import CityWorld
from aircity.geometry import Camera

_GENERATED = re.compile(r"[a-z][a-z-]*@\d{1,9}")


@dataclass(frozen=True, slots=True, eq=False)
class OpenCity:
    """A scene with the renderer that every world in it shares."""

    scene: CityScene
    renderer: Renderer
    traffic: Traffic | None = None

    def world(self) -> CityWorld:
        """A world for one flight."""
        camera = Camera.from_fov()
        return CityWorld(self.scene, camera=camera, renderer=self.renderer, traffic=self.traffic)


class CityKeeper:
    """Keeps the city that was opened last: pieces of one scene often follow each other."""

    def __init__(self) -> None:
        self._open: tuple[tuple[str, int | None, int, int], OpenCity] | None = None

    def open(self, scene_id: str, threads: int | None, conditions: Conditions = CLEAR) -> OpenCity:
        """The city of that id with its traffic, drawn by so many threads (None: one per processor)."""
        key = (scene_id, threads, conditions.traffic, conditions.seed)
        if self._open is not None and self._open[0] == key:
            return self._open[1]
        self.close()
        scene = open_scene(scene_id)
        traffic = Traffic(scene, conditions.traffic, seed=conditions.seed) if conditions.traffic else None
        shown = scene if traffic is None else traffic.scene
        city = OpenCity(shown, Renderer(shown, threads=threads), traffic)
        self._open = (key, city)
        return city

    def close(self) -> None:
        """Free the city, if one is open."""
        if self._open is not None:
            self._open[1].renderer.close()
            self._open = None


def check_scenes(episodes: Sequence[Episode]) -> None:
    """Raise unless every scene is a city that can be opened here."""
    scenes = tuple(dict.fromkeys(one.scene_id for one in episodes))
    foreign = [scene for scene in scenes if scene.isdigit()]
    if foreign:
        raise InputError(
            f"scenes {', '.join(foreign)} are AerialVLN's own: they need its AirSim environments, which "
            "bench run does not open. Fly a split of the embedded cities (--split val_seen), or episodes "
            "whose scene is a city of airanchor sim list"
        )
    kept = imported_names()
    for scene in scenes:
        if not (scene in SCENES or scene in kept or _GENERATED.fullmatch(scene) or Path(scene).is_file()):
            raise InputError(
                f"scene {scene!r} of the episodes is no city here; airanchor sim list names those there are. "
                "An imported city must be kept under that name: airanchor sim import FILE --name NAME"
            )
