"""`fly` and `demo`: what they write, what they say, and how they refuse."""

import json
from pathlib import Path

import pytest

from airanchor.trace import EvaluationEvent, HeaderEvent, read_trace

SHORT = ("--scene", "practice-square", "--start", "-65,-187,28,29", "--set", "agent.iterations=1")


def test_a_flight_leaves_a_recording_a_replay_and_a_summary(command, tmp_path):
    out = tmp_path / "flight"
    result = command("fly", "Climb 6 metres.", *SHORT, "--out", str(out), "--json")
    assert result.code == 0, result.err
    summary = json.loads(result.out)
    assert summary == json.loads((out / "summary.json").read_text())
    assert (summary["ending"], summary["steps"], summary["iterations"]) == ("completed", 3, 1)
    assert summary["end"]["up_m"] == pytest.approx(34)
    assert summary["calls"] == 5 and summary["tokens"] > 1000
    assert summary["token_source"].startswith("counted: ")
    assert "subtask 1 of 1: Climb 6 metres." in result.err
    page = (out / "replay.html").read_text(encoding="utf-8")
    assert "Climb 6 metres." in page
    header = read_trace(out / "trace").events[0]
    assert isinstance(header, HeaderEvent)
    assert header.settings["settings"]["profile"] == "embedded"
    assert header.settings["reasoner"] == "rulebook"


def test_a_second_flight_replaces_the_first_and_nothing_else(command, tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    for text in ("Climb 6 metres.", "Climb 4 metres."):
        assert command("fly", text, *SHORT, "--out", str(tmp_path), "--images", "none").code == 0
    assert json.loads((tmp_path / "summary.json").read_text())["instruction"] == "Climb 4 metres."
    assert (tmp_path / "notes.txt").read_text() == "mine"
    assert not list((tmp_path / "trace").rglob("*.jpg"))


def test_memory_is_kept_and_a_frozen_one_is_not_added_to(command, tmp_path):
    memory, out = str(tmp_path / "memory"), str(tmp_path / "flight")
    look = ("fly", "Fly to the hospital.", *SHORT, "--memory", memory, "--out", out)
    assert command(*look).code == 3  # one decision does not reach it
    before = json.loads(command("memory", "stats", "practice-square", "--root", memory, "--json").out)
    assert command(*look, "--frozen").code == 3
    after = json.loads(command("memory", "stats", "practice-square", "--root", memory, "--json").out)
    assert after["instances"] == before["instances"] and after["sightings"] == before["sightings"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--scene", "atlantis"), "atlantis"),
        (("--start", "here"), "NORTH,EAST,UP"),
        (("--start", "0,0,-50"), "outside"),
        (("--agent", "pigeon"), "airanchor"),
        (("--agent", "reference"), "bench run --agent reference"),
        (("--perception", "eyes"), "embedded, oracle"),
        (("--images", "all"), "exact, colour, viewing, none"),
        (("--profile", "papre"), "paper, embedded"),
        (("--set", "agent.iteration=3"), "iterations"),
        (("--reasoner", "nobody"), "nobody"),
        (("--reasoner", "vllm"), "reasoner probe"),
    ],
)
def test_bad_input_is_named_and_leaves_nothing(command, tmp_path, arguments, message):
    out = tmp_path / "flight"
    result = command("fly", "Climb.", "--scene", "practice-square", "--out", str(out), *arguments)
    assert result.code == 2, result.out
    assert message in result.err and "Traceback" not in result.err
    assert not out.exists()


def test_a_navigator_that_asks_no_model_flies_too(command, tmp_path):
    out = tmp_path / "flight"
    result = command("fly", "Anywhere.", *SHORT, "--agent", "action-sampling", "--out", str(out), "--json")
    assert result.code == 3, "it cannot tell whether anything was done"
    summary = json.loads(result.out)
    assert (summary["agent"], summary["calls"]) == ("action-sampling", 0)
    assert summary["steps"] > 0 and (out / "replay.html").is_file()


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("Climb 6 metres.", 0, "climbed 6 m"),
        ("colorless green ideas sleep furiously", 3, "not understood"),
    ],
)
def test_the_last_words_and_the_exit_code_tell_the_same(command, tmp_path, text, code, said):
    out = tmp_path / "flight"
    result = command("fly", text, *SHORT, "--out", str(out), "--images", "none")
    assert result.code == code
    assert said in result.out.lower()
    summary = json.loads((out / "summary.json").read_text())
    assert (summary["ending"] == "completed") == (code == 0)
    assert [one["status"] == "completed" for one in summary["reports"]] == [code == 0]


def test_an_empty_instruction_is_refused(command, tmp_path):
    result = command("fly", "  ", *SHORT, "--out", str(tmp_path / "flight"))
    assert result.code == 2 and "instruction is empty" in result.err


def test_the_demo_stops_near_where_its_instruction_leads(command, tmp_path):
    result = command("demo", "--out", str(tmp_path / "demo"), "--json")
    assert result.code == 0, result.err
    summary = json.loads(result.out)
    assert summary["ending"] == "completed"
    assert summary["goal_m"] <= 20
    assert len(summary["skills"]) >= 3
    size = sum(path.stat().st_size for path in Path(tmp_path / "demo" / "trace").rglob("*") if path.is_file())
    assert size < 10_000_000
    judged = [
        event
        for event in read_trace(tmp_path / "demo" / "trace").events
        if isinstance(event, EvaluationEvent)
    ]
    assert len(judged) == 1


def test_a_recorded_flight_answers_for_the_model(command, tmp_path):
    first, again = str(tmp_path / "first"), str(tmp_path / "again")
    assert command("fly", "Climb 6 metres.", *SHORT, "--out", first).code == 0
    result = command("fly", "Climb 6 metres.", *SHORT, "--out", again, "--reasoner", f"{first}/trace")
    assert result.code == 0, result.err
    told = [json.loads((Path(folder) / "summary.json").read_text()) for folder in (first, again)]
    assert told[0]["end"] == told[1]["end"] and told[0]["calls"] == told[1]["calls"] == 5
    other = command("fly", "Descend 6 metres.", *SHORT, "--out", again, "--reasoner", f"{first}/trace")
    assert other.code == 2 and "Traceback" not in other.err
