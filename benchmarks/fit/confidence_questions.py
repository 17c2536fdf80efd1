"""What a model asks a view for: what is there, what is not, and what is there but looks otherwise.

Phrases have a category and up to three attributes. Each comes with the things of the view that it names.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from airanchor.bench.grounding.views import TrueView
from airanchor.embedded.eyes.detector.question import read_phrase
from airanchor.embedded.eyes.detector.words import Vocabulary
from airanchor.embedded.eyes.reader.question import ask
from airanchor.embedded.eyes.reader.traits import COLOURS, TRAITS
from airanchor.perception import Phrase
from airanchor.perception.oracle_words import is_covered
from aircity.city.landmarks import LANDMARKS
from aircity.city.scene import SceneObject
from benchmarks.fit.landmark_views import Stand
from benchmarks.fit.scene_reader_truth import answering, known

Item = TypeVar("Item")

SMALLEST_PX = 200
PRESENT, OTHERWISE, ABSENT, ELSEWHERE = 4, 2, 2, 2
"""Per view: things in it, the same with a colour they do not have, things not in it, landmarks told
elsewhere in the scene."""
_MOST_ATTRIBUTES = 3
_MASS = ("hills", "tree", "road", "pavement", "lawn", "field")


@dataclass(frozen=True, slots=True)
class AskedPhrase:
    """One question about a view."""

    kind: str
    phrase: Phrase
    answers: frozenset[int]
    """The ids of the things in view that it names; none where it is not there."""


def questions(
    stand: Stand | None,
    true: TrueView,
    others: Sequence[Stand],
    vocabulary: Vocabulary,
    rng: np.random.Generator,
) -> list[AskedPhrase]:
    """The landmark that is told here, some told elsewhere, and what a look at the view suggests."""
    asked = [] if stand is None else [_told(stand, true, "told here", vocabulary, rng)]
    elsewhere = rng.integers(len(others), size=ELSEWHERE if others else 0)
    asked += [_told(others[int(at)], true, "told elsewhere", vocabulary, rng) for at in elsewhere]
    asked += [one for chosen in _some(_visible(true), PRESENT, rng) if (one := _present(true, chosen, rng))]
    asked += [_otherwise(true, chosen, rng) for chosen in _some(_visible(true), OTHERWISE, rng)]
    return asked + [_absent(true, rng) for _ in range(ABSENT)]


def _told(
    stand: Stand,
    true: TrueView,
    kind: str,
    vocabulary: Vocabulary,
    rng: np.random.Generator,
) -> AskedPhrase:
    """The words of an instruction as a model hands them on: noun and attributes apart, as often as not."""
    phrase = stand.phrase
    traits = tuple(t for t in ask(phrase, vocabulary, least_weight=0.25).traits if t in TRAITS)
    answers = answering(known(true), stand.landmark, traits)
    if rng.random() < 0.5:
        phrase = Phrase(*read_phrase(phrase, vocabulary))
    return AskedPhrase(kind, phrase, answers)


def _present(true: TrueView, one: SceneObject, rng: np.random.Generator) -> AskedPhrase | None:
    category = (
        "building" if is_covered(Phrase("building"), one.category) and rng.random() < 0.3 else one.category
    )
    attributes = _some(list(one.attributes), int(rng.integers(_MOST_ATTRIBUTES + 1)), rng)
    phrase = Phrase(category, tuple(_spoken(word) for word in attributes))
    answers = true.truth.answers(phrase)
    return AskedPhrase("present", phrase, frozenset(answers)) if answers else None


def _otherwise(true: TrueView, one: SceneObject, rng: np.random.Generator) -> AskedPhrase:
    """The thing in a colour of its scene that it does not have, with the rest of its attributes or none."""
    colours = [word for word in COLOURS if not any(word in own or own in word for own in one.attributes)]
    rest = [word for word in one.attributes if not any(colour in word.split() for colour in COLOURS)]
    attributes = (str(rng.choice(colours)), *_some(rest, int(rng.integers(2)), rng))
    phrase = Phrase(one.category, tuple(_spoken(word) for word in attributes))
    return AskedPhrase("otherwise", phrase, frozenset(true.truth.answers(phrase)))


def _absent(true: TrueView, rng: np.random.Generator) -> AskedPhrase:
    """A thing of this scene or of any city that the view does not show."""
    if rng.random() < 0.5:
        things = list(true.objects.values())
        one = things[int(rng.integers(len(things)))]
        category, own = one.category, _some(list(one.attributes), int(rng.integers(3)), rng)
    else:
        category, own = str(rng.choice(sorted(LANDMARKS))), []
    phrase = Phrase(category, tuple(_spoken(word) for word in own))
    answers = frozenset(true.truth.answers(phrase))
    return AskedPhrase("any" if answers else "absent", phrase, answers)


def _visible(true: TrueView) -> list[SceneObject]:
    """One thing of each look: a street of like houses is one question."""
    large = [true.objects[one] for one, size in true.truth.visible.items() if size >= SMALLEST_PX]
    return list({(one.category, one.attributes): one for one in large if one.category not in _MASS}.values())


def _spoken(word: str) -> str:
    """ "red roof" and "glass shelter" are what a thing has."""
    return f"with {word}" if " " in word and word not in COLOURS and " and " not in word else word


def _some(items: Sequence[Item], count: int, rng: np.random.Generator) -> list[Item]:
    return [items[int(index)] for index in sorted(rng.permutation(len(items))[:count].tolist())]
