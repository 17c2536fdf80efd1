"""The cities to choose from, with a picture of each: shipped for named ones, made once for imported ones."""

import io
import re
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

from PIL import Image

from airanchor.errors import InputError
from aircity.city.catalogue import SCENES
from aircity.city.city import City, scenic_pose
from aircity.city.library import check_name, imported_names, name_from_file, open_scene
from aircity.city.scene import CityScene
from aircity.city.scene_file import encode_scene
from aircity.city.starts import start_of
from aircity.geometry import Camera, Pose
from aircity.machine.folders import cache_folder

THUMBNAIL_PX = (352, 220)
_TWICE = Camera.from_fov(2 * THUMBNAIL_PX[0], 2 * THUMBNAIL_PX[1])
_QUALITY = 80
_GENERATED = re.compile(r"[a-z][a-z-]{0,30}@[0-9]{1,9}")
_NAME = re.compile(r"[a-z0-9][a-z0-9_@-]{0,63}")


def list_cities() -> list[dict[str, Any]]:
    """Named cities in the order of the catalogue, then imported ones."""
    named = [
        {"name": spec.name, "about": spec.description, "style": spec.style, "size_m": round(spec.size_m)}
        for spec in SCENES.values()
    ]
    imported = [
        {"name": name, "about": "imported on this machine", "style": "imported", "size_m": None}
        for name in imported_names()
    ]
    return [*named, *imported]


def checked_city(name: str) -> str:
    """The name of a city that a page may open: never a path."""
    if _is_known(name):
        return name
    raise InputError(f"there is no city {name[:80]!r}; choose one of the list, or drop a city file")


def check_scene(name: str | None) -> None:
    """Raise where a city on the command line, by name or file, is none; nothing is built."""
    if name is not None and not (_is_known(name) or Path(name).is_file()):
        open_scene(name)  # which says what is wrong with it


def _is_known(name: str) -> bool:
    return name in SCENES or bool(_GENERATED.fullmatch(name)) or name in imported_names()


def new_city_name(file_name: str) -> str:
    """A free name for an imported city, made from what its file is called."""
    base = name_from_file(Path(Path(file_name.replace("\\", "/")).name or "city"))
    taken = {*SCENES, *imported_names()}
    names = [base, *(f"{base[:60]}-{number}" for number in range(2, 1000))]
    return check_name(next(name for name in names if name not in taken))


def same_city(scene: CityScene) -> str | None:
    """The name of an imported city that is this one, brought before; sought among those of like names."""
    base = re.sub(r"-[0-9]{1,3}$", "", scene.name)
    alike = [name for name in imported_names() if re.sub(r"-[0-9]{1,3}$", "", name) == base]
    return next((name for name in alike if _is_same(scene, name)), None)


def _is_same(scene: CityScene, name: str) -> bool:
    try:
        return _encoded(open_scene(name), name) == _encoded(scene, name)
    except InputError:
        return False


def _encoded(scene: CityScene, name: str) -> bytes:
    data = io.BytesIO()
    encode_scene(data, replace(scene, name=name))
    return data.getvalue()


def usual_start(city: City) -> Pose:
    """Where a flight starts unless a person says otherwise: a place with a view."""
    start = start_of(city.scene.name)
    return Pose.at(*start) if start is not None else scenic_pose(city.surveyor())


def thumbnail(name: str) -> bytes | None:
    """The picture of a city, if there is one."""
    if not _NAME.fullmatch(name):
        return None
    shipped = files("airanchor.cockpit") / "page" / "thumbnails" / f"{name}.jpg"
    if name in SCENES:
        return shipped.read_bytes() if shipped.is_file() else None
    made = _made(name)
    return made.read_bytes() if made.is_file() else None


def keep_thumbnail(city: City, start: Pose) -> None:
    """Make the picture of a city that has none."""
    name = city.scene.name
    if name in SCENES or not _NAME.fullmatch(name) or _made(name).is_file():
        return
    _made(name).parent.mkdir(parents=True, exist_ok=True)
    _made(name).write_bytes(draw_thumbnail(city, start))


def draw_thumbnail(city: City, start: Pose) -> bytes:
    """The view from its start as a small JPEG."""
    picture = Image.fromarray(city.renderer.render(start, _TWICE).rgb)
    data = io.BytesIO()
    picture.resize(THUMBNAIL_PX, Image.Resampling.LANCZOS).save(
        data, "JPEG", quality=_QUALITY, optimize=True, progressive=True
    )
    return data.getvalue()


def _made(name: str) -> Path:
    return cache_folder("thumbnails", "airanchor") / f"{name}.jpg"
