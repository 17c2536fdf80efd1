"""Where files are kept: the user's own folders, or a private temporary one where those cannot be used."""

import os
import stat
import sys
import tempfile
from functools import cache
from pathlib import Path

import platformdirs

APP = "aircity"
FAMILY = "AIRANCHOR"
"""Its variables count for every package of the family that has none of its own set."""


def cache_folder(room: str, app: str = APP) -> Path:
    """Where what can be made again is kept: under $APP_CACHE, or the system's place for caches."""
    variable = _variable(app, "CACHE")
    return usable(Path(os.environ.get(variable) or platformdirs.user_cache_dir(app)), variable) / room


def data_folder(room: str, app: str = APP) -> Path:
    """Where what a person made is kept: imported cities, memories."""
    return usable(Path(platformdirs.user_data_dir(app)), "XDG_DATA_HOME") / room


def config_folder(room: str, app: str = APP) -> Path:
    """Where settings are kept: under $APP_CONFIG, or the system's place for them."""
    variable = _variable(app, "CONFIG")
    return usable(Path(os.environ.get(variable) or platformdirs.user_config_dir(app)), variable) / room


def _variable(app: str, kind: str) -> str:
    own, family = f"{app.upper()}_{kind}", f"{FAMILY}_{kind}"
    return family if family in os.environ and own not in os.environ else own


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
    folder = Path(tempfile.gettempdir()) / f"{APP}-{os.getuid() if hasattr(os, 'getuid') else 'user'}"
    try:
        folder.mkdir(mode=0o700)
    except OSError:
        if not _is_private(folder):
            return Path(tempfile.mkdtemp(prefix=f"{APP}-"))
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
    print(f"{program()}: {text}", file=sys.stderr, flush=True)


def program() -> str:
    """Which of the family is running: what a person sees of the city comes through either."""
    return "airanchor" if "airanchor" in sys.modules else "aircity"
