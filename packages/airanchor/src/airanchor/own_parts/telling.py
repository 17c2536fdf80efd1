"""What results say of a part from outside, and what is said where one fails in its work."""

import hashlib
import inspect
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib import metadata
from pathlib import Path

from airanchor.errors import AirAnchorError, PartFailed
from airanchor.own_parts.loading import homes, is_in, load_part, raised
from airanchor.own_parts.names import PartKind, distribution, entries, is_own


@cache
def told(kind: PartKind, name: str) -> str:
    """What code a part is: its package and version where they are known, and a hash of its source."""
    if (kind, name) not in homes:
        load_part(kind, name)
    entry = entries(kind.group).get(name)
    package = distribution(entry.dist) if entry is not None else _package_of(name.partition(":")[0])
    spelled = entry.value if entry is not None else name
    return ", ".join(filter(None, (spelled, package, f"sha256 {_hash(homes[kind, name])}")))


def facts(names: Mapping[PartKind, object]) -> dict[str, str]:
    """What traces and run.json tell of the parts from outside; those of ours have no line here."""
    return {
        kind.fact: told(kind, name) if isinstance(name, str) else described(name)
        for kind, name in names.items()
        if not isinstance(name, str) or (name and is_own(kind, name))
    }


def described(part: object) -> str:
    """What code an object is that was given in Python."""
    home = part if isinstance(part, type) or inspect.isroutine(part) else type(part)
    return f"{home.__module__}:{getattr(home, '__qualname__', type(home).__name__)}"


def _package_of(module: str) -> str:
    found = metadata.packages_distributions().get(module.partition(".")[0], [])
    return f"{found[0]} {metadata.version(found[0])}" if found else ""


def _hash(home: Path) -> str:
    files = sorted(home.rglob("*.py")) if home.is_dir() else [home]
    digest = hashlib.sha256()
    for file in files:
        if file.is_file():
            digest.update(file.name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:12]


@contextmanager
def blamed() -> Iterator[None]:
    """What a part from outside raises while it works is told with its name and line."""
    try:
        yield
    except AirAnchorError:
        raise
    except Exception as error:
        for frame in reversed(traceback.extract_tb(error.__traceback__)):
            for (_, name), home in homes.items():
                if is_in(frame.filename, home):
                    raise PartFailed(f"{name} raised {raised(error, home)}") from error
        raise
