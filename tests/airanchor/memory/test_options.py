"""Each option beyond the paper, beside the failure of the paper's rule that it prevents."""

from airanchor.memory import MemoryConfig, ObservationTime, Sokb
from tests.airanchor.memory.scenes import WordEncoder, anchor, box_extent


def street(config: MemoryConfig) -> Sokb:
    """Twenty houses in a row, 10 m wide and 5 m apart, seen one after the other."""
    memory = Sokb(WordEncoder(), config)
    for step in range(20):
        memory.observe(anchor("house", at=(15.0 * step, 0)), ObservationTime("e1", step))
    return memory


def test_the_papers_rule_chains_a_street_into_one_house() -> None:
    assert len(street(MemoryConfig()).register) == 1


def test_a_cap_on_growth_keeps_the_houses_of_a_street_apart() -> None:
    memory = street(MemoryConfig(max_span_growth=1.5))
    assert len(memory.register) == 20
    assert "times as long" in memory.observe(anchor("house", at=(300, 0)), ObservationTime("e1", 21)).reason


def test_a_cap_on_growth_still_joins_partial_views_of_one_building() -> None:
    memory = Sokb(WordEncoder(), MemoryConfig(max_span_growth=1.5))
    for step, north_m in enumerate((0, 6, 12, 18)):
        memory.observe(anchor(at=(north_m, 0), size_m=20), ObservationTime("e1", step))
    assert len(memory.register) == 1


def test_a_cap_on_growth_holds_for_facades_without_area() -> None:
    memory = Sokb(WordEncoder(), MemoryConfig(max_span_growth=1.5))
    for step in range(5):
        flat = box_extent(15.0 * step, 0).footprint.vertices * [1, 0]
        extent = type(box_extent(0, 0)).of_points([(x, y, z) for x, y in flat for z in (0, 10)])
        memory.observe(anchor("house", extent=extent), ObservationTime("e1", step))
    assert len(memory.register) == 5


def frame(config: MemoryConfig) -> Sokb:
    memory = Sokb(WordEncoder(), config)
    memory.observe_frame(
        [anchor("car", at=(0, 0), size_m=4), anchor("car", at=(6, 0), size_m=4)], ObservationTime("e1", 0)
    )
    return memory


def test_the_papers_rule_merges_two_cars_of_one_picture() -> None:
    assert len(frame(MemoryConfig()).register) == 1


def test_one_to_one_keeps_two_cars_of_one_picture_apart() -> None:
    assert len(frame(MemoryConfig(one_to_one=True)).register) == 2


def test_one_to_one_holds_for_single_calls_too_and_ends_with_the_frame() -> None:
    memory = Sokb(WordEncoder(), MemoryConfig(one_to_one=True))
    assert memory.observe(anchor(), ObservationTime("e1", 0)).instance_id == "O1"
    assert memory.observe(anchor(), ObservationTime("e1", 0)).instance_id == "O2"
    assert memory.observe(anchor(), ObservationTime("e1", 1)).instance_id == "O1"


def test_one_to_one_gives_each_instance_to_its_best_anchor_not_to_the_first() -> None:
    memory = frame(MemoryConfig(one_to_one=True))
    swapped = [anchor("car", at=(5, 0), size_m=4), anchor("car", at=(0, 0), size_m=4)]
    changes = memory.observe_frame(swapped, ObservationTime("e1", 1))
    assert [change.instance_id for change in changes] == ["O2", "O1"]
    late = [anchor("car", at=(2, 0), size_m=4), anchor("car", at=(0, 0), size_m=4)]
    alone = Sokb(WordEncoder(), MemoryConfig(one_to_one=True))
    alone.observe(anchor("car", at=(0, 0), size_m=4), ObservationTime("e1", 0))
    changes = alone.observe_frame(late, ObservationTime("e1", 1))
    assert [change.instance_id for change in changes] == ["O2", "O1"]


def roof(config: MemoryConfig) -> Sokb:
    memory = Sokb(WordEncoder(), config)
    memory.observe(anchor("structure", at=(0, 0), size_m=30, z_m=(0, 30)), ObservationTime("e1", 0))
    memory.observe(anchor("structure", at=(12, 12), size_m=4, z_m=(30, 33)), ObservationTime("e1", 1))
    return memory


def test_the_papers_rule_swallows_what_stands_on_a_roof() -> None:
    assert len(roof(MemoryConfig()).register) == 1


def test_a_vertical_check_keeps_what_stands_on_a_roof() -> None:
    memory = roof(MemoryConfig(min_vertical_overlap=0.3))
    assert len(memory.register) == 2
    memory.observe(anchor("structure", at=(12, 12), size_m=4, z_m=(29, 33)), ObservationTime("e1", 2))
    assert memory.instance("O2").observations == 2
