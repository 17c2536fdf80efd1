"""docs/security.md states the limits that the code has."""

import importlib
import re
from typing import Any

import pytest

from tests.folders import ROOT

ROW = re.compile(r"^\| [^|]+ \| ([\d,]+)[^|]* \| `((?:airanchor|aircity)\.[\w.]+)` \|$", re.MULTILINE)
LIMITS = ROW.findall((ROOT / "docs" / "security.md").read_text("utf-8"))


def constant(name: str) -> Any:
    """The value of a dotted name; of a field of a class, its default."""
    module, _, rest = name.rpartition(".")
    try:
        holder = importlib.import_module(module)
    except ModuleNotFoundError:
        module, _, kind = module.rpartition(".")
        holder = getattr(importlib.import_module(module), kind)
        if rest in getattr(holder, "__dataclass_fields__", {}):
            return holder.__dataclass_fields__[rest].default
    return getattr(holder, rest)


@pytest.mark.parametrize(("stated", "name"), LIMITS)
def test_a_limit_is_as_stated(stated: str, name: str) -> None:
    assert constant(name) == int(stated.replace(",", ""))


def test_every_row_of_the_table_is_compared() -> None:
    page = (ROOT / "docs" / "security.md").read_text("utf-8")
    table = page.split("## Limits")[1].split("\n\n")[1].splitlines()
    assert len(LIMITS) == len(table) - 2 > 25


def test_the_page_is_linked() -> None:
    for name in ("README.md", "CONTRIBUTING.md"):
        assert "docs/security.md" in (ROOT / name).read_text("utf-8")
