"""A question as a folder: prompt, pictures and the reply's schema, to be answered by one more file.

    0012-navigation-5f0c2a91e7d4/
        question.md      all that is asked, with the places of the pictures
        picture-1.png    ... one file per picture, in the order they are read
        pictures.png     all of them on one sheet, where there are several
        schema.json      the JSON schema of the reply
        letter.json      the same in pieces, for programs
        answer.json      the answer, written by whoever answers
        answered_by.txt  who that was: written with the answer, or when a flight first reads it
        waiting          touched every few seconds by a flight that waits for the answer

A folder appears whole or not at all. Its name ends with the first letters of the question's digest, by which
a question that was asked before is found again with its answer.
"""

import json
import os
import re
import shutil
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from airanchor.errors import InputError
from airanchor.reasoner.chat import ChatRequest, TextPart
from airanchor.reasoner.mailbox.contact_sheet import contact_sheet
from airanchor.reasoner.prompts.characters import clean, writable
from airanchor.reasoner.prompts.reader import read_prompt
from aircity.machine.untrusted import read_bytes

MOST_BYTES = 4_000_000
"""Of any file that is read back."""
ANSWERER_FILE = "answerer.txt"
"""Of a mailbox: its first line says who answers."""
WAITED_FOR_S = 10.0
"""A flight that waits says so more often than this."""
_NAME = re.compile(r"(\d{4,9})-([a-z_]{1,40})-([0-9a-f]{12})")


class LetterPart(BaseModel):
    """A piece of a message: words, or the name of a picture's file."""

    model_config = ConfigDict(strict=True, frozen=True, extra="ignore")

    text: str | None = None
    picture: str | None = Field(default=None, pattern=r"^picture-\d{1,3}\.png$")


class LetterMessage(BaseModel):
    """One message of the conversation."""

    model_config = ConfigDict(strict=True, frozen=True, extra="ignore")

    author: str
    parts: tuple[LetterPart, ...] = Field(strict=False)


class LetterFile(BaseModel):
    """What letter.json holds."""

    model_config = ConfigDict(strict=True, frozen=True, extra="ignore")

    format: int = 1
    role: str
    digest: str
    messages: tuple[LetterMessage, ...] = Field(strict=False)


@dataclass(frozen=True, slots=True, order=True)
class Letter:
    """A question that was put into a mailbox."""

    number: int
    role: str
    digest_start: str
    folder: Path

    @property
    def answer_file(self) -> Path:
        """Where its answer is to be written."""
        return self.folder / "answer.json"

    @property
    def is_answered(self) -> bool:
        """Whether there is an answer that holds anything."""
        return bool((self.answer() or "").strip())

    def answer(self) -> str | None:
        """The answer as it was written; None where there is none yet."""
        try:
            return read_bytes(self.answer_file, MOST_BYTES).decode("utf-8", "replace")
        except FileNotFoundError:
            return None

    def write_answer(self, text: str, *, by: str | None = None) -> None:
        """Write the answer so that a reader sees all of it or nothing; and before it who answers, if told."""
        if by is not None:
            self.sign(by)
        unfinished = self.folder / "answer.part"
        unfinished.write_text(writable(text), encoding="utf-8")
        unfinished.replace(self.answer_file)

    def sign(self, who: str) -> None:
        """Keep who answered; blank where nobody gave a name."""
        (self.folder / "answered_by.txt").write_text(writable(who) + "\n", encoding="utf-8")

    def answered_by(self) -> str | None:
        """Who answered; blank where no name was given, None where that was never written down."""
        return _first_line(self.folder / "answered_by.txt")

    @property
    def is_awaited(self) -> bool:
        """Whether a flight waits for the answer now."""
        try:
            return time.time() - (self.folder / "waiting").stat().st_mtime < WAITED_FOR_S
        except OSError:
            return False

    def await_answer(self) -> None:
        """Leave a sign that somebody waits, for a few seconds."""
        with suppress(OSError):  # a folder that is gone is noticed by who waits
            (self.folder / "waiting").touch()

    def await_no_more(self) -> None:
        """Take the sign away."""
        with suppress(OSError):
            (self.folder / "waiting").unlink(missing_ok=True)

    def content(self) -> LetterFile:
        """The question in pieces."""
        file = self.folder / "letter.json"
        try:
            return LetterFile.model_validate_json(read_bytes(file, MOST_BYTES))
        except (OSError, ValidationError) as error:
            raise InputError(f"{file} is no question of a mailbox: {error}") from error

    def schema(self) -> dict[str, Any]:
        """The JSON schema of the reply; empty where none was given."""
        try:
            found = json.loads(read_bytes(self.folder / "schema.json", MOST_BYTES))
        except (OSError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}


class Mailbox:
    """A folder of letters."""

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(f"mailbox {folder} cannot be made: {error}; choose another folder") from error

    def letters(self) -> list[Letter]:
        """All questions in the order they were asked."""
        return sorted(self._found())

    def _found(self) -> Iterator[Letter]:
        for path in self.folder.iterdir():
            match = _NAME.fullmatch(path.name)
            if match is not None and path.is_dir():
                yield Letter(int(match[1]), match[2], match[3], path)

    def answerer(self) -> str:
        """Who answers now; blank where nobody gave a name."""
        return _first_line(self.folder / ANSWERER_FILE) or ""

    def find(self, request: ChatRequest) -> Letter | None:
        """The letter that asked the very same before, an answered one first."""
        return self.find_digest(request.digest())

    def find_digest(self, digest: str) -> Letter | None:
        """The same by the question's digest."""
        same = [one for one in self.letters() if digest.startswith(one.digest_start)]
        return next((one for one in same if one.is_answered), same[0] if same else None)

    def post(self, request: ChatRequest) -> Letter:
        """Put a question into the box; several flights may do so at once."""
        role, digest = _role(request), request.digest()
        unfinished = self.folder / f".{digest[:12]}.{os.getpid()}.part"
        shutil.rmtree(unfinished, ignore_errors=True)
        number = max((one.number for one in self._found()), default=0)
        try:
            unfinished.mkdir()
            _write(request, role, digest, unfinished)
            while True:
                number += 1
                place = self.folder / f"{number:04}-{role}-{digest[:12]}"
                if not any(one.number == number for one in self._found()):
                    unfinished.rename(place)
                    return Letter(number, role, digest[:12], place)
        except OSError as error:
            raise InputError(f"a question cannot be put into the mailbox {self.folder}: {error}") from error


def _first_line(file: Path) -> str | None:
    try:
        told = read_bytes(file, 4000).decode("utf-8", "replace")
    except OSError:
        return None
    return clean(told.strip().partition("\n")[0])[:80]


def _role(request: ChatRequest) -> str:
    try:
        return read_prompt(request.messages).role
    except InputError:
        return "question"


def _write(request: ChatRequest, role: str, digest: str, folder: Path) -> None:
    pictures: list[NDArray[np.uint8]] = []
    captions: list[str] = []
    messages = []
    for message in request.messages:
        parts: list[LetterPart] = []
        for part in message.parts:
            if isinstance(part, TextPart):
                parts.append(LetterPart(text=writable(part.text)))
                continue
            pictures.append(part.rgb)
            captions.append(caption_before(parts))
            parts.append(LetterPart(picture=f"picture-{len(pictures)}.png"))
        messages.append(LetterMessage(author=message.author.value, parts=tuple(parts)))
    content = LetterFile(role=role, digest=digest, messages=tuple(messages))
    for number, picture in enumerate(pictures, 1):
        Image.fromarray(picture).save(folder / f"picture-{number}.png")
    if len(pictures) > 1:
        contact_sheet(pictures, captions).save(folder / "pictures.png")
    _write_text(folder / "question.md", question_text(content))
    _write_text(folder / "schema.json", json.dumps(request.schema or {}, indent=1))
    _write_text(folder / "letter.json", content.model_dump_json(exclude_none=True))


def _write_text(path: Path, text: str) -> None:
    path.write_text(text + "\n", encoding="utf-8")


def caption_before(before: list[LetterPart]) -> str:
    """The line that leads to a picture, without its tags."""
    text = before[-1].text if before and before[-1].text else ""
    lines = [line for line in text.splitlines() if line.strip()]
    return re.sub(r"</?[a-z_]{1,20}>", "", lines[-1]).strip(" :")[:60] if lines else ""


def question_text(content: LetterFile) -> str:
    """The question for people and models that read files."""
    several = sum(part.picture is not None for message in content.messages for part in message.parts) > 1
    head = (
        "Answer by writing one JSON object to answer.json in this folder; schema.json describes it. "
        "Write it to another name first, then rename it."
    )
    if several:
        head += " pictures.png shows all pictures on one sheet."
    turns = [head]
    for message in content.messages:
        body = "".join(
            part.text if part.text is not None else f"[picture: {part.picture}]" for part in message.parts
        )
        turns.append(f"=== {message.author} ===\n\n{body}")
    return "\n\n".join(turns)
