"""Sights of one picture: which of several is taken for the landmark."""

from dataclasses import dataclass, replace

import numpy as np
import pytest
from numpy.typing import NDArray

from airanchor.embedded.ears.clause import Mention
from airanchor.embedded.eyes.reader import PictureDetection
from airanchor.embedded.rules.space.detections import best_detection
from airanchor.perception import Phrase
from tests.airanchor.embedded.rules.desk import PlantedScene, PlantedScenes, image, senses_for, sight

ASIDE, ONWARD = sight(-42.0, 80.0, 64, 0.8), sight(-8.0, 60.0, 64, 0.7)


@dataclass(frozen=True)
class TwoAlike(PlantedScene):
    """A scene that shows two towers."""

    def find(self, phrase: Phrase, limit: int = 5) -> tuple[PictureDetection, ...]:
        return ASIDE, ONWARD


class TwoAlikeEverywhere(PlantedScenes):
    """Every picture shows two towers."""

    def read(self, rgb: NDArray[np.uint8]) -> PlantedScene:
        return TwoAlike((rgb.shape[1], rgb.shape[0]))


@pytest.mark.parametrize("ordinal", [None, 1, 2, 3])
def test_what_lies_where_the_leg_leads_is_taken_however_it_is_counted(ordinal: int | None) -> None:
    senses = replace(senses_for(), scenes=TwoAlikeEverywhere())
    mention = Mention("tower", ("red",), ordinal=ordinal, side="left")
    assert best_detection(mention, image(), senses, least_score=0.3) is ONWARD
