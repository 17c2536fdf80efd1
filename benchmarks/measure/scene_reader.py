"""How well the scene reader reads RGB pictures, beside the RGB-D detector.

Run: python -m benchmarks.measure.scene_reader

Measured on the tuning scenes, which the model was not fitted to. A phrase counts where what it names is
clearly visible; an answer is right when its pixel lies on a thing that the phrase names.
"""

import argparse
import json
import math
import time
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from airanchor.bench.grounding.phrases import choose_phrases
from airanchor.bench.grounding.views import TrueView
from airanchor.embedded.eyes.detector import EmbeddedDetector
from airanchor.embedded.eyes.reader import PictureDetection, SceneReader, SceneReading
from airanchor.learn.eyes.data.truth import is_flat
from airanchor.perception import Phrase
from airanchor.perception.text import load_text_encoder
from benchmarks.fit.scene_reader_views import look_around

SCENES = ("proving-ground", "practice-square", "trial-green")
CLEAR_PX = 400
"""An object with fewer pixels is not asked for."""
OPEN_M = 20.0
WISHES = ((96, 255), (255, 255), (415, 255), (255, 330))


@dataclass(slots=True)
class Tally:
    """Everything that was counted."""

    asked: dict[str, list[tuple[bool, bool, bool, bool]]] = field(default_factory=lambda: defaultdict(list))
    """Category (with " (coloured)"): whether each of reader and detector answered, and was right."""
    standing: list[tuple[bool, bool, bool, bool]] = field(default_factory=list)
    """Those of the plain phrases that name something that stands, hills left out."""
    absent: list[tuple[bool, bool]] = field(default_factory=list)
    ranges: list[float] = field(default_factory=list)
    ranges_known_height: list[float] = field(default_factory=list)
    heights: list[float] = field(default_factory=list)
    open_m: list[float] = field(default_factory=list)
    blind_m: list[float] = field(default_factory=list)
    named: list[bool] = field(default_factory=list)
    read_s: list[float] = field(default_factory=list)


def measure(views_per_scene: int, landmarks_per_scene: int, seed: int) -> Tally:
    """Ask every view."""
    encoder = load_text_encoder()
    reader, detector = SceneReader(encoder), EmbeddedDetector(encoder)
    tally = Tally()
    for true in look_around(SCENES, views_per_scene, seed, landmarks_per_scene=landmarks_per_scene):
        start_s = time.thread_time()
        reading = reader.read(true.view.rgb)
        for word in ("building", "tower", "road"):
            reading.find(Phrase(word))
        tally.read_s.append(time.thread_time() - start_s)
        for phrase in choose_phrases(true, np.random.default_rng([seed, true.number])):
            ask(phrase, true, reading, detector, tally)
        tally.heights.append(math.log(reading.height_m / true.view.pose.z_m))
        look_for_open_air(true, reading, tally)
        check_names(true, reading, tally)
    return tally


def ask(
    phrase: Phrase, true: TrueView, reading: SceneReading, detector: EmbeddedDetector, tally: Tally
) -> None:
    """One phrase of both."""
    answers = true.truth.answers(phrase)
    found = reading.find(phrase, 1, assumed_height_m=true.view.pose.z_m)
    detected = detector.detect(phrase, true.view)[:1]
    if not answers:
        tally.absent.append((bool(found), bool(detected)))
        return
    if max(answers.values()) < CLEAR_PX:
        return
    is_right = bool(found) and at(true, found[0].pixel) in answers
    is_detected = bool(detected) and at(true, middle_of(detected[0].mask)) in answers
    key = phrase.category + (" (coloured)" if phrase.attributes else "")
    tally.asked[key].append((bool(found), is_right, bool(detected), is_detected))
    stands = any(not is_flat(true.objects[one]) for one in answers) and phrase.category != "hills"
    if stands and not phrase.attributes:
        tally.standing.append(tally.asked[key][-1])
    if is_right and found[0].range_m is not None and not phrase.attributes:
        note_range(true, reading, found[0], tally)


def note_range(true: TrueView, reading: SceneReading, detection: PictureDetection, tally: Tally) -> None:
    """The range read against the true horizontal distance of what the pixel shows."""
    u, v = detection.pixel
    depth_m = float(true.view.depth_m[v, u])
    if math.isfinite(depth_m) and detection.range_m is not None:
        x_m, y_m, _ = true.view.camera.back_project([u, v], depth_m, true.view.pose)
        range_m = math.hypot(x_m - true.view.pose.x_m, y_m - true.view.pose.y_m)
        ratio = math.log(detection.range_m / max(range_m, 1.0))
        tally.ranges_known_height.append(ratio)
        tally.ranges.append(ratio + math.log(reading.height_m / true.view.pose.z_m))


def look_for_open_air(true: TrueView, reading: SceneReading, tally: Tally) -> None:
    """How far it truly is at open pixels, and at the wished ones."""
    for wish in WISHES:
        u, v = reading.open_pixel(wish)
        tally.open_m.append(float(true.view.depth_m[v, u]))
        tally.blind_m.append(float(true.view.depth_m[wish[1], wish[0]]))


def check_names(true: TrueView, reading: SceneReading, tally: Tally) -> None:
    """Whether things that the reader names unasked are what it says."""
    for one in reading.objects(limit=5):
        tally.named.append(at(true, one.detection.pixel) in true.truth.answers(Phrase(one.category)))


def at(true: TrueView, pixel: tuple[int, int]) -> int:
    """The id at a pixel."""
    return int(true.ids[pixel[1], pixel[0]])


def middle_of(mask: np.ndarray) -> tuple[int, int]:
    """The pixel of a mask nearest its centre."""
    rows, columns = np.nonzero(mask)
    nearest = int(np.argmin((rows - rows.mean()) ** 2 + (columns - columns.mean()) ** 2))
    return int(columns[nearest]), int(rows[nearest])


def summarize(tally: Tally) -> dict[str, Any]:
    """The figures."""
    plain = [row for key, rows in tally.asked.items() if not key.endswith(")") for row in rows]
    coloured = [row for key, rows in tally.asked.items() if key.endswith(")") for row in rows]
    return {
        "views": len(tally.heights),
        "plain": _shares(plain),
        "standing": _shares(tally.standing),
        "coloured": _shares(coloured),
        "absent": {
            "n": len(tally.absent),
            "reader_false": _mean([row[0] for row in tally.absent]),
            "detector_false": _mean([row[1] for row in tally.absent]),
        },
        "range_median_ratio_error": _median_ratio(tally.ranges),
        "range_median_ratio_error_known_height": _median_ratio(tally.ranges_known_height),
        "height_median_ratio_error": _median_ratio(tally.heights),
        "open_pixel_beyond_20_m": _mean([depth_m > OPEN_M for depth_m in tally.open_m]),
        "wished_pixel_beyond_20_m": _mean([depth_m > OPEN_M for depth_m in tally.blind_m]),
        "unasked_names_right": _mean(tally.named),
        "read_and_three_finds_ms": round(1000 * float(np.median(tally.read_s)), 1),
        "categories": {key: _shares(rows) for key, rows in sorted(tally.asked.items())},
    }


def _shares(rows: list[tuple[bool, bool, bool, bool]]) -> dict[str, Any]:
    names = ("reader_answered", "reader_right", "detector_answered", "detector_right")
    return {"n": len(rows), **{name: _mean([row[k] for row in rows]) for k, name in enumerate(names)}}


def _mean(values: list[bool]) -> float:
    return round(float(np.mean(values)), 3) if values else 0.0


def _median_ratio(logs: list[float]) -> float:
    """By which factor the median answer is off: 1 is exact."""
    return round(math.exp(float(np.median(np.abs(logs)))), 3) if logs else 0.0


def show(figures: dict[str, Any]) -> None:
    """The figures as a table."""
    for key, value in figures.items():
        if not isinstance(value, dict):
            print(f"{key:42s} {value}")
    print(f"{'phrase':34s} {'n':>4s} {'answered':>9s} {'right':>6s} {'detector':>9s}")
    rows = {
        "plain": figures["plain"],
        "standing": figures["standing"],
        "coloured": figures["coloured"],
        **figures["categories"],
    }
    for key, row in sorted(rows.items(), key=lambda item: -item[1]["n"]):
        if row["n"] >= 5:
            print(
                f"{key:34s} {row['n']:4d} {row['reader_answered']:9.2f} {row['reader_right']:6.2f} "
                f"{row['detector_right']:9.2f}"
            )
    absent = figures["absent"]
    print(f"false detections of {absent['n']} absent: {absent['reader_false']} ({absent['detector_false']})")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--views", type=int, default=12, help="views per scene from anywhere")
    parser.add_argument("--landmarks", type=int, default=12, help="views per scene that look at a landmark")
    parser.add_argument("--seed", type=int, default=4)
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args()
    figures = summarize(measure(options.views, options.landmarks, options.seed))
    if options.json:
        print(json.dumps(figures, indent=1))
    else:
        show(figures)


if __name__ == "__main__":
    main()
