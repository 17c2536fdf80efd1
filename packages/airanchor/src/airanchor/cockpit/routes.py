"""The addresses of the cockpit: its page and files, cities and their maps, replays, and the live line."""

import asyncio
import html
import shutil
import tempfile
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from airanchor.cockpit.board import Board
from airanchor.cockpit.cities import new_city_name, thumbnail
from airanchor.cockpit.console import Console
from airanchor.cockpit.export import EPISODES_FILE
from airanchor.cockpit.gate import HEADERS, page_policy
from airanchor.cockpit.line import BrowserLine
from airanchor.cockpit.pilot import CockpitPilot
from airanchor.cockpit.replay import replay_page
from airanchor.cockpit.sessions import find_turn
from airanchor.errors import AirAnchorError, InputError
from airanchor.viewer.page import content_policy

MOST_CITY_BYTES = 256 * 1024 * 1024
"""Of a city file that is dropped on the page; larger ones are imported on the command line."""
MOST_LINES = 32
"""Browsers that watch at once."""
_TYPES = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
_ASSETS = {
    "dom.js": ("airanchor.drawing", "page/dom.js"),
    **{
        name: ("airanchor.cockpit", f"page/{name}")
        for name in sorted(path.name for path in (files("airanchor.cockpit") / "page").iterdir())
        if Path(name).suffix in _TYPES
    },
}
"""All that is served as a file: by these names and no other."""


class Routes:
    """Answers for one cockpit."""

    def __init__(self, board: Board, pilot: CockpitPilot, console: Console, out: Path) -> None:
        self._board, self._pilot, self._console, self._out = board, pilot, console, out
        self._lines = 0
        self._replaying = asyncio.Lock()  # a city is drawn for each: one at a time
        self.port: Callable[[], int] = lambda: 0

    def app(self) -> Starlette:
        """The application behind the gate."""
        return Starlette(
            routes=[
                Route("/", self._page),
                Route("/assets/{name}", self._asset),
                Route("/thumbnail/{name}", self._thumbnail),
                Route("/map", self._map),
                Route("/replay/{session}/{turn:int}", self._replay),
                Route("/episodes", self._episodes),
                Route("/city", self._bring, methods=["POST"]),
                WebSocketRoute("/line", self._line),
            ],
            exception_handlers={AirAnchorError: _refused},
        )

    async def _page(self, request: Request) -> Response:
        return self._file("index.html")

    async def _asset(self, request: Request) -> Response:
        name = request.path_params["name"]
        return self._file(name) if name in _ASSETS else _missing()

    def _file(self, name: str) -> Response:
        package, path = _ASSETS[name]
        data = files(package).joinpath(path).read_bytes()
        return self._response(data, f"{_TYPES[Path(name).suffix]}; charset=utf-8")

    def _response(self, data: bytes, media_type: str, policy: str | None = None, **headers: str) -> Response:
        own = {"Content-Security-Policy": policy or page_policy(self.port()), "Cache-Control": "no-store"}
        return Response(data, media_type=media_type, headers={**HEADERS, **own, **headers})

    async def _thumbnail(self, request: Request) -> Response:
        picture = thumbnail(request.path_params["name"])
        return _missing() if picture is None else self._response(picture, "image/jpeg")

    async def _map(self, request: Request) -> Response:
        return JSONResponse(self._pilot.map, headers={**HEADERS, "Cache-Control": "no-store"})

    async def _replay(self, request: Request) -> Response:
        try:
            turn = find_turn(self._out, request.path_params["session"], request.path_params["turn"])
            async with self._replaying:
                page = await asyncio.to_thread(replay_page, turn, self._pilot.scene)
        except AirAnchorError as error:
            return _told(error)
        policy = f"{content_policy(is_live=False)}; frame-ancestors 'none'"
        return self._response(page.encode(), "text/html; charset=utf-8", policy)

    async def _episodes(self, request: Request) -> Response:
        path = self._out / EPISODES_FILE
        if not path.is_file():
            return _missing()
        disposition = {"Content-Disposition": f'attachment; filename="{EPISODES_FILE}"'}
        return self._response(await asyncio.to_thread(path.read_bytes), "application/json", **disposition)

    async def _bring(self, request: Request) -> Response:
        """A city file as the body; what it is called is only the source of a name."""
        name = new_city_name(request.query_params.get("name", "")[:200])
        file = await _kept_body(request, name)
        self._pilot.helm.break_off("another city was opened")
        self._pilot.post(lambda: self._pilot.bring(file, name))
        return JSONResponse({"name": name}, status_code=202, headers=HEADERS)

    async def _line(self, socket: WebSocket) -> None:
        if self._lines >= MOST_LINES:
            await socket.close(1013, f"at most {MOST_LINES} browsers may watch")
            return
        self._lines += 1
        try:
            await socket.accept()
            await BrowserLine(socket, self._board, self._console, self._pilot.film).run()
        finally:
            self._lines -= 1


async def _kept_body(request: Request, name: str) -> Path:
    """The body in a file and folder of its own, never more than may be; an error removes them."""
    if request.headers.get("content-type", "").split(";")[0].strip() != "application/octet-stream":
        raise InputError("a city file is sent as application/octet-stream")
    path, size = Path(tempfile.mkdtemp(prefix="airanchor-")) / f"{name}.json", 0
    try:
        with path.open("wb") as file:
            async for piece in request.stream():
                size += len(piece)
                if size > MOST_CITY_BYTES:
                    raise InputError(
                        f"the file has more than {MOST_CITY_BYTES // 2**20} MB; use airanchor sim import"
                    )
                file.write(piece)
    except BaseException:
        shutil.rmtree(path.parent, ignore_errors=True)
        raise
    return path


def _missing() -> Response:
    return Response("There is no such page.", 404, HEADERS, "text/plain")


def _told(error: AirAnchorError) -> Response:
    """A plain page with the sentence, for who followed a link."""
    words = html.escape(str(error)[:600])
    page = f"<!doctype html><html lang=en><meta charset=utf-8><title>AirAnchor cockpit</title><p>{words}</p>"
    policy = {"Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'"}
    back = "<p><a href=/>To the cockpit</a></p>"
    return Response(page + back, 404, {**HEADERS, **policy}, "text/html; charset=utf-8")


async def _refused(request: Request, error: Exception) -> Response:
    return JSONResponse({"problem": str(error)}, status_code=422, headers=HEADERS)
