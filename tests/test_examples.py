"""The examples run as they stand and say what they promise."""

import runpy

import pytest

from tests.folders import ROOT

EXAMPLES = sorted([*ROOT.glob("examples/[0-9]*.py"), *ROOT.glob("packages/*/examples/[0-9]*.py")])
PROMISES = {
    "04_learn_to_fly.py": "of 1 arrive",
    "01_look_and_step.py": "collided=True, blocked by object",
    "02_noisy_sensors.py": "typical error: 1.",
    "03_gymnasium.py": "success: False",
    "04_airsim_program.py": "a picture of (512, 512, 3), the nearest surface",
    "01_fly.py": "the same flight again: True",
    "02_record_and_replay.py": "the same picture again: True",
    "03_ground_and_remember.py": "remembered: O",
}

SHORTER = {"04_learn_to_fly.py": ("4", "1")}
"""Arguments by which a long example becomes a short one."""


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_an_example_runs(path, capsys, monkeypatch):
    monkeypatch.setattr("sys.argv", [str(path), *SHORTER.get(path.name, ())])
    runpy.run_path(str(path), run_name="__main__")
    assert PROMISES[path.name] in capsys.readouterr().out
