"""Paces calls: never more requests or tokens in any sixty seconds than a service allows, across processes."""

from airanchor.errors import InputError
from airanchor.reasoner.client.clock import Clock
from airanchor.reasoner.client.run_file import RunFile

WINDOW_S = 60.0
_MARGIN_S = 0.001


class RateLimiter:
    """A sliding window over the calls of all who share the file. None leaves a limit out."""

    def __init__(
        self,
        file: RunFile,
        *,
        requests_per_minute: int | None = None,
        tokens_per_minute: int | None = None,
        clock: Clock | None = None,
    ) -> None:
        for name, limit in (("requests", requests_per_minute), ("tokens", tokens_per_minute)):
            if limit is not None and limit < 1:
                raise InputError(f"{name}_per_minute {limit} must be 1 or more, or left out")
        self._file = file
        self._requests = requests_per_minute
        self._tokens = tokens_per_minute
        self._clock = clock or Clock()

    def acquire(self, tokens: int) -> int:
        """Wait for a place in the window and take it; returns its number for `settle`.

        A call that alone exceeds the tokens of a minute waits for an empty window, and then may go.
        """
        counted = tokens if self._tokens is None else min(tokens, self._tokens)
        while True:
            place, wait_s = self._try(counted)
            if place is not None:
                return place
            self._clock.sleep(wait_s)

    def settle(self, place: int, *, tokens: int, extra_requests: int = 0) -> None:
        """Correct a place to what the call took; requests beyond the first are booked beside it."""
        with self._file.transaction() as connection:
            connection.execute("UPDATE paced SET tokens = ? WHERE id = ?", (tokens, place))
            at_s = self._clock.wall_s()
            connection.executemany(
                "INSERT INTO paced (at_s, tokens) VALUES (?, 0)", [(at_s,)] * extra_requests
            )

    def _try(self, tokens: int) -> tuple[int | None, float]:
        with self._file.transaction() as connection:
            now_s = self._clock.wall_s()
            connection.execute("DELETE FROM paced WHERE at_s <= ?", (now_s - WINDOW_S,))
            connection.execute("UPDATE paced SET at_s = ? WHERE at_s > ?", (now_s, now_s))  # clock set back
            held = connection.execute("SELECT at_s, tokens FROM paced ORDER BY at_s, id").fetchall()
            free_at_s = self._free_at_s(held, tokens)
            if free_at_s is None:
                cursor = connection.execute("INSERT INTO paced (at_s, tokens) VALUES (?, ?)", (now_s, tokens))
                return cursor.lastrowid, 0.0
        return None, max(_MARGIN_S, free_at_s - now_s + _MARGIN_S)

    def _free_at_s(self, held: list[tuple[float, int]], tokens: int) -> float | None:
        """When enough of the held places will have left the window; None if there is room now."""
        requests_left, tokens_left = len(held), sum(entry[1] for entry in held)
        free_at_s = None
        for at_s, taken in held:
            has_room = (self._requests is None or requests_left < self._requests) and (
                self._tokens is None or tokens_left + tokens <= self._tokens
            )
            if has_room:
                break
            requests_left, tokens_left, free_at_s = requests_left - 1, tokens_left - taken, at_s + WINDOW_S
        return free_at_s
