"""A recording is written event by event, read back as it was, and says what is wrong when it is."""

import json
import math
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from pydantic import ValidationError

from airanchor.errors import TraceError, TraceVersionError
from airanchor.trace import (
    FORMAT_VERSION,
    Event,
    HeaderEvent,
    NoteEvent,
    SceneEvent,
    StartEvent,
    StepEvent,
    StopEvent,
    TraceWriter,
    UnknownEvent,
    ViewDirection,
    ViewEvent,
    read_trace,
)
from aircity.geometry import Camera, Pose

POSE = Pose(1.25, -0.1, 30.0, math.pi / 7)
EVENTS: tuple[Event, ...] = (
    SceneEvent(scene_id="boxes", camera=Camera.from_fov()),
    StartEvent(pose=POSE),
    ViewEvent(
        view=ViewDirection.PANORAMA,
        rgb="a" * 64,
        depth="b" * 64,
        pose=POSE,
        camera=Camera.from_fov().pitched(-math.pi / 2),
        yaw_offset_rad=-0.3,
    ),
    StepEvent(action="GO_UP", pose=POSE, moved=False, collided=True, blocked_by="object"),
    StopEvent(action="STOP", pose=POSE, moved=False, collided=False),
    NoteEvent(text="näher\n", data={"scores": [0.1, None, True], "nested": {"a": "b"}}),
)


def write(folder: Path, events: tuple[Event, ...] = EVENTS) -> Path:
    with TraceWriter(folder, {"seed": 7, "profile": "paper"}) as writer:
        for event in events:
            writer.write(event)
    return folder


def edit(folder: Path, old: str, new: str) -> Path:
    path = folder / "events.jsonl"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return folder


def test_events_come_back(tmp_path: Path) -> None:
    trace = read_trace(write(tmp_path))
    assert trace.header == HeaderEvent(version=FORMAT_VERSION, settings={"seed": 7, "profile": "paper"})
    assert trace.events == (trace.header, *EVENTS)
    assert not trace.truncated


def test_every_event_says_its_kind_first(tmp_path: Path) -> None:
    lines = (write(tmp_path) / "events.jsonl").read_text(encoding="utf-8").splitlines()
    assert [next(iter(json.loads(line))) for line in lines] == ["kind"] * len(lines)


def test_equal_recordings_are_equal_to_the_byte_and_clocks_are_elsewhere(tmp_path: Path) -> None:
    first, second = write(tmp_path / "a"), write(tmp_path / "b")
    assert (first / "events.jsonl").read_bytes() == (second / "events.jsonl").read_bytes()
    assert len((first / "timing.jsonl").read_text().splitlines()) == len(EVENTS) + 1
    assert "started_utc" in json.loads((first / "run.json").read_text())


def test_a_recording_is_never_overwritten(tmp_path: Path) -> None:
    before = (write(tmp_path) / "events.jsonl").read_bytes()
    with pytest.raises(TraceError, match="exists already"):
        TraceWriter(tmp_path)
    assert (tmp_path / "events.jsonl").read_bytes() == before


@pytest.mark.parametrize("name", ["events.jsonl", "timing.jsonl", "run.json"])
def test_a_recording_begins_whole_or_not_at_all(tmp_path: Path, name: str) -> None:
    outside = tmp_path / "outside"
    outside.write_text("kept")
    folder = tmp_path / "flight"
    folder.mkdir()
    (folder / name).symlink_to(outside)
    open_before = len(list(Path("/dev/fd").iterdir()))
    with pytest.raises(TraceError, match=f"{name} exists already"):
        TraceWriter(folder)
    assert [path.name for path in folder.iterdir()] == [name]
    assert outside.read_text() == "kept"
    assert len(list(Path("/dev/fd").iterdir())) == open_before


def test_a_dangling_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "run.json").symlink_to(tmp_path / "made")
    with pytest.raises(TraceError, match="exists already"):
        TraceWriter(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["run.json"]


def test_a_full_disk_leaves_nothing_behind(tmp_path: Path) -> None:
    script = (
        "import resource, signal, sys; from airanchor.errors import TraceError\n"
        "from airanchor.trace import TraceWriter\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (10, 10))\n"
        "try: TraceWriter(sys.argv[1])\n"
        "except TraceError: sys.exit(7)\n"
    )
    command = [sys.executable, "-B", "-c", script, str(tmp_path / "new" / "flight")]
    assert subprocess.run(command, check=False).returncode == 7
    assert [path.name for path in tmp_path.iterdir()] == []


@pytest.mark.parametrize("text", ["\ud800", "caf\udce9"])
def test_text_that_is_not_unicode_is_refused_whole(tmp_path: Path, text: str) -> None:
    for settings in ({"name": text}, {text: 1}):
        with pytest.raises(TraceError, match="not Unicode"):
            TraceWriter(tmp_path / "flight", settings)
    assert [path.name for path in tmp_path.iterdir()] == []
    with TraceWriter(tmp_path / "flight") as writer:
        for note in (NoteEvent(text=text), NoteEvent(text="key", data={text: 1})):
            with pytest.raises(TraceError, match="not Unicode"):
                writer.write(note)
        writer.write(EVENTS[1])
    trace = read_trace(tmp_path / "flight")
    assert (trace.events[1:], trace.truncated) == ((EVENTS[1],), False)
    assert len((tmp_path / "flight" / "timing.jsonl").read_text().splitlines()) == 2


def test_a_recording_has_one_header(tmp_path: Path) -> None:
    with TraceWriter(tmp_path) as writer, pytest.raises(TraceError, match="one header"):
        writer.write(HeaderEvent())
    path = tmp_path / "events.jsonl"
    path.write_bytes(path.read_bytes() * 2)
    with pytest.raises(TraceError, match="line 2: a second header"):
        read_trace(tmp_path)


def test_steps_and_stops_hold_their_own_actions() -> None:
    with pytest.raises(ValidationError, match="any action but STOP"):
        StepEvent(action="STOP", pose=POSE, moved=False, collided=False)
    with pytest.raises(ValidationError, match="'GO_UP'"):
        StopEvent(action="GO_UP", pose=POSE, moved=False, collided=False)


def test_a_closed_recording_takes_no_more(tmp_path: Path) -> None:
    writer = TraceWriter(tmp_path)
    writer.close()
    writer.close()
    with pytest.raises(TraceError, match="closed"):
        writer.write(NoteEvent(text="late"))


def test_settings_must_be_json(tmp_path: Path) -> None:
    with pytest.raises(TraceError, match="JSON"):
        TraceWriter(tmp_path, {"camera": object()})  # type: ignore[dict-item]
    assert not (tmp_path / "events.jsonl").exists()
    with pytest.raises(TraceError, match="JSON"):
        TraceWriter(tmp_path, {"far_m": math.inf})


def test_every_event_is_in_the_file_when_write_returns(tmp_path: Path) -> None:
    writer = TraceWriter(tmp_path)
    for count, event in enumerate(EVENTS, start=2):
        writer.write(event)
        assert len(read_trace(tmp_path).events) == count
    writer.close()


@pytest.mark.parametrize("cut", [1, 2, 30])
def test_half_a_last_line_is_dropped_and_reported(tmp_path: Path, cut: int) -> None:
    path = write(tmp_path) / "events.jsonl"
    path.write_bytes(path.read_bytes()[:-cut])
    trace = read_trace(tmp_path)
    assert trace.truncated
    assert trace.events[1:] == EVENTS[:-1]


def test_killed_writer_leaves_a_readable_recording(tmp_path: Path) -> None:
    script = (
        "import sys; from airanchor.trace import TraceWriter, NoteEvent\n"
        "writer = TraceWriter(sys.argv[1], {'seed': 1}); count = 0\n"
        "while True:\n"
        "    writer.write(NoteEvent(text=f'event {count}', data={'long': 'x' * 5000})); count += 1\n"
        "    print(count, flush=True)\n"
    )
    folder = tmp_path / "killed"
    with subprocess.Popen(
        [sys.executable, "-c", script, str(folder)], stdout=subprocess.PIPE, text=True
    ) as writer:
        assert writer.stdout is not None
        written = 0
        while written < 50:
            written = int(writer.stdout.readline())
        os.kill(writer.pid, signal.SIGKILL)
        assert writer.wait() == -signal.SIGKILL
    trace = read_trace(folder)
    notes = [event for event in trace.events if isinstance(event, NoteEvent)]
    assert len(notes) >= written
    assert [note.text for note in notes] == [f"event {count}" for count in range(len(notes))]


def test_newer_major_version_is_refused_before_anything_else(tmp_path: Path) -> None:
    (tmp_path / "events.jsonl").write_text('{"kind":"header","version":"2.0","setup":[]}\n{"kind":"wings"}\n')
    with pytest.raises(TraceVersionError, match=r"'2\.0'.*reads 1\.x"):
        read_trace(tmp_path)


def test_newer_minor_version_is_read_as_far_as_known(tmp_path: Path) -> None:
    edit(write(tmp_path), f'"version":"{FORMAT_VERSION}"', '"version":"1.9","mood":"calm"')
    edit(tmp_path, '{"kind":"start"', '{"kind":"anchor","label":"A1"}\n{"kind":"start","wind_m_s":3.0')
    trace = read_trace(tmp_path)
    unknown = trace.events[2]
    assert isinstance(unknown, UnknownEvent)
    assert unknown.model_dump() == {"kind": "anchor", "label": "A1"}
    assert trace.events[3:] == EVENTS[1:]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('{"kind":"start"', '{"kind":"start', "line 3 is not JSON"),
        ('{"kind":"start"', '{"kind":"launch"', "line 3: unknown event kind 'launch'"),
        ('{"kind":"start"', '{"sort":"start"', "line 3: the event has no kind"),
        ('"x_m":1.25', '"x_m":NaN', "line 3: start.pose"),
        ('"x_m":1.25', '"x_m":"north"', "line 3: start.pose.x_m"),
        ("a" * 64, "../" * 20, "line 4: view.rgb"),
        ('"action":"GO_UP"', '"action":"STOP"', "line 5: step.action"),
        ('"action":"STOP"', '"action":"GO_UP"', "line 6: stop.action"),
        ('"blocked_by":"object"', '"blocked_by":"ghost"', "line 5: step.blocked_by"),
        ('{"kind":"header"', '{"kind":"heading"', "line 1: a recording begins with a header"),
        ('"kind":"scene"', '"kind":["scene"]', "line 2: the event has no kind"),
    ],
)
def test_damage_is_named_by_line(tmp_path: Path, old: str, new: str, message: str) -> None:
    edit(write(tmp_path), old, new)
    with pytest.raises(TraceError, match=message):
        read_trace(tmp_path)


@pytest.mark.parametrize("content", [b"", b'{"kind":"hea', b"\n\n", b"[1]\n", b"\xff\xfe\n", b"null\n"])
def test_files_that_are_no_recordings_are_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "events.jsonl").write_bytes(content)
    with pytest.raises(TraceError):
        read_trace(tmp_path)


def test_missing_recording_is_named(tmp_path: Path) -> None:
    with pytest.raises(TraceError, match="no recording in"):
        read_trace(tmp_path / "nowhere")


def test_events_are_frozen_and_hold_no_infinities() -> None:
    with pytest.raises(ValidationError):
        EVENTS[1].pose = POSE  # type: ignore[union-attr, misc]
    with pytest.raises(ValidationError):
        NoteEvent(text="far", data={"distance_m": math.inf})
