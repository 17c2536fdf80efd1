"""Models that a user brings, as a person names them: flights, runs, surveys, the doctor, calibration."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from airanchor.bench.run.record import read_record
from airanchor.perception.models.pins import note_use
from airanchor.trace import read_trace
from tests.airanchor.bench.run.town import keep_towns, write_towns
from tests.airanchor.cli.command import Command

pytestmark = pytest.mark.xdist_group("models")
SHORT = ("--scene", "practice-square", "--start", "-65,-187,28,29", "--set", "agent.iterations=2")
GROUNDED = ("--perception", "grounded-sam", "--profile", "paper")


def header_of(out: Path) -> dict[str, Any]:
    return dict(read_trace(out / "trace").header.settings)


@pytest.mark.usefixtures("weights")
def test_a_flight_with_the_papers_models_sees_nonsense_and_does_not_crash(
    command: Command, tmp_path: Path
) -> None:
    out = tmp_path / "flight"
    words = ("fly", "Fly to the white castle.", "--start", "90,35,32,90", "--set", "agent.iterations=2")
    result = command(*words, *GROUNDED, "--out", str(out), "--json")
    assert result.code in (0, 3), result.err
    told = header_of(out)
    assert told["detector"].startswith("grounded-sam(grounding-dino-base-")
    assert told["text_encoder"].startswith("gte-small-") and told["image_encoder"].startswith("dinov2-base-")
    assert told["detector_weights"].count("sha256") == 2
    assert told["text_encoder_weights"].startswith("thenlper/gte-small, revision unknown, sha256 ")
    assert "text_calibration" not in told  # profile paper knows none
    events = (out / "trace" / "events.jsonl").read_text(encoding="utf-8")
    assert re.search(r'"detector_confidence": ?[0-9]', events)  # a box and a mask were found and measured


@pytest.mark.usefixtures("weights")
def test_each_encoder_by_itself_with_the_embedded_detector(command: Command, tmp_path: Path) -> None:
    out = tmp_path / "flight"
    named = ("--text-encoder", "gte-small", "--image-encoder", "dinov2", "--profile", "paper")
    result = command("fly", "Climb 6 metres.", *SHORT, *named, "--out", str(out), "--json")
    assert result.code == 0, result.err
    told = header_of(out)
    assert told["detector"].startswith("embedded-7(gte-small-") and "detector_weights" not in told
    assert told["image_encoder_weights"].startswith("facebook/dinov2-base, ")
    assert told["settings"]["perception"]["text"]["source"] == "gte-small"


def test_a_run_records_what_it_flew_with_and_refuses_other_weights(
    command: Command, weights: Path, own_config: Path, tmp_path: Path
) -> None:
    keep_towns()
    copy = tmp_path / "own-eyes"
    copy.mkdir()
    for file in (weights / "dinov2-base").iterdir():
        (copy / file.name).write_bytes(file.read_bytes())
    words = ("bench", "run", "--agent", "random", "--episodes", write_towns(tmp_path / "towns.json"))
    words += ("--image-encoder", "./own-eyes", "--out", "run", "--json")
    first = command(*words)
    assert first.code == 0, first.err
    names = read_record(Path("run")).names
    assert names["image_encoder"].startswith("own-eyes-") and names["text_encoder"] == "all-MiniLM-L6-v2"
    assert names["image_encoder_weights"].startswith(str(copy))
    weights_file = copy / "model.safetensors"
    weights_file.write_bytes(weights_file.read_bytes() + b" ")
    changed = command(*words)
    assert changed.code == 2 and "is not what it was when first used" in changed.err


@pytest.mark.usefixtures("weights")
def test_profiles_with_thresholds_ask_for_a_calibration_first(command: Command, tmp_path: Path) -> None:
    folder = str(tmp_path / "mem")
    named = ("--text-encoder", "gte-small", "--out", str(tmp_path / "flight"))
    refused = command("fly", "Climb 6 metres.", *SHORT, *named)
    assert refused.code == 2 and "airanchor doctor --calibrate" in refused.err
    assert not (tmp_path / "flight").exists()
    assert command("doctor", "--calibrate", "gte-small").code == 0
    result = command("fly", "Climb 6 metres.", *SHORT, *named, "--memory", folder)
    assert result.code == 0, result.err
    told = header_of(tmp_path / "flight")
    assert told["text_calibration"].startswith("own of gte-small-")
    other = command("fly", "Climb 6 metres.", *SHORT, "--memory", folder, "--out", str(tmp_path / "flight"))
    assert other.code == 2 and "was built with text encoder 'gte-small-" in other.err


@pytest.mark.usefixtures("weights")
def test_a_calibration_tells_where_the_papers_thresholds_accept_everything(command: Command) -> None:
    result = command("doctor", "--calibrate", "gte-small", "--json")
    assert result.code == 0, result.err
    report = json.loads(result.out)
    assert report["encoder"].startswith("gte-small-") and "sha256" in report["weights"]
    assert report["calibration"]["types"]["unrelated_p05"] > 0.55  # random weights find all words alike
    assert any("type_threshold 0.55 accepts everything" in one for one in report["warnings"])
    assert any("retrieval_threshold 0.50 accepts everything" in one for one in report["warnings"])
    assert set(report["thresholds"]) == {
        "category_floor",
        "type_threshold",
        "appearance_floor",
    }
    shown = command("doctor", "--calibrate", "gte-small").out
    assert "warning: the paper's type_threshold" in shown and f"written: {report['file']}" in shown


def test_what_the_refusal_of_changed_weights_says_can_be_typed(
    command: Command, weights: Path, tmp_path: Path
) -> None:
    copy = shutil.copytree(weights / "gte-small", tmp_path / "own-words")
    words = ("doctor", "--calibrate", "./own-words")
    assert command(*words).code == 0
    file = copy / "config.json"
    file.write_text(file.read_text(encoding="utf-8") + " ", encoding="utf-8")
    refused = command(*words)
    assert refused.code == 2 and "is not what it was when first used" in refused.err
    said = re.search(r"--set (\S+), or delete (\S+)", refused.err)
    assert said is not None and Path(said[2]).is_file()
    assert command(*words, "--set", said[1]).code == 0
    assert command(*words).code == 0  # said once


def test_changed_weights_of_an_image_encoder_are_told_with_its_own_setting(
    command: Command, weights: Path, tmp_path: Path
) -> None:
    copy = shutil.copytree(weights / "dinov2-base", tmp_path / "own-eyes")
    note_use(str(copy), {"model.safetensors": "0" * 64}, "")
    refused = command("doctor", "--calibrate", str(copy))
    assert refused.code == 2 and "--set perception.image.sha256=" in refused.err


@pytest.mark.slow
@pytest.mark.usefixtures("weights")
def test_an_image_encoder_is_calibrated_on_crops_of_the_tuning_cities(command: Command) -> None:
    result = command("doctor", "--calibrate", "dinov2", "--json")
    assert result.code == 0, result.err
    report = json.loads(result.out)
    assert report["calibration"]["crops"]["related"] > 200
    assert report["thresholds"] == {"visual_floor": report["calibration"]["crops"]["s0"]}


@pytest.mark.parametrize("name", ["minilm", "wordllama"])
@pytest.mark.usefixtures("own_config")
def test_a_shipped_encoder_measures_as_it_is_shipped(command: Command, name: str) -> None:
    report = json.loads(command("doctor", "--calibrate", name, "--json").out)
    assert report["warnings"] == [] and report["weights"] == ""
    assert report["thresholds"]["type_threshold"] in (0.48, 0.16)


@pytest.mark.usefixtures("own_config")
def test_what_is_no_encoder_is_told(command: Command) -> None:
    result = command("doctor", "--calibrate", "nonsense")
    assert result.code == 2 and "'nonsense' is no encoder; valid are minilm" in result.err


def models_of(report: str) -> dict[str, dict[str, Any]]:
    names = ("gte-small", "dinov2-base", "grounding-dino-base", "sam-vit-huge", "sam-vit-base")
    return {row["part"]: row for row in json.loads(report)["findings"] if row["part"] in names}


@pytest.mark.usefixtures("own_config")
def test_the_doctor_tells_what_is_missing_with_the_command(
    command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    constants = pytest.importorskip("huggingface_hub.constants", reason="needs the extra [models]")
    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path / "none"))
    monkeypatch.delenv("AIRANCHOR_WEIGHTS", raising=False)
    result = command("doctor", "--json")
    assert result.code == 0  # a flight needs none of them
    rows = models_of(result.out)
    assert {row["state"] for row in rows.values()} == {"missing"} and "sam-vit-base" not in rows
    assert rows["gte-small"]["fix"].startswith("hf download thenlper/gte-small config.json model.safetensors")
    shown = command("doctor").out
    assert f"gte-small: {rows['gte-small']['fix']}" in shown
    assert shown.count("hf download") == 4 and "its line below" in shown  # none is broken up in the table


def test_the_doctor_tells_what_is_there_and_notes_nothing(
    command: Command, weights: Path, own_config: Path
) -> None:
    rows = models_of(command("doctor", "--json").out)
    assert {row["state"] for row in rows.values()} == {"ok"}
    assert str(weights / "gte-small") in rows["gte-small"]["detail"]
    assert rows["gte-small"]["fix"] == "airanchor doctor --calibrate gte-small"
    assert not (own_config / "pins").exists()
    command("doctor", "--calibrate", "gte-small")
    after = models_of(command("doctor", "--json").out)["gte-small"]
    assert after["detail"].endswith("; calibrated") and after["fix"] == ""


@pytest.mark.usefixtures("weights")
def test_a_survey_fills_a_memory_that_such_flights_can_use(command: Command, tmp_path: Path) -> None:
    words = ("memory", "survey", "practice-square", "--root", str(tmp_path / "mem"), "--places", "1")
    result = command(*words, *GROUNDED, "--json")
    assert result.code == 0, result.err
    flown = ("fly", "Climb 6 metres.", *SHORT, *GROUNDED, "--out", str(tmp_path / "flight"))
    again = command(*flown, "--memory", str(tmp_path / "mem"), "--frozen")
    assert again.code == 0, again.err
