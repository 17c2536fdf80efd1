"""Where files are kept: the user's own folders, or a private temporary one where those cannot be used."""

import os
import stat
import sys
import tempfile
from functools import cache
from pathlib import Path

import platformdirs

_APP = "airanchor"


def cache_folder(room: str) -> Path:
    """Where what can be made again is kept: under $AIRANCHOR_CACHE, or the system's place for caches."""
    chosen = os.environ.get("AIRANCHOR_CACHE")
    return usable(Path(chosen or platformdirs.user_cache_dir(_APP)), "AIRANCHOR_CACHE") / room


def data_folder(room: str) -> Path:
    """Where what a person made is kept: imported cities, memories."""
    return usable(Path(platformdirs.user_data_dir(_APP)), "XDG_DATA_HOME") / room


def config_folder(room: str) -> Path:
    """Where settings are kept: under $AIRANCHOR_CONFIG, or the system's place for them."""
    chosen = os.environ.get("AIRANCHOR_CONFIG")
    return usable(Path(chosen or platformdirs.user_config_dir(_APP)), "AIRANCHOR_CONFIG") / room


@cache
def usable(folder: Path, variable: str) -> Path:
    """The folder, or a private temporary one if it can neither be read nor made; that is told once."""
    if can_be_used(folder):
        return folder
    instead = temporary_folder() / variable.lower()
    tell(f"{folder} cannot be used; {instead} serves instead. Set {variable} to a folder you can write.")
    return instead


def can_be_used(folder: Path) -> bool:
    """Whether a folder is there to be read, or could be made."""
    for place in (folder, *folder.parents):
        try:
            place.stat()
        except FileNotFoundError:
            continue
        except OSError:  # it lies in a folder that this user may not look into
            return False
        return place.is_dir() and os.access(place, os.X_OK | (os.R_OK if place == folder else os.W_OK))
    return False


@cache
def temporary_folder() -> Path:
    """A folder of this user alone, always the same one: what it holds is run, so nobody else may write it."""
    folder = Path(tempfile.gettempdir()) / f"{_APP}-{os.getuid() if hasattr(os, 'getuid') else 'user'}"
    try:
        folder.mkdir(mode=0o700)
    except OSError:
        if not _is_private(folder):
            return Path(tempfile.mkdtemp(prefix=f"{_APP}-"))
    return folder


def _is_private(folder: Path) -> bool:
    try:
        found = folder.lstat()
    except OSError:
        return False
    if not hasattr(os, "getuid"):
        return stat.S_ISDIR(found.st_mode)
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o077


def tell(text: str) -> None:
    """A line for the person at the terminal; results go to standard output and are never mixed with it."""
    program = "airanchor" if "airanchor" in sys.modules else "aircity"
    print(f"{program}: {text}", file=sys.stderr, flush=True)
