"""Finds the one JSON object in what a model wrote: between fences, after prose, or in its thoughts."""

import json
import re
from typing import Any

from airanchor.errors import InputError
from airanchor.reasoner.chat import ChatAnswer

MAX_CHARS = 200_000
"""Longer answers are cut here: no role needs a hundredth of it."""
_TRAILING_COMMA = re.compile(r",(?=\s{0,100}[}\]])")


def extract_object(answer: ChatAnswer) -> dict[str, Any]:
    """The last JSON object of the answer's text, else of its reasoning field."""
    for text in (answer.text, answer.reasoning):
        found = _last_object(text[:MAX_CHARS])
        if found is not None:
            return found
    if not answer.text.strip():
        raise InputError("the answer was empty; answer with one JSON object")
    cut = " and was cut off at the token limit" if answer.is_truncated else ""
    raise InputError(f"the answer held no complete JSON object{cut}; answer with one JSON object only")


def _last_object(text: str) -> dict[str, Any] | None:
    """The last outermost object that parses; models often think aloud in JSON before they answer."""
    found = None
    at = text.find("{")
    while at >= 0:
        end = _closing_brace(text, at)
        if end is None:
            break
        parsed = _parsed(text[at : end + 1])
        found = parsed if parsed is not None else found
        at = text.find("{", end + 1)
    return found


def _closing_brace(text: str, start: int) -> int | None:
    depth, is_quoted, is_escaped = 0, False, False
    for at in range(start, len(text)):
        char = text[at]
        if is_quoted:
            is_quoted = is_escaped or char != '"'
            is_escaped = char == "\\" and not is_escaped
        elif char == '"':
            is_quoted = True
        elif char == "{":
            depth += 1
        elif char == "}":
            depth -= 1
            if depth == 0:
                return at
    return None


def _parsed(text: str) -> dict[str, Any] | None:
    for candidate in (text, _TRAILING_COMMA.sub("", text)):
        try:
            value = json.loads(candidate, strict=False, parse_constant=lambda _: None)
        except (ValueError, RecursionError):
            continue
        if isinstance(value, dict):
            return value
    return None
