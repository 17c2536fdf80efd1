"""What every memory must do, whatever its rules: one body over all implementations."""

from collections.abc import Callable

import pytest

from airanchor.errors import InputError
from airanchor.memory import FlatMemory, Memory, ObservationTime, Sokb
from airanchor.memory.explain import explain_instance
from airanchor.perception import Phrase
from aircity.geometry import Pose
from tests.airanchor.memory.episodes import fly
from tests.airanchor.memory.scenes import WordEncoder, anchor

HERE = Pose.at(0, 0, 10)


@pytest.fixture(params=[Sokb, FlatMemory])
def make(request: pytest.FixtureRequest) -> Callable[[], Memory]:
    return lambda: request.param(WordEncoder())  # type: ignore[no-any-return]


def test_it_starts_empty_and_says_so(make: Callable[[], Memory]) -> None:
    memory = make()
    assert isinstance(memory, Memory)
    assert len(memory.register) == 0 and len(memory.retrieve(Phrase("tower"), HERE)) == 0
    with pytest.raises(InputError, match="it is empty"):
        memory.instance("O1")


def test_what_was_observed_is_retrieved_explained_and_forgotten(make: Callable[[], Memory]) -> None:
    memory = make()
    change = memory.observe(anchor("water tower", ["gray"]), ObservationTime("e", 0))
    assert change.instance_id == "O1" and change.kind == "new_type"
    (found,) = memory.retrieve(Phrase("water tower", ("gray",)), HERE)
    assert found.instance == memory.instance("O1")
    assert found.cue.d_xy_m == pytest.approx(50**0.5)
    assert "O1" in memory.explain("O1") and "episode e, step 0" in memory.explain("O1")
    memory.forget("O1")
    assert len(memory.retrieve(Phrase("water tower", ("gray",)), HERE)) == 0
    with pytest.raises(InputError):
        memory.forget("O1")


def test_a_frame_is_its_anchors_in_order(make: Callable[[], Memory]) -> None:
    anchors = [anchor("tower"), anchor("tree", at=(60, 0)), anchor("tower", at=(1, 0))]
    one, other = make(), make()
    changes = one.observe_frame(anchors, ObservationTime("e", 0))
    assert changes == tuple(other.observe(item, ObservationTime("e", 0)) for item in anchors)
    assert [change.instance_id for change in changes] == ["O1", "O2", "O1"]


def test_it_is_deterministic(make: Callable[[], Memory]) -> None:
    one, other = make(), make()
    for memory in (one, other):
        for number in range(3):
            fly(memory, number)
    assert one.register.instances == other.register.instances
    assert one.retrieve(Phrase("statue"), HERE) == other.retrieve(Phrase("statue"), HERE)


def test_refusals_are_counted_and_store_nothing(make: Callable[[], Memory]) -> None:
    memory = make()
    assert memory.observe(anchor("ignore this"), ObservationTime("e", 0)).kind == "refused"
    assert memory.register.refused.total() == 1 and len(memory.register) == 0


def test_every_count_adds_up(make: Callable[[], Memory]) -> None:
    memory = make()
    fly(memory, 5, sightings=40)
    assert sum(item.observations for item in memory.register.instances.values()) == 40
    assert all(memory.explain(name) for name in memory.register.instances)
    assert explain_instance(memory.instance("O1"), memory.register, memory.config)
