"""The notebooks run cell after cell, and what they show of a flight can be shown."""

import json
from typing import Any

import pytest

from tests.folders import ROOT

NOTEBOOKS = sorted(ROOT.glob("examples/notebooks/*.ipynb"))


def run(cells: list[str]) -> list[Any]:
    """What each cell ends with, as a notebook shows it; None where it ends with a statement."""
    space: dict[str, Any] = {"__name__": "__main__"}
    return [_ended(cell, space) for cell in cells]


def _ended(cell: str, space: dict[str, Any]) -> Any:
    lines = cell.rstrip().splitlines()
    try:
        last = compile(lines[-1], "cell", "eval")
    except SyntaxError:
        exec(compile(cell, "cell", "exec"), space)
        return None
    exec(compile("\n".join(lines[:-1]), "cell", "exec"), space)
    return eval(last, space)


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Any) -> None:
    document = json.loads(path.read_text(encoding="utf-8"))
    code = [one for one in document["cells"] if one["cell_type"] == "code"]
    assert all(not one["outputs"] for one in code), "notebooks are kept without what they showed"
    shown = run(["".join(one["source"]) for one in code])
    pages = [one._repr_html_() for one in shown if hasattr(one, "_repr_html_")]
    assert len(pages) == 1 and "<iframe" in pages[0] and "<script" not in pages[0]


def test_there_are_notebooks() -> None:
    assert len(NOTEBOOKS) == 2
