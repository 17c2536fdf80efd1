"""Loads golden.json: numeric cases worked out from the paper's formulas, apart from this code."""

import functools
import json
import math
from pathlib import Path
from typing import Any

import pytest

NON_FINITE = {"inf": math.inf, "-inf": -math.inf, "nan": math.nan}


def _with_floats(value: Any) -> Any:
    """JSON has no infinity: the file writes it as a string."""
    if isinstance(value, dict):
        return {key: _with_floats(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_with_floats(item) for item in value]
    return NON_FINITE.get(value, value) if isinstance(value, str) else value


@functools.cache
def load() -> dict[str, Any]:
    """The whole file: {"meta": ..., "cases": {section: [{id, inputs, expected, note}]}}."""
    return dict(_with_floats(json.loads(Path(__file__).with_name("golden.json").read_text(encoding="utf-8"))))


def meta() -> dict[str, Any]:
    """What the cases share: intrinsics, hyper-parameters, tolerance, two small memories."""
    return dict(load()["meta"])


def sections() -> set[str]:
    """The names of all sections."""
    return set(load()["cases"])


def cases(section: str, having: str | None = None) -> pytest.MarkDecorator:
    """Parametrize a test over the cases of a section, or those that have a key: `inputs` and `expected`."""
    found = load()["cases"][section]
    return pytest.mark.parametrize(
        ("inputs", "expected"),
        [
            pytest.param(case["inputs"], case["expected"], id=str(case["id"]))
            for case in found
            if having is None or having in case["inputs"] or having in case["expected"]
        ],
    )
