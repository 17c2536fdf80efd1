"""Parts of a subtask that are over: what became of each, and what the subtask came to."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from pydantic import AfterValidator, Field, PlainSerializer

from airanchor.reasoner.roles import PAPER_STATUSES, Status, with_outcome

MAX_PAST = 6
MAX_WORDS = 110
MAX_SENTENCE = 1000


class PartFate(StrEnum):
    """What became of a part."""

    DONE = "done"
    GUESSED = "guessed"
    """Flown to what was never recognised as the landmark."""
    PARTLY = "partly done"
    """Begun and ended short of what the words tell."""
    NOT_FOUND = "not found"
    GIVEN_UP = "given up"


def _plain(words: str) -> str:
    """Without the marks that notes and tags are built of, of bounded length."""
    return " ".join(re.sub(r"[^\w ',-]+", " ", words).split())[:MAX_WORDS].strip() or "part"


Words = Annotated[
    str, Field(max_length=MAX_WORDS), AfterValidator(_plain), PlainSerializer(_plain, return_type=str)
]


@dataclass(frozen=True, slots=True)
class PastPart:
    """A part that is over."""

    words: Words
    """What was done, or what was not, for people."""
    fate: PartFate = PartFate.DONE


def past_words(past: Sequence[PastPart]) -> str:
    """The parts as a sentence for people."""
    return "Past: " + "; ".join(f"{_plain(part.words)} ({part.fate.value})" for part in kept(past))


def kept(past: Sequence[PastPart]) -> tuple[PastPart, ...]:
    """As many as a progress text carries: what was not done is never left out for what was."""
    spare = MAX_PAST - sum(part.fate is not PartFate.DONE for part in past)
    done = [part for part in past if part.fate is PartFate.DONE]
    latest = done[len(done) - spare :] if 0 < spare < len(done) else done if spare > 0 else []
    return tuple(part for part in past if part.fate is not PartFate.DONE or part in latest)[-MAX_PAST:]


def status_of(past: Sequence[PastPart]) -> Status:
    """What a subtask of these parts came to."""
    fates = {part.fate for part in past}
    undone = fates - {PartFate.DONE}
    if not undone:
        return Status.COMPLETED
    if undone == {PartFate.GUESSED}:
        return Status.GUESSED
    if fates != undone or undone & {PartFate.GUESSED, PartFate.PARTLY}:
        return Status.PARTLY_DONE
    return Status.NOT_FOUND if undone == {PartFate.NOT_FOUND} else Status.GIVEN_UP


def closing_verdict(status: Status, told: str, offered: str) -> dict[str, str]:
    """The verdict that ends a subtask: by its status where that is offered, else in the words of its text."""
    if status in PAPER_STATUSES or status.value in offered.replace(",", " ").split():
        return {"progress": told, "status": status.value, "next_plan": ""}
    text = with_outcome(status, told)
    return {"progress": text, "status": Status.COMPLETED.value, "next_plan": ""}


def told_past(past: Sequence[PastPart]) -> str:
    """All of it as one plain sentence."""
    text = "; ".join(" ".join(part.words.split()).rstrip(".") for part in kept(past)) or "done"
    return f"{text[0].upper()}{text[1:MAX_SENTENCE]}."
