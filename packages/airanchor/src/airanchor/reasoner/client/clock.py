"""The clocks and the sleep that waiting parts use, as one value, so that a test can wait without waiting."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from aircity.machine import interruption


@dataclass(frozen=True, slots=True)
class Clock:
    """Three functions of the system. What they tell never enters a result, only waits and latencies."""

    now_s: Callable[[], float] = time.monotonic
    """Seconds that never run backwards, for durations inside one process."""
    wall_s: Callable[[], float] = time.time
    """Seconds since 1970, which processes share."""
    sleep: Callable[[float], None] = interruption.sleep
    """Ends early only by Ctrl-C."""
