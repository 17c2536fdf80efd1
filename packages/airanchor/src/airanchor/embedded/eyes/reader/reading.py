"""What one picture shows: things by phrase, things by name, where it is open, and a caption."""

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from airanchor.embedded.eyes.detector.apartness import apart
from airanchor.embedded.eyes.detector.properties import Proposals
from airanchor.embedded.eyes.detector.words import Vocabulary
from airanchor.embedded.eyes.reader import description as describing
from airanchor.embedded.eyes.reader.detections import NamedDetection, PictureDetection
from airanchor.embedded.eyes.reader.height import seen_height_m
from airanchor.embedded.eyes.reader.model import SceneModel
from airanchor.embedded.eyes.reader.names_of_regions import (
    agreed_shares,
    agreed_traits,
    as_proposals,
    name_shares,
)
from airanchor.embedded.eyes.reader.openness import column_openness, open_cell, ranges_m
from airanchor.embedded.eyes.reader.paint import repaint
from airanchor.embedded.eyes.reader.places import Placing
from airanchor.embedded.eyes.reader.pooling import RegionLooks, patch_sums, pool
from airanchor.embedded.eyes.reader.question import ask
from airanchor.embedded.eyes.reader.recognition import Recognition, recognize_regions, region_inputs
from airanchor.embedded.eyes.reader.regions.cells import make_cells
from airanchor.embedded.eyes.reader.regions.joints import join
from airanchor.embedded.eyes.reader.regions.marks import without_marks
from airanchor.embedded.eyes.reader.regions.pieces import cut_pieces
from airanchor.embedded.eyes.reader.regions.regions import Regions, measure_regions
from airanchor.embedded.eyes.reader.scores import Judgement, score, score_features
from airanchor.embedded.eyes.reader.traits import agree
from airanchor.perception.contracts import Phrase

if TYPE_CHECKING:
    from airanchor.embedded.eyes.net import CellMaps, CityNet

Floats = NDArray[np.float32]

LEAST_SCORE = 0.3
"""Regions that are less probably what was asked for are no answer."""
LEAST_WEIGHT = 0.25
"""How near in meaning a name must be to count at all."""
LEAST_MEANING = 0.02
"""Regions that are less probably of the kind lose score with it, whatever else speaks for them."""


class SceneReading:
    """One picture, read once; every question after that is cheap."""

    def __init__(
        self,
        rgb: NDArray[np.uint8],
        net: "CityNet",
        model: SceneModel,
        vocabulary: Vocabulary,
        *,
        hfov_rad: float,
        recognize: Callable[[Floats], Recognition] = recognize_regions,
    ) -> None:
        self._model, self._vocabulary = model, vocabulary
        clean = without_marks(rgb)
        self._maps = net.look(clean, focal_px=rgb.shape[1] / 2 / math.tan(hfov_rad / 2))
        self._cells = make_cells(clean, hfov_rad)
        self._layout = model.layout.read(self._cells)
        pieces = cut_pieces(self._cells, self._layout)
        members, together = join(pieces, model.joining)
        self._regions = measure_regions(self._cells, pieces, members, together)
        sums = patch_sums(self._maps, pieces.labels, pieces.count)
        looks = pool(self._maps, sums, members, self._regions.size)
        self._looks, self._recognized = looks, recognize(region_inputs(self._maps, looks, self._regions))
        self._shares = agreed_shares(name_shares(looks.log_names), self._recognized)
        self.height_m = seen_height_m(self._regions, self._shares, model.tops)
        """How high over the ground the camera seems to be; rough."""
        self._proposals = as_proposals(self._regions, pieces.labels, self.height_m)
        self._traits = agreed_traits(repaint(looks.traits, self._proposals), self._recognized)
        size_px = (rgb.shape[1], rgb.shape[0])
        self._placing = Placing(size_px, hfov_rad, self._proposals, self._regions)
        self._named: tuple[int, list[describing.Named]] | None = None

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height of the picture."""
        return self._placing.size_px

    @property
    def horizon_v(self) -> float:
        """The row at the camera's own height: that of a level camera."""
        return (self.size_px[1] - 1) / 2

    @property
    def regions(self) -> Regions:
        """Everything in the picture that could be a thing."""
        return self._regions

    @property
    def proposals(self) -> Proposals:
        """The same with their colours and sizes, as the detector has them."""
        return self._proposals

    @property
    def maps(self) -> "CellMaps":
        """What the network says of each cell."""
        return self._maps

    @property
    def looks(self) -> RegionLooks:
        """The same over the cells of each region."""
        return self._looks

    @property
    def recognized(self) -> Recognition:
        """What recognition alone says of each region."""
        return self._recognized

    @property
    def traits(self) -> NDArray[np.float32]:
        """How probably each region has each of TRAITS, (r, traits)."""
        return self._traits

    @property
    def patches(self) -> NDArray[np.int32]:
        """The patch (h, w), 0 upwards, that each pixel of the thinned picture belongs to."""
        return self._proposals.labels - 1

    def judge(self, phrase: Phrase, *, least_weight: float = LEAST_WEIGHT) -> Judgement:
        """How probably each region is what the phrase names; all 0 where the phrase means no name."""
        question = ask(phrase, self._vocabulary, least_weight=least_weight)
        meaning = np.minimum(self._shares @ question.weights, 1.0)
        rate = float(self._model.rates @ question.weights)
        if not meaning.any():
            return Judgement(meaning, np.ones(len(meaning)), rate, np.zeros(len(meaning)))
        agrees = agree(self._traits, self._proposals, question.traits, question.others)
        features = score_features(self._regions, meaning, agrees, rate)
        scores = score(self._model.scoring, features) * (meaning > 0)
        return Judgement(meaning, agrees.prod(axis=1), rate, scores)

    def find(
        self,
        phrase: Phrase,
        limit: int = 5,
        *,
        assumed_height_m: float | None = None,
        least_score: float = LEAST_SCORE,
    ) -> tuple[PictureDetection, ...]:
        """What the phrase names, best first, no two of them the same thing; may be empty.

        Ranges are for the given height over the ground, or for the one the picture seems to be taken from.
        """
        judgement = self.judge(phrase)
        scores = judgement.scores * np.minimum(judgement.meaning / LEAST_MEANING, 1.0)
        order = np.argsort(-scores, kind="stable")
        chosen = apart(self._proposals, order[(scores[order] >= least_score) & (scores[order] > 0)], limit)
        height_m = assumed_height_m or self.height_m
        return tuple(self._placing.sight(index, float(scores[index]), height_m) for index in chosen)

    def objects(self, limit: int = 8, *, assumed_height_m: float | None = None) -> tuple[NamedDetection, ...]:
        """Salient lasting things with words for them, the most salient first."""
        height_m = assumed_height_m or self.height_m
        return tuple(
            NamedDetection(one.category, one.attributes, self._placing.sight(one.index, one.surety, height_m))
            for one in self._most_salient(limit)
        )

    def _most_salient(self, limit: int) -> list[describing.Named]:
        """Asked several times of a picture in one decision, so the longest list is kept."""
        if self._named is None or self._named[0] < limit:
            named = describing.salient(
                self._regions,
                self._shares,
                self._traits,
                self._proposals,
                rates=self._model.rates,
                limit=limit,
            )
            self._named = limit, named
        return self._named[1][:limit]

    def openness(self, *, assumed_height_m: float | None = None) -> NDArray[np.float64]:
        """Per column (width,), 0 to 1: how far it seems free straight ahead at the camera's height."""
        ranges = ranges_m(self._cells, self._layout, assumed_height_m or self.height_m)
        columns = column_openness(self._cells, ranges)
        at = (np.arange(self.size_px[0]) * len(columns)) // self.size_px[0]
        return columns[at].astype(np.float64)

    def open_pixel(
        self, toward_px: tuple[int, int] | None = None, *, assumed_height_m: float | None = None
    ) -> tuple[int, int]:
        """A pixel (u, v) in open air or along an open street, near the wished one or straight ahead."""
        ranges = ranges_m(self._cells, self._layout, assumed_height_m or self.height_m)
        width_px, height_px = self.size_px
        u, v = toward_px or ((width_px - 1) / 2, self.horizon_v)
        rows, columns = ranges.shape
        cell = (
            min(max(int(v * rows / height_px), 0), rows - 1),
            min(max(int(u * columns / width_px), 0), columns - 1),
        )
        wish = float(self._cells.sides[cell[1]]), float(self._cells.drops[cell[0]])
        column, row = open_cell(self._cells, ranges, wish)
        return int((column + 0.5) * width_px / columns), int((row + 0.5) * height_px / rows)

    def caption(self) -> str:
        """A short plain description: the ground below, what stands around, and up to three things."""
        return describing.caption(self._layout, self.openness(), self.objects(limit=3))
