"""A library of towns for a whole module, and one finished run to compare others with."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from airanchor.bench.run import RunOrder, fly_run, prepare_run
from tests.airanchor.bench.run.town import SHORT, keep_towns, write_towns


@pytest.fixture(scope="package")
def towns(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A data folder with both towns; commands of other processes find it too."""
    home = tmp_path_factory.mktemp("towns")
    before = os.environ.get("XDG_DATA_HOME")
    os.environ["XDG_DATA_HOME"] = str(home)
    keep_towns()
    yield home
    if before is None:
        del os.environ["XDG_DATA_HOME"]
    else:
        os.environ["XDG_DATA_HOME"] = before


@pytest.fixture(scope="package")
def order(towns: Path) -> RunOrder:
    """Six short flights of the agent in two towns."""
    return RunOrder(rows=("airanchor",), episodes=write_towns(towns / "towns.json"), sets=SHORT)


@pytest.fixture(scope="package")
def finished(order: RunOrder, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """That order, flown in one process without a break."""
    root = tmp_path_factory.mktemp("finished") / "run"
    prepare_run(root, order)
    assert fly_run(root).is_complete
    return root
