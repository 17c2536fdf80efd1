"""Files are kept in the user's folders, and in a private temporary one where those cannot be used."""

import os
import tempfile
from pathlib import Path

import pytest

from aircity.machine import folders


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Temporary folders of the test's own."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    folders.temporary_folder.cache_clear()
    folders.usable.cache_clear()
    yield
    folders.temporary_folder.cache_clear()
    folders.usable.cache_clear()


def test_a_folder_that_is_there_or_can_be_made_is_used(tmp_path: Path) -> None:
    assert folders.can_be_used(tmp_path)
    assert folders.can_be_used(tmp_path / "deep" / "er")
    assert not (tmp_path / "deep").exists()


def test_a_folder_that_cannot_be_made_is_replaced_and_told_of_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("AIRANCHOR_CACHE", str(tmp_path / "file" / "cache"))
    first, second = folders.cache_folder("scenes"), folders.cache_folder("perception")
    assert first.parent == second.parent == folders.temporary_folder() / "airanchor_cache"
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert f"{tmp_path / 'file' / 'cache'} cannot be used" in said and "Set AIRANCHOR_CACHE" in said


def test_each_package_has_its_own_folder_and_one_variable_moves_both(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("AIRANCHOR_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    usual = [folders.cache_folder("x"), folders.cache_folder("x", "airanchor")]
    assert usual == [tmp_path / "aircity" / "x", tmp_path / "airanchor" / "x"]
    monkeypatch.setenv("AIRANCHOR_CACHE", str(tmp_path / "both"))
    assert folders.cache_folder("x") == folders.cache_folder("x", "airanchor") == tmp_path / "both" / "x"
    monkeypatch.setenv("AIRCITY_CACHE", str(tmp_path / "own"))
    assert folders.cache_folder("x") == tmp_path / "own" / "x"


def test_the_temporary_folder_is_the_users_alone_and_stays_the_same() -> None:
    folder = folders.temporary_folder()
    assert folder.stat().st_mode & 0o777 == 0o700
    folders.temporary_folder.cache_clear()
    assert folders.temporary_folder() == folder


def test_a_folder_that_others_may_write_is_not_trusted(tmp_path: Path) -> None:
    planted = tmp_path / f"{folders.APP}-{os.getuid()}"
    planted.mkdir()
    planted.chmod(0o777)
    assert folders.temporary_folder() != planted
    folders.temporary_folder.cache_clear()
    planted.rmdir()
    planted.symlink_to(tmp_path)
    assert folders.temporary_folder() != planted
