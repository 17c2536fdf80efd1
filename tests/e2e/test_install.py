"""A wheel of these sources, installed into an empty environment, says what it lacks, gets it and flies."""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.folders import ROOT

IGNORED = (".git", ".venv", "out", "build", "dist", "__pycache__", ".*_cache", "*.egg-info")
BUILD = """
import sys
from setuptools import build_meta
folder = sys.argv[1]  # the builders write arguments of their own over it
build_meta.build_sdist(folder)
build_meta.build_wheel(folder)
"""
OURS = ("PYTHONPATH", "NUMBA_CACHE_DIR", "AIRANCHOR_CACHE", "XDG_CACHE_HOME")
ENVIRONMENT = {name: text for name, text in os.environ.items() if name not in OURS}

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The wheel and the source archive, built from a copy of the sources."""
    folder = tmp_path_factory.mktemp("build")
    sources, made = folder / "sources", folder / "made"
    shutil.copytree(ROOT, sources, ignore=shutil.ignore_patterns(*IGNORED))
    made.mkdir()
    python = make_environment(folder / "tools", "setuptools>=77")
    subprocess.run([python, "-c", BUILD, made], cwd=sources, check=True, capture_output=True)
    (wheel,), (archive,) = made.glob("*.whl"), made.glob("*.tar.gz")
    return wheel, archive


def make_environment(folder: Path, *wanted: str) -> Path:
    """The Python of a new environment with these packages; without a package index the test is skipped."""
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    python = folder / "bin" / "python"
    command = [python, "-m", "pip", "install", "--quiet", "--retries", "2", *wanted]
    done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        pytest.skip(f"needs a package index: {done.stderr.strip().splitlines()[-1]}")
    return python


def test_the_source_archive_holds_the_documentation_and_no_tests(archives: tuple[Path, Path]) -> None:
    with tarfile.open(archives[1]) as archive:
        names = ["/".join(name.split("/")[1:]) for name in archive.getnames()]
    assert {
        "README.md",
        "docs/cli.md",
        "docs/figures/replay.png",
        "packages/airanchor/src/airanchor/py.typed",
    } <= {*names}
    assert not [name for name in names if name.startswith("tests")]


def test_the_package_page_links_to_nothing_that_is_not_there(archives: tuple[Path, Path]) -> None:
    with zipfile.ZipFile(archives[0]) as wheel:
        (name,) = (name for name in wheel.namelist() if name.endswith("METADATA"))
        metadata = wheel.read(name).decode()
    assert "Author: AirAnchor maintainers" in metadata
    assert "airanchor doctor --fix" in metadata
    assert not re.search(r"\]\((?!https://)", metadata)


def test_a_wheel_in_an_empty_environment_flies(archives: tuple[Path, Path], tmp_path: Path) -> None:
    python = make_environment(tmp_path / "empty", str(archives[0]))
    environment = ENVIRONMENT | {"HOME": str(tmp_path)}

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        command = [python.parent / "airanchor", *words, "--json"]
        return subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )

    refused = run("demo")
    assert refused.returncode == 2 and "airanchor doctor --fix" in refused.stderr
    lacking = run("doctor")
    assert lacking.returncode == 1 and not json.loads(lacking.stdout)["healthy"]
    mended = run("doctor", "--fix")
    assert mended.returncode == 0 and json.loads(mended.stdout)["healthy"], mended.stderr
    first = run("demo")
    assert first.returncode == 0, first.stderr
    assert json.loads(first.stdout)["goal_m"] <= 20
    before, _, after = first.stderr.partition("subtask 1 of 3")
    assert "4 of 4, planning" in before and "compiled perception and planning in" in before
    assert "compil" not in after
    again = run("demo")
    assert again.returncode == 0 and "compil" not in again.stderr
