"""Flying a tour and keeping it: the path, a strip of views, a moving picture, a summary."""

import json
import math
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from aircity.city.city import scenic_pose
from aircity.city.conditions import CLEAR, Conditions
from aircity.cli.pictures.images import colour_depth, save_gif, save_sheet
from aircity.cli.terminal.output import console, progress_bar, say
from aircity.cli.worlds import describe, open_city
from aircity.errors import InputError
from aircity.geometry import Pose
from aircity.world import Observation, Simulator, StepResult
from aircity.world.tour import fly_tour

STRIP_VIEWS = 8

Recording = Callable[[Simulator, Path, Mapping[str, Any]], AbstractContextManager[Simulator]]
"""Puts a recorder around a world, for a folder and the tour's settings; gives the world to fly in."""


@dataclass(frozen=True, slots=True)
class Tour:
    """A flown tour and where its files are."""

    scene: str
    seed: int
    start: Pose
    end: Pose
    steps: int
    collisions: int
    distance_m: float
    folder: Path
    recording: str | None
    """The recording's folder below `folder`, if there is one."""

    def to_json(self) -> dict[str, Any]:
        """The summary, as written to summary.json."""
        return {
            "scene": self.scene,
            "seed": self.seed,
            "start": describe(self.start),
            "end": describe(self.end),
            "steps": self.steps,
            "collisions": self.collisions,
            "distance_m": round(self.distance_m, 3),
            "files": {name: str(self.folder / file) for name, file in self._files()},
        }

    def _files(self) -> Iterator[tuple[str, str]]:
        yield "strip", "strip.png"
        yield "moving_picture", "tour.gif"
        if self.recording is not None:
            yield self.recording, self.recording


def make_tour(
    scene: str,
    out: Path,
    *,
    seed: int = 0,
    size_px: int = 512,
    start: Pose | None = None,
    recording: tuple[str, Recording] | None = None,
    conditions: Conditions = CLEAR,
) -> Tour:
    """Fly `scene` for a few legs and write what was seen to `out`; a recording has a name, its folder's."""
    name, record = recording or (None, _unrecorded)
    folder = out / (name or "summary.json")  # which is written last
    if folder.exists():
        raise InputError(f"{folder} exists already; choose another folder with --out or remove it")
    out.mkdir(parents=True, exist_ok=True)
    say(f"opening {scene}")
    views: list[Observation] = []
    results: list[StepResult] = []
    settings = {"command": "tour", "scene": scene, "seed": seed, "size_px": size_px, **conditions.facts()}
    with open_city(scene, conditions) as city:
        start = start or scenic_pose(city.surveyor(), seed)
        with record(city.world(size_px), folder, settings) as world, progress_bar() as bar:
            views.append(world.reset(start))
            for result in fly_tour(world, np.random.default_rng(seed)):
                results.append(result)
                bar.advance(f"flying {result.action.name}")
                if not result.stopped:
                    views.append(world.observe())
    tour = Tour(
        scene=scene,
        seed=seed,
        start=start,
        end=results[-1].pose,
        steps=len(results) - 1,
        collisions=sum(result.collided for result in results),
        distance_m=_length_m([start, *(result.pose for result in results)]),
        folder=out,
        recording=name,
    )
    _write_pictures(tour, views)
    return tour


def _unrecorded(
    world: Simulator, folder: Path, settings: Mapping[str, Any]
) -> AbstractContextManager[Simulator]:
    return nullcontext(world)


def _write_pictures(tour: Tour, views: list[Observation]) -> None:
    chosen = np.linspace(0, len(views) - 1, min(STRIP_VIEWS, len(views))).round().astype(int)
    save_sheet(
        tour.folder / "strip.png",
        [views[index].rgb for index in chosen] + [colour_depth(views[index].depth_m) for index in chosen],
        [f"step {index}" for index in chosen] + ["depth along the ray"] * len(chosen),
        columns=len(chosen),
    )
    save_gif(tour.folder / "tour.gif", [view.rgb for view in views])
    (tour.folder / "summary.json").write_text(json.dumps(tour.to_json(), indent=2) + "\n")


def _length_m(poses: list[Pose]) -> float:
    return sum(math.dist(before.position, after.position) for before, after in pairwise(poses))


def describe_tour(tour: Tour) -> None:
    """What was flown and where to look, for people."""
    console.print(
        f"Flew {tour.distance_m:.0f} m through {tour.scene} in {tour.steps} steps, "
        f"{tour.collisions} collisions, then STOP."
    )
    for name, file in tour.to_json()["files"].items():
        console.print(f"  {name.replace('_', ' '):15} {file}", soft_wrap=True)
