"""Serves the desk: a mailbox's questions to this machine's browser, and the answers back into the mailbox.

An answer must come from the page itself: with its origin, as JSON, and with a token that stands in the page,
which no other page can read.
Files are served by the names in a letter, and only from inside the mailbox.
"""

import hmac
import json
import re
import secrets
import threading
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from airanchor.errors import InputError
from airanchor.reasoner.desk.page import desk_page, desk_policy
from airanchor.reasoner.desk.question import has_answer, letter_json, picture_names, question_json
from airanchor.reasoner.mailbox.letter import ANSWERER_FILE, MOST_BYTES, Letter, Mailbox
from aircity.machine.loopback import PageHandler, PageServer, ServedPage
from aircity.machine.untrusted import read_bytes

MOST_ANSWER_BYTES = 1_000_000
TOKEN_HEADER = "X-Desk-Token"
SHEET = "pictures.png"
_LETTER = re.compile(r"/letter/([0-9a-z_-]{1,80})")
_PICTURE = re.compile(r"/letter/([0-9a-z_-]{1,80})/(picture-\d{1,3}\.png|pictures\.png)")
_ANSWER = re.compile(r"/letter/([0-9a-z_-]{1,80})/answer")


class AnswerDesk(ServedPage):
    """Serves one mailbox from `with` to the end of its block."""

    def __init__(self, folder: str | Path, port: int = 0, *, name: str = "") -> None:
        folder = Path(folder)
        if not folder.is_dir():
            raise InputError(
                f"mailbox {str(folder)!r} does not exist; a flight makes it, as in: airanchor fly "
                f'"Fly to the church." --reasoner mailbox:{folder}'
            )
        super().__init__(_DeskServer(Mailbox(folder), port))
        if name.strip():
            _write_name(folder, name.strip())


def _write_name(folder: Path, name: str) -> None:
    try:
        (folder / ANSWERER_FILE).write_text(" ".join(name.split()) + "\n", encoding="utf-8")
    except OSError as error:
        raise InputError(f"{folder / ANSWERER_FILE} cannot be written: {error}") from error


class _DeskServer(PageServer):
    def __init__(self, mailbox: Mailbox, port: int) -> None:
        self.mailbox = mailbox
        self.token = secrets.token_urlsafe(24)
        self.writing = threading.Lock()
        super().__init__(_DeskHandler, port, desk_policy())

    def letter(self, name: str) -> Letter | None:
        """The question whose folder has that name."""
        return next((one for one in self.mailbox.letters() if one.folder.name == name), None)

    def picture(self, letter: Letter, name: str) -> bytes | None:
        """A picture that the letter names, if it lies in the mailbox."""
        pictures = picture_names(letter.content())
        file = letter.folder / name
        is_named = name in pictures or (name == SHEET and len(pictures) > 1)
        if not is_named or not file.resolve().is_relative_to(self.mailbox.folder.resolve()):
            return None
        try:
            return read_bytes(file, 4 * MOST_BYTES)
        except OSError:
            return None


class _Refusal(Exception):  # noqa: N818 - never leaves this file
    def __init__(self, status: HTTPStatus, words: str) -> None:
        super().__init__(words)
        self.status = status


class _DeskHandler(PageHandler):
    server: _DeskServer

    def do_GET(self) -> None:  # noqa: N802 - the name that the base class calls
        """The page, the list of questions, a question, or a picture of it."""
        self._guarded(self._get)

    def do_POST(self) -> None:  # noqa: N802 - as above
        """An answer."""
        self._guarded(self._post)

    def _guarded(self, serve: Any) -> None:
        try:
            if not self.is_for_us:
                raise _Refusal(HTTPStatus.FORBIDDEN, "This address is not served here.")
            serve(urlsplit(self.path).path)
        except _Refusal as refusal:
            self.close_connection = True  # a body may still be on the line
            self.refuse(refusal.status, str(refusal))
        except (InputError, OSError) as error:  # a letter that is damaged, or a mailbox that is gone
            self.close_connection = True
            self.refuse(HTTPStatus.UNPROCESSABLE_ENTITY, str(error))

    def _get(self, path: str) -> None:
        if path == "/":
            self.send(desk_page(self.server.token).encode(), "text/html; charset=utf-8")
        elif path == "/letters":
            letters = [letter_json(letter) for letter in self.server.mailbox.letters()]
            self._send_json({"folder": str(self.server.mailbox.folder), "letters": letters})
        elif match := _LETTER.fullmatch(path):
            self._send_json(question_json(self._letter(match[1])))
        elif match := _PICTURE.fullmatch(path):
            picture = self.server.picture(self._letter(match[1]), match[2])
            if picture is None:
                raise _Refusal(HTTPStatus.NOT_FOUND, "There is no such picture.")
            self.send(picture, "image/png")
        else:
            raise _Refusal(HTTPStatus.NOT_FOUND, "There is no such page.")

    def _post(self, path: str) -> None:
        match = _ANSWER.fullmatch(path)
        if match is None:
            raise _Refusal(HTTPStatus.NOT_FOUND, "There is no such page.")
        self._check_sender()
        text = self._body()
        letter = self._letter(match[1])
        with self.server.writing:
            if has_answer(letter):
                raise _Refusal(HTTPStatus.CONFLICT, "This question was answered before.")
            letter.write_answer(text, by=self.server.mailbox.answerer())
        self._send_json({"written": str(letter.answer_file)})

    def _check_sender(self) -> None:
        origin = self.headers.get("Origin", "").lower()
        if origin not in [f"http://{host}" for host in self.server.hosts]:
            raise _Refusal(HTTPStatus.FORBIDDEN, "Answers come from this server's own page only.")
        if not hmac.compare_digest(self.headers.get(TOKEN_HEADER, "").encode(), self.server.token.encode()):
            raise _Refusal(HTTPStatus.FORBIDDEN, "The page is of an earlier session; load it again.")
        if self.headers.get_content_type() != "application/json":
            raise _Refusal(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "An answer is sent as application/json.")

    def _body(self) -> str:
        stated = self.headers.get("Content-Length", "")
        if not (stated.isascii() and stated.isdigit()):
            raise _Refusal(HTTPStatus.LENGTH_REQUIRED, "How long the answer is must be stated.")
        if int(stated[:12]) > MOST_ANSWER_BYTES:
            raise _Refusal(
                HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"An answer has at most {MOST_ANSWER_BYTES:,} bytes."
            )
        try:
            text = self.rfile.read(int(stated)).decode("utf-8")
            if isinstance(json.loads(text), dict):
                return text
        except (ValueError, RecursionError):
            pass
        raise _Refusal(HTTPStatus.BAD_REQUEST, "An answer is one JSON object.")

    def _letter(self, name: str) -> Letter:
        letter = self.server.letter(name)
        if letter is None:
            raise _Refusal(HTTPStatus.NOT_FOUND, "There is no such question.")
        return letter

    def _send_json(self, document: Any) -> None:
        self.send(json.dumps(document).encode(), "application/json")
