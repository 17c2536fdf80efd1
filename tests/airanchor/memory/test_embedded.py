"""The embedded profile with the real embedded text encoder: kinds stay apart, synonyms meet."""

import pytest

from airanchor.errors import AirAnchorError
from airanchor.memory import ObservationTime, Sokb
from airanchor.memory.calibration import check_separation
from airanchor.memory.profiles import memory_profile
from airanchor.perception import Phrase, TextEncoder
from aircity.geometry import Pose
from tests.airanchor.memory.scenes import anchor, random_unit

HERE = Pose.at(0, 0, 20)


class Pictures:
    """Stands for the embedded image encoder; anchors bring their vectors."""

    name = "mobilenetv2-imagenet"
    dimension = 32

    def encode(self, images: object) -> None:  # type: ignore[override]
        raise NotImplementedError


@pytest.fixture(scope="module")
def encoder() -> TextEncoder:
    try:
        from airanchor.perception.text.minilm import MiniLM

        return MiniLM()
    except (AirAnchorError, OSError) as missing:
        pytest.skip(str(missing))


@pytest.fixture
def memory(encoder: TextEncoder) -> Sokb:
    return Sokb(encoder, memory_profile("embedded", encoder, Pictures()))  # type: ignore[arg-type]


def test_minilm_is_not_blind_at_its_threshold(encoder: TextEncoder, memory: Sokb) -> None:
    assert not check_separation(encoder, memory.config).is_blind


def test_kinds_stay_apart_and_synonyms_meet(memory: Sokb) -> None:
    for step, name in enumerate(["water tower", "river", "parking lot", "church", "billboard"]):
        memory.observe(anchor(name, at=(100.0 * step, 0)), ObservationTime("e", step))
    assert len(memory.register.types) == 5
    change = memory.observe(anchor("car park", at=(200, 0)), ObservationTime("e", 9))
    assert (change.kind, change.instance_id) == ("merged", "O3")


def test_colours_inside_a_category_do_not_make_another_kind(memory: Sokb) -> None:
    memory.observe(anchor("red brick building"), ObservationTime("e", 0))
    change = memory.observe(anchor("building", ["red", "brick"]), ObservationTime("e", 1))
    assert change.kind == "merged"
    assert memory.register.types["T1"].labels.texts == ("building", "building")


def test_retrieval_puts_the_thing_that_looks_right_first(memory: Sokb) -> None:
    memory.observe(anchor("tower", ["blue"], at=(20, 0), visual=random_unit("1")), ObservationTime("e", 0))
    memory.observe(anchor("tower", ["red"], at=(60, 0), visual=random_unit("2")), ObservationTime("e", 1))
    memory.observe(anchor("lawn", ["red"], at=(0, 40), visual=random_unit("3")), ObservationTime("e", 2))
    found = memory.retrieve(Phrase("tall red tower"), HERE)
    assert found[0].instance.id == "O2"
    assert "O3" not in {item.instance.id for item in found}
