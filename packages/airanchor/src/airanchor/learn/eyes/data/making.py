"""Making the training pictures of one city: a folder of arrays that appears whole or not at all."""

import shutil
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from airanchor.embedded.eyes.net.planes import FARTHEST_M, NEAREST_M, STEP_PX
from airanchor.learn.eyes.data.cities import CityChoice
from airanchor.learn.eyes.data.shots import VIEW_PX, Photographer, Shot
from airanchor.learn.eyes.data.truth import ObjectTable
from aircity.city.catalogue import make_scene
from aircity.city.render.renderer import Renderer

CROPS, VIEWS = "crops", "views"


def make_city(choice: CityChoice, folder: Path, *, crops: int, views: int) -> Path:
    """Write the crops and whole views of one city below `folder`; what is there already is left alone."""
    target = folder / choice.name
    if target.is_dir():
        return target
    scene = make_scene(choice.style, choice.seed, choice.size_m)
    renderer = Renderer(scene, threads=1)
    part = folder / f".{choice.name}.part"
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True)
    try:
        table = ObjectTable(scene.objects)
        rng = np.random.default_rng([choice.seed, *choice.style.encode()])
        photographer = Photographer(scene, renderer, rng)
        _take(photographer.shots(crops), renderer, table, part / CROPS)
        _take(photographer.shots(views, VIEW_PX), renderer, table, part / VIEWS)
    finally:
        renderer.close()
    np.savez(part / "truth.npz", names=table.truth.names, traits=table.truth.traits, keys=table.truth.keys)
    part.rename(target)
    return target


def _take(shots: Iterable[Shot], renderer: Renderer, table: ObjectTable, folder: Path) -> None:
    """Render the shots; arrays lie in files of their own, so that they can be mapped into memory."""
    rgb, depth, cells, windows = [], [], [], []
    for shot in shots:
        frame = renderer.render(shot.pose, shot.camera())
        rgb.append(frame.rgb)
        depth_m = np.clip(frame.depth_m[::STEP_PX, ::STEP_PX], NEAREST_M, FARTHEST_M)
        depth.append(np.log(depth_m).astype(np.float16))
        cells.append(table.cells(frame.object_id))
        windows.append((shot.left_px, shot.top_px, shot.focal_px, shot.pitch_rad))
    folder.mkdir()
    if not rgb:
        return
    np.save(folder / "rgb.npy", np.stack(rgb))
    np.save(folder / "log_depth.npy", np.stack(depth))
    np.save(folder / "cells.npy", np.stack(cells))
    np.save(folder / "windows.npy", np.array(windows, np.float32))
