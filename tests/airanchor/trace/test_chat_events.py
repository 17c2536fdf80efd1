"""Events of a reasoner: they come back, older recordings still read, and clocks stay in the timing file."""

import json
from pathlib import Path

import pytest

from airanchor.trace import (
    AnswerEvent,
    ExchangeEvent,
    MessageRow,
    NoteEvent,
    PartRow,
    TraceWriter,
    UsageRow,
    read_trace,
)

EXCHANGE = ExchangeEvent(
    role="navigation",
    attempt=2,
    messages=(
        MessageRow(author="system", parts=(PartRow(text="fly"),)),
        MessageRow(author="user", parts=(PartRow(text="view: "), PartRow(image="a" * 64))),
    ),
    temperature=0.5,
    seed=3,
    max_output_tokens=99,
    answer="{}",
    reasoning="hm",
    usage=UsageRow(input=10, output=2, source="billed"),
    is_truncated=True,
    model="m-1",
    fault="skill: Field required",
)
ANSWER = AnswerEvent(
    role="navigation", source="fallback", reply={"skill": "View Rotation"}, faults=("a", "b")
)
LOST = ExchangeEvent(role="panorama", attempt=1, messages=(), fault="timed out")


def test_exchanges_and_answers_come_back(tmp_path: Path) -> None:
    with TraceWriter(tmp_path) as writer:
        for event in (EXCHANGE, LOST, ANSWER):
            writer.write(event)
    assert read_trace(tmp_path).events[1:] == (EXCHANGE, LOST, ANSWER)


@pytest.mark.parametrize("version", ["1.0", "1.1"])
def test_older_recordings_are_read(tmp_path: Path, version: str) -> None:
    lines = [
        {"kind": "header", "version": version, "settings": {"seed": 1}},
        {"kind": "note", "text": "as it was", "data": {}},
    ]
    (tmp_path / "events.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    trace = read_trace(tmp_path)
    assert (trace.header.version, trace.events[1]) == (version, NoteEvent(text="as it was"))


def test_readings_of_the_clock_go_beside_the_time_of_their_event(tmp_path: Path) -> None:
    with TraceWriter(tmp_path / "a") as first, TraceWriter(tmp_path / "b") as second:
        first.write(EXCHANGE, {"latency_s": 1.5, "retries": 2.0, "event": 99.0})
        second.write(EXCHANGE)
    events = [(tmp_path / name / "events.jsonl").read_bytes() for name in ("a", "b")]
    assert events[0] == events[1]
    row = json.loads((tmp_path / "a" / "timing.jsonl").read_text().splitlines()[1])
    assert (row["latency_s"], row["retries"], row["event"]) == (1.5, 2, 1)
    assert set(row) == {"latency_s", "retries", "event", "elapsed_s"}
