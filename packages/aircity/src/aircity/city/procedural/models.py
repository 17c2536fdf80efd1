"""The shelf of models: landmarks made anew for each place, and small things made once and repeated."""

import math
from dataclasses import dataclass, field

import numpy as np
from shapely.geometry import Polygon, box

from aircity.city.landmarks import LANDMARKS
from aircity.city.procedural.draft import Draft
from aircity.city.solids.model import Model

TEMPERATE = frozenset({"broad-leaved", "conifer", "poplar"})
PALMS = frozenset({"broad-leaved", "palm"})
_AUTUMN = frozenset({"orange", "yellow", "red", "pink"})
_STREET_TREE_M = 7.8
_TREES = 11
_VARIETY = {"car": 12, "container stack": 9}


@dataclass(slots=True)
class Shelf:
    """Makes models for one draft."""

    draft: Draft
    trees: frozenset[str] = TEMPERATE
    tree_share: float = 1.0
    """How much of the usual number of trees there is room for."""
    variants: int = 4
    _stock: dict[str, list[Model]] = field(default_factory=dict)

    def fresh(self, category: str, rng: np.random.Generator) -> Model:
        """A new model of a category."""
        return LANDMARKS[category](rng, self.draft.book)

    def stock(self, category: str, rng: np.random.Generator) -> Model:
        """One of a few models of a category that is repeated many times; "street tree" is a low tree."""
        if category not in self._stock:
            own = self.draft.stream(f"stock {category}")
            if category in ("tree", "street tree"):
                self._stock[category] = self._choose_trees(own, is_low=category == "street tree")
            else:
                self._stock[category] = [
                    self.fresh(category, own) for _ in range(_VARIETY.get(category, self.variants))
                ]
        models = self._stock[category]
        return models[int(rng.integers(len(models)))]

    def _choose_trees(self, rng: np.random.Generator, *, is_low: bool) -> list[Model]:
        """Trees of the style's kinds, one in ten in autumn or blossom colours."""
        kinds = self.trees - {"conifer"} if is_low else self.trees
        most_m = _STREET_TREE_M if is_low else math.inf
        chosen: list[Model] = []
        bright = 0
        while len(chosen) < _TREES:
            model = self.fresh("tree", rng)
            fits = model.attributes[1] in kinds and float(model.mesh.vertices[..., 2].max()) <= most_m
            is_bright = model.attributes[0] in _AUTUMN
            if fits and not (is_bright and bright >= _TREES // 10):
                bright += is_bright
                chosen.append(model)
        return chosen


def extent(model: Model, below_m: float = math.inf) -> Polygon:
    """The upright box around all of a model below a height, seen from above in its own frame."""
    points = model.mesh.vertices.reshape(-1, 3)
    xy = points[points[:, 2] <= below_m][:, :2]
    (x0, y0), (x1, y1) = xy.min(axis=0), xy.max(axis=0)
    return box(float(x0), float(y0), float(x1), float(y1))
