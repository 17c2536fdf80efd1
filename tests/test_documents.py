"""What the documents point to is there: files, headings, modules, programs and commands."""

import importlib.util
import re
from pathlib import Path

import pytest

from airanchor.own_parts import PartKind
from tests.airanchor.cli.reference import command_paths
from tests.folders import ROOT

PAGES = sorted(
    [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("packages/*/README.md")],
    key=lambda page: page.as_posix(),
)
PRESENT = [page for page in PAGES if page.name != "CHANGELOG.md"]
"""A changelog tells of names as they were."""
LINK = re.compile(r"\]\((?!https?://)([^)\s]+)\)")
MODULE = re.compile(r"(?<![\w./-])((?:airanchor|aircity|benchmarks|tests)(?:\.[a-z_][a-z0-9_]*)+)")
FILE = re.compile(r"`((?:packages|docs|tests|examples|benchmarks)/[\w./-]+\.\w+)`")
COMMAND = re.compile(r"(?m)(?:^|`)airanchor ([a-z]+)(?: ([a-z][a-z-]+))?")


def named(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_every_link_leads_somewhere(page: Path) -> None:
    for target in LINK.findall(page.read_text(encoding="utf-8")):
        path, _, heading = target.partition("#")
        file = page.parent / path if path else page
        assert file.exists(), target
        if heading and file.suffix == ".md":
            assert heading in headings(file), target


def headings(page: Path) -> set[str]:
    """The anchors of a page, as they are made from its headings."""
    titles = re.findall(r"(?m)^#+ (.+)$", page.read_text(encoding="utf-8"))
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PRESENT, ids=named)
def test_every_file_and_module_that_is_named_exists(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for name in FILE.findall(text):
        assert (ROOT / name).exists(), name
    for name in MODULE.findall(text):
        assert is_there(name) or name in {kind.group for kind in PartKind}, name


def is_there(dotted: str) -> bool:
    """Whether it is a module, or something that a module holds."""
    parts = dotted.split(".")
    for length in range(len(parts), 0, -1):
        name = ".".join(parts[:length])
        try:
            spec = importlib.util.find_spec(name)
        except ModuleNotFoundError:
            continue
        if spec is not None:
            module = importlib.import_module(name)
            return length == len(parts) or hasattr(module, parts[length])
    return False


@pytest.mark.parametrize("page", PRESENT, ids=named)
def test_every_command_that_is_shown_exists(page: Path) -> None:
    known = {*command_paths()}
    groups = {path[0] for path in known if len(path) == 2}
    for first, second in COMMAND.findall(page.read_text(encoding="utf-8")):
        if first in groups and second:
            assert (first, second) in known, f"airanchor {first} {second}"
        elif first not in groups and (first,) not in known:
            raise AssertionError(f"airanchor {first}")
