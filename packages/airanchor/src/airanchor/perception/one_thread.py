"""Small matrix products on one thread.

The products of our encoders take microseconds. Shared between threads they gain little on idle cores, and
stall for milliseconds each where several flights share the machine.
"""

import threading
from types import TracebackType

from threadpoolctl import ThreadpoolController


class OneThread:
    """While any thread is inside, the process's matrix library uses one thread; then as before."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._inside = 0
        self._libraries = ThreadpoolController().select(user_api="blas")

    def __enter__(self) -> None:
        with self._lock:
            if self._inside == 0:
                self._limits = self._libraries.limit(limits=1)
            self._inside += 1

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._lock:
            self._inside -= 1
            if self._inside == 0:
                self._limits.restore_original_limits()


one_thread = OneThread()
