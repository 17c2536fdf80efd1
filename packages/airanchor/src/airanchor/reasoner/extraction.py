"""Finds the one JSON object in what a model wrote: between fences, after prose, or in its thoughts."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from airanchor.errors import InputError
from airanchor.reasoner.chat import ChatAnswer
from airanchor.reasoner.prompts.characters import writable
from aircity.machine.untrusted import is_shallow

MAX_CHARS = 200_000
"""Of longer answers only this much of the end is read: the answer comes after the thoughts."""
MAX_DEPTH = 24
"""No role's answer is nested a third as deep."""
_MAX_WORK = 5 * MAX_CHARS
"""Characters that failed attempts may read in all, so that garbage costs no more than a moment."""
_LEAST_WORK = 100
"""What the shortest failed attempt is booked with."""
_LOST_WORK = _MAX_WORK // 20
"""What an attempt is booked with that broke off in endless nesting."""
_START = re.compile(r'\{\s{0,200}["}]|\[\s{0,200}\{')
_TRAILING_COMMA = re.compile(r",(?=\s{0,200}[}\]])")
_END_OF_THOUGHT = "</think>"


@dataclass(frozen=True, slots=True)
class AnswerShape:
    """What an answer is known by."""

    keys: frozenset[str]
    """The keys it must have."""
    list_key: str | None = None
    """The key under which a bare list is meant, where the answer is one list only."""


def extract_object(answer: ChatAnswer, wanted: AnswerShape) -> dict[str, Any]:
    """The object of the answer with most of the wanted keys, the last among equals; models think in drafts.

    What follows the thoughts counts first, then the whole text, then the reasoning field. An object that was
    cut off is never completed, and its parts are never taken for the answer.
    """
    for text in _places(answer):
        found = _best(text, wanted) or _best(_TRAILING_COMMA.sub("", text), wanted)
        if found is not None:
            sound: dict[str, Any] = _writable(found)
            return sound
    raise InputError(_what_is_missing(answer, wanted))


def _places(answer: ChatAnswer) -> Iterator[str]:
    text = _tail(answer.text)
    after = text.rfind(_END_OF_THOUGHT)
    if after >= 0:
        yield text[after + len(_END_OF_THOUGHT) :]
    yield text
    yield _tail(answer.reasoning)


def _tail(text: object) -> str:
    """The end of a text; a transport that hands on something else has handed on nothing."""
    return text[-MAX_CHARS:] if isinstance(text, str) else ""


def _what_is_missing(answer: ChatAnswer, wanted: AnswerShape) -> str:
    keys = ", ".join(f'"{key}"' for key in sorted(wanted.keys))
    if not _tail(answer.text).strip():
        return f"the answer was empty; answer with one JSON object with the keys {keys}"
    cut = " and was cut off at the token limit" if answer.is_truncated else ""
    return (
        f"the answer held no complete JSON object with the keys {keys}{cut}; "
        "answer with one such object only, each key once, in strict JSON"
    )


def _best(text: str, wanted: AnswerShape) -> dict[str, Any] | None:
    values, is_clean = _values(text)
    best: dict[str, Any] | None = None
    most = 0
    for value in values:
        found = _as_answer(value, wanted)
        count = len(wanted.keys & found.keys()) if found is not None else 0
        if count and count >= most:
            best, most = found, count
    return best or (_bare_list(values, wanted) if is_clean else None)


def _values(text: str) -> tuple[list[Any], bool]:
    """Every outermost object or list of objects that parses, and whether all that began like one did."""
    values: list[Any] = []
    work, at = 0, 0
    while work < _MAX_WORK and (match := _START.search(text, at)):
        at = match.start()
        try:
            value, end = _DECODER.raw_decode(text, at)
        except json.JSONDecodeError as error:
            work += max(error.pos - at, _LEAST_WORK)
            at += 1
        except (ValueError, RecursionError):
            work += _LOST_WORK
            at += 1
        else:
            at = end
            values += [value] if is_shallow(value, MAX_DEPTH) else []
    return values, work == 0


def _as_answer(value: Any, wanted: AnswerShape) -> dict[str, Any] | None:
    """The object itself, alone in a list, or wrapped in another; of several in a list none is the answer."""
    if isinstance(value, list):
        value = value[0] if len(value) == 1 else None
    if not isinstance(value, dict):
        return None
    if wanted.keys & value.keys():
        return value
    inner = [entry for entry in value.values() if isinstance(entry, dict) and wanted.keys & entry.keys()]
    return inner[0] if len(inner) == 1 else None


def _bare_list(values: list[Any], wanted: AnswerShape) -> dict[str, Any] | None:
    """A list of objects and nothing else, where the answer is one list only."""
    if wanted.list_key is None or len(values) != 1 or not isinstance(values[0], list):
        return None
    return {wanted.list_key: values[0]}


def _writable(value: Any) -> Any:
    """The same without halves of characters, which JSON can spell (as in "\\ud800") and no file can hold."""
    if isinstance(value, str):
        return writable(value)
    if isinstance(value, dict):
        return {writable(key): _writable(entry) for key, entry in value.items()}
    return [_writable(entry) for entry in value] if isinstance(value, list) else value


def _unambiguous(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object in which no key is said twice in two ways: which was meant is not ours to guess."""
    made: dict[str, Any] = {}
    for key, value in pairs:
        if made.setdefault(key, value) != value:
            raise ValueError(f"the key {key[:40]!r} is given twice with two values")
    return made


_DECODER = json.JSONDecoder(strict=False, parse_constant=lambda _: None, object_pairs_hook=_unambiguous)
