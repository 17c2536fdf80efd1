"""Scenes on disk: written atomically, read with every array checked, and built again when they are stale."""

import hashlib
import os
import re
import tempfile
from collections.abc import Callable
from pathlib import Path

from aircity.city.scene import CityScene
from aircity.city.scene_file import decode_scene, encode_scene
from aircity.errors import InputError
from aircity.machine.folders import cache_folder

Progress = Callable[[str, float], None]

_SUFFIX = ".npz"


def cache_dir() -> Path:
    """Where built scenes are kept."""
    return cache_folder("scenes")


def save_scene(path: str | Path, scene: CityScene) -> None:
    """Write a scene so that a reader sees the old file or the whole new one, never a part."""
    target = Path(path)
    target.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.stem}-", suffix=_SUFFIX)
    try:
        with os.fdopen(handle, "wb") as stream:
            encode_scene(stream, scene)
            stream.flush()
            os.fsync(stream.fileno())
        Path(temporary).replace(target)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def read_scene(path: str | Path) -> CityScene:
    """A scene from a file that may come from anywhere: nothing in it is run, everything is checked."""
    source = Path(path)
    if not source.is_file():
        raise InputError(f"no scene file at {str(source)!r}; give the path of an .npz written by AirCity")
    try:
        with source.open("rb") as stream:
            return decode_scene(stream)
    except InputError as error:
        raise InputError(f"scene file {str(source)!r} is not usable: {error}") from error
    except Exception as error:  # what a damaged archive makes its unpackers raise has no common class
        raise InputError(
            f"scene file {str(source)!r} is damaged or not a scene ({error}); make it again"
        ) from error


def cached_scene(
    key: tuple[str, ...], build: Callable[[], CityScene], progress: Progress | None = None
) -> CityScene:
    """The scene of this key, built only if no file of the present generator holds it."""
    tell = progress or (lambda _what, _share: None)
    label = re.sub(r"[^a-z0-9-]+", "-", key[0].lower())
    digest = hashlib.sha256("\0".join((*key, generator_hash())).encode()).hexdigest()[:16]
    path = cache_dir() / f"{label}-{digest}{_SUFFIX}"
    if path.is_file():
        tell("reading the scene", 0.1)
        try:
            scene = read_scene(path)
            tell("ready", 1.0)
            return scene
        except InputError:
            pass  # built again below, and written over
    scene = build()
    tell("saving the scene", 0.98)
    try:
        save_scene(path, scene)
        _forget_older(path, label)
    except OSError:
        pass  # a full or read-only disk must not keep anyone from flying
    tell("ready", 1.0)
    return scene


def generator_hash() -> str:
    """A hash of every source file that may decide what a scene holds."""
    here = Path(__file__).parent
    sources = sorted(here.glob("*.py"))
    for folder in ("procedural", "landmarks", "render", "solids"):
        sources += sorted((here / folder).rglob("*.py"))
    digest = hashlib.sha256()
    for source in sources:
        digest.update(source.name.encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()


def _forget_older(path: Path, label: str) -> None:
    for other in path.parent.glob(f"{label}-*{_SUFFIX}"):
        if other != path and re.fullmatch(rf"{re.escape(label)}-[0-9a-f]{{16}}", other.stem):
            other.unlink(missing_ok=True)
