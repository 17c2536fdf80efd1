"""Folders with tiny models, and a place for settings of a test's own."""

from pathlib import Path

import pytest

from tests.airanchor.perception.models.tiny import make_models

REASON = "needs the extra [models]: make test installs it"


@pytest.fixture(scope="session")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One model of each role, made once in a process."""
    torch = pytest.importorskip("torch", reason=REASON)
    pytest.importorskip("transformers", reason=REASON)
    torch.set_num_threads(1)  # threads wait for each other where cores are shared
    return make_models(tmp_path_factory.mktemp("models"))


@pytest.fixture
def own_config(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A place for pins and calibrations that no other test has."""
    monkeypatch.setenv("AIRANCHOR_CONFIG", str(tmp_path / "config"))
    return tmp_path / "config"


@pytest.fixture
def weights(models: Path, own_config: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the models, where the names of models lead to."""
    monkeypatch.setenv("AIRANCHOR_WEIGHTS", str(models))
    return models
