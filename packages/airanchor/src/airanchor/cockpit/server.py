"""Serves the cockpit on the loopback address, from `with` to the end of its block."""

import socket
import threading
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import uvicorn

from airanchor import __version__
from airanchor.cockpit.board import Board
from airanchor.cockpit.cities import check_scene, list_cities
from airanchor.cockpit.commands import MOST_MESSAGE_BYTES
from airanchor.cockpit.console import Console
from airanchor.cockpit.gate import Gate
from airanchor.cockpit.options import SPEEDS, CockpitOptions
from airanchor.cockpit.pilot import CockpitPilot
from airanchor.cockpit.routes import Routes
from airanchor.errors import InputError
from airanchor.reasoner.desk.server import AnswerDesk
from airanchor.reasoner.mailbox.mailbox_chat import mailbox_folder
from aircity.machine.loopback import LOOPBACK

END_S = 5
"""How long lines may stay open once the server ends."""


class CockpitServer:
    """The page, its pilot, and the desk where a person answers, if the reasoner is a mailbox."""

    def __init__(self, options: CockpitOptions) -> None:
        options.settings()  # what is wrong is told before anything is opened
        check_scene(options.scene)
        _make(options.out)
        self._desk = _desk(options.reasoner)
        self.board = Board(about=_about(options, self._desk), cities=list_cities(), speed=options.speed)
        self.pilot = CockpitPilot(options, self.board)
        self.pilot.load()
        console = Console(self.board, self.pilot, options.out)
        routes = Routes(self.board, self.pilot, console, options.out)
        self._gate = Gate(routes.app())
        routes.port = lambda: self._gate.port
        config = uvicorn.Config(
            self._gate,
            host=LOOPBACK,
            port=options.port,
            log_config=None,
            access_log=False,
            server_header=False,
            lifespan="off",
            ws="websockets-sansio",
            ws_max_size=MOST_MESSAGE_BYTES,
            ws_per_message_deflate=False,  # pictures are packed already
            timeout_graceful_shutdown=END_S,
        )
        self._server = uvicorn.Server(config)
        self._socket = _bound(options.port)
        self._gate.port = self._socket.getsockname()[1]
        self._thread = threading.Thread(target=self._serve, name="cockpit-server", daemon=True)

    @property
    def url(self) -> str:
        """Where a browser finds the page."""
        return f"http://{LOOPBACK}:{self._gate.port}/"

    def wait(self) -> None:
        """Until Ctrl-C."""
        while self._thread.is_alive():
            self._thread.join(timeout=0.5)

    def _serve(self) -> None:
        self._server.run(sockets=[self._socket])

    def __enter__(self) -> Self:
        if self._desk is not None:
            self._desk.__enter__()
        self._thread.start()
        self.pilot.begin()
        self.pilot.post(self.pilot.list_sessions)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.pilot.end()
        self._server.should_exit = True
        self._thread.join(END_S + 2.0)
        if self._desk is not None:
            self._desk.__exit__(None, None, None)


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"--out {folder} cannot be made: {error.strerror}; choose another") from error


def _bound(port: int) -> socket.socket:
    bound = socket.socket()
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((LOOPBACK, port))
        bound.listen(128)  # a browser that comes before the server is ready waits
    except OSError as error:
        bound.close()
        raise InputError(f"cannot serve on port {port}: {error}; port 0 takes any free one") from error
    return bound


def _desk(reasoner: str) -> AnswerDesk | None:
    """The page on which a person answers; its folder is made, since the flight would make it too late."""
    folder = mailbox_folder(reasoner)
    if folder is None:
        return None
    _make(folder)
    return AnswerDesk(folder)


def _about(options: CockpitOptions, desk: AnswerDesk | None) -> dict[str, Any]:
    return {
        "version": __version__,
        "reasoner": options.reasoner,
        "profile": options.profile_name,
        "agent": options.agent,
        "perception": options.perception,
        "out": str(options.out),
        "scene": options.scene,
        "desk": desk.url if desk is not None else None,
        "speeds": list(SPEEDS),
        "ceiling_m": _finite(options.settings().envelope.max_altitude_m),
    }


def _finite(value: float) -> float | None:
    return value if value < 1e6 else None
