"""One word, one meaning: a public class name stands for one thing in each package."""

import ast
from collections import defaultdict

import pytest

from tests.folders import ROOT


@pytest.mark.parametrize("package", ["aircity", "airanchor"])
def test_a_public_class_name_exists_once(package: str) -> None:
    homes = defaultdict(list)
    for file in (ROOT / "packages" / package / "src" / package).rglob("*.py"):
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes[node.name].append(file.name)
    assert len(homes) > 100
    assert {name: files for name, files in homes.items() if len(files) > 1} == {}
