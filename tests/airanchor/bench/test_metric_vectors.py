"""Scores against vectors that a plain script computed from the definitions, by fractions and decimals."""

import json
import runpy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from airanchor.bench.metrics import Profile, Scores, average, score
from tests.folders import OWN_DATA

FOLDER = OWN_DATA / "metrics"
VECTORS = json.loads((FOLDER / "vectors.json").read_text(encoding="utf-8"))
CASES = VECTORS["cases"]


def positions(rows: list[str]) -> list[list[float]]:
    return [[float(number) for number in row.split()] for row in rows]


def scored(case: dict[str, Any]) -> Scores:
    path = positions(case["trajectory"])
    return score(
        path,
        reference=positions(case["reference"]),
        goal=positions([case["goal"]])[0],
        steps=len(path) - 1,
        collisions=0,
        is_stopped=case["stopped"],
        threshold_m=float(case["threshold"]),
    )


def close(written: dict[str, str]) -> Any:
    return pytest.approx({name: float(value) for name, value in written.items()}, rel=1e-12, abs=1e-9)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_scores_are_the_definitions(case: dict[str, Any]) -> None:
    found = scored(case)
    assert {
        "NE": found.paper.navigation_error_m,
        "SR": float(found.paper.is_success),
        "OSR": float(found.paper.is_oracle_success),
        "SPL": found.paper.spl,
        "DTW": found.dtw_m,
        "nDTW": found.ndtw,
        "SDTW": found.paper.sdtw,
        "TL": found.path_length_m,
    } == close(case["expected"])


def test_averages_are_the_means_of_all_flights() -> None:
    found = average([scored(case) for case in CASES], Profile.PAPER, np.random.default_rng(0))
    means = {
        "NE": found.navigation_error_m,
        "SR": found.success_rate,
        "OSR": found.oracle_success_rate,
        "SPL": found.spl,
        "nDTW": found.ndtw,
        "SDTW": found.sdtw,
    }
    assert {name: one.value for name, one in means.items()} == close(
        {name: VECTORS["means"][name] for name in means}
    )
    assert all(one.low < one.value < one.high for one in means.values())


def test_the_vectors_are_what_their_script_writes(tmp_path: Path) -> None:
    script = tmp_path / "make_vectors.py"
    script.write_bytes((FOLDER / "make_vectors.py").read_bytes())
    runpy.run_path(str(script), run_name="__main__")
    assert (tmp_path / "vectors.json").read_bytes() == (FOLDER / "vectors.json").read_bytes()


def test_the_script_knows_nothing_of_the_package() -> None:
    assert "airanchor" not in (FOLDER / "make_vectors.py").read_text(encoding="utf-8")
