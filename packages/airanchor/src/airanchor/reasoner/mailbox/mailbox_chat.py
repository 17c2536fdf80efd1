"""The transport by mail: a question is put into a mailbox, and the flight waits for its answer."""

import json
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from airanchor.errors import ChatUnavailable, InputError, UnfitFile
from airanchor.reasoner.chat import ChatAnswer, ChatRequest
from airanchor.reasoner.mailbox.letter import Letter, Mailbox
from aircity.machine import interruption

PREFIX = "mailbox:"
_PAUSE_S = 0.2
_PAUSES_PER_LOOK = 5
"""Between two looks whether the same was answered in another folder, and two signs that a flight waits."""
_SETTLED_S = 10.0
"""A text that is not yet a JSON object is taken as it is once nobody has written to it for so long."""


def mailbox_folder(reasoner: str) -> Path | None:
    """The folder in the name of a reasoner such as mailbox:FOLDER; None where it names no mailbox."""
    if not reasoner.startswith(PREFIX):
        return None
    folder = reasoner.removeprefix(PREFIX).strip()
    if not folder:
        raise InputError(
            f"reasoner {reasoner!r} names no folder; write mailbox:FOLDER, as in mailbox:out/mail"
        )
    return Path(folder)


class MailboxChat:
    """Asks by files and waits as long as it takes; Ctrl-C ends the wait.

    A question that was asked before, by this flight or by one that was broken off, gets the same answer
    again, so the same command goes on where it ended.
    """

    def __init__(
        self,
        folder: str | Path,
        *,
        tell: Callable[[str], None] | None = None,
        sleep: Callable[[float], None] = interruption.sleep,
    ) -> None:
        self.mailbox = Mailbox(folder)
        self._tell = tell or (lambda _line: None)
        self._sleep = sleep
        self._told: set[str] = set()

    @property
    def name(self) -> str:
        """What results are marked with: mail, and who answers it, if that was said."""
        return _marked(self.mailbox.answerer())

    def complete(self, request: ChatRequest) -> ChatAnswer:
        """The answer, once it is written, marked with who wrote it."""
        begun_s = time.monotonic()
        try:
            letter, text = self._awaited(request)
            who = self._signed(letter)
        except UnfitFile as error:
            raise ChatUnavailable(str(error)) from error
        return ChatAnswer(text, latency_s=time.monotonic() - begun_s, model=_marked(who))

    def _awaited(self, request: ChatRequest) -> tuple[Letter, str]:
        digest = request.digest()
        letter = self.mailbox.find_digest(digest) or self.mailbox.post(request)
        if (text := _settled(letter)) is not None:
            self._tell_reuse(letter)
            return letter, text
        self._tell(f"waiting for {letter.answer_file}; or: airanchor reasoner answer {self.mailbox.folder}")
        pauses = 0
        try:
            while (text := _settled(letter)) is None:
                if not letter.folder.is_dir():
                    letter = self.mailbox.post(request)
                if pauses % _PAUSES_PER_LOOK == 0:
                    letter.await_answer()
                    self._copy_twin(digest, letter)
                self._sleep(_PAUSE_S)
                pauses += 1
        finally:
            letter.await_no_more()
        return letter, text

    def _copy_twin(self, digest: str, letter: Letter) -> None:
        """Two flights may ask the same at the same moment: the answer to the one is the other's too."""
        twin = self.mailbox.find_digest(digest)
        if twin is not None and twin != letter and (text := _settled(twin)) is not None:
            letter.write_answer(text, by=self._signed(twin))

    def _signed(self, letter: Letter) -> str:
        """Who wrote an answer; what nobody signed is of whoever answers now, and stays theirs."""
        who = letter.answered_by()
        if who is None:
            who = self.mailbox.answerer()
            with suppress(OSError):  # a mailbox that can only be read still answers
                letter.sign(who)
        return who

    def _tell_reuse(self, letter: Letter) -> None:
        """Once for each person whose answers another one gets."""
        who, now = letter.answered_by(), self.mailbox.answerer()
        if who is not None and who != now and who not in self._told:
            self._told.add(who)
            author = who or "somebody who gave no name"
            self._tell(
                f"{letter.folder.name} was answered before by {author}; such answers are used again and "
                f"marked so. For answers of {now or 'somebody else'} take another mailbox"
            )


def _marked(who: str) -> str:
    return f"mailbox ({who})" if who else "mailbox"


def _settled(letter: Letter) -> str | None:
    """The answer, if it is whole: a JSON object, or a text that nobody has touched for a moment."""
    text = letter.answer()
    if text is None or not text.strip():
        return None
    try:
        if isinstance(json.loads(text), dict):
            return text
    except (ValueError, RecursionError):
        pass
    try:
        age_s = time.time() - letter.answer_file.stat().st_mtime
    except OSError:
        return None
    return text if age_s >= _SETTLED_S else None
