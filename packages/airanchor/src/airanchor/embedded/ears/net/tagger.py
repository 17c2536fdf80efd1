"""The route tagger: a text in, its legs out, each with its spans and what the whole of it says.

A small network on the token vectors of the embedded text encoder, which it changes a little; trained by
`airanchor learn ears` on routes told by independent writers.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from airanchor.embedded.ears.net.cuts import cut_legs
from airanchor.embedded.ears.net.labels import CLIMBS, HEADS, RELATIONS, SIDES, TAGS, THINGS, TURNS_DEG
from airanchor.embedded.ears.net.weights import changed_encoder, stored_weights
from airanchor.embedded.ears.net.words import CutWords, cut
from airanchor.errors import MissingWeights
from airanchor.perception.one_thread import one_thread
from airanchor.perception.text.bert import Bert
from airanchor.perception.text.wordpiece import WordPiece
from airanchor.perception.weights import MINILM, MINILM_VOCABULARY, read_safetensors

Floats = NDArray[np.float32]

LAYERS, ATTENTION_HEADS = 6, 12
READINGS_KEPT = 64
"""Some methods read their instruction with every question."""


@dataclass(frozen=True, slots=True)
class Span:
    """CutWords with one part in a leg, as [start, end) of the text."""

    name: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class TaggedLeg:
    """One leg of a route, or a stretch of other talk."""

    start: int
    end: int
    """The stretch of the text, [start, end)."""
    spans: tuple[Span, ...]
    relation: str
    side: str
    turn_deg: int
    climb: str
    thing: str
    sureness: Mapping[str, float]
    """How sure each head is of what it says, 0 to 1; for a turn of this and the two next to it together."""

    @property
    def sure(self) -> float:
        """How sure it is of all that it says of the leg, 0 to 1; the thing's words speak for themselves."""
        return math.prod(share for name, share in self.sureness.items() if name != "thing")

    def named(self, name: str) -> tuple[Span, ...]:
        """The spans of one name, in order."""
        return tuple(span for span in self.spans if span.name == name)


class RouteTagger:
    """Encoder and heads, ready to read."""

    def __init__(
        self, encoder: Mapping[str, NDArray[np.float32]], weights: Mapping[str, Floats], cutter: WordPiece
    ) -> None:
        self._cutter = cutter
        self._bert = Bert(changed_encoder(encoder, weights), layers=LAYERS, heads=ATTENTION_HEADS)
        self._weights = weights

    def legs(self, text: str) -> tuple[TaggedLeg, ...]:
        """The legs of a text in order; none if it has no words, or more than the encoder can take in."""
        words = cut(text, self._cutter)
        if not words.spans or not words.is_whole:
            return ()
        with one_thread:
            vectors = self._bert([words.pieces])[0][list(words.heads)]
        tags = (vectors @ self._weights["tag.weight"].T + self._weights["tag.bias"]).argmax(axis=1)
        begins = (vectors @ self._weights["begin.weight"].T + self._weights["begin.bias"])[:, 0]
        names = [TAGS[int(tag)].partition("-")[2] for tag in tags]
        legs = cut_legs(begins, names, text, words.spans)
        return tuple(self._leg(vectors, tags, words, own) for own in legs)

    def _leg(self, vectors: Floats, tags: NDArray[np.intp], words: CutWords, own: range) -> TaggedLeg:
        said = {name: self._head(name, vectors[own.start : own.stop]) for name in HEADS}
        best = {name: int(shares.argmax()) for name, shares in said.items()}
        sureness = {name: float(shares[best[name]]) for name, shares in said.items()}
        sureness["turn"] = float(
            sum(said["turn"][(best["turn"] + step) % len(TURNS_DEG)] for step in (-1, 0, 1))
        )
        return TaggedLeg(
            words.spans[own.start][0],
            words.spans[own.stop - 1][1],
            tuple(_spans(tags, words, own)),
            relation=RELATIONS[best["relation"]],
            side=SIDES[best["side"]],
            turn_deg=TURNS_DEG[best["turn"]],
            climb=CLIMBS[best["climb"]],
            thing=THINGS[best["thing"]],
            sureness=sureness,
        )

    def _head(self, name: str, words: Floats) -> Floats:
        """The shares of a head's choices: it looks at the words that matter to it, softmax(x a) x W + b."""
        looks = words @ self._weights[f"looks.{name}.weight"].T + self._weights[f"looks.{name}.bias"]
        seen = _softmax(looks[:, 0]) @ words
        return _softmax(seen @ self._weights[f"says.{name}.weight"].T + self._weights[f"says.{name}.bias"])


def _softmax(x: NDArray[Any]) -> Floats:
    shares = np.exp(x - x.max())
    return np.asarray(shares / shares.sum(), np.float32)


def _spans(tags: NDArray[np.intp], words: CutWords, own: range) -> list[Span]:
    """Runs of words of one name; a new one begins where a word is marked as a beginning.

    A name that changes from the leg's own thing to one only mentioned, or back, within a run is one thing's.
    """
    found: list[Span] = []
    before = ""
    for place in own:
        edge, _, name = TAGS[int(tags[place])].partition("-")
        start, end = words.spans[place]
        is_one = {name, before} == {"main", "also"}
        if name and edge == "I" and (name == before or is_one):
            found[-1] = Span("main" if is_one else name, found[-1].start, end)
            name = found[-1].name
        elif name:
            found.append(Span(name, start, end))
        before = name
    return found


@cache
def stored_tagger() -> RouteTagger | None:
    """The tagger that comes with the package; None where the text encoder's weights are not installed."""
    try:
        encoder, vocabulary = MINILM.locate(), MINILM_VOCABULARY.locate()
    except MissingWeights:
        return None
    return RouteTagger(read_safetensors(encoder), stored_weights(), WordPiece.read(vocabulary))


@lru_cache(maxsize=READINGS_KEPT)
def tagged_legs(text: str) -> tuple[TaggedLeg, ...]:
    """The legs of a text by the tagger that comes with the package; none where it cannot run."""
    tagger = stored_tagger()
    return tagger.legs(text) if tagger is not None else ()
