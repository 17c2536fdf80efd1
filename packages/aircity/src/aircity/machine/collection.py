"""The search for garbage in cycles, put off while many objects are made that all stay."""

import gc
import threading
from types import TracebackType


class PutOff:
    """While any thread is inside, Python looks for no cycles; then as before. Other garbage goes at once.

    Reading a city makes a hundred thousand small objects, none of them in a cycle, and every few hundred of
    them Python looks through those made before: up to half of the time that a city takes to be read.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._inside = 0
        self._was_on = False

    def __enter__(self) -> None:
        with self._lock:
            if self._inside == 0:
                self._was_on = gc.isenabled()
                gc.disable()
            self._inside += 1

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._lock:
            self._inside -= 1
            if self._inside == 0 and self._was_on:
                gc.enable()


collection_put_off = PutOff()
