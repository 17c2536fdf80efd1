"""Odds in place of scores: what the profiles that are ours weigh instead of the paper's sums.

    log odds = base + sum of (weight x evidence)

One logistic line each for three questions: is this anchor that instance, is an instance what a phrase names,
and is it what its own label says. The weights are data, fitted on cities and flights that no result is
reported on (`python -m benchmarks.fit.memory_odds`); with none at all, the paper's equations hold.
"""

import functools
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from difflib import get_close_matches
from importlib import resources
from typing import Any, ClassVar

from airanchor.errors import InputError

ODDS_FILE = "memory_odds.json"
_STEEPEST = 100.0


class Weights:
    """A group of weights: finite numbers of a sane size, unknown names named."""

    place: ClassVar[str] = "memory odds"

    def __post_init__(self) -> None:
        for one in fields(self):  # type: ignore[arg-type]
            value = getattr(self, one.name)
            if not isinstance(value, int | float) or not -_STEEPEST <= value <= _STEEPEST:
                raise InputError(
                    f"{self.place}.{one.name} = {value!r} must be between {-_STEEPEST:g} and {_STEEPEST:g}"
                )


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchOdds(Weights):
    """That an anchor is a stored instance; the evidence is told by `associator`."""

    place: ClassVar[str] = "memory odds.match"

    base: float = 0.0
    covered: float = 0.0
    """Of the share of the anchor's footprint that the instance covers."""
    covering: float = 0.0
    """Of the share of the instance's footprint that the anchor covers."""
    ratio: float = 0.0
    """Of the logarithm of how many times larger the larger footprint is: one mask over two houses."""
    gap: float = 0.0
    """Of the distance between both seen from above, in units of σ_G."""
    growth: float = 0.0
    """Of the logarithm of how many times longer the merged footprint would be."""
    apart: float = 0.0
    """Of the share of the shorter height range that they do not have in common."""
    category: float = 0.0
    """Of S_T."""
    agree: float = 0.0
    """Of each aspect that both describe alike."""
    conflict: float = 0.0
    """Of each aspect in which they contradict each other."""
    picture: float = 0.0
    """Of S_V."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RetrievalOdds(Weights):
    """That an instance is what a phrase names; the evidence is told by `apart`."""

    place: ClassVar[str] = "memory odds.retrieval"

    base: float = 0.0
    name: float = 0.0
    """Of the best cosine of the category with a name that the instance itself was seen under."""
    names: float = 0.0
    """Of the mean cosine over all sightings: a thing that is called many things is none of them surely."""
    agree: float = 0.0
    """Of each aspect in which the descriptions agree."""
    conflict: float = 0.0
    """Of each in which they contradict each other."""
    words: float = 0.0
    """Of the share of other words of the phrase that were said of the instance too."""
    reliable: float = 0.0
    """Of the log odds of the instance's reliability."""
    far: float = 0.0
    """Of the distance as a share of D_R."""
    least_name: float = field(default=-1.0)
    """The least cosine of names, best and mean as they are weighed: another kind is no candidate."""
    margin: float = field(default=_STEEPEST)
    """Candidates this much below the best, in log odds, are none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReliabilityOdds(Weights):
    """That an instance is what its label says; the evidence is told by `reliability`."""

    place: ClassVar[str] = "memory odds.reliability"

    base: float = 0.0
    chance: float = 0.0
    """Of the log odds of the mean confidence of its sightings."""
    again: float = 0.0
    """Of the logarithm of how often it was seen under compatible names."""
    wide: float = 0.0
    """Of the logarithm of its length in metres: a mask that ran over its neighbours is long,"""
    tall: float = 0.0
    """and of its height: one that ran into the ground is tall."""
    steady: float = 0.0
    """Of the share of sightings that agree with its most frequent name."""
    contradicted: float = 0.0
    """Of the logarithm of one more than the sightings of other things in its very place."""
    absent: float = 0.0
    """Of the logarithm of one more than the times in a row that it should have been seen and was not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryOdds:
    """The three lines."""

    match: MatchOdds = field(default_factory=MatchOdds)
    retrieval: RetrievalOdds = field(default_factory=RetrievalOdds)
    reliability: ReliabilityOdds = field(default_factory=ReliabilityOdds)

    def overlaid(self, values: Mapping[str, Any]) -> "MemoryOdds":
        """The same lines with some weights replaced: {"match": {"gap": -2.0}}."""
        groups = {}
        for name, given in values.items():
            _check_known(name, self, "memory odds")
            group = getattr(self, name)
            if not isinstance(given, Mapping):
                raise InputError(f"memory odds.{name} = {given!r} must be a table of weights")
            for weight in given:
                _check_known(weight, group, f"memory odds.{name}")
            groups[name] = replace(group, **given)
        return replace(self, **groups)


def _check_known(name: str, group: Any, place: str) -> None:
    known = [one.name for one in fields(group)]
    if name not in known:
        near = get_close_matches(str(name), known, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"valid are {', '.join(known)}"
        raise InputError(f"{place} has no weight {name!r}; {hint}")


@functools.cache
def fitted_odds() -> MemoryOdds:
    """As the data file has them."""
    stored = json.loads(resources.files(__package__).joinpath(ODDS_FILE).read_text("utf-8"))
    return MemoryOdds().overlaid(stored["values"])


def weighed(weights: Any, evidence: Mapping[str, float]) -> float:
    """base + sum of (weight x evidence), by name."""
    return float(weights.base + sum(getattr(weights, name) * value for name, value in evidence.items()))


def chance_of(log_odds: float) -> float:
    """1 / (1 + exp(-l)), without overflow."""
    if log_odds >= 0:
        return 1.0 / (1.0 + math.exp(-log_odds))
    grown = math.exp(log_odds)
    return grown / (1.0 + grown)


def log_odds_of(chance: float, floor: float = 0.01) -> float:
    """log(p / (1 - p)), with p kept away from certainty."""
    kept = min(1.0 - floor, max(floor, chance))
    return math.log(kept / (1.0 - kept))
