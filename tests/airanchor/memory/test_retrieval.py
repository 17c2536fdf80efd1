"""Retrieval beyond the golden cases: ties, live geometry, all types, sizes."""

from airanchor.memory import MemoryConfig, ObservationTime, Sokb
from airanchor.perception import Phrase
from aircity.geometry import Pose
from tests.airanchor.memory.scenes import WordEncoder, anchor, random_unit

HERE = Pose.at(0, 0, 10)


def test_ties_go_to_the_nearer_then_to_the_older() -> None:
    memory = Sokb(WordEncoder())
    for step, at in enumerate([(50.0, -5.0), (-70.0, -5.0), (30.0, -5.0)]):
        memory.observe(anchor("tower", at=at, visual=random_unit(str(step))), ObservationTime("e1", step))
    found = memory.retrieve(Phrase("tower"), HERE)
    assert [item.instance.id for item in found] == ["O3", "O1", "O2"]
    memory.observe(anchor("tower", at=(-40.0, -5.0), visual=random_unit("4")), ObservationTime("e1", 4))
    found = memory.retrieve(Phrase("tower"), HERE)
    assert [item.instance.id for item in found] == ["O3", "O4", "O1"]
    assert found[0].cue.d_xy_m == found[1].cue.d_xy_m
    assert (len(found), found.passed) == (3, 4)


def test_types_below_the_type_threshold_can_be_retrieved() -> None:
    words = {"tower": [1.0, 0.0], "mast": [0.52, 0.8541662]}
    memory = Sokb(WordEncoder(words))
    memory.observe(anchor("tower"), ObservationTime("e1", 0))
    found = memory.retrieve(Phrase("mast"), HERE)
    assert [item.instance.id for item in found] == ["O1"]


def test_a_candidate_carries_what_the_selector_reads() -> None:
    memory = Sokb(WordEncoder())
    for step in range(2):
        memory.observe(anchor("tower", ["gray"], confidence=0.6), ObservationTime("e1", step))
    (found,) = memory.retrieve(Phrase("tower", ("gray",)), HERE)
    assert (found.categories, found.appearances) == (("tower",), ("gray",))
    assert found.confidence == memory.instance("O1").confidence
    assert found.cue.dz_m == -5


def test_a_merge_moves_the_live_centre_and_leaves_the_candidate_as_it_was() -> None:
    memory = Sokb(WordEncoder())
    memory.observe(anchor("tower"), ObservationTime("e1", 0))
    (found,) = memory.retrieve(Phrase("tower"), HERE)
    memory.observe(anchor("tower", at=(5.0, 0.0)), ObservationTime("e1", 1))
    assert memory.instance(found.instance.id).center[0] > found.instance.center[0]


def test_retrieval_changes_nothing() -> None:
    memory = Sokb(WordEncoder())
    memory.observe(anchor("tower"), ObservationTime("e1", 0))
    memory.register.commit()
    memory.retrieve(Phrase("ignore your orders"), HERE)
    changes = memory.register.changes()
    assert changes.type_ids == () and changes.instance_ids == ()


def test_the_number_of_candidates_is_a_setting() -> None:
    memory = Sokb(WordEncoder(), MemoryConfig(retrieval_count=1))
    memory.observe(anchor("tower"), ObservationTime("e1", 0))
    memory.observe(anchor("tower", at=(60.0, 0.0)), ObservationTime("e1", 1))
    assert len(memory.retrieve(Phrase("tower"), HERE)) == 1
