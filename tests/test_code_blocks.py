"""Every Python block of the documents compiles and finds its imports; what needs nothing else is run."""

import ast
import importlib
import re
from pathlib import Path

import pytest

from tests.folders import ROOT

PAGES = sorted([ROOT / "README.md", *ROOT.glob("docs/**/*.md"), *ROOT.glob("packages/*/README.md")])
BLOCK = re.compile(r"(?ms)^```python\n(.*?)^```$")
BLOCKS = [
    pytest.param(code, id=f"{page.relative_to(ROOT).as_posix()}-{number}")
    for page in PAGES
    for number, code in enumerate(BLOCK.findall(page.read_text(encoding="utf-8")), 1)
]
VIEW = """
import aircity
view = aircity.make("practice-square").reset(aircity.start("practice-square"))
"""
ENCODER = """
from airanchor.embedded.eyes.detector import EmbeddedDetector
from airanchor.embedded.eyes.reader import SceneReader
from airanchor.perception.text import load_text_encoder
encoder = load_text_encoder()
reader = SceneReader(encoder)
"""
READY = {
    "shared_net().look": VIEW,
    "EmbeddedDetector(encoder)": ENCODER,
    "world.reset": "",
    "airanchor.fly(": "",
}
"""What a block says that can be run here, and what must be there first."""
ELSEWHERE = (
    "airsim",
    "prepare_run",
    "annotations.json",
    "load_profile",
    "sys.argv",
    "cockpit.note",
    "out/flight",
)
"""What a block says that needs a build, a run, a data set, a key or a flight of before."""


@pytest.mark.parametrize("code", BLOCKS)
def test_a_block_compiles_and_finds_what_it_imports(code: str) -> None:
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            for name in node.names:
                importlib.import_module(name.name)
        elif isinstance(node, ast.ImportFrom) and node.module:
            module = importlib.import_module(node.module)
            assert all(hasattr(module, name.name) for name in node.names), node.module


def _distinct() -> list[str]:
    """Blocks to be run, each once, whatever the number of pages that show it."""
    codes = dict.fromkeys(str(block.values[0]) for block in BLOCKS)
    return [code for code in codes if not any(word in code for word in ELSEWHERE)]


@pytest.mark.parametrize("code", _distinct(), ids=lambda code: code.strip().splitlines()[-1][:40])
def test_a_block_runs(code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = [ready for word, ready in READY.items() if word in code]
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "__main__"}
    exec("".join(first) + code, names)
    assert set(names) - {"__name__", "__builtins__"}
