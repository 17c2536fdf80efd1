"""What a text plainly asks for and the reader made nothing of, in verbatim pieces.

Remarks, politeness and descriptions of the scene ask for nothing. A sentence of which nothing became a
manoeuvre counts as unread if it begins with a verb, or if most of its words are none the reader knows.
"""

import re
from collections.abc import Iterable, Sequence

from airanchor.embedded.ears.clause import Manoeuvre
from airanchor.embedded.ears.reader import Passage
from airanchor.embedded.ears.tokens.lexicon import (
    ADVERBS,
    AUXILIARIES,
    CONJUNCTIONS,
    FUNCTION_WORDS,
    NEGATIONS,
)
from airanchor.embedded.ears.tokens.spelling import is_word
from airanchor.embedded.ears.tokens.wordset import words
from airanchor.embedded.ears.unflown import UNFLOWN
from airanchor.embedded.ears.verbs.verbs import Form, VerbKind, read_verb

_PICTURES = re.compile(
    r"(?:take|make|get|shoot|grab)\s+(?:\w+\s+){0,4}(?:pictures?|photos?|photographs?|selfies?|videos?"
    r"|snapshots?|footage|images?|measurements?|samples?)\b",
    re.IGNORECASE,
)
_OPENERS = words(
    "please kindly now then and but so also just next finally first can could would will you u we let's lets "
    "let us i want to need would like do try hey yo ok okay alright after before that or don't"
)
_REQUESTS = words("can could would will please")
_TELLING = words("i we they he she it there this that these those here my the a an your its no yes")
_FLOWN = (
    VerbKind.GO, VerbKind.PASS, VerbKind.FOLLOW, VerbKind.CROSS, VerbKind.ENTER, VerbKind.LEAVE,
    VerbKind.CIRCLE, VerbKind.ASCEND, VerbKind.DESCEND, VerbKind.REACH, VerbKind.TAKE,
)  # fmt: skip
_POLITE = words(
    "please thanks thank you cheers hello hi hey good great luck morning evening well done nice job bye ok "
    "okay yes no right careful be safe over out roger copy sure"
)
_AVOIDS = re.compile(r"\W{0,3}(?:(?:and|then|but|also|please)\W{1,3}){0,3}avoid\b", re.IGNORECASE)
"""What is not to be flown to, which no rule keeps away from."""
_OVERRULES = re.compile(
    r"(?:ignore|disregard|forget|override)\b[^.!?;]{0,60}\b(?:instructions?|rules?|prompts?|commands?|orders?)\b",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[^.!?;\n。！？]+(?:[.!?;。！？]+|\n|$)|[.!?;。！？]+")
_PIECE = re.compile(r"(?:,|\b(?:and|then|but|before|after)\b|[^,\w]|\w+)", re.IGNORECASE)
_JOINTS = (",", "and", "then", "but", "before", "after")
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_COURSE = re.compile(
    r"\b(?:heading|course|bearing)\s+(?:of\s+)?\d{1,3}(?![\d.:]|\s*(?:m|met\w+|ft|feet|yards?)\b)(?:\s*(?:degrees|deg|°))?",
    re.IGNORECASE,
)
_HEIGHT = re.compile(
    r"\b(?:at|to|of)\s+(?:(?:an?|the)\s+)?(?:(?:height|altitude|elevation)\s+(?:of\s+)?)?\d[\d.]*\s*"
    r"(?:m|met\w+|ft|feet|yards?)\b(?:\s+(?:of\s+)?(?:height|altitude|elevation|high|up))?",
    re.IGNORECASE,
)
_HEIGHTS = (Manoeuvre.ASCEND, Manoeuvre.DESCEND, Manoeuvre.STOP)
LEAST_WORDS = 3
"""Exclamations are shorter."""
LEAST_KNOWN = 0.5
"""The share of its words that must be known for a sentence to be taken for English talk."""


def unread_pieces(text: str, passages: Sequence[Passage]) -> list[tuple[int, int]]:
    """The stretches of a text that ask for what the reader does not know, in order."""
    spans = sorted(clause.span for passage in passages for clause in passage.clauses)
    found: list[tuple[int, int]] = []
    for sentence in _SENTENCE.finditer(text):
        start, end = sentence.span()
        if not _meets(spans, start, end):
            if _asks(text[start:end], is_sentence=True):
                found.append((start, end))
            continue
        pieces = _pieces(text, start, end)
        found += [
            piece
            for piece in pieces
            if not _meets(spans, *piece) and _asks(text[slice(*piece)], is_sentence=False)
        ]
    found += [span for span in _unkept(text, passages) if not _meets(found, *span)]
    return [_trimmed(text, *piece) for piece in sorted(found)]


def _unkept(text: str, passages: Sequence[Passage]) -> Iterable[tuple[int, int]]:
    """Heights to fly at, and courses in degrees: said beside a movement that keeps neither."""
    yield from (course.span() for course in _COURSE.finditer(text))
    for passage in passages:
        if any(clause.is_absolute and clause.manoeuvre not in _HEIGHTS for clause in passage.clauses):
            yield from (height.span() for height in _HEIGHT.finditer(text, passage.start, passage.end))


def _pieces(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """A sentence cut at its joints."""
    cuts = [start]
    for match in _PIECE.finditer(text, start, end):
        if match.group().lower() in _JOINTS:
            cuts.append(match.start())
    return [(one, other) for one, other in zip(cuts, [*cuts[1:], end], strict=True) if one < other]


def _meets(spans: Sequence[tuple[int, int]], start: int, end: int) -> bool:
    return any(one < end and other > start for one, other in spans)


def _asks(piece: str, *, is_sentence: bool) -> bool:
    said = [word.lower().replace("’", "'") for word in _WORD.findall(piece)]
    if not said or _is_no_flight(piece):
        return bool(said)
    first = next((word for word in said if word not in _OPENERS and not _is_manner(word)), "")
    is_forbidden = bool(set(said) & NEGATIONS)
    if first in UNFLOWN or (first in ("make", "do", "perform", "execute") and not is_sentence):
        return not is_forbidden
    if not is_sentence or not first or all(word in _POLITE for word in said):
        return False
    verb = read_verb(first)
    is_told = bool({"you", "we"} & set(said[:2])) and said[0] not in _REQUESTS
    if verb is not None:
        return verb.form is Form.BASE and verb.kind in _FLOWN and not is_forbidden and not is_told
    return first not in _TELLING and len(said) >= LEAST_WORDS and _known_share(said) < LEAST_KNOWN


def _is_no_flight(piece: str) -> bool:
    """Whether a piece says what flights do not do, with whatever verb."""
    found = _PICTURES.search(piece) or _OVERRULES.search(piece) or _AVOIDS.match(piece)
    return found is not None


def _is_manner(word: str) -> bool:
    """ "slowly", but not "reply"."""
    return word.endswith("ly") and word not in UNFLOWN


def _known_share(said: Iterable[str]) -> float:
    judged = [word in _COMMON or is_word(word) for word in said]
    return sum(judged) / len(judged) if judged else 1.0


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """Without the marks and joints at its edges."""
    piece = text[start:end]
    while (bare := piece.lstrip(" ,;:.!?\n\t")) != piece or piece.split(" ")[0].lower() in (
        "and",
        "then",
        "but",
    ):
        piece = bare if bare != piece else piece.partition(" ")[2]
        if not piece:
            return start, end
    start = end - len(piece)
    return start, start + len(piece.rstrip(" ,;:.\n\t")) or end


_COMMON = FUNCTION_WORDS | ADVERBS | AUXILIARIES | CONJUNCTIONS | _POLITE | _OPENERS
