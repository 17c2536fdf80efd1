"""Embedded cities as the worlds of a run: checked before the first flight, and drawn in this process."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from airanchor.bench.run.order import RunOrder
from airanchor.errors import InputError
from aircity.city.catalogue import SCENES
from aircity.city.library import imported_names, open_scene
from aircity.city.render.renderer import Renderer
from aircity.city.scene import CityScene
from aircity.city.traffic import Traffic
from aircity.city.world import CityWorld
from aircity.geometry import Camera
from aircity.machine.collection import collection_put_off

_GENERATED = re.compile(r"[a-z][a-z-]*@\d{1,9}")


@dataclass(frozen=True, slots=True, eq=False)
class OpenCity:
    """A scene with the renderer that every world in it shares."""

    scene: CityScene
    renderer: Renderer
    traffic: Traffic | None = None

    @property
    def city(self) -> tuple[CityScene, Renderer]:
        """What an oracle and a survey must know."""
        return self.scene, self.renderer

    def world(self) -> CityWorld:
        """A world for one flight."""
        camera = Camera.from_fov()
        return CityWorld(self.scene, camera=camera, renderer=self.renderer, traffic=self.traffic)

    def fault(self) -> None:
        """A city does not go by itself."""

    def close(self) -> None:
        """Free the renderer."""
        self.renderer.close()


@dataclass(frozen=True, slots=True)
class EmbeddedCities:
    """Opens cities of the catalogue, generated ones, and those that were imported, with their traffic."""

    traffic: int = 0
    seed: int = 0
    """Of the traffic."""

    def check(self, order: RunOrder, scenes: Sequence[str]) -> None:
        """Raise unless every scene is a city that can be opened here."""
        foreign = [scene for scene in scenes if scene.isdigit()]
        if foreign:
            raise InputError(
                f"scenes {', '.join(foreign)} are AerialVLN's own: they need its AirSim environments. Give "
                "--world airsim --builds FOLDER, or fly a split of the embedded cities (--split val_seen), "
                "or episodes whose scene is a city of airanchor sim list"
            )
        kept = imported_names()
        for scene in scenes:
            if not (scene in SCENES or scene in kept or _GENERATED.fullmatch(scene) or Path(scene).is_file()):
                raise InputError(
                    f"scene {scene!r} of the episodes is no city here; airanchor sim list names those that "
                    "are. An imported city must be kept under that name: "
                    "airanchor sim import FILE --name NAME"
                )

    def check_jobs(self, jobs: int) -> None:
        """Any number: every process draws for itself."""

    def open(self, scene_id: str, threads: int | None) -> OpenCity:
        """The city of that id, drawn by so many threads."""
        with collection_put_off:
            scene = open_scene(scene_id)
        traffic = Traffic(scene, self.traffic, seed=self.seed) if self.traffic else None
        shown = scene if traffic is None else traffic.scene
        return OpenCity(shown, Renderer(shown, threads=threads), traffic)
