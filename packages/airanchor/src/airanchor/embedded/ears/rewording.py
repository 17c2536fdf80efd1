"""Ways of saying a thing, brought to one: token patterns with a plainer wording for each.

A pattern is a line of elements: a word, `a|b` for either, `a?` for an optional one, `!a|b` for what must not
follow, and for places `^` that of a verb, `^^` the start of a clause, `^.` of a sentence, `^!` of the text,
`$` the end of a clause, `$.` of a sentence, `$?` of a question, `$!` of the text. `<SIDE>` and the like stand
for a class of phrases, `<X>` and `<Y>` for any few words within the sentence, `<N>` for such without a comma
or a verb of being, `<T>` for such without a command, `<M>` for a length, `<D>` for an angle, `<A>` for a
number without a unit and `<C>` for a command. What a name has matched can stand in the plainer wording.
Matching looks a fixed number of tokens ahead, so reading stays linear.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from airanchor.embedded.ears.tokens.lexicon import (
    ADVERBS,
    COMPOUND_HEADS,
    DETERMINERS,
    FUNCTION_WORDS,
    NOUNS_LIKE_VERBS,
    SIDES,
)
from airanchor.embedded.ears.tokens.numbers import read_measure, read_number
from airanchor.embedded.ears.tokens.tokens import Token
from airanchor.embedded.ears.tokens.wordset import words
from airanchor.embedded.ears.verbs.verbs import Form, VerbKind, read_verb

_LONGEST_GAP = 18
_STOPS = frozenset(".;!?:\n•")
_BEFORE_VERBS = words(
    ". ; ! ? : , - – — ( and then or but so you we please now next just to i you'll we'll will should must "
    "which first that"
)
_BEFORE_CLAUSES = words(". ; ! ? : , - – — ( and then so but")
_BEFORE_YOU = _BEFORE_CLAUSES | {"before", "which"}
_NOT_NAMED = words(", where which who when while is are was can will should may might if until till")
_CLOSINGS = {"$": _BEFORE_CLAUSES | {")"}, "$.": frozenset(".!?"), "$?": frozenset("?")}
_FREE = ("<X>", "<Y>", "<N>", "<T>", "<M>", "<D>", "<A>", "<C>")

Found = Mapping[str, Sequence[Token]]


@dataclass(frozen=True, slots=True)
class Element:
    """One element of a pattern: words of which one stands there, a named stretch, or else a mere place."""

    words: frozenset[str] = frozenset()
    name: str = ""
    closing: str = ""
    unwanted: frozenset[str] = frozenset()
    is_optional: bool = False

    def holds(self, tokens: Sequence[Token], at: int) -> bool:
        """Whether a place is such as the element asks for."""
        if self.closing == "$!":
            return not any(token.is_word for token in tokens[at : at + 2])
        if at >= len(tokens):
            return self.closing != "$?"
        if self.closing:
            return tokens[at].lower in _CLOSINGS[self.closing]
        return tokens[at].lower not in self.unwanted


def _element(text: str) -> Element:
    if text.startswith("!"):
        return Element(unwanted=frozenset(text[1:].split("|")))
    if text.startswith("$"):
        return Element(closing=text)
    name, is_optional = text.rstrip("?"), text.endswith("?")
    if name.startswith("<"):
        return Element(name=name, is_optional=is_optional)
    return Element(words=frozenset(name.split("|")), is_optional=is_optional)


@dataclass(frozen=True, slots=True)
class Phrasing:
    """One way of saying something, and the plainer one."""

    elements: tuple[Element, ...]
    plain: tuple[str, ...]
    place: str
    """"^" at the place of a verb, "^^" at the start of a clause, "^." of a sentence, "^!" of the text, else
    anywhere."""


def read_phrasings(lines: str) -> tuple[Phrasing, ...]:
    """The phrasings of a table, one line each: "pattern -> plain words"; "@NAME = ..." names an opening."""
    found = []
    openings: dict[str, str] = {}
    for line in filter(lambda line: line and not line.startswith("#"), lines.splitlines()):
        first, _, rest = line.partition(" ")
        if rest.startswith("= "):
            openings[first] = rest.removeprefix("= ")
            continue
        pattern, _, plain = f"{openings.get(first, first)} {rest}".partition("->")
        elements = tuple(pattern.split())
        place = elements[0] if elements[0] in ("^", "^^", "^.", "^!") else ""
        found.append(Phrasing(tuple(map(_element, elements[bool(place) :])), tuple(plain.split()), place))
    return tuple(found)


class Phrasebook:
    """Rewrites tokens; what was written keeps its place in the text."""

    def __init__(
        self, phrasings: Sequence[Phrasing], classes: Mapping[str, Mapping[tuple[str, ...], str]]
    ) -> None:
        self._classes = classes
        self._phrases: dict[str, dict[str, list[tuple[str, ...]]]] = {name: {} for name in classes}
        for name, phrases in classes.items():
            for phrase in phrases:
                self._phrases[name].setdefault(phrase[0], []).append(phrase)
        self._by_first: dict[str, list[Phrasing]] = {}
        self._rest: list[Phrasing] = []
        for phrasing in phrasings:
            firsts = self._firsts(phrasing.elements)
            for word in firsts or ():
                self._by_first.setdefault(word, []).append(phrasing)
            if firsts is None:
                self._rest.append(phrasing)

    def plain(self, tokens: Sequence[Token]) -> list[Token]:
        """The tokens in plainer wording; an opening that says nothing goes to the word after it."""
        found: list[Token] = []
        at = 0
        opening: Token | None = None
        while at < len(tokens):
            match = self._match_at(tokens, at, found)
            said, end = match if match is not None else ([tokens[at]], at + 1)
            if not said and (opening is None and tokens[at].opens_sentence):
                opening = tokens[at]
            if said and opening is not None:
                said = [replace(said[0], start=opening.start, opens_sentence=True), *said[1:]]
                opening = None
            found += said
            at = end
        return found

    def _firsts(self, elements: Sequence[Element]) -> set[str] | None:
        """The words a pattern can start with; None where any word may."""
        first = elements[0]
        if first.unwanted:
            return self._firsts(elements[1:])
        if first.name in _FREE:
            return None
        opens = set(first.words)
        if first.name:
            opens = {phrase[0] for phrase in self._classes[first.name.strip("<>")]}
        if not first.is_optional:
            return opens
        rest = self._firsts(elements[1:])
        return None if rest is None else opens | rest

    def _match_at(
        self, tokens: Sequence[Token], at: int, before: Sequence[Token]
    ) -> tuple[list[Token], int] | None:
        word = before[-1].lower if before else "."
        is_told = word in ("you", "we") and len(before) > 1 and not _opens_order(before[-2])
        closed = {
            "^": is_told or (word not in _BEFORE_VERBS and word not in ADVERBS),
            "^^": word not in _BEFORE_CLAUSES,
            "^.": not tokens[at].opens_sentence,
            "^!": bool(before),
        }
        is_name = tokens[at].is_capital and not tokens[at].opens_sentence
        for phrasing in (*self._by_first.get(tokens[at].lower, ()), *self._rest):
            if closed.get(phrasing.place) or (is_name and phrasing.place):
                continue
            for end, found in self._ways(tokens, at, phrasing.elements, {}):
                return self._written(tokens[at:end], phrasing.plain, found), end
        return None

    def _ways(
        self, tokens: Sequence[Token], at: int, elements: Sequence[Element], found: Found
    ) -> Iterator[tuple[int, Found]]:
        """Every end of a match of the elements, the first the best."""
        if not elements:
            yield at, found
            return
        first, rest = elements[0], elements[1:]
        if first.words:
            if at < len(tokens) and tokens[at].lower in first.words:
                yield from self._ways(tokens, at + 1, rest, found)
        elif first.name:
            for end in self._ends(tokens, at, first.name):
                yield from self._ways(tokens, end, rest, {**found, first.name: tokens[at:end]})
        elif first.holds(tokens, at):
            yield from self._ways(tokens, at, rest, found)
        if first.is_optional:
            yield from self._ways(tokens, at, rest, found)

    def _ends(self, tokens: Sequence[Token], at: int, name: str) -> Iterator[int]:  # noqa: C901 - one case per kind of gap
        if at >= len(tokens):
            return
        if name in ("<X>", "<Y>", "<N>", "<T>"):
            for end in range(at + 1, min(at + _LONGEST_GAP, len(tokens)) + 1):
                word = tokens[end - 1].lower
                if word in _STOPS or (name in ("<N>", "<T>") and word in _NOT_NAMED):
                    return
                if name == "<T>" and _commands(tokens, end - 1):
                    return
                yield end
        elif name == "<M>":
            measure = read_measure(tokens, at)
            if measure is not None and measure.metres is not None:
                yield measure.end
        elif name == "<D>":
            measure = read_measure(tokens, at)
            if measure is not None and measure.degrees is not None and not _is_inside_number(tokens, at):
                yield measure.end
        elif name == "<A>":
            number = read_number(tokens, at)
            after = tokens[number[1]].lower if number is not None and number[1] < len(tokens) else "."
            is_bare = read_measure(tokens, at) is None and after not in ("quarters", "of")
            is_bare = is_bare and not _is_inside_number(tokens, at)
            if number is not None and is_bare and 3 <= number[0] <= 360:
                yield number[1]
        elif name == "<C>":
            if _commands(tokens, at):
                yield at + 1
        else:
            for phrase in self._phrases[name.strip("<>")].get(tokens[at].lower, ()):
                if tuple(token.lower for token in tokens[at : at + len(phrase)]) == phrase:
                    yield at + len(phrase)

    def _written(self, matched: Sequence[Token], plain: Sequence[str], found: Found) -> list[Token]:
        """The plain words as tokens; made-up ones take no room except at the ends of the match."""
        written: list[Token] = []
        at = matched[0].start
        for word in plain:
            name = word.strip("?")
            if name in _FREE:
                kept = found.get(name, ())
                written += kept
                at = kept[-1].end if kept else at
                continue
            said = self._said(name, found) if name.startswith("<") else name
            kept = found.get(name, ())
            if kept and said == " ".join(token.lower for token in kept):
                written += kept
                at = kept[-1].end
                continue
            for each in said.split():
                end = at if written else matched[0].end
                written.append(_made(each, (at, end), matched[0], is_first=not written))
                at = end
        if written:
            first, last = written[0], written[-1]
            opens = matched[0].opens_sentence or first.opens_sentence
            written[0] = replace(first, start=matched[0].start, opens_sentence=opens)
            written[-1] = replace(written[-1], end=max(last.end, matched[-1].end))
        return written

    def _said(self, name: str, found: Found) -> str:
        phrase = tuple(token.lower for token in found.get(name, ()))
        return self._classes[name.strip("<>")].get(phrase, "")


def _opens_order(token: Token) -> bool:
    """Whether "you" after this word is told what to do."""
    return token.lower in _BEFORE_YOU or token.lower in ADVERBS


def _commands(tokens: Sequence[Token], at: int) -> bool:
    """Whether a verb in the form of a command stands here, and no noun that only looks like one."""
    word, before = tokens[at].lower, tokens[at - 1].lower if at else ""
    verb = read_verb(word)
    if (
        verb is None
        or verb.form is not Form.BASE
        or verb.kind is VerbKind.SEE
        or verb.lemma == "near"
        or before in DETERMINERS
        or before in COMPOUND_HEADS
    ):
        return False
    follows = tokens[at + 1].lower if at + 1 < len(tokens) else ""
    is_plain = follows in FUNCTION_WORDS or follows in ADVERBS or follows in SIDES
    return (
        word not in NOUNS_LIKE_VERBS
        or is_plain
        or (bool(follows) and read_number(tokens, at + 1) is not None)
    )


def _made(word: str, span: tuple[int, int], like: Token, *, is_first: bool) -> Token:
    return Token(
        text=word,
        lower=word,
        start=span[0],
        end=span[1],
        is_word=word[0].isalnum(),
        is_capital=False,
        opens_sentence=is_first and like.opens_sentence,
        precedes_capital=False,
    )


def _is_inside_number(tokens: Sequence[Token], at: int) -> bool:
    """Whether "thirty-five" only ends "one hundred and thirty-five"."""
    return at > 1 and tokens[at - 1].lower == "and" and tokens[at - 2].lower in ("hundred", "thousand")
