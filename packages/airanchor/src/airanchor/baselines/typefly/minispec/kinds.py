"""The kinds of values, and what each skill takes."""

import re
from dataclasses import dataclass
from enum import StrEnum

Value = float | str | bool
_INSTANCE = re.compile(r"([^\[\]]*)\[([^\[\]]*)\]\Z")


class ValueKind(StrEnum):
    """What a value can be; ANY is known only in flight."""

    NUMBER = "number"
    TEXT = "text"
    OBJECT = "object"
    """A text that names an object, with `[x]` after it where several have that name."""
    TRUTH = "truth"
    ANY = "any"
    NOTHING = "nothing"

    @property
    def words(self) -> str:
        """For messages."""
        return _WORDS[self]


_WORDS = {
    ValueKind.NUMBER: "a number",
    ValueKind.TEXT: "a text",
    ValueKind.OBJECT: "the name of an object",
    ValueKind.TRUTH: "True or False",
    ValueKind.ANY: "any value",
    ValueKind.NOTHING: "no value",
}


@dataclass(frozen=True, slots=True)
class SkillParameter:
    """One thing a skill is told."""

    name: str
    kind: ValueKind
    low: float | None = None
    high: float | None = None

    @property
    def words(self) -> str:
        """For messages: what may stand here."""
        if self.low is None or self.high is None:
            return self.kind.words
        return f"{self.kind.words} from {self.low:g} to {self.high:g} {self.name}"


def kind_of(value: Value) -> ValueKind:
    """The kind of a value that is there."""
    if isinstance(value, bool):
        return ValueKind.TRUTH
    return ValueKind.TEXT if isinstance(value, str) else ValueKind.NUMBER


def fits(kind: ValueKind, wanted: ValueKind) -> bool:
    """Whether a value of this kind may stand where the other is wanted, as far as is known."""
    if kind is ValueKind.NOTHING:
        return False
    if ValueKind.ANY in (kind, wanted):
        return True
    texts = (ValueKind.TEXT, ValueKind.OBJECT)
    return kind is wanted or (kind in texts and wanted in texts)


def split_instance(name: str) -> tuple[str, float | None]:
    """`red tower[0.31]` as its name and its place across the view; ValueError where that is no such place."""
    match = _INSTANCE.match(name.strip())
    if match is None:
        if "[" in name or "]" in name:
            raise ValueError("a name with brackets that are no place")
        return name.strip(), None
    x = float(match.group(2)[:20])
    if not 0 <= x <= 1:
        raise ValueError("a place outside the view")
    return match.group(1).strip(), x
