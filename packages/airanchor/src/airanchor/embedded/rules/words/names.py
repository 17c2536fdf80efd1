"""Whether two names mean the same thing: equal words first, then synonyms, then nearness of meaning."""

from collections.abc import Iterable

import numpy as np

from airanchor.embedded.eyes.detector.question import read_phrase
from airanchor.embedded.eyes.detector.words import Vocabulary, singular
from airanchor.embedded.eyes.reader.names import NAMES
from airanchor.embedded.eyes.reader.reading import LEAST_WEIGHT
from airanchor.embedded.rules.config import NamingRules
from airanchor.perception.contracts import Phrase, TextEncoder

MAX_TAIL = 4
WITH = "with"
"""What follows it in a label describes the thing that is named before it."""

_COLOURS = (
    ("gray", "silver", "white", "black"),
    ("red", "brown", "orange", "pink", "bronze", "crimson"),
    ("beige", "cream", "yellow", "tan", "brown", "golden", "white", "sandy"),
    ("blue", "teal", "navy", "silver"),
    ("green", "teal"),
    ("purple", "pink"),
)
_SIZES = (
    frozenset(("tall", "high", "high-rise", "large", "big", "huge", "long", "wide")),
    frozenset(("low", "short", "low-rise", "small", "little", "tiny")),
)


class Names:
    """Compares names; remembers what it compared."""

    def __init__(self, encoder: TextEncoder, rules: NamingRules | None = None) -> None:
        self._rules = rules or NamingRules()
        self._vocabulary = Vocabulary(encoder, NAMES)
        self._known: dict[tuple[str, str], float] = {}

    def knows(self, phrase: Phrase) -> bool:
        """Whether the eyes know things of this name, not only of one near in meaning.

        Two known words make a known name ("hospital building"), but not a proper one ("Golden Gate Bridge").
        """
        noun, _ = read_phrase(phrase, self._vocabulary)
        if any(self._vocabulary.knows(one) for one in (noun, phrase.category, phrase.label)):
            return True
        words = noun.split()
        cuts = ((" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words)))
        is_made_of_known = any(
            self._vocabulary.knows(one) and self._vocabulary.knows(other) for one, other in cuts
        )
        return is_made_of_known and phrase.category.islower()

    def near_kinds(self, phrase: Phrase) -> tuple[str, ...]:
        """What the eyes look for in place of a name they do not know: kinds near in meaning."""
        weights = self._vocabulary.weights(read_phrase(phrase, self._vocabulary)[0])
        return tuple(one.name for one, weight in zip(NAMES, weights, strict=True) if weight >= LEAST_WEIGHT)

    def same_category(self, wanted: str, offered: str) -> float:
        """Agreement of two head nouns, 0 to 1."""
        key = (singular(wanted), singular(offered))
        if key not in self._known:
            self._known[key] = self._compared(*key)
        return self._known[key]

    def _compared(self, wanted: str, offered: str) -> float:
        if wanted == offered:
            return 1.0
        rules = self._rules
        mine, theirs = self._vocabulary.weights(wanted), self._vocabulary.weights(offered)
        shared = float(np.minimum(mine, theirs).max(initial=0.0))
        if shared >= 1.0:
            return rules.synonym_score
        if shared > rules.kind_share:
            return rules.kind_score
        are_known = mine.max(initial=0.0) >= 1.0 and theirs.max(initial=0.0) >= 1.0
        is_one_head = wanted.rsplit(" ", 1)[-1] == offered.rsplit(" ", 1)[-1]
        return max(rules.near_score * shared, rules.head_score if is_one_head and not are_known else 0.0)

    def same_thing(self, category: str, attributes: Iterable[str], label: str) -> float:
        """Agreement of a wanted thing with a label such as "red brick house", 0 to 1."""
        words = " ".join(label.lower().split()).split(" ")
        wanted = tuple(attributes)
        if sorted(_words(label)) == sorted(_words(" ".join((*wanted, category)))):
            return 1.0
        named = words[: words.index(WITH, 1)] if WITH in words[1:] else words
        tails = (" ".join(named[-size:]) for size in range(1, min(MAX_TAIL, len(named)) + 1))
        return self.same_attributes(wanted, words) * max(self.same_category(category, tail) for tail in tails)

    def same_attributes(self, wanted: Iterable[str], offered: Iterable[str]) -> float:
        """How well stated attributes agree with those offered: their mean, and a clash counts for all."""
        have = [word for text in offered for word in _words(text)]
        scores = [_attribute(_words(text), have, self._rules) for text in wanted]
        if not scores:
            return 1.0
        clash = self._rules.clash
        return clash if min(scores) <= clash else sum(scores) / len(scores)


def _words(text: str) -> list[str]:
    return text.lower().replace("grey", "gray").replace(",", " ").split()


def _attribute(wanted: list[str], have: list[str], rules: NamingRules) -> float:
    if not wanted or all(word in have for word in wanted):
        return 1.0
    colours = [word for word in wanted if _is_colour(word)]
    others = [word for word in have if _is_colour(word)]
    if colours and others and not set(colours) & set(others):
        near = any(a in group and b in group for group in _COLOURS for a in colours for b in others)
        return rules.near_colour if near else rules.clash
    small, large = (any(word in sizes for word in wanted) for sizes in reversed(_SIZES))
    if (small and _SIZES[0] & set(have)) or (large and _SIZES[1] & set(have)):
        return rules.clash
    return rules.partly_stated if set(wanted) & set(have) else rules.unstated


def _is_colour(word: str) -> bool:
    return any(word in group for group in _COLOURS)
