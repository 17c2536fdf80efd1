"""What every browser shows: one document that lives in the server, and its changes as they happen.

A browser that joins gets the whole document and from then on every change, in order. Nobody needs to watch.
"""

import copy
import threading
from collections.abc import Callable
from typing import Any

Json = Any
Change = dict[str, Json]
"""`set`: values by key. `add`: key and an item for the end of its list. `put`: key, inner key, value."""
Listener = Callable[[Change | bytes], None]
"""Told of every change, and of every picture as bytes. It is called under a lock and must not wait."""


class Board:
    """The document, the last picture, and who watches. Any thread may use it."""

    def __init__(self, **values: Json) -> None:
        self._lock = threading.Lock()
        self._values: dict[str, Json] = dict(values)
        self._listeners: dict[int, Listener] = {}
        self._picture: bytes | None = None
        self._joined = 0

    @property
    def is_watched(self) -> bool:
        """Whether anybody sees what is shown."""
        return bool(self._listeners)

    def join(self, listener: Listener) -> tuple[int, Change, bytes | None]:
        """Begin to watch: a number to leave with, all that is shown, and the last picture."""
        with self._lock:
            self._joined += 1
            self._listeners[self._joined] = listener
            return self._joined, {"set": copy.deepcopy(self._values)}, self._picture

    def leave(self, number: int) -> None:
        """Watch no longer."""
        with self._lock:
            self._listeners.pop(number, None)

    def value(self, key: str) -> Json:
        """A copy of what stands under a key; None where nothing does."""
        with self._lock:
            return copy.deepcopy(self._values.get(key))

    def set(self, **values: Json) -> None:
        """Show these values instead of the earlier ones."""
        with self._lock:
            self._values.update(copy.deepcopy(values))
            self._tell({"set": values})

    def add(self, key: str, item: Json) -> None:
        """Show one more item at the end of a list."""
        with self._lock:
            self._values.setdefault(key, []).append(copy.deepcopy(item))
            self._tell({"add": [key, item]})

    def put(self, key: str, inner: str, value: Json) -> None:
        """Show another value in a table, or a new one."""
        with self._lock:
            self._values.setdefault(key, {})[inner] = copy.deepcopy(value)
            self._tell({"put": [key, inner, value]})

    def show(self, picture: bytes) -> None:
        """The newest picture; who is too slow for it sees a later one."""
        with self._lock:
            self._picture = picture
            self._tell(picture)

    def _tell(self, news: Change | bytes) -> None:
        for listener in self._listeners.values():
            listener(news)
