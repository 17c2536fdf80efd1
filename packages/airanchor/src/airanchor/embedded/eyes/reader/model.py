"""The fitted model, stored beside this file; `python -m benchmarks.fit.scene_reader` makes it."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from airanchor.embedded.eyes.reader.names import NAMES
from airanchor.embedded.eyes.reader.regions.layout import LayoutModel
from airanchor.embedded.eyes.reader.regions.perceptron import Perceptron, perceptron_from_json
from airanchor.errors import InputError

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class SceneModel:
    """Everything that was learned from pictures whose truth is known."""

    layout: LayoutModel
    joining: Perceptron
    scoring: Perceptron
    rates: Floats  # (names,) how often a region is each name
    tops: Floats  # (names, 2) how tall such things are: mean and spread of the logarithm in metres

    def to_json(self) -> dict[str, Any]:
        """As stored."""
        return {
            "first": self.layout.first.to_json(),
            "second": self.layout.second.to_json(),
            "joining": self.joining.to_json(),
            "scoring": self.scoring.to_json(),
            "names": {
                one.name: [float(f"{rate:.3g}"), *(round(float(value), 3) for value in tops)]
                for one, rate, tops in zip(NAMES, self.rates, self.tops, strict=True)
            },
        }


_PARTS = ("first", "second", "joining", "scoring")


def parts_from_json(data: Mapping[str, Any], names: Sequence[str]) -> dict[str, Perceptron]:
    """Some of the stored perceptrons, whatever names the model was fitted to."""
    return {name: perceptron_from_json(data[name]) for name in names}


def model_from_json(data: Mapping[str, Any]) -> SceneModel:
    """The inverse of SceneModel.to_json; names other than ours are an error."""
    if list(data["names"]) != [one.name for one in NAMES]:
        unlike = sorted(set(data["names"]) ^ {one.name for one in NAMES}) or ["their order"]
        raise InputError(
            f"the scene reader's model was fitted to other names ({', '.join(unlike)}); "
            "fit it again with benchmarks/fit/scene_reader.py"
        )
    numbers = np.array(list(data["names"].values()), float)
    parts = parts_from_json(data, _PARTS)
    return SceneModel(
        layout=LayoutModel(parts["first"], parts["second"]),
        joining=parts["joining"],
        scoring=parts["scoring"],
        rates=numbers[:, 0],
        tops=numbers[:, 1:],
    )


@cache
def stored_model() -> SceneModel:
    """The model that comes with the package."""
    return model_from_json(json.loads(files(__package__).joinpath("model.json").read_text(encoding="utf-8")))
