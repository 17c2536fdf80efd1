"""The line to one browser: all that is shown, as it changes; and back, what its person wants."""

import asyncio
import json
from collections import deque
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from airanchor.cockpit.board import Board, Change
from airanchor.cockpit.commands import read_command
from airanchor.cockpit.console import Console
from airanchor.cockpit.film import LiveFilm
from airanchor.errors import AirAnchorError

MOST_WAITING = 5_000
"""Changes that a browser may be behind; then its line is cut, and it begins anew with the whole."""


class BrowserLine:
    """One browser. Pictures that it is too slow for are left out; changes never are."""

    def __init__(self, socket: WebSocket, board: Board, console: Console, film: LiveFilm) -> None:
        self._socket, self._board, self._console, self._film = socket, board, console, film
        self._changes: deque[Change] = deque()
        self._picture: bytes | None = None
        self._news = asyncio.Event()
        self._loop = asyncio.get_running_loop()

    async def run(self) -> None:
        """Until the browser goes away."""
        number, whole, picture = self._board.join(self._hear)
        self._changes.appendleft(whole)
        self._picture = picture
        self._news.set()
        sending = asyncio.create_task(self._send())
        try:
            await asyncio.to_thread(self._film.look)  # nothing is drawn while nobody watches
            await self._receive()
        except (WebSocketDisconnect, RuntimeError):  # starlette raises both when the other end is gone
            pass
        finally:
            self._board.leave(number)
            sending.cancel()

    def _hear(self, news: Change | bytes) -> None:
        """Called on any thread."""
        with suppress(RuntimeError):  # the server has ended; a flight must not end with it
            self._loop.call_soon_threadsafe(self._take, news)

    def _take(self, news: Change | bytes) -> None:
        if isinstance(news, bytes):
            self._picture = news
        else:
            self._changes.append(news)
        self._news.set()

    async def _send(self) -> None:
        while len(self._changes) <= MOST_WAITING:
            await self._news.wait()
            self._news.clear()
            changes, self._changes = list(self._changes), deque()
            picture, self._picture = self._picture, None
            if changes:
                await self._socket.send_text(json.dumps(changes, allow_nan=False))
            if picture is not None:
                await self._socket.send_bytes(picture)
        await self._socket.close(1013, "too slow")

    async def _receive(self) -> None:
        while True:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text") or message.get("bytes") or ""
            try:
                command = read_command(text)
                await asyncio.to_thread(self._console.obey, command)
            except (AirAnchorError, OSError) as error:
                self._take({"set": {"refused": str(error)[:600]}})
