"""`airanchor learn`: a tiny run from pictures to weights, and what is told where the extra is missing."""

import importlib.util
import json
from pathlib import Path

import pytest

from airanchor.embedded.eyes.net import CityNet, read_net
from tests.airanchor.cli.command import Command

TINY = (
    "--minutes",
    "0.02",
    "--scenes",
    "1",
    "--crops",
    "6",
    "--views",
    "1",
    "--checks",
    "1",
    "--size",
    "200",
)


def test_a_tiny_run_makes_weights_that_load(command: Command, tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="needs the extra [learn]")
    pytest.importorskip("onnx", reason="needs the extra [learn]")
    told = command("learn", "eyes", "--out", str(tmp_path), *TINY, "--json")
    assert told.code == 0, told.err
    document = json.loads(told.out)
    assert document["command"].startswith("airanchor learn eyes --out")
    assert document["figures"]["check"]["rgb"]["count"] > 0
    assert (tmp_path / "curve.png").is_file()
    CityNet(read_net(tmp_path))
    again = command("learn", "eyes", "--out", str(tmp_path), *TINY)
    assert again.code == 0 and "names right" in again.out and "eyes.onnx" in again.out


def test_without_the_extra_the_command_that_installs_it_is_told(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name, *rest: None if name == "onnx" else real(name, *rest)
    )
    told = command("learn", "eyes", "--out", str(tmp_path / "run"))
    assert told.code == 2
    assert "airanchor learn needs an optional part. Install it with: pip install 'torch==2.13.0'" in told.err
    assert not (tmp_path / "run").exists()
