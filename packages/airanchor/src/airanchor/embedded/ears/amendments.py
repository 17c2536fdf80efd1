"""What a speaker takes back within a text, such as "the church, no wait, the school", is blanked out.

What replaces it is read in its place: a thing for the thing before it, a side for a side, a number for a
number, a command for a command. All else keeps its place in the text.
"""

import re

from airanchor.embedded.ears.tokens.lexicon import SIDES
from airanchor.embedded.ears.verbs.verbs import Form, VerbKind, read_verb

_TAKEN_BACK = (
    r"(?:no,? ?(?:no|wait|sorry|i mean|make (?:that|it))|wait,? no"
    r"|sorry,? ?(?:no|i meant?|make (?:that|it)|wait)"
    r"|i meant?|(?:scratch|strike) that|make that|or rather|actually,? no)"
)
_MARKED = re.compile(
    rf"(?:(?:\s{{0,3}}[,;.!?…—–-]{{1,3}}\s{{0,3}}|(?<!\bis)(?<!'s)\s{{1,3}}){_TAKEN_BACK}\b"
    r"|\s{0,3}(?:[,;.!?…—–]{1,3}|\s-)\s{0,3}(?:no|sorry|oops|rather|correction|make (?:that|it))"
    r"(?=\s{0,3}[,:]|\s{1,3}(?:the|an?|to)\b))"
    rf"(?:[\s,]{{1,3}}{_TAKEN_BACK})*\s{{0,3}}[,:;.…—–-]{{0,3}}\s{{1,3}}",
    re.IGNORECASE,
)
_DETERMINER = r"(?:the|an?|my|your|that|this)"
_PLACING = r"(?:to|at|towards?|past|over|above|under|around|behind|beside|along|through|into|onto|by|near)"
_FORMS = tuple(
    re.compile(rf"\b{form}", re.IGNORECASE)
    for form in (
        rf"{_PLACING}\s{{1,3}}{_DETERMINER}\b",
        rf"{_DETERMINER}\b",
        r"\d[\d.]*",
        rf"(?:{'|'.join(sorted(SIDES, key=len, reverse=True))})\b",
    )
)
"""What a replacement can begin with; it replaces the last that begins alike."""
_ONE = re.compile(rf"{_DETERMINER}\s+(?:[\w-]+\s+){{0,2}}ones?\b", re.IGNORECASE)
"""It leans on what was named before, which therefore stays."""
_TELLS = re.compile(r"[^,.;!?\n]{0,80}\b(?:is|are|was|were|will|lies|stands)\b", re.IGNORECASE)
"""A remark replaces nothing: "sorry, the school is on your left"."""
_WORD = re.compile(r"[A-Za-z]+")
_LONGEST = 400
"""Nobody takes back what was said longer ago, in characters."""
_STOPS = re.compile(r"[.;!?\n]")
_FLOWN = (
    VerbKind.GO, VerbKind.PASS, VerbKind.FOLLOW, VerbKind.CROSS, VerbKind.CIRCLE, VerbKind.ASCEND,
    VerbKind.DESCEND, VerbKind.TURN, VerbKind.FACE, VerbKind.STOP, VerbKind.REACH,
)  # fmt: skip


def amended(text: str) -> str:
    """The text, as long as it was, without what was taken back and the words that say so."""
    for mark in _MARKED.finditer(text):
        start = _taken_back_from(text[: mark.start()], text[mark.end() :])
        if start is not None:
            text = text[:start] + " " * (mark.end() - start) + text[mark.end() :]
    return text


def _taken_back_from(before: str, after: str) -> int | None:
    """Where what is replaced begins; None where nothing like the replacement stands before it."""
    if _ONE.match(after) or _TELLS.match(after):
        return None
    near = max(len(before) - _LONGEST, 0)
    since = max((stop.end() for stop in _STOPS.finditer(before, near)), default=near)
    for form in _FORMS:
        if form.match(after):
            return max(
                (found.start() for found in form.finditer(before, since)), default=_bare_from(before, since)
            )
    word = _WORD.match(after)
    return _last_command(before, since) if word is not None and _is_command(word.group()) else None


def _bare_from(before: str, since: int) -> int | None:
    """Where a sentence without a command begins: "pool, no wait, the church"."""
    has_command = any(_is_command(word.group()) for word in _WORD.finditer(before, since))
    return None if has_command else since


def _last_command(before: str, since: int) -> int | None:
    """Where the last command begins."""
    found = [word for word in _WORD.finditer(before, since) if _is_command(word.group())]
    return max((word.start() for word in found if _opens(before, word.start())), default=None)


def _opens(before: str, start: int) -> bool:
    """Whether a word stands where commands do."""
    said = before[:start].rstrip().lower()
    return not said or said[-1] in ",;.!?:" or said.split()[-1] in ("and", "then", "but", "please", "now")


def _is_command(word: str) -> bool:
    verb = read_verb(word.lower())
    return verb is not None and verb.form is Form.BASE and verb.kind in _FLOWN
