"""When to ask a service again and how long to wait: exponential back-off, full jitter, Retry-After, limits.

After n failed tries the wait is drawn from [0, min(cap, first * 2^(n-1))] seconds, so that many clients that
failed together do not return together. A service that says when to come back is believed, up to a cap.
"""

import math
from dataclasses import dataclass
from email.utils import parsedate_to_datetime

import numpy as np

from airanchor.errors import InputError

RETRIED_STATUS = frozenset({408, 409, 425, 429, *range(500, 600)})


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """How stubbornly one call is tried."""

    max_attempts: int = 4
    first_wait_s: float = 0.5
    wait_cap_s: float = 20.0
    """No drawn wait is longer."""
    retry_after_cap_s: float = 60.0
    """No wait that a service asks for is honoured beyond this."""
    ceiling_s: float = 90.0
    """All tries and waits of one call together."""

    def __post_init__(self) -> None:
        if not 1 <= self.max_attempts <= 20:
            raise InputError(f"max_attempts {self.max_attempts} must be from 1 to 20")
        for name in ("first_wait_s", "wait_cap_s", "retry_after_cap_s", "ceiling_s"):
            value = getattr(self, name)
            if not (math.isfinite(value) and value >= 0):
                raise InputError(f"{name} {value} must be a number of seconds, 0 or more")

    def wait_s(self, failed: int, asked_s: float | None, rng: np.random.Generator) -> float:
        """The wait after that many failed tries; `asked_s` is what the service asked for, if it did."""
        drawn_s = float(rng.uniform(0.0, min(self.wait_cap_s, self.first_wait_s * 2.0 ** (failed - 1))))
        if asked_s is None:
            return drawn_s
        return min(asked_s, self.retry_after_cap_s) + min(drawn_s, self.first_wait_s)


def parse_retry_after(header: str | None, wall_s: float) -> float | None:
    """Seconds to wait by a Retry-After header (a number or an HTTP date); None where it is not usable."""
    text = (header or "").strip()[:64]
    if not text:
        return None
    try:
        seconds = float(text)
    except ValueError:
        try:
            seconds = parsedate_to_datetime(text).timestamp() - wall_s
        except (ValueError, TypeError, OverflowError):
            return None
    return max(0.0, seconds) if math.isfinite(seconds) else None
