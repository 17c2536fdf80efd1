"""The curve of a training run as a chart: shares named right over the crops learned from."""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

from airanchor.bench.charts import Chart, Lines, Point, Strip
from airanchor.bench.statistics import Estimate

_SETS = {"check": "styles learned from", "held_out": "styles held out"}
_LEAST_APART = 0.03
_EYES = {"rgb": "colour", "rgbd": "colour and depth", "rgbd_turned_hues": "hues turned, depth"}


def read_curve(path: Path) -> list[dict[str, Any]]:
    """The points in their order."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def curve_chart(points: list[dict[str, Any]]) -> Chart:
    """Names right (mean over names) and objects right, on both sets of cities."""
    told = _apart(points)
    panels = tuple(
        Lines(f"{what} right, %", "thousand crops", _series(told, which))
        for what, which in (("names", "names"), ("objects", "objects"))
    )
    return Chart((Strip(panels),), "True masks of objects, mean of their cells; names: mean over names.")


def _apart(points: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Those far enough from the next that both can be read, and the last."""
    least = _LEAST_APART * points[-1]["crops"] if points else 0
    return [one for one, after in pairwise(points) if after["crops"] - one["crops"] >= least] + points[-1:]


def _series(points: list[dict[str, Any]], which: str) -> dict[str, list[Point]]:
    return {
        f"{eye_words}, {set_words}": [
            Point(round(one["crops"] / 1000), _exact(100 * one[name][eye][which])) for one in points
        ]
        for name, set_words in _SETS.items()
        for eye, eye_words in _EYES.items()
    }


def _exact(value: float) -> Estimate:
    return Estimate(value, value, value, 1.0, "counted")
