"""The parts of one's own in examples/own keep their contracts, are short, and fly."""

import json
import sys

import numpy as np
import pytest

import airanchor
from airanchor.bench.episodes import Episode, replay, write_episodes
from airanchor.own_parts.loading import homes
from aircity.world import Action
from aircity.world.box_world import BoxWorld
from tests.airanchor.cli.command import Command
from tests.folders import ROOT

OWN = ROOT / "examples" / "own"
PARTS = {
    "detector": "detector:RedThings",
    "text-encoder": "text_encoder:Triples",
    "image-encoder": "image_encoder:MeanColour",
    "reasoner": "chat:Echo",
    "row": "row:FORGETFUL",
}
SLOW = {"agent": "agent:Build", "world": "world:make"}


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Command:
    """A command given in the folder of the examples."""
    monkeypatch.chdir(OWN)
    monkeypatch.syspath_prepend(OWN)
    monkeypatch.setattr("airanchor.own_parts.loading._granted", set())
    yield Command(monkeypatch, capfd)
    for _, name in [*homes]:
        sys.modules.pop(name.partition(":")[0], None)


def test_an_example_has_fewer_than_forty_lines() -> None:
    files = sorted(OWN.glob("*.py"))
    assert len(files) == 7
    assert all(len(file.read_text("utf-8").splitlines()) <= 40 for file in files)


@pytest.mark.parametrize("kind", PARTS)
def test_an_example_keeps_its_contract(kind: str, command: Command) -> None:
    outcome = command("check", kind, PARTS[kind], "--json")
    assert outcome.code == 0, outcome.out + outcome.err
    told = json.loads(outcome.out)
    assert told["is_kept"] and "sha256" in told["code"]


@pytest.mark.slow
@pytest.mark.parametrize("kind", SLOW)
def test_a_longer_example_keeps_its_contract(kind: str, command: Command) -> None:
    assert command("check", kind, SLOW[kind]).code == 0


def test_parts_fly_together_and_results_name_them(command: Command, tmp_path) -> None:
    words = ("--world", "world:make", "--agent", "agent:Build", "--perception", "detector:RedThings")
    outcome = command("fly", "Look around.", *words, "--images", "none", "--out", str(tmp_path), "--json")
    assert outcome.code == 3, outcome.err  # a policy cannot tell whether anything was done
    assert json.loads(outcome.out)["agent"] == "open-air"
    header = json.loads((tmp_path / "trace/events.jsonl").read_text().splitlines()[0])["settings"]
    assert header["detector"] == "red-things-1"
    assert {"agent_part", "detector_part", "world_part"} <= set(header)


def test_a_settings_file_cannot_choose_code(command: Command, tmp_path) -> None:
    file = tmp_path / "downloaded.toml"
    file.write_text('[perception.text]\nsource = "row:FORGETFUL"\n')
    outcome = command("fly", "Go.", "--config", str(file), "--out", str(tmp_path / "out"))
    assert outcome.code == 2 and "no file may choose what is run" in outcome.err


@pytest.mark.slow
def test_a_run_of_ones_own_is_verified_without_its_code(command: Command, tmp_path, monkeypatch) -> None:
    run = str(tmp_path / "run")
    words = (
        "--agent",
        "agent:Build,row:FORGETFUL",
        "--split",
        "dev",
        "--subset",
        "1",
        "--jobs",
        "2",
        "--out",
        run,
    )
    assert command("bench", "run", *words).code == 0
    record = json.loads((tmp_path / "run/run.json").read_text())
    assert "sha256" in record["resolved"]["rows"]["agent:Build"]["part"]
    monkeypatch.setattr("airanchor.own_parts.loading._granted", set())
    monkeypatch.chdir(tmp_path)
    assert command("bench", "verify", run).code == 0
    assert command("bench", "diagnose", run, "--row", "agent:Build").code == 0
    trace = next((tmp_path / "run").rglob("events.jsonl"))
    trace.write_text(trace.read_text().replace("sha256 ", "sha256 f", 1))
    assert command("bench", "verify", run).code == 1


def test_objects_fly_as_names_do(tmp_path) -> None:
    from airanchor.flight import PolicyFlyer
    from airanchor.reasoner import ScriptedChat

    class Blind:
        name = "blind"

        def detect(self, phrase, view, *, box_threshold=0.3, text_threshold=0.25):
            return ()

    def spin(equipment):
        assert equipment.detector.name == "blind" and equipment.reasoner.name == "scripted"
        turns = iter([Action.TURN_LEFT] * 3)
        return PolicyFlyer("spin", lambda view, mission: next(turns, Action.STOP))

    flight = airanchor.fly(
        "Spin.", world=BoxWorld(), agent=spin, perception=Blind(), reasoner=ScriptedChat([]), images="none"
    )
    header = flight.trace.header.settings
    assert (flight.steps, header["detector"], header["reasoner"]) == (3, "blind", "scripted")
    assert header["agent_part"].endswith("spin") and header["detector_part"].endswith("Blind")


def test_a_run_in_a_world_of_ones_own_is_flown_and_verified(command: Command, tmp_path) -> None:
    start = BoxWorld.start
    actions = (Action.GO_UP, Action.GO_UP, Action.STOP)
    path = np.array([pose.position for pose in replay(start, actions)])
    episode = Episode("b-1", "b", "boxes", "mine", "Climb a little.", start, path[-1], path, actions)
    write_episodes(tmp_path / "mine.json", [episode])
    run = str(tmp_path / "run")
    words = ("--episodes", str(tmp_path / "mine.json"), "--world", "world:make", "--out", run)
    outcome = command("bench", "run", "--agent", "agent:Build,random", *words)
    assert outcome.code == 0, outcome.err
    record = json.loads((tmp_path / "run/run.json").read_text())
    assert record["names"]["world_part"].startswith("world:make, sha256 ")
    assert command("bench", "verify", run).code == 0
    assert "world:make" in command("bench", "table", run).out
    told = command("bench", "diagnose", run, "--row", "agent:Build")
    assert told.code == 2 and "world:make" in told.err
    refused = command("bench", "run", "--agent", "memory-frozen", *words[:-1], str(tmp_path / "no"))
    assert refused.code == 2 and "survey the scene" in refused.err
