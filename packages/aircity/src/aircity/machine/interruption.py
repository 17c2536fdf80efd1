"""Ctrl-C as a wish: it is held back where an exception would tear something, and met at the next safe point.

Python raises KeyboardInterrupt wherever it happens to be: in compiled code, which then fails with an error of
its own, or between a step and its recording. So the command line takes the signal itself. While modules load
it ends at once; in a command it raises; around a flight it is held, and `check` raises at points where the
flight can end in order. A second Ctrl-C always ends at once.
"""

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

EXIT_CODE = 130
_SAME_PRESS_S = 0.25
"""Signals closer than this are one key press, told twice: by the terminal and by a program in between."""
_PAUSE_S = 0.1
_SHOW_CURSOR = b"\x1b[?25h"


class _State:
    """What the next Ctrl-C does. One per process, as signals are."""

    def __init__(self) -> None:
        self.mode = "end"
        self.words = ""
        self.pressed_s: float | None = None
        self.is_told = False


_state = _State()


def install() -> None:
    """Take Ctrl-C from now on, unless whoever started this process wants it ignored."""
    if threading.current_thread() is not threading.main_thread():
        return
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        return
    signal.signal(signal.SIGINT, _pressed)
    sys.unraisablehook = _unraisable


@contextmanager
def raising() -> Iterator[None]:
    """In the block Ctrl-C raises KeyboardInterrupt, as Python does; after it, it ends the process at once."""
    _state.pressed_s, _state.is_told = None, False
    with _mode("raise"):
        yield


@contextmanager
def held(words: str) -> Iterator[None]:
    """In the block Ctrl-C says these words at once and raises only in `check`."""
    check()
    _state.words = words
    with _mode("hold"):
        yield


def check() -> None:
    """A safe point: raise KeyboardInterrupt if Ctrl-C was pressed. Other threads end with the main one."""
    if _state.pressed_s is not None and threading.current_thread() is threading.main_thread():
        raise KeyboardInterrupt


def is_pressed() -> bool:
    """Whether Ctrl-C was pressed since the command began."""
    return _state.pressed_s is not None


def is_told() -> bool:
    """Whether the person has been told what Ctrl-C does."""
    return _state.is_told


def leave(code: object) -> None:
    """The command is over: an interrupted process ends here, with its code; else Ctrl-C comes too late.

    Python's own way out would turn some interruptions, those that struck in an `exec` or in the way out
    itself, into death by signal, and wait for threads that a second Ctrl-C could only end with a trail.
    """
    if signal.getsignal(signal.SIGINT) is _pressed:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    if code == EXIT_CODE and is_pressed():
        with suppress(OSError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(EXIT_CODE)


def sleep(seconds: float) -> None:
    """Sleep, with a safe point every moment."""
    ends_s = time.monotonic() + seconds
    while (left_s := ends_s - time.monotonic()) > 0:
        check()
        time.sleep(min(left_s, _PAUSE_S))


@contextmanager
def _mode(mode: str) -> Iterator[None]:
    before, _state.mode = _state.mode, mode
    try:
        yield
    finally:
        _state.mode = before


def _pressed(number: int, frame: object) -> None:
    now_s = time.monotonic()
    if _state.pressed_s is not None and now_s - _state.pressed_s <= _SAME_PRESS_S:
        return
    if _state.mode == "end" or _state.pressed_s is not None:
        _end_now()
    _state.pressed_s = now_s
    if _state.mode == "raise":
        raise KeyboardInterrupt
    _tell(_state.words.encode("utf-8", "replace") + b"\n")


def _end_now() -> None:
    """Without unwinding, which would print a trail: what is on disk is whole after every line."""
    _tell((_SHOW_CURSOR if os.isatty(2) else b"") + (b"ended at once\n" if is_pressed() else b"stopped\n"))
    os._exit(EXIT_CODE)


def _tell(line: bytes) -> None:
    _state.is_told = True
    with suppress(OSError):  # nobody reads it
        os.write(2, (b"\n" if os.isatty(2) else b"") + line)  # a stream may be in the middle of a write


def _unraisable(fault: "sys.UnraisableHookArgs") -> None:
    """What Python prints of an interruption that struck where nothing can be raised helps nobody."""
    if not is_pressed():
        sys.__unraisablehook__(fault)
