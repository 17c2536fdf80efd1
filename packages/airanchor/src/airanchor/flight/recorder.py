"""The recorder a navigator writes to: write-only, so that nothing a flight recorded can leak back into it."""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from airanchor.trace import Event, content_hash


class Recorder(Protocol):
    """Takes events and images; a trace writer is one."""

    def write(self, event: Event) -> None:
        """Keep one event."""
        ...

    def save_rgb(self, rgb: NDArray[np.uint8]) -> str:
        """Keep an image and return the hash by which events name it."""
        ...


class NullRecorder:
    """Keeps nothing."""

    def write(self, event: Event) -> None:
        """Forget the event."""

    def save_rgb(self, rgb: NDArray[np.uint8]) -> str:
        """The hash the image would have."""
        return content_hash(rgb)
