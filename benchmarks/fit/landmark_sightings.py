"""How well told landmarks are seen in flight: python -m benchmarks.fit.landmark_sightings [--detector]

Views are those of `landmark_views`: along the reference paths of the tuning split (or of the train split),
asked for the landmark of the leg in the words of an instruction.
"""

import argparse
import json
import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from airanchor.bench.grounding.views import TrueView
from airanchor.embedded.eyes.detector import EmbeddedDetector
from airanchor.embedded.eyes.detector.words import Vocabulary
from airanchor.embedded.eyes.reader import SceneReader
from airanchor.embedded.eyes.reader.names import NAMES
from airanchor.embedded.eyes.reader.question import ask
from airanchor.perception.text import load_text_encoder
from benchmarks.fit.landmark_views import Stand, range_to, see, stands
from benchmarks.fit.scene_reader_truth import answering, known

SEEN_PX = 100
"""From so many pixels on a landmark counts as visible;"""
UNSEEN_PX = 30
"""below so many, with all that is like it, as out of sight."""
LEAST = 0.05
ANSWERED = 0.3
LIMIT = 5
_EDGES = (0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.01)
_SIZES_PX = (100, 400, 1600, 6400, 25600, 10**9)
_RANGES_M = (0, 20, 40, 80, 160, 10**4)


@dataclass(frozen=True, slots=True)
class Sight:
    """One answer."""

    score: float
    is_landmark: bool
    is_alike: bool
    """Whether it is the landmark, or something else that the words fit."""
    range_ratio: float | None
    """Range read over true range, with the height over ground known."""


@dataclass(frozen=True, slots=True)
class Look:
    """One question and its answers, best first."""

    place: str
    leg: str
    category: str
    size_px: int
    alike_px: int
    """Of the largest thing that the words fit."""
    range_m: float
    sights: tuple[Sight, ...]

    @property
    def top(self) -> Sight | None:
        """The best answer, if it is one."""
        return self.sights[0] if self.sights and self.sights[0].score >= ANSWERED else None


Finder = Callable[[Stand, TrueView], list[tuple[float, tuple[int, int], float | None]]]


def by_reader(reader: SceneReader) -> Finder:
    """Sightings of the scene reader: score, pixel, range."""

    def find(stand: Stand, true: TrueView) -> list[tuple[float, tuple[int, int], float | None]]:
        reading = reader.read(true.view.rgb)
        height_m = max(true.view.pose.z_m, 3.0)
        found = reading.find(stand.phrase, LIMIT, assumed_height_m=height_m, least_score=LEAST)
        return [(one.score, one.pixel, one.range_m) for one in found]

    return find


def by_detector(detector: EmbeddedDetector) -> Finder:
    """Detections of the embedded detector, by the pixel of the mask nearest its middle."""

    def find(stand: Stand, true: TrueView) -> list[tuple[float, tuple[int, int], float | None]]:
        found = detector.detect(stand.phrase, true.view, box_threshold=LEAST)[:LIMIT]
        return [(one.confidence, _middle(one.mask), None) for one in found]

    return find


def _middle(mask: np.ndarray) -> tuple[int, int]:
    rows, columns = np.nonzero(mask)
    nearest = int(np.argmin((rows - rows.mean()) ** 2 + (columns - columns.mean()) ** 2))
    return int(columns[nearest]), int(rows[nearest])


def look(stand: Stand, true: TrueView, find: Finder, vocabulary: Vocabulary) -> Look:
    """Ask for the landmark and compare with the ids."""
    traits = ask(stand.phrase, vocabulary, least_weight=0.25).traits
    alike = answering(known(true), stand.landmark, traits)
    sights = []
    for score, (u, v), range_m in find(stand, true):
        hit = int(true.ids[v, u])
        ratio = None
        if range_m is not None and hit == stand.landmark:
            x_m, y_m, _ = true.view.camera.back_project([u, v], float(true.view.depth_m[v, u]), stand.pose)
            ratio = range_m / max(math.hypot(x_m - stand.pose.x_m, y_m - stand.pose.y_m), 1.0)
        sights.append(Sight(float(score), hit == stand.landmark, hit in alike, ratio))
    return Look(
        place=stand.place,
        leg=f"{stand.path}/{stand.leg}",
        category=true.objects[stand.landmark].category,
        size_px=true.truth.visible.get(stand.landmark, 0),
        alike_px=max((true.truth.visible[one] for one in alike), default=0),
        range_m=range_to(true.objects[stand.landmark], stand.pose),
        sights=tuple(sights),
    )


def summarize(looks: Sequence[Look]) -> dict[str, Any]:
    """All figures."""
    ahead = [one for one in looks if one.place != "around"]
    around = [one for one in looks if one.place == "around"]
    rows = {"ahead": shares(ahead)}
    rows |= {
        place: shares([one for one in looks if one.place == place])
        for place in ("start", "middle", "approach", "around")
    }
    for low, high in pairwise(_SIZES_PX):
        rows[f"from {low} px"] = shares([one for one in ahead if low <= one.size_px < high])
    for low, high in pairwise(_RANGES_M):
        rows[f"from {low} m"] = shares([one for one in ahead if low <= one.range_m < high])
    for category in sorted({one.category for one in ahead}):
        rows[f"[{category}]"] = shares([one for one in ahead if one.category == category])
    ratios = [
        abs(math.log(one.sights[0].range_ratio)) for one in ahead if one.sights and one.sights[0].range_ratio
    ]
    return {
        "rows": rows,
        "visible": _mean(one.size_px >= SEEN_PX for one in ahead),
        "visible_somewhere_around": _mean(
            any(one.size_px >= SEEN_PX for one in leg) for leg in _legs(around)
        ),
        "best_of_a_turn": best_of_turns(around),
        "absent": {"ahead": absent(ahead), "around": absent(around)},
        "calibration": {"ahead": calibration(ahead), "around": calibration(around)},
        "range_median_factor": round(math.exp(float(np.median(ratios))), 3) if ratios else None,
        "range_90_percent_factor": round(math.exp(float(np.quantile(ratios, 0.9))), 3) if ratios else None,
    }


def shares(looks: Sequence[Look]) -> dict[str, Any]:
    """Shares of the views that show the landmark."""
    shown = [one for one in looks if one.size_px >= SEEN_PX]
    return {
        "n": len(shown),
        "right": _mean(one.top is not None and one.top.is_landmark for one in shown),
        "alike": _mean(one.top is not None and one.top.is_alike for one in shown),
        "wrong": _mean(one.top is not None and not one.top.is_alike for one in shown),
        "among_five": _mean(any(sight.is_landmark for sight in one.sights) for one in shown),
    }


def absent(looks: Sequence[Look]) -> dict[str, Any]:
    """False detections where neither the landmark nor its like is in sight."""
    hidden = [one for one in looks if one.alike_px < UNSEEN_PX]
    best = [one.sights[0].score if one.sights else 0.0 for one in hidden]
    return {
        "n": len(hidden),
        **{f"from {level}": _mean(score >= level for score in best) for level in (0.3, 0.5, 0.7)},
    }


def calibration(looks: Sequence[Look]) -> dict[str, Any]:
    """Mean score and share alike of the best answers, by score, and the expected calibration error."""
    pairs = np.array([(one.sights[0].score, one.sights[0].is_alike) for one in looks if one.sights], float)
    bins, error = [], 0.0
    for low, high in pairwise(_EDGES):
        own = pairs[(pairs[:, 0] >= low) & (pairs[:, 0] < high)]
        if len(own):
            score, right = own.mean(axis=0)
            bins.append([round(float(score), 2), round(float(right), 2), len(own)])
            error += len(own) * abs(score - right)
    return {"bins": bins, "error": round(float(error / max(len(pairs), 1)), 3)}


def best_of_turns(around: Sequence[Look]) -> dict[str, Any]:
    """The surest answer of the eight views of a turn."""
    shown = [leg for leg in _legs(around) if any(one.size_px >= SEEN_PX for one in leg)]
    best = [
        max((sight for one in leg for sight in one.sights), key=lambda sight: sight.score, default=None)
        for leg in shown
    ]
    return {
        "n": len(shown),
        "right": _mean(one is not None and one.score >= ANSWERED and one.is_landmark for one in best),
        "alike": _mean(one is not None and one.score >= ANSWERED and one.is_alike for one in best),
    }


def _legs(around: Sequence[Look]) -> list[list[Look]]:
    legs: dict[str, list[Look]] = defaultdict(list)
    for one in around:
        legs[one.leg].append(one)
    return list(legs.values())


def _mean(values: Iterable[bool]) -> float:
    listed = list(values)
    return round(float(np.mean(listed)), 3) if listed else 0.0


def show(figures: dict[str, Any]) -> None:
    """The figures as tables."""
    print(f"{'landmark visible':28s} {'n':>5s} {'right':>6s} {'alike':>6s} {'wrong':>6s} {'of 5':>6s}")
    for key, row in figures["rows"].items():
        if row["n"] >= 5:
            shares_of = " ".join(f"{row[name]:6.2f}" for name in ("right", "alike", "wrong", "among_five"))
            print(f"{key:28s} {row['n']:5d} {shares_of}")
    for key, value in figures.items():
        if key not in ("rows", "calibration"):
            print(f"{key:28s} {value}")
    for key, value in figures["calibration"].items():
        told = ", ".join(f"{score:.2f}->{right:.2f} ({n})" for score, right, n in value["bins"])
        print(f"{key}: score -> share alike (n): {told}; error {value['error']}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--split", default="dev", choices=("train", "dev"))
    parser.add_argument("--every", type=int, default=1, help="every n-th path of each scene")
    parser.add_argument(
        "--turns", type=int, default=4, help="turns on the spot on every n-th of these paths, 0 for none"
    )
    parser.add_argument(
        "--detector", action="store_true", help="ask the embedded detector instead of the reader"
    )
    parser.add_argument("--json", action="store_true", help="print JSON, each look included")
    options = parser.parse_args()
    encoder = load_text_encoder()
    vocabulary = Vocabulary(encoder, NAMES)
    find = by_detector(EmbeddedDetector(encoder)) if options.detector else by_reader(SceneReader(encoder))
    wanted = list(stands(options.split, every=options.every))
    paths = sorted({one.path for one in wanted})
    turning = set(paths[:: options.turns]) if options.turns else set()
    wanted = [one for one in wanted if one.place != "around" or one.path in turning]
    looks = [look(stand, true, find, vocabulary) for stand, true in see(wanted)]
    figures = summarize(looks)
    if options.json:
        print(json.dumps({**figures, "looks": [asdict(one) for one in looks]}, indent=1))
    else:
        show(figures)


if __name__ == "__main__":
    main()
