"""A glance: where to fly by one picture and the whole text, with no memory of what was flown."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from airanchor.embedded.ears import read_clauses
from airanchor.embedded.eyes.reader import PictureDetection
from airanchor.embedded.rules.peers.glance import Wish, glance
from airanchor.embedded.rules.peers.spf import point
from airanchor.perception import Phrase
from airanchor.reasoner.prompts.reader import Prompt
from tests.airanchor.embedded.rules.desk import PlantedScene, PlantedScenes, senses_for, sight

TEXT = "Fly past the red tower, then turn left and stop in front of the church."
PICTURE = np.full((512, 512, 3), 7, np.uint8)
TRAVELS = "\n".join(f"{label}: {metres}" for label, metres in enumerate((1.0, 5.0, 12.0, 30.0), 1))


def seen(text: str = TEXT, **things: PictureDetection) -> Wish:
    senses = replace(senses_for(scenes=PlantedScenes({7: things})), read_clauses=read_clauses)
    return glance(text, PICTURE, senses)


def test_the_landmark_named_first_of_those_in_view_is_flown_to():
    wish = seen(tower=sight(10.0, 60.0), church=sight(-20.0, 80.0))
    assert (wish.label, wish.is_arrived) == ("red tower", False)
    assert wish.pixel[0] > 256 and wish.ahead_m == pytest.approx(52.0)


def test_one_that_is_near_is_passed_for_the_next():
    wish = seen(tower=sight(10.0, 12.0), church=sight(-20.0, 80.0))
    assert wish.label == "church" and not wish.is_arrived


def test_it_has_arrived_only_at_the_last_landmark():
    assert seen(church=sight(0.0, 12.0)).is_arrived
    assert not seen(tower=sight(0.0, 12.0)).is_arrived


def test_where_nothing_is_in_view_it_looks_on_to_the_side_of_the_first_turn():
    wish = seen()
    assert not wish.is_seen and wish.pixel[0] < 100 and wish.ahead_m == 0.0


@pytest.mark.parametrize(
    ("landmark", "is_flown_to"), [("white church", True), ("church", False), ("white ship", False)]
)
def test_a_building_that_looks_as_said_is_flown_to_where_nothing_answers_the_name(landmark, is_flown_to):
    wish = seen(f"Fly to the {landmark} and stop there.", building=sight(10.0, 60.0, score=0.5))
    assert (wish.is_seen, wish.label == landmark) == (is_flown_to, is_flown_to)


def test_a_doubtful_sight_is_none():
    assert not seen(tower=sight(10.0, 60.0, score=0.31)).is_seen


def boxed(box_px: tuple[int, int, int, int], range_m: float | None) -> PictureDetection:
    return replace(sight(0.0, range_m), box_px=box_px)


def test_a_thing_begins_no_farther_than_the_ground_at_its_lowest_row():
    low = seen(tower=boxed((200, 300, 300, 384), 90.0))  # half a right angle down is at 512 rows, 30 m away
    assert low.ahead_m == pytest.approx(60.0 - 8.0, abs=1.0)
    assert seen(tower=boxed((200, 200, 300, 250), 90.0)).ahead_m == pytest.approx(82.0)


class HighScenes(PlantedScenes):
    """A church seen from some height."""

    def __init__(self, height_m: float, church: PictureDetection) -> None:
        self.height_m, self.church = height_m, church

    def read(self, rgb: NDArray[np.uint8]) -> PlantedScene:
        return PlantedScene((512, 512), {"church": self.church}, self.height_m)


@pytest.mark.parametrize(
    ("height_m", "box_px", "is_arrived"),
    [
        (15.0, (200, 400, 300, 512), True),
        (30.0, (200, 400, 300, 512), False),
        (30.0, (100, 270, 400, 512), True),
        (45.0, (100, 270, 400, 512), False),
        (30.0, (100, 170, 400, 384), False),
        (30.0, (0, 400, 512, 512), False),
    ],
    ids=["near ground", "far ground", "tall and cut off", "too high to tell", "tall and whole", "wide"],
)
def test_it_has_arrived_where_the_last_landmark_begins_near_whatever_its_range(height_m, box_px, is_arrived):
    scenes = HighScenes(height_m, boxed(box_px, 90.0))
    senses = replace(senses_for(scenes=scenes), read_clauses=read_clauses)
    assert glance(TEXT, PICTURE, senses).is_arrived is is_arrived


def test_of_sights_alike_the_one_that_was_chosen_before_is_kept_to():
    class Twins(PlantedScene):
        def find(self, phrase: Phrase, limit: int = 5) -> tuple[PictureDetection, ...]:
            return sight(-20.0, 60.0), sight(20.0, 60.0, score=0.8), sight(35.0, 60.0, score=0.5)

    class TwinScenes(PlantedScenes):
        def read(self, rgb: NDArray[np.uint8]) -> PlantedScene:
            return Twins((512, 512))

    senses = replace(senses_for(scenes=TwinScenes()), read_clauses=read_clauses)
    assert glance(TEXT, PICTURE, senses).pixel[0] < 256
    for kept_px in ((350.0, 270.0), (430.0, 270.0)):  # the third is too doubtful to be one of them
        assert glance(TEXT, PICTURE, senses, kept_px=kept_px).pixel == sight(20.0, 60.0).pixel


@pytest.mark.parametrize(("range_m", "label"), [(60.0, 4), (25.0, 3), (14.0, 2), (None, 4)])
def test_spf_gives_the_label_that_leads_farthest_and_not_past_it(range_m: float | None, label: int):
    senses = replace(
        senses_for(scenes=PlantedScenes({7: {"tower": sight(0.0, range_m)}})), read_clauses=read_clauses
    )
    prompt = Prompt("spf_point", {"instruction": TEXT, "travels": TRAVELS}, (PICTURE,), ())
    assert point(prompt, senses)["depth"] == label


@pytest.mark.parametrize("travels", ["", "nonsense", "1: x\n2: 3", "9999: 1", "1: 1.2.3"])
def test_spf_reads_any_table_of_travels(travels: str):
    senses = replace(senses_for(scenes=PlantedScenes()), read_clauses=read_clauses)
    prompt = Prompt("spf_point", {"instruction": TEXT, "travels": travels}, (PICTURE,), ())
    assert point(prompt, senses)["depth"] == 1
