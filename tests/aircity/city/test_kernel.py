"""Compiled kernels are kept between runs, and never survive an edit of what they call."""

import subprocess
import sys
from pathlib import Path

CALLEE = """
from aircity.city.render.kernel import compiled
FACTOR = 1.0

@compiled
def scaled(x):
    return x * {factor} * FACTOR
"""

CALLER = """
import callee
from callee import scaled
from aircity.city.render.kernel import fingerprint, kernel

def make(sources):
    @kernel
    def run(x):
        _ = sources
        return scaled(x)
    return run

run = make(fingerprint([scaled]))
result = run(10.0)
print(result, sum(run.stats.cache_hits.values()))
"""


def _run(folder: Path) -> tuple[float, int]:
    done = subprocess.run(
        [sys.executable, str(folder / "caller.py")], capture_output=True, text=True, check=True, cwd=folder
    )
    result, hits = done.stdout.split()
    return float(result), int(hits)


def test_an_edit_of_a_called_file_recompiles(tmp_path: Path) -> None:
    (tmp_path / "caller.py").write_text(CALLER)
    (tmp_path / "callee.py").write_text(CALLEE.format(factor=2.0))
    assert _run(tmp_path) == (20.0, 0)
    assert _run(tmp_path) == (20.0, 1), "the second start takes the kernel from the cache"
    (tmp_path / "callee.py").write_text(CALLEE.format(factor=3.0))
    assert _run(tmp_path)[0] == 30.0
