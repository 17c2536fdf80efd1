"""Fits how likely flights' memories are what they are called: python -m benchmarks.fit.flight_reliability RUN

RUN is a run over train paths in passes (profile embedded), whose memories are judged by the cities' truth. A
flight stores masks under the names that it looks for, which are wrong more often than the names that a survey
takes from the view; so that the line for reliability is taken from flights, not from surveys.

--write renews the reliability of `memory_odds.json` of `memory`; the other lines stay as they are.
"""

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from airanchor.bench.memory_study.calibration import Judged, calibration_of, judge_labels
from airanchor.bench.results import RunFolder
from airanchor.memory import Sokb, odds
from airanchor.memory.files.scene_file import SceneFile
from airanchor.memory.files.store import scene_path, stored_scenes
from airanchor.memory.odds import ReliabilityOdds, fitted_odds
from airanchor.memory.reliability import reliability_evidence
from airanchor.perception.text import load_text_encoder
from aircity.city.library import open_scene
from benchmarks.fit.memory_odds import Evidence, line

Row = tuple[Judged, Evidence]
RARE = ("absent", "contradicted")
"""Too rare among 618 instances of 48 train flights (11 and 22) to be fitted: as by hand and from surveys."""


def judged_instances(root: Path, row: str) -> Iterator[Row]:
    """What a run's memories hold, with its evidence, and whether it is what it is called."""
    folder, text = RunFolder(root).memory(row), load_text_encoder()
    for scene in stored_scenes(folder):
        file = SceneFile(scene_path(folder, scene))
        memory = Sokb(text, file.config, file.load())
        file.close()
        for one in judge_labels(memory, open_scene(scene)):
            yield one, (reliability_evidence(memory.instance(one.instance_id)), one.is_right, scene)


def kept(weights: ReliabilityOdds) -> ReliabilityOdds:
    """The weights with those of what is rare as they are."""
    now = fitted_odds().reliability
    return replace(weights, **{name: getattr(now, name) for name in RARE})


def left_out(rows: list[Row]) -> list[Judged]:
    """The same with the reliability that a fit to the other scenes gives."""
    found = []
    for scene in sorted({evidence[2] for _, evidence in rows}):
        fitted, _ = line(ReliabilityOdds, [evidence for _, evidence in rows if evidence[2] != scene], RARE)
        weights = kept(fitted)
        found += [_told(one, weights, evidence) for one, evidence in rows if evidence[2] == scene]
    return found


def _told(one: Judged, weights: ReliabilityOdds, evidence: Evidence) -> Judged:
    return replace(one, reliability=odds.chance_of(odds.weighed(weights, evidence[0])))


def write(weights: ReliabilityOdds, told: dict[str, Any], scenes: list[str]) -> None:
    """Renew one line of the data file."""
    path = Path(odds.__file__).with_name(odds.ODDS_FILE)
    stored = json.loads(path.read_text("utf-8"))
    stored["values"]["reliability"] = asdict(weights)
    measured_by = "python -m benchmarks.fit.flight_reliability RUN --write"
    stored["measured"]["reliability"] = {"measured_by": measured_by, "scenes": scenes, **told}
    path.write_text(json.dumps(stored, indent=1) + "\n", "utf-8")


def main() -> None:
    """Fit and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("run", type=Path)
    parser.add_argument("--row", default="airanchor")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    rows = list(judged_instances(given.run, given.row))
    weights, told = line(ReliabilityOdds, [evidence for _, evidence in rows], RARE)
    before = [_told(one, fitted_odds().reliability, evidence) for one, evidence in rows]
    weights = kept(weights)
    told["calibration"] = calibration_of([_told(one, weights, evidence) for one, evidence in rows])
    told["left_out"] = calibration_of(left_out(rows))
    told["before"] = calibration_of(before)
    print(json.dumps({"values": asdict(weights), **told}))
    if given.write:
        write(weights, told, sorted({evidence[2] for _, evidence in rows}))


if __name__ == "__main__":
    main()
