"""Finding a city by what a person types: a catalogue name, style@seed, an imported name, or a file."""

import re
from collections.abc import Callable
from difflib import get_close_matches
from pathlib import Path

from aircity.city.cache import cached_scene, read_scene, save_scene
from aircity.city.catalogue import SCENES, load_scene, make_scene
from aircity.city.imports import import_city
from aircity.city.scene import CityScene
from aircity.errors import InputError
from aircity.machine.folders import data_folder

Progress = Callable[[str, float], None]
"""Told what is being done and how far it is, 0 to 1."""

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")
_GENERATED = re.compile(r"([a-z][a-z-]*)@(\d{1,9})")


def library_dir() -> Path:
    """Where imported cities are kept."""
    return data_folder("scenes")


def imported_names() -> list[str]:
    """The cities imported on this machine."""
    paths = (path for shelf in _shelves() for path in shelf.glob("*.npz"))
    return sorted({path.stem for path in paths if _NAME.fullmatch(path.stem)})


def _shelves() -> tuple[Path, Path]:
    """The library, and where it was while the city was a part of airanchor: what lies there is found too."""
    return library_dir(), data_folder("scenes", "airanchor")


def _kept(name: str) -> Path | None:
    return next((path for shelf in _shelves() if (path := shelf / f"{name}.npz").is_file()), None)


def check_name(name: str) -> str:
    """The name of an imported city, or an error: it becomes a file name."""
    if not _NAME.fullmatch(name):
        raise InputError(
            f"city name {name!r} is not usable; use lower-case letters, digits, '-' and '_', at most 64"
        )
    if name in SCENES:
        raise InputError(f"city name {name!r} is taken by the catalogue; choose another with --name")
    return name


def name_from_file(path: Path) -> str:
    """A usable name made from a file's name."""
    stem = path.name.split(".", 1)[0].lower()
    return check_name(re.sub(r"[^a-z0-9_-]+", "-", stem).strip("-_")[:64])


def keep_scene(name: str, scene: CityScene) -> Path:
    """Store an imported city under a name, and return its file."""
    path = library_dir() / f"{check_name(name)}.npz"
    path.parent.mkdir(parents=True, exist_ok=True)
    save_scene(path, scene)
    return path


def remove_scene(name: str) -> Path:
    """Remove an imported city from wherever it is kept, and return the file that is gone; others stay."""
    if name in SCENES:
        raise InputError(f"city {name!r} is of the catalogue and cannot be removed; imported ones can")
    kept = _kept(name) if _NAME.fullmatch(name) else None
    if kept is None:
        there = ", ".join(imported_names())
        raise InputError(
            f"no imported city is called {name!r}; there {f'are {there}' if there else 'is none'}"
        )
    kept.unlink()
    return kept


def open_scene(name: str, *, progress: Progress | None = None) -> CityScene:
    """The city that `name` means; see the module's sentence for the four forms."""
    if not isinstance(name, str):
        raise InputError(f"city {name!r} is no text; give a name such as 'practice-square', or a file's path")
    if name in SCENES:
        return load_scene(name, progress=progress)
    if generated := _GENERATED.fullmatch(name):
        return cached_scene((name,), lambda: make_scene(generated[1], int(generated[2])), progress)
    if _NAME.fullmatch(name) and (kept := _kept(name)):
        return read_scene(kept)
    path = Path(name)
    if path.suffix == ".npz" and path.is_file():
        return read_scene(path)
    if path.is_file():
        return import_city(path, progress=progress).scene
    raise InputError(_unknown(name))


def _unknown(name: str) -> str:
    """What is wrong with the name of a city, by the form that it seems to have."""
    if "@" in name:
        return f"city {name!r} is not style@seed, as in downtown@42; a seed has up to 9 digits"
    if "/" in name or "." in name:
        return f"there is no file {name!r}; give the path of a CityJSON, CityJSONSeq, GeoJSON or .npz file"
    known = [*SCENES, *imported_names()]
    near = get_close_matches(name, known, n=1)
    meant = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(known)}."
    return f"unknown scene {name!r}; {meant} Also: style@seed, as in downtown@42, or a file's path"
