"""Importing what a name stands for, if the user gave that name."""

import importlib
import sys
import traceback
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from airanchor.errors import InputError
from airanchor.own_parts.names import PartKind, entries

_MOST_TOLD = 300
"""Characters of what a part's own error says."""

_granted: set[str] = set()
homes: dict[tuple[PartKind, str], Path] = {}
"""The parts in use, and the file or folder of each."""


def grant(*names: object) -> None:
    """The user has given these names; what is no text needs no grant."""
    _granted.update(name for name in names if isinstance(name, str))


def grant_sets(sets: Sequence[str]) -> None:
    """The user has given these settings, such as perception.text.source=mine:Encoder; no file has."""
    grant(*(text.partition("=")[2].strip().strip("\"'") for text in sets))


def granted() -> frozenset[str]:
    """All names that the user has given, for processes that work for this one."""
    return frozenset(_granted)


def load_part(kind: PartKind, name: str) -> Any:
    """What a name stands for, as it is: a class, a function, a row. InputError names what is wrong."""
    if name not in _granted:
        raise InputError(
            f"{kind.value} {name[:120]!r} is code from outside that only a file names, and no file may "
            f"choose what is run; if you trust it, give it yourself: {kind.option} {name[:120]}"
        )
    entry = entries(kind.group).get(name)
    spelled = name if entry is None else entry.value.partition("[")[0].strip()
    module_name, _, path = spelled.partition(":")
    module = _import(kind, name, module_name)
    found: Any = module
    for step in path.split(".") if path else ():
        if not hasattr(found, step):
            raise InputError(f"{kind.value} {name!r}: {_lacks(module_name, found, step)}")
        found = getattr(found, step)
    homes[kind, name] = _home(module)
    return found


def _import(kind: PartKind, name: str, module: str) -> Any:
    here = str(Path.cwd())
    if here not in sys.path and "" not in sys.path:
        sys.path.insert(0, here)  # as `python -m` has it: a file beside the user is a module
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        missing = error.name or ""
        if module == missing or module.startswith(f"{missing}."):
            raise InputError(
                f"{kind.value} {name!r}: there is no module {missing!r}, neither in this folder nor among "
                "what is installed; check its spelling, or install its package"
            ) from error
        raise InputError(
            f"{kind.value} {name!r}: its module needs {missing!r}, which is not installed"
        ) from error
    except (Exception, SystemExit) as error:
        raise InputError(f"{kind.value} {name!r}: importing {module} raised {raised(error)}") from error


def _lacks(module: str, found: Any, step: str) -> str:
    names = [one for one in dir(found) if not one.startswith("_")]
    near = get_close_matches(step, names, n=1)
    guess = f"did you mean {near[0]!r}?" if near else f"it has {', '.join(names[:12]) or 'no public name'}"
    return f"{module} has no {step!r}; {guess}"


def _home(module: Any) -> Path:
    """The folder of the module's package, or its file where it stands alone."""
    file = Path(getattr(module, "__file__", None) or module.__name__)
    return file.parent if "." in module.__name__ or file.name == "__init__.py" else file


def raised(error: BaseException, home: Path | None = None) -> str:
    """The error in one line, with the place that raised it; the last one in a part's own files, if given."""
    words = " ".join(str(error).split())[:_MOST_TOLD]
    frames = [one for one in traceback.extract_tb(error.__traceback__) if "importlib" not in one.filename]
    frames = [one for one in frames if home is None or is_in(one.filename, home)] or frames
    place = f" ({frames[-1].filename}:{frames[-1].lineno})" if len(frames) > 1 or home else ""
    return f"{type(error).__name__}{f': {words}' if words else ''}{place}"


def is_in(file: str, home: Path) -> bool:
    """Whether a source file is that file, or lies in that folder."""
    path = Path(file)
    return home in (path, *path.parents)
