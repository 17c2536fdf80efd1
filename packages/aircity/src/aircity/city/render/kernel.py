"""How the city's kernels are compiled: once per machine, without the GIL, never stale.

numba caches a kernel by the date of its own file only, so an edit to a function it calls would go
unnoticed. `fingerprint` is a hash of every source file a kernel reaches; a kernel that holds it in its
closure is compiled anew when any of them changes, because closures are part of numba's cache key.
"""

import hashlib
import inspect
from collections.abc import Callable, Iterable
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, TypeVar, cast

from aircity.machine.compilation import njit

Function = TypeVar("Function", bound=Callable[..., Any])

# No contraction and no reassociation: two triangles that share an edge must compute exactly opposite
# edge functions, or pixels along the edge would show what is behind it.
SAFE_MATH = {"nnan", "nsz", "arcp", "afn"}
FREE_MATH = SAFE_MATH | {"contract", "reassoc"}

# Without `_nrt=False` every call would count the references of every array it is given, atomically, which
# costs more than the call's work. Such functions cannot allocate.
_INNER: dict[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": False}


def compiled(function: Function) -> Function:
    """A function that kernels call, for colours and patterns: its arithmetic may be rearranged."""
    return cast(Function, njit(fastmath=FREE_MATH, **_INNER)(function))


def exact(function: Function) -> Function:
    """A function that kernels call, for geometry: its arithmetic is done as written."""
    return cast(Function, njit(fastmath=SAFE_MATH, **_INNER)(function))


def inlined(function: Function) -> Function:
    """An exact function whose body is copied into its caller: for those that take a whole city."""
    return cast(Function, njit(fastmath=SAFE_MATH, forceinline=True, **_INNER)(function))


def kernel(function: Function) -> Function:
    """A function that Python calls; it takes its compiled form from the cache when it can."""
    return cast(Function, njit(nogil=True, cache=True, error_model="numpy", fastmath=SAFE_MATH)(function))


def fingerprint(functions: Iterable[Callable[..., Any]]) -> str:
    """A hash of the sources of all compiled functions, classes and constants these functions reach."""
    sources: set[Path] = set()
    constants: set[str] = set()
    waiting = [getattr(function, "py_func", function) for function in functions]
    seen: set[int] = set()
    while waiting:
        function = waiting.pop()
        if id(function) in seen:
            continue
        seen.add(id(function))
        sources.add(Path(inspect.getfile(function)))
        for name in function.__code__.co_names:
            value = function.__globals__.get(name)
            inner = getattr(value, "py_func", value)
            if isinstance(inner, FunctionType):
                waiting.append(inner)
            elif isinstance(inner, type) and inner.__module__.startswith("aircity"):
                sources.add(Path(inspect.getfile(inner)))
            elif isinstance(inner, int | float | tuple | str):
                constants.add(f"{name}={inner!r}")
            elif isinstance(inner, ModuleType) and inner.__name__.startswith("aircity"):
                sources.add(Path(inspect.getfile(inner)))
    digest = hashlib.sha256()
    for path in sorted(sources):
        digest.update(path.read_bytes())
    digest.update("\n".join(sorted(constants)).encode())
    return digest.hexdigest()
