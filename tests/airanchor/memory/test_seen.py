"""Tests of what is remembered of a look: the sight, and of what was asked what the sight bears out."""

from dataclasses import replace

import pytest

from airanchor.anchors import ObjectAnchor
from airanchor.memory import Memory, MemoryConfig, ObservationTime, SeenMemory, Sokb
from airanchor.memory.words.looks import SURE, remembered
from airanchor.perception import Phrase
from aircity.geometry import Pose
from tests.airanchor.memory.scenes import WordEncoder, anchor

NOW = ObservationTime("e", 0)


def sighted(category: str, asked: list[str], seen: tuple[str, ...], confidence: float = 0.5) -> ObjectAnchor:
    return replace(anchor(category, asked, confidence=confidence), seen=seen)


@pytest.mark.parametrize(
    ("asked", "seen", "kept"),
    [
        (["brown", "brick"], ("cream", "plaster"), ("cream", "plaster")),
        (["brown brick"], ("cream",), ("cream",)),
        (["beige"], ("cream",), ("cream", "beige")),
        (["grey"], ("gray",), ("gray",)),
        (["blue"], ("light blue",), ("light blue",)),
        (["red"], ("white", "red"), ("white", "red")),
        (["brick"], ("glass",), ("glass",)),
        (["red-roofed"], ("white", "gray-roofed"), ("white", "gray-roofed")),
        (["with a red roof"], ("white", "red-roofed"), ("white", "red-roofed")),
    ],
)
def test_a_look_that_was_seen_decides_over_what_was_asked(
    asked: list[str], seen: tuple[str, ...], kept: tuple[str, ...]
) -> None:
    assert remembered(sighted("house", asked, seen)).phrase == Phrase("house", kept)


@pytest.mark.parametrize(
    ("confidence", "kept"), [(SURE, ("white", "pointed roof")), (SURE - 0.01, ("white",))]
)
def test_what_sight_cannot_check_is_believed_of_a_sure_thing_only(
    confidence: float, kept: tuple[str, ...]
) -> None:
    one = sighted("church", ["pointed roof"], ("white",), confidence)
    assert remembered(one).phrase.attributes == kept


def test_attributes_within_the_category_are_checked_too() -> None:
    assert remembered(sighted("Brown house", [], ("cream",))).phrase == Phrase("house", ("cream",))


def test_where_nobody_measured_the_anchor_stays_itself() -> None:
    one = anchor("house", ["brown", "pointed roof"], confidence=0.1)
    assert remembered(one) is one


@pytest.fixture
def memory() -> Memory:
    return SeenMemory(Sokb(WordEncoder(), MemoryConfig(split_attributes=True)))


def test_a_cream_house_asked_for_as_brown_brick_is_kept_as_cream(memory: Memory) -> None:
    one = sighted("house", ["brown", "brick"], ("cream",))
    memory.observe(one, NOW)
    assert memory.instance("O1").appearances.texts == ("cream",)
    (observed,) = memory.instance("O1").sightings
    assert (observed.category, observed.appearance, observed.confidence) == ("house", "cream", 0.5)
    assert one.phrase == Phrase("house", ("brown", "brick"))


def test_a_frame_is_kept_as_its_anchors_are(memory: Memory) -> None:
    things = [sighted("house", ["brown"], ("cream",)), replace(anchor("tree", ["green"], at=(60, 0)))]
    memory.observe_frame(things, NOW)
    assert [one.appearances.texts for one in memory.register.instances.values()] == [("cream",), ("green",)]


def test_it_is_found_by_its_look_and_not_by_what_was_asked(memory: Memory) -> None:
    memory.observe(sighted("house", ["brown"], ("cream",)), NOW)
    found = {
        word: len(memory.retrieve(Phrase("house", (word,)), Pose.at(0, 0, 10))) for word in ("cream", "brown")
    }
    assert found == {"cream": 1, "brown": 0}
