"""A browser without pictures: a real websocket client that keeps what the cockpit shows."""

import json
import time
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any, Self

from websockets.sync.client import connect

from airanchor.cockpit.film import HEAD

PATIENCE_S = 60.0


class CockpitClient:
    """Joins the line of a cockpit from its own page."""

    def __init__(self, url: str) -> None:
        self.url = url
        address = f"{url.replace('http', 'ws', 1)}line"
        self._open = ExitStack()
        self._line = self._open.enter_context(connect(address, origin=url.rstrip("/"), max_size=None))
        self.state: dict[str, Any] = {}
        self.pictures: list[bytes] = []

    def do(self, what: str, **more: Any) -> None:
        """Ask for something."""
        self.send(json.dumps({"do": what, **more}))

    def send(self, text: str) -> None:
        """Send any message."""
        self._line.send(text)

    def hear(self, timeout_s: float = PATIENCE_S) -> None:
        """Take in one message."""
        news = self._line.recv(timeout=timeout_s)
        if isinstance(news, bytes):
            self.pictures.append(news)
            return
        for change in json.loads(news):
            self.state.update(change.get("set", {}))
            if "add" in change:
                self.state.setdefault(change["add"][0], []).append(change["add"][1])
            if "put" in change:
                key, inner, value = change["put"]
                self.state.setdefault(key, {})[inner] = value

    def wait(self, is_so: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        """Listen until something is shown; returns all that is."""
        deadline_s = time.monotonic() + PATIENCE_S
        while not is_so(self.state):
            assert time.monotonic() < deadline_s, f"never shown; now {str(self.state)[:2000]}"
            self.hear(max(0.1, deadline_s - time.monotonic()))
        return self.state

    def refusal(self) -> str:
        """The next refusal of what was asked."""
        words: str = self.wait(lambda state: state.get("refused"))["refused"]
        self.state["refused"] = None
        return words

    def until_over(self, turn: int) -> dict[str, Any]:
        """Wait for the end of a turn; what is told of it."""
        state = self.wait(
            lambda now: now.get("turns", {}).get(str(turn), {}).get("ending") and now["phase"] == "ready"
        )
        told: dict[str, Any] = state["turns"][str(turn)]
        return told

    def close(self) -> None:
        """Go away."""
        self._open.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def pose_of(picture: bytes) -> tuple[float, ...]:
    """North, east, up, heading and whether it moves, of a picture."""
    return HEAD.unpack(picture[: HEAD.size])
