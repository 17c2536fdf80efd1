"""The fitted numbers, stored beside this file; `python -m benchmarks.fit.detector_concepts` makes them."""

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from airanchor.embedded.eyes.detector.concepts import CONCEPTS
from airanchor.embedded.eyes.detector.confidence import FEATURES, Confidence
from airanchor.embedded.eyes.detector.names import PAIRS, Naming
from airanchor.embedded.eyes.detector.properties import Property


@dataclass(frozen=True, slots=True, eq=False)
class Fitted:
    """How proposals are named, and what their confidence means."""

    naming: Naming
    confidence: Confidence

    def to_json(self) -> dict[str, Any]:
        """As stored, rounded to three digits."""
        concepts: dict[str, Any] = {
            concept.name: {"commonness": _round(common), "rate": round(float(rate), 6), "weights": {}}
            for concept, common, rate in zip(CONCEPTS, self.naming.commonness, self.naming.rates, strict=True)
        }
        for index, which, weight in zip(PAIRS.concept, PAIRS.which, self.naming.weights, strict=True):
            concepts[CONCEPTS[index].name]["weights"][Property(which).name.lower()] = _round(weight)
        return {
            "confidence": {
                "standing": dict(zip(FEATURES, map(_round, self.confidence.standing), strict=True)),
                "on_ground": dict(zip(FEATURES, map(_round, self.confidence.on_ground), strict=True)),
            },
            "unknown": [[_round(value) for value in row] for row in self.naming.unknown],
            "concepts": concepts,
        }


def from_json(data: dict[str, Any]) -> Fitted:
    """The inverse of Fitted.to_json; a name that is missing is an error."""
    rows = [data["concepts"][concept.name] for concept in CONCEPTS]
    weights = np.array(
        [
            rows[index]["weights"][Property(which).name.lower()]
            for index, which in zip(PAIRS.concept, PAIRS.which, strict=True)
        ]
    )
    naming = Naming(
        weights=weights,
        commonness=np.array([row["commonness"] for row in rows]),
        unknown=np.array(data["unknown"]),
        rates=np.array([row["rate"] for row in rows]),
    )
    standing, on_ground = (
        np.array([data["confidence"][where][name] for name in FEATURES])
        for where in ("standing", "on_ground")
    )
    return Fitted(naming, Confidence(standing, on_ground))


@cache
def stored_fit() -> Fitted:
    """The fit that comes with the package."""
    return from_json(json.loads(files(__package__).joinpath("fitted.json").read_text(encoding="utf-8")))


def _round(value: float) -> float:
    return round(float(value), 3)
