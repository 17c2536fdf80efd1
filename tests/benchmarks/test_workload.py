"""Workloads measured from recorded exchanges."""

import pytest

from airanchor.errors import InputError
from airanchor.trace import ExchangeEvent, MessageRow, PartRow, SceneEvent, TraceWriter, UsageRow
from aircity.geometry import Camera
from benchmarks.measure.workload import recorded_flights, workloads_of

SETTINGS = {"settings": {"profile": "paper"}, "row": "airanchor", "reasoner": "big", "split": "dev"}


def exchange(role: str, *, images: int, output: int) -> ExchangeEvent:
    parts = (PartRow(text="fly to the church"), *(PartRow(image=f"{n:064x}") for n in range(images)))
    usage = UsageRow(input=9, output=output, source="billed")
    return ExchangeEvent(
        role=role, attempt=1, messages=(MessageRow(author="user", parts=parts),), usage=usage, model="big-1"
    )


def record(folder, *events: ExchangeEvent) -> None:
    with TraceWriter(folder, SETTINGS) as writer:
        writer.write(SceneEvent(scene_id="square", camera=Camera.from_fov(512, 512)))
        for event in events:
            writer.write(event)


def test_each_role_is_told_per_flight_with_its_spread(tmp_path):
    record(
        tmp_path / "a", exchange("navigation", images=1, output=10), exchange("panorama", images=8, output=5)
    )
    record(tmp_path / "b", *[exchange("navigation", images=1, output=20)] * 3)
    (measured,) = workloads_of(list(recorded_flights(tmp_path)))
    assert (measured.reasoner, measured.is_model, measured.profile) == ("big-1", True, "paper")
    navigation = measured.roles["navigation"]
    assert (navigation.calls.mean, navigation.calls.low, navigation.calls.high) == (2, 1, 3)
    assert (navigation.text_tokens.high, navigation.output_tokens.high) == (12, 60)
    assert (measured.roles["panorama"].calls.mean, measured.roles["panorama"].calls.low) == (0.5, 0)
    assert [one.images for one in measured.flights] == [9, 3]
    assert measured.token_source.endswith("output billed")


def test_a_run_without_its_calls_says_how_to_keep_them(tmp_path):
    record(tmp_path / "a")
    with pytest.raises(InputError, match="fly it with --calls"):
        list(recorded_flights(tmp_path))
    with pytest.raises(InputError, match=r"holds no events\.jsonl"):
        list(recorded_flights(tmp_path / "none"))
