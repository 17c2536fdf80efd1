"""Keeping freed memory for the next picture.

Reading a picture makes many arrays of some megabytes that live for milliseconds. By default the C library
hands each back to the system and fetches it again page by page, which can cost a fifth of the whole reading.
"""

import ctypes
import sys
from functools import cache

_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3
"""Names of settings of glibc's mallopt."""
_KEPT_BYTES = 256 << 20
_LARGEST_BYTES = 32 << 20
"""The most that glibc takes from its own store; larger arrays still come from the system."""


@cache
def keep_freed_memory() -> None:
    """Let this process keep up to 256 MB that it has freed; where the C library is not glibc, do nothing."""
    if not sys.platform.startswith("linux"):
        return
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(_TRIM_THRESHOLD, _KEPT_BYTES)
        mallopt(_MMAP_THRESHOLD, _LARGEST_BYTES)
