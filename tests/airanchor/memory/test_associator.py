"""The associator against the paper's plain loop, and the measuring of both."""

from dataclasses import replace

import pytest

from airanchor.memory import MemoryConfig, ObservationTime, Sokb
from airanchor.memory.associator import decide, span_growth, vertical_overlap
from airanchor.memory.observed import Reader
from benchmarks.measure.memory_scaling import measure_scaling
from benchmarks.measure.plain_loop import decide_plainly
from benchmarks.measure.synthetic_memory import RandomWords, SyntheticCity
from tests.airanchor.memory.scenes import box_extent


@pytest.mark.parametrize("floor", [None, 0.1])
def test_the_index_and_the_plain_loop_decide_alike(floor: float | None) -> None:
    config = replace(MemoryConfig(), category_floor=floor, appearance_floor=floor, visual_floor=floor)
    city = SyntheticCity(400, seed=3)
    register = city.register(config)
    sokb, reader = Sokb(RandomWords(), config, register), Reader(RandomWords(), config)
    kinds = set()
    for step in range(60):
        anchor = city.draw_anchor()
        observed = reader.read_anchor(anchor)
        quick, plain = decide(observed, register, config), decide_plainly(observed, register, config)
        assert (quick.kind, quick.best_type_id) == (plain.kind, plain.best_type_id)
        assert [score.instance_id for score in quick.scores] == [score.instance_id for score in plain.scores]
        for one, other in zip(quick.scores, plain.scores, strict=True):
            assert one.s_m == pytest.approx(other.s_m, abs=1e-9)
        kinds.add(sokb.observe(anchor, ObservationTime("e", step)).kind)
    assert "merged" in kinds


def test_deciding_changes_nothing() -> None:
    config, city = MemoryConfig(), SyntheticCity(50)
    register = city.register(config)
    before = dict(register.instances), dict(register.types), register.next_instance
    decide(Reader(RandomWords(), config).read_anchor(city.draw_anchor()), register, config)
    assert (dict(register.instances), dict(register.types), register.next_instance) == before


@pytest.mark.parametrize(
    ("one", "other", "share"),
    [
        ((0, 10), (5, 15), 0.5),
        ((0, 10), (10, 12), 0),
        ((0, 10), (2, 4), 1),
        ((0, 10), (3, 3), 1),
        ((0, 1), (3, 3), 0),
    ],
)
def test_vertical_overlap(one: tuple[float, float], other: tuple[float, float], share: float) -> None:
    extents = box_extent(0, 0, z_m=one), box_extent(0, 0, z_m=other)
    assert vertical_overlap(*extents) == vertical_overlap(*reversed(extents)) == share


def test_span_growth() -> None:
    assert span_growth(box_extent(0, 0), box_extent(0, 0)) == 1
    assert span_growth(box_extent(0, 0), box_extent(2, 2, 4)) == 1
    assert span_growth(box_extent(0, 0), box_extent(10, 10)) == pytest.approx(2)
    assert span_growth(box_extent(0, 0, 0), box_extent(0, 0, 0)) == 1


def test_measuring_reports_every_size_and_equal_decisions() -> None:
    table = measure_scaling((100, 200), rounds=5)
    assert [row.instances for row in table.rows] == [100, 200]
    assert all(row.same_decisions == row.decisions == 5 for row in table.rows)
    assert "as among 100" in table.to_text()
    assert table.to_json()["rows"][1]["instances"] == 200
