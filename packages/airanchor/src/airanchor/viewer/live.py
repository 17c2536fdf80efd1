"""The page of a flight that is still being written: a small server for this machine's browser only.

It answers GET only.
"""

import json
import math
import re
import time
from http import HTTPStatus
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from airanchor.errors import TraceError
from airanchor.trace import Trace, read_trace
from airanchor.trace.writer import EVENTS_FILE
from airanchor.viewer.page import content_policy, fill_page
from airanchor.viewer.pictured_city import PicturedCity, city_json
from airanchor.viewer.pictures import images_of, small_picture
from airanchor.viewer.story import FlightStory, tell
from airanchor.viewer.story_json import Json, story_json
from aircity.machine.loopback import PageHandler, PageServer, ServedPage

LAST_LOOK_S = 2.5
"""A page that is being watched asks every second; so long it may take to see the end."""
_IMAGE = re.compile(r"/image/([0-9a-f]{64})")


class LiveView(ServedPage):
    """Serves one trace folder, which need not exist yet, from `with` to the end of its block."""

    def __init__(
        self, folder: str | Path, port: int = 0, *, city: PicturedCity | None = None, no_city: str = ""
    ) -> None:
        ground = None if city is None else city_json(city, city.ground.box)
        super().__init__(_LiveServer(Path(folder), port, {"city": ground, "no_city": no_city}))


class _LiveServer(PageServer):
    def __init__(self, folder: Path, port: int, city: Json) -> None:
        self.folder = folder
        self.city = city
        """What the page is told once, with the first of the story."""
        self._asked_s = -math.inf
        self._told = ""
        super().__init__(_LiveHandler, port, content_policy(is_live=True))

    def version(self) -> str:
        """Changes whenever the recording has grown."""
        try:
            return str((self.folder / EVENTS_FILE).stat().st_size)
        except OSError:
            return "0"

    def tell_since(self, version: str) -> Json | None:
        """The story so far, or None where the page that asks has it already."""
        self._asked_s = time.monotonic()
        self._told = self.version()
        return None if version == self._told else self.document()

    def before_end(self) -> None:
        """Let a page that is being watched fetch what was written last."""
        end_s = self._asked_s + LAST_LOOK_S
        while self._told != self.version() and time.monotonic() < end_s:
            time.sleep(0.05)

    def trace(self) -> Trace | None:
        """What is recorded so far; None before the first whole event."""
        try:
            return read_trace(self.folder)
        except TraceError:
            return None

    def document(self) -> Json:
        """The story so far, its images left to be asked for."""
        version, trace = self.version(), self.trace()
        story = tell(trace) if trace else FlightStory(self.folder.name, "", is_cut_off=False)
        return {**story_json(story), "version": version}


class _LiveHandler(PageHandler):
    server: _LiveServer

    def do_GET(self) -> None:  # noqa: N802 - the name that the base class calls
        if not self.is_for_us:
            return self.refuse(HTTPStatus.FORBIDDEN, "This address is not served here.")
        address = urlsplit(self.path)
        if address.path == "/":
            page = fill_page({**self.server.document(), **self.server.city}, is_live=True)
            return self.send(page.encode(), "text/html; charset=utf-8")
        if address.path == "/story":
            return self._story(parse_qs(address.query).get("since", [""])[0])
        if match := _IMAGE.fullmatch(address.path):
            return self._image(match[1])
        return self.refuse(HTTPStatus.NOT_FOUND, "There is no such page.")

    def _story(self, since: str) -> None:
        document = self.server.tell_since(since)
        if document is None:
            return self.send(b"", "application/json", HTTPStatus.NO_CONTENT)
        text = json.dumps(document, ensure_ascii=True, allow_nan=False)
        return self.send(text.encode(), "application/json")

    def _image(self, digest: str) -> None:
        picture = small_picture(images_of(self.server.folder), digest)
        if picture is None:
            return self.refuse(HTTPStatus.NOT_FOUND, "This image was not kept.")
        return self.send(picture.data, picture.media_type, cache="private, max-age=3600, immutable")
