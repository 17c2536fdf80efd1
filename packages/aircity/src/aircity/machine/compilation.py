# mypy: allow-untyped-calls
"""Code compiled for this machine: kept for the next time wherever that can be, and never compiled in silence.

What is said comes from numba itself, which announces each function that it really compiles and none that it
finds among those it kept.
"""

import os
import time
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numba
from numba.core import config
from numba.core.event import Listener, register

from aircity.machine.folders import tell, temporary_folder

PACKAGES = ("aircity", "airanchor")
"""Whose functions are told of while they are compiled."""

Part = tuple[str, Callable[[], object]]
"""What is being got ready, and a call that compiles all of it."""


def njit(**options: Any) -> Any:
    """numba.njit, which also works where neither the folder of the function nor HOME can be written."""

    def decorate(function: Callable[..., Any]) -> Any:
        try:
            return numba.njit(**options)(function)
        except RuntimeError as error:
            if "no locator" not in str(error):
                raise
            return numba.njit(**options | {"cache": _keep_elsewhere()})(function)

    return decorate


@cache
def _keep_elsewhere() -> bool:
    """Have compiled code kept in a temporary folder, and tell so; False if there is none either."""
    advice = "set NUMBA_CACHE_DIR to a folder you can write, and it is compiled once only"
    try:
        folder = temporary_folder() / "compiled"
        folder.mkdir(exist_ok=True)
    except OSError:
        tell(f"there is no folder to keep compiled code in, so every command compiles anew; {advice}")
        return False
    config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]
    os.environ["NUMBA_CACHE_DIR"] = str(folder)  # for processes that this one starts
    tell(f"compiled code is kept in {folder}, as neither its own folder nor HOME can be written; {advice}")
    return True


def get_ready(what: str, parts: Sequence[Part]) -> None:
    """Compile what is not compiled yet, telling which part of how many it is, and then how long it took."""
    before_s = _announcer.seconds
    for number, (part, compile_it) in enumerate(parts, start=1):
        _announcer.part = f"{what} for this machine, once: {number} of {len(parts)}, {part}"
        try:
            compile_it()
        finally:
            _announcer.part = None
    if _announcer.seconds > before_s:
        tell(f"compiled {what} in {_announcer.seconds - before_s:.0f} s")


class _Announcer(Listener):
    """Tells of each part, or else of each module, once, when numba begins to compile something of it."""

    def __init__(self) -> None:
        self.part: str | None = None
        self.seconds = 0.0
        self._began_s: list[float] = []  # one function is compiled within another that calls it
        self._told: set[str] = set()

    def on_start(self, event: Any) -> None:
        self._began_s.append(time.perf_counter())
        module = event.data["dispatcher"].py_func.__module__
        package, _, room = module.partition(".")
        what = self.part or f"{room} for this machine, once"
        if package in PACKAGES and what not in self._told:
            self._told.add(what)
            tell(f"compiling {what} ...")

    def on_end(self, event: Any) -> None:
        began_s = self._began_s.pop()
        if not self._began_s:
            self.seconds += time.perf_counter() - began_s


_announcer = _Announcer()
register("numba:compile", _announcer)
