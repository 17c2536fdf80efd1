"""The page of a run for this machine's browser, and its replays, built when they are opened."""

import threading
from collections import OrderedDict
from collections.abc import Callable
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qs, urlsplit

from airanchor.bench.board.page import board_policy, fill_board
from airanchor.errors import AirAnchorError
from aircity.machine.loopback import PageHandler, PageServer, ServedPage

Replay = Callable[[str, str], tuple[str, str]]
"""From a row and an episode to the replay's page and its content policy."""
_KEPT = 6
"""Replays that are not built again."""


class BoardView(ServedPage):
    """Serves one run from `with` to the end of its block."""

    def __init__(self, document: dict[str, Any], replay: Replay, port: int = 0) -> None:
        super().__init__(_BoardServer(document, replay, port))


class _BoardServer(PageServer):
    def __init__(self, document: dict[str, Any], replay: Replay, port: int) -> None:
        self.page = fill_board(document, is_served=True).encode()
        self._known = {(one["row"], one["episode"]) for one in document["flights"] if one["trace"]}
        self._replay = replay
        self._built: OrderedDict[tuple[str, str], tuple[str, str]] = OrderedDict()
        self._building = threading.Lock()
        super().__init__(_BoardHandler, port, board_policy())

    def replay(self, row: str, episode: str) -> tuple[str, str] | None:
        """The page of a flight of this run; None of any other: what is asked for never becomes a path."""
        if (row, episode) not in self._known:
            return None
        with self._building:
            if (row, episode) not in self._built:
                self._built[row, episode] = self._replay(row, episode)
            while len(self._built) > _KEPT:
                self._built.popitem(last=False)
            return self._built[row, episode]


class _BoardHandler(PageHandler):
    server: _BoardServer

    def do_GET(self) -> None:  # noqa: N802 - the name that the base class calls
        if not self.is_for_us:
            return self.refuse(HTTPStatus.FORBIDDEN, "This address is not served here.")
        address = urlsplit(self.path)
        if address.path == "/":
            return self.send(self.server.page, "text/html; charset=utf-8")
        if address.path == "/flight":
            asked = parse_qs(address.query)
            return self._flight(asked.get("row", [""])[0], asked.get("episode", [""])[0])
        return self.refuse(HTTPStatus.NOT_FOUND, "There is no such page.")

    def _flight(self, row: str, episode: str) -> None:
        try:
            found = self.server.replay(row, episode)
        except (AirAnchorError, OSError) as error:
            return self.refuse(HTTPStatus.NOT_FOUND, f"This flight cannot be replayed: {error}")
        if found is None:
            return self.refuse(HTTPStatus.NOT_FOUND, "This run kept no recording of such a flight.")
        page, policy = found
        return self.send(page.encode(), "text/html; charset=utf-8", policy=policy)
