"""The programs of the benchmarks run as their first lines say."""

import json
import subprocess
import sys

from tests.folders import ROOT


def test_the_cost_of_the_memory_is_measured() -> None:
    command = [sys.executable, "-m", "benchmarks.measure.memory", "100", "200", "--rounds", "2", "--json"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert [row["instances"] for row in json.loads(done.stdout)["rows"]] == [100, 200]
