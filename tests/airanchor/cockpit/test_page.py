"""The page's files: all are shipped, all that they name is there, and nothing comes from elsewhere."""

import re
import tomllib
from pathlib import Path, PurePosixPath

import pytest

from airanchor.cockpit.routes import _ASSETS
from tests.folders import ROOT

PACKAGE = ROOT / "packages" / "airanchor"
SOURCE = PACKAGE / "src" / "airanchor"
PAGE = SOURCE / "cockpit" / "page"
FILES = sorted(path for path in PAGE.rglob("*") if path.is_file())
TEXTS = [path for path in FILES if path.suffix in (".js", ".css", ".html")]


def test_every_file_of_the_page_is_in_the_wheel() -> None:
    project = tomllib.loads((PACKAGE / "pyproject.toml").read_text(encoding="utf-8"))
    patterns = project["tool"]["setuptools"]["package-data"]["airanchor"]
    for file in FILES:
        name = PurePosixPath(file.relative_to(SOURCE))
        assert any(name.match(pattern.removeprefix("**/")) for pattern in patterns), name


@pytest.mark.parametrize("file", TEXTS, ids=lambda path: path.name)
def test_what_a_file_names_is_served(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    named = re.findall(r'(?:from "\./|["(]/assets/)([\w.]+)"', text)
    assert set(named) <= set(_ASSETS)
    assert "http://" not in text.replace("http://www.w3.org/", "") and "https://" not in text


@pytest.mark.parametrize("file", [path for path in TEXTS if path.suffix == ".js"], ids=lambda path: path.name)
def test_words_become_text_and_never_markup(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    for way in (
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "eval(",
        "new Function",
        "style:",
    ):
        assert way not in text, way


def test_files_of_the_page_are_small() -> None:
    assert max(len(file.read_text(encoding="utf-8").splitlines()) for file in TEXTS) <= 220
