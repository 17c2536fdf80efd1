"""The flat memory: same contract, none of the SOKB's structure."""

import pytest

from airanchor.memory import FlatMemory, Memory, MemoryConfig, ObservationTime
from airanchor.perception import Phrase
from aircity.geometry import Pose
from tests.airanchor.memory.scenes import WordEncoder, anchor, random_unit

HERE = Pose.at(0, 0, 10)


def seen(*anchors: object, config: MemoryConfig | None = None) -> FlatMemory:
    memory = FlatMemory(WordEncoder(), config)
    for step, item in enumerate(anchors):
        memory.observe(item, ObservationTime("e1", step))  # type: ignore[arg-type]
    return memory


def test_it_is_a_memory() -> None:
    assert isinstance(seen(), Memory)


def test_same_label_nearby_is_averaged_whatever_the_picture() -> None:
    memory = seen(
        anchor("tower", confidence=0.4), anchor("tower", at=(6, 0), visual=random_unit("x"), confidence=0.8)
    )
    item = memory.instance("O1")
    assert item.center == pytest.approx([8, 5, 5])
    assert (item.confidence, item.observations) == pytest.approx((0.6, 2))
    assert len(item.visuals) == 0 and item.extent.footprint.area_m2 == 0


def test_another_attribute_is_another_thing() -> None:
    assert len(seen(anchor("tower"), anchor("tower", ["gray"])).register) == 2


@pytest.mark.parametrize(("apart_m", "count"), [(19.9, 1), (20.0, 2)])
def test_the_radius_is_strict(apart_m: float, count: int) -> None:
    assert len(seen(anchor("tower"), anchor("tower", at=(apart_m, 0))).register) == count


def test_the_nearest_of_several_takes_it() -> None:
    memory = seen(anchor("tower"), anchor("tower", at=(30, 0)), anchor("tower", at=(18, 0)))
    assert memory.instance("O2").observations == 2


def test_retrieval_is_by_label_without_confidence() -> None:
    memory = seen(
        anchor("tower", ["gray"], at=(30, 0), confidence=0.0),
        anchor("tower", ["gray"], at=(60, 0), confidence=1.0),
        anchor("hedge", at=(20, 0)),
        anchor("tower", ["gray"], at=(500, 0)),
    )
    found = memory.retrieve(Phrase("tower", ("gray",)), HERE)
    assert [item.instance.id for item in found] == ["O1", "O2"]
    assert found[0].s_r == pytest.approx(1, abs=1e-3)
    assert found[0].rank_score == found[0].s_r


def test_it_refuses_forgets_and_explains() -> None:
    memory = seen(anchor("tower"), anchor("<tower>"))
    assert memory.register.refused["character"] == 1
    assert '"tower", the mean of 1 centres' in memory.explain("O1")
    memory.forget("O1")
    assert not memory.register.types
