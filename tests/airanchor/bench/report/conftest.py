"""One finished run of two rows that fly in no time, and copies of it to spoil."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from airanchor.bench.run import RunOrder, fly_run, prepare_run
from tests.airanchor.bench.run.town import keep_towns, write_towns

SETS = ("agent.iterations=2",)


@pytest.fixture(scope="package")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Random and the reference over six episodes of two towns, two instructions on a path."""
    home = tmp_path_factory.mktemp("towns")
    before = os.environ.get("XDG_DATA_HOME")
    os.environ["XDG_DATA_HOME"] = str(home)
    keep_towns()
    order = RunOrder(rows=("random", "reference"), episodes=write_towns(home / "towns.json"), sets=SETS)
    root = home / "run"
    prepare_run(root, order, command="airanchor bench run")
    assert fly_run(root).is_complete
    yield root
    if before is None:
        del os.environ["XDG_DATA_HOME"]
    else:
        os.environ["XDG_DATA_HOME"] = before


@pytest.fixture
def run(finished: Path, tmp_path: Path) -> Path:
    """A copy of the run."""
    return Path(shutil.copytree(finished, tmp_path / "run"))
