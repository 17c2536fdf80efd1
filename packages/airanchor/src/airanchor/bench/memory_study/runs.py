"""Running a memory study: scene by scene, in one or more processes, none done twice."""

import json
import multiprocessing
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict
from pathlib import Path
from typing import Any

from airanchor.bench.memory_study.study import ROWS, StudySettings, study_scene
from airanchor.errors import InputError
from airanchor.perception.image import load_image_encoder
from airanchor.perception.text import load_text_encoder
from aircity.city.cache import generator_hash
from aircity.city.catalogue import SCENES
from aircity.city.library import open_scene
from aircity.machine.untrusted import read_text

MOST_BYTES = 2**26
"""Of the kept result of one scene."""

SECONDS_PER_VIEW = 0.17
"""Rendering, naming and encoding one view on one slow core; only for the forecast."""


def dev_scenes() -> tuple[str, ...]:
    """The scenes that settings may be tuned on."""
    return tuple(name for name, spec in SCENES.items() if spec.split == "dev")


def study_scenes() -> tuple[str, ...]:
    """The scenes that results are reported on."""
    return tuple(name for name, spec in SCENES.items() if spec.split != "dev")


def run_study(
    scenes: Sequence[str], settings: StudySettings, folder: Path, *, jobs: int = 1
) -> Iterator[dict[str, Any]]:
    """The result of each scene, as it is done; what the folder already holds comes first."""
    if not scenes:
        raise InputError("a study needs at least one scene")
    folder.mkdir(parents=True, exist_ok=True)
    open_ones = []
    for name in scenes:
        kept = read_kept(result_path(folder, name), settings)
        if kept is None:
            open_ones.append(name)
        else:
            yield kept
    if jobs <= 1:
        for name in open_ones:
            yield _study_one(name, settings, folder, None)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context) as pool:
        work = [pool.submit(_study_one, name, settings, folder, 1) for name in open_ones]
        for done in as_completed(work):
            yield done.result()


def forecast_s(scenes: Sequence[str], settings: StudySettings, folder: Path, *, jobs: int = 1) -> float:
    """About how long a run will take, without what is already kept."""
    left = sum(read_kept(result_path(folder, name), settings) is None for name in scenes)
    return left * 4 * settings.places * SECONDS_PER_VIEW / max(jobs, 1)


def result_path(folder: Path, scene: str) -> Path:
    """Where the result of a scene is kept."""
    return folder / f"{Path(scene).stem}.json"


def read_kept(path: Path, settings: StudySettings) -> dict[str, Any] | None:
    """A kept result, or None where there is none or it was made with other settings, rows or cities."""
    try:
        kept = json.loads(read_text(path, MOST_BYTES))
        same = kept["settings"] == asdict(settings) and kept["made_with"] == made_with()
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
    return dict(kept) if same else None


def _study_one(name: str, settings: StudySettings, folder: Path, threads: int | None) -> dict[str, Any]:
    scene = open_scene(name)
    result = study_scene(scene, settings, load_text_encoder(), load_image_encoder(), threads=threads)
    result["made_with"] = made_with()
    path = result_path(folder, name)
    partial = path.with_suffix(".part")
    partial.write_text(json.dumps(result, indent=1, ensure_ascii=False), encoding="utf-8")
    partial.replace(path)
    return result


def made_with() -> dict[str, Any]:
    """What else decides a result: the memories under study and the generator of the cities."""
    memories = [[row.name, row.kind, row.profile, [list(pair) for pair in row.overlay]] for row in ROWS]
    return {"memories": memories, "cities": generator_hash()}
