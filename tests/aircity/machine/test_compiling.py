"""Compiled code is kept wherever that can be, and compiling is told of when it happens and only then."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import airanchor

SOURCES = Path(airanchor.__file__).parent
PROGRAM = """
import numpy as np
from aircity.machine.compilation import get_ready
from airanchor.planning.kernels import square_minima
get_ready("planning", [("nothing", list), ("minima", lambda: square_minima(np.ones((4, 4), np.float32), 2))])
"""


def run(*before: str, sources: Path = SOURCES.parent, first: str = "", **variables: str) -> str:
    """What the program says on standard error."""
    environment = {name: text for name, text in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    environment |= {"PYTHONPATH": str(sources), "PYTHONDONTWRITEBYTECODE": "1"} | variables
    command = [*before, sys.executable, "-c", first + PROGRAM]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout == ""
    return done.stderr


def test_compiling_is_told_of_when_it_happens_and_only_then(tmp_path: Path) -> None:
    said = run(NUMBA_CACHE_DIR=str(tmp_path))
    told = r"airanchor: compiling planning for this machine, once: 2 of 2, minima \.\.\.\n"
    assert re.fullmatch(told + r"airanchor: compiled planning in \d+ s\n", said)
    assert run(NUMBA_CACHE_DIR=str(tmp_path)) == ""


def without_powers() -> tuple[str, ...]:
    """What runs a command so that permissions bind it, also for root."""
    if os.getuid() != 0:
        return ()
    drop = ("setpriv", "--bounding-set=-all", "--inh-caps=-all")
    if shutil.which("setpriv") is None or subprocess.run([*drop, "true"], check=False).returncode != 0:
        pytest.skip("root can write everywhere, and setpriv is not here to forbid it")
    return drop


def test_a_read_only_install_without_a_home_works(tmp_path: Path) -> None:
    drop = without_powers()
    package, home, temporary = tmp_path / "site" / "airanchor", tmp_path / "home", tmp_path / "temporary"
    shutil.copytree(SOURCES, package, ignore=shutil.ignore_patterns("__pycache__"))
    home.mkdir()
    temporary.mkdir()
    for folder in (home, *(path for path in package.rglob("*") if path.is_dir()), package):
        folder.chmod(0o555)
    try:
        places = {"HOME": str(home), "TMPDIR": str(temporary)}
        said = run(*drop, sources=package.parent, **places).splitlines()
        assert len([line for line in said if "NUMBA_CACHE_DIR" in line]) == 1
        assert len(said) == 3  # where it is kept, what is compiled, how long it took
        assert len(run(*drop, sources=package.parent, **places).splitlines()) == 1  # it was kept
        nowhere = "import tempfile; tempfile.tempdir = '/proc/none'"
        said = run(*drop, sources=package.parent, first=nowhere, **places)
        assert said.startswith("airanchor: there is no folder to keep compiled code in")
        assert "compiled planning in" in said
    finally:
        for folder in (temporary, home, package, *(path for path in package.rglob("*") if path.is_dir())):
            folder.chmod(0o755)


def test_every_kernel_goes_through_this_door() -> None:
    door = SOURCES / "machine" / "compiling.py"
    for source in SOURCES.rglob("*.py"):
        assert source == door or not re.search(r"^\s*(from|import) numba", source.read_text(), re.MULTILINE)
