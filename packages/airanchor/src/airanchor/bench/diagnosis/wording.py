"""Which leg a name means: the words of a landmark as the instruction, a subtask or a request says it."""

import re
from collections.abc import Sequence

from airanchor.bench.diagnosis.flown import ToldSubtask
from airanchor.bench.phrases import NAMES

_WORD = re.compile(r"[a-z0-9'-]{1,40}")
_WORDS_WITHOUT_WEIGHT = """
a an and at by closest distant farther first fourth from further high in is its last left-hand more
nearest next of on one other reads right-hand second that the third to two with
"""
_SMALL = frozenset(_WORDS_WITHOUT_WEIGHT.split())
_SAME = {
    "grey": "gray",
    "storey": "story",
    "storeys": "story",
    "stories": "story",
    "coloured": "colored",
    "centre": "center",
}


def words_of(text: str) -> frozenset[str]:
    """The words that tell one thing from another, singular and in one spelling."""
    return frozenset(_plain(word) for word in _WORD.findall(text.lower()[:2000]) if word not in _SMALL)


def _plain(word: str) -> str:
    word = word.replace("coloured", "colored")
    word = _SAME.get(word, word)
    if word.endswith(("ches", "shes", "sses")):
        return word[:-2]
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def names_it(name: str, phrase: str, category: str) -> bool:
    """Whether a name means the thing that the instruction calls `phrase` and the scene `category`.

    More than half of its words are in the phrase, or it is one of the names people use for the category. The
    name of another category is no part of a longer one: a park is no car park.
    """
    said = words_of(name)
    if not said or (name.lower() in NAMES and not said <= words_of(category)):
        return said == words_of(phrase) and bool(said)
    known = {words_of(one) for one in (category, *NAMES.get(category, ()))}
    return 2 * len(said & words_of(phrase)) > len(said) or said in known


def strange_words(name: str, phrase: str, category: str) -> frozenset[str]:
    """The words of a name that neither the phrase nor the category's names hold."""
    usual = [words_of(one) for one in (phrase, category, *NAMES.get(category, ()))]
    return words_of(name).difference(*usual)


def likeness(name: str, phrase: str) -> float:
    """The share of words that name and phrase have in common."""
    said, wanted = words_of(name), words_of(phrase)
    return len(said & wanted) / len(said | wanted) if said | wanted else 0.0


def label(category: str, attributes: Sequence[str]) -> str:
    """A landmark in one text."""
    return " ".join((*attributes, category))


def naming_subtasks(told: Sequence[ToldSubtask], phrase: str, category: str) -> dict[int, float]:
    """The subtasks that name a landmark, with how alike the best name is; 0.1 where only the text does."""
    found: dict[int, float] = {}
    for one in told:
        scores = [
            0.2 + likeness(label(row.category, row.attributes), phrase)
            for row in one.landmarks
            if names_it(row.category, phrase, category)
        ]
        if scores:
            found[one.number] = max(scores)
        elif words_of(phrase) and words_of(phrase) <= words_of(one.text):
            found[one.number] = 0.1
    return found


def assign(named: Sequence[dict[int, float]]) -> list[int | None]:
    """One subtask per leg, never going back, so that the sum of likenesses is largest; None for the rest."""
    best: dict[int, tuple[float, list[int | None]]] = {0: (0.0, [])}
    for options in named:
        grown = {at: (score, [*chosen, None]) for at, (score, chosen) in best.items()}
        for number, gain in sorted(options.items()):
            before = [(score, -at) for at, (score, _) in best.items() if at <= number]
            score, at = max(before)
            if number not in grown or score + gain > grown[number][0]:
                grown[number] = (score + gain, [*best[-at][1], number])
        best = grown
    return max(best.items(), key=lambda item: (item[1][0], -item[0]))[1][1]


def first_subtasks(named: Sequence[dict[int, float]], chosen: Sequence[int | None]) -> list[int | None]:
    """The first subtask of each leg: after the last that names the leg before, at most the one that names it.

    So a subtask that only turns or climbs belongs to the leg that follows.
    """
    begun: list[int | None] = []
    for leg, number in enumerate(chosen):
        before = next((one for one in reversed(range(leg)) if chosen[one] is not None), None)
        if number is None or before is None:
            begun.append(1 if leg == 0 and number is not None else number)
            continue
        known = [one for one in named[before] if (chosen[before] or 0) <= one < number]
        begun.append(min(max(known, default=number - 1) + 1, number))
    return begun
