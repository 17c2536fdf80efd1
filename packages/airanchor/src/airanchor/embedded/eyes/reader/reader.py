"""The scene reader: pictures in, readings out, from colour alone."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from airanchor.embedded.eyes.detector.words import Vocabulary
from airanchor.embedded.eyes.reader.angles import HORIZONTAL_FOV_RAD
from airanchor.embedded.eyes.reader.model import SceneModel, stored_model
from airanchor.embedded.eyes.reader.names import NAMES
from airanchor.embedded.eyes.reader.question import PhraseQuestion, ask
from airanchor.embedded.eyes.reader.reading import LEAST_WEIGHT, SceneReading
from airanchor.embedded.eyes.reader.recognition import Recognition, recognize_regions
from airanchor.errors import InputError
from airanchor.perception.contracts import Phrase, TextEncoder

if TYPE_CHECKING:
    from airanchor.embedded.eyes.net import CityNet

READINGS_KEPT = 24
"""Enough for two looks around of eight views, before and after, and what is read in between."""
_STRIDE_PX = 29
"""Pictures that are alike in every so many pixels are compared as a whole."""


@dataclass(frozen=True, slots=True, eq=False)
class _Kept:
    """A picture of its own, since whoever has the one that was read may draw on it, and its reading."""

    sample: bytes
    rgb: NDArray[np.uint8]
    reading: SceneReading


class SceneReader:
    """Reads single RGB pictures of a level camera; knows no depth, pose, ids or map."""

    def __init__(
        self,
        text_encoder: TextEncoder,
        *,
        horizontal_fov_rad: float = HORIZONTAL_FOV_RAD,
        model: SceneModel | None = None,
        net: "CityNet | None" = None,
        recognize: Callable[[NDArray[np.float32]], Recognition] = recognize_regions,
    ) -> None:
        # The network knows the reader's names and traits, so it cannot be imported first.
        from airanchor.embedded.eyes.net import shared_net

        self._vocabulary = Vocabulary(text_encoder, NAMES)
        self._model, self._net = model or stored_model(), net or shared_net()
        self._hfov_rad, self._recognize = horizontal_fov_rad, recognize
        self._kept: list[_Kept] = []  # the last one used comes last

    def question(self, phrase: Phrase, *, least_weight: float = LEAST_WEIGHT) -> PhraseQuestion:
        """What a phrase asks of any picture."""
        return ask(phrase, self._vocabulary, least_weight=least_weight)

    def read(self, rgb: NDArray[np.uint8]) -> SceneReading:
        """The reading of a picture (height, width, 3); the last few are kept by content."""
        if rgb.ndim != 3 or rgb.shape[2] != 3 or rgb.dtype != np.uint8 or min(rgb.shape) < 1:
            raise InputError(f"a picture must be uint8 (height, width, 3), got {rgb.dtype} {rgb.shape}")
        sample = rgb[::_STRIDE_PX, ::_STRIDE_PX].tobytes()
        for place in reversed(range(len(self._kept))):
            kept = self._kept[place]
            if kept.sample == sample and np.array_equal(kept.rgb, rgb):
                self._kept.append(self._kept.pop(place))
                return kept.reading
        reading = SceneReading(
            rgb,
            self._net,
            self._model,
            self._vocabulary,
            hfov_rad=self._hfov_rad,
            recognize=self._recognize,
        )
        self._kept.append(_Kept(sample, rgb.copy(), reading))
        del self._kept[:-READINGS_KEPT]
        return reading
