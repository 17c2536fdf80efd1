"""The embedded eyes in one table: what reader and detector see of landmarks, of absent things, and how fast.

Run: python -m benchmarks.measure.eyes --json now.json [--against before.json]

Dev scenes, and generated ones of two styles that nothing was fitted to. A landmark is asked for in the words
of an instruction, in views ahead along reference paths; `--against` pairs each view with that of another run.
"""

import argparse
import json
import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from airanchor.bench.episodes.splits import Split, episodes_made, make_split
from airanchor.bench.grounding.evaluation import DEV_SCENES, measure_grounding
from airanchor.bench.grounding.phrases import choose_phrases
from airanchor.bench.grounding.views import TrueView
from airanchor.embedded.eyes.detector import EmbeddedDetector
from airanchor.embedded.eyes.detector.words import Vocabulary
from airanchor.embedded.eyes.reader import SceneReader
from airanchor.embedded.eyes.reader.names import NAMES
from airanchor.embedded.eyes.reader.question import ask
from airanchor.perception import Phrase
from airanchor.perception.text import load_text_encoder
from benchmarks.fit.landmark_views import Stand, see, stands, stands_of
from benchmarks.fit.scene_reader_truth import answering, known
from benchmarks.fit.scene_reader_views import look_around
from benchmarks.measure.eyes_table import ANSWERED, EYES, compare, share, summarize, table

HELD_OUT = ("canal-town@9102", "canal-town@9104", "seaside@9103", "seaside@9105")
HELD_OUT_PATHS = 40
SEED = 7
_SHOWN_PX = 100
"""From so many pixels on a landmark counts as visible."""
_HIDDEN_PX = 30
"""With fewer it counts as out of view."""
_TIMED = 24


@dataclass(frozen=True, slots=True)
class Answer:
    """The best answer to one question."""

    score: float
    is_right: bool
    """Whether its pixel lies on the landmark."""
    mostly: bool
    """Whether half of its mask or more lies on the landmark or on its like."""
    iou: float
    """Of its mask with the landmark."""


NO_ANSWER = Answer(0.0, False, False, 0.0)


@dataclass(frozen=True, slots=True)
class EyesRow:
    """One landmark asked of both eyes in one view that shows it."""

    group: str
    """dev, or the style of a scene held out."""
    key: str
    category: str
    size_px: int
    reader: Answer
    detector: Answer


class Eyes:
    """The reader and the detector that looks through it."""

    def __init__(self, reader: SceneReader | None = None, detector: EmbeddedDetector | None = None) -> None:
        encoder = load_text_encoder()
        self.reader = reader or SceneReader(encoder)
        self.detector = detector or EmbeddedDetector(encoder, self.reader)
        self.vocabulary = Vocabulary(encoder, NAMES)

    def ask(self, stand: Stand, true: TrueView) -> tuple[Answer, Answer]:
        """What both say, any score."""
        traits = ask(stand.phrase, self.vocabulary, least_weight=0.25).traits
        alike = answering(known(true), stand.landmark, traits)
        read = self.reader.read(true.view.rgb).find(stand.phrase, 1, least_score=0.0)
        seen = self.detector.detect(stand.phrase, true.view, box_threshold=0.0)[:1]
        return (
            judged(true, stand.landmark, alike, read[0].mask, read[0].score, read[0].pixel)
            if read
            else NO_ANSWER,
            judged(true, stand.landmark, alike, seen[0].mask, seen[0].confidence, None)
            if seen
            else NO_ANSWER,
        )


def judged(
    true: TrueView,
    landmark: int,
    alike: frozenset[int],
    mask: NDArray[np.bool_],
    score: float,
    pixel: tuple[int, int] | None,
) -> Answer:
    """An answer beside the truth; without a pixel that of the mask nearest its middle counts."""
    own, (u, v) = true.ids == landmark, pixel or middle_of(mask)
    mostly = float(np.isin(true.ids[mask], list(alike)).mean()) >= 0.5
    iou = float((own & mask).sum() / (own | mask).sum())
    return Answer(round(score, 4), bool(own[v, u]), mostly, round(iou, 3))


def middle_of(mask: NDArray[np.bool_]) -> tuple[int, int]:
    """The pixel (u, v) of a mask nearest its middle."""
    rows, columns = np.nonzero(mask)
    nearest = int(np.argmin((rows - rows.mean()) ** 2 + (columns - columns.mean()) ** 2))
    return int(columns[nearest]), int(rows[nearest])


def landmark_rows(eyes: Eyes, looks: Iterator[tuple[Stand, TrueView]]) -> Iterator[EyesRow]:
    """Both eyes on every view that shows its landmark."""
    for stand, true in looks:
        size_px = true.truth.visible.get(stand.landmark, 0)
        if size_px >= _SHOWN_PX:
            group = stand.scene.split("@")[0] if "@" in stand.scene else "dev"
            key = f"{stand.path}/{stand.leg}/{stand.place}"
            category = true.objects[stand.landmark].category
            yield EyesRow(group, key, category, size_px, *eyes.ask(stand, true))


def held_out_stands(paths: int = HELD_OUT_PATHS) -> list[Stand]:
    """Looks along paths of generated scenes in the styles that nothing is fitted to."""
    split = Split("held-out", HELD_OUT, paths)
    return ahead(stands_of(episodes_made(split, make_split(split, seed=SEED))))


def ahead(looks: Iterator[Stand]) -> list[Stand]:
    """Without the views around a place."""
    return [one for one in looks if one.place != "around"]


def absent_scores(eyes: Eyes, per_scene: int) -> list[tuple[float, float]]:
    """The best scores of both for things that a view does not show."""
    scores = []
    for true in look_around(DEV_SCENES, per_scene, 4, landmarks_per_scene=per_scene):
        reading = eyes.reader.read(true.view.rgb)
        for phrase in choose_phrases(true, np.random.default_rng([4, true.number])):
            if not true.truth.answers(phrase):
                read = reading.find(phrase, 1, least_score=0.0)
                seen = eyes.detector.detect(phrase, true.view, box_threshold=0.0)[:1]
                scores.append(
                    (read[0].score if read else 0.0, seen[0].confidence if seen else 0.0),
                )
    return scores


def out_of_view(eyes: Eyes, every: int = 4, views: int = 260, seed: int = 5) -> list[tuple[Answer, Answer]]:
    """What both answer to a landmark in views around the place where its leg begins that do not show it."""
    around = [one for one in stands("dev", every=every) if one.place == "around"]
    count = min(views, len(around))
    chosen = np.sort(np.random.default_rng(seed).choice(len(around), count, replace=False)).tolist()
    return [
        eyes.ask(stand, true)
        for stand, true in see([around[k] for k in chosen])
        if true.truth.visible.get(stand.landmark, 0) < _HIDDEN_PX
    ]


def times_ms(eyes: Eyes, looks: Sequence[Stand]) -> list[tuple[float, float]]:
    """Thread time of a new view and three phrases: of the reader, and of the detector after it."""
    words, rows = [Phrase(word) for word in ("building", "tower", "road")], []
    for _, true in see(looks):
        view = replace(
            true.view, rgb=true.view.rgb[:, ::-1].copy(), depth_m=true.view.depth_m[:, ::-1].copy()
        )
        start_s = time.thread_time()
        reading = eyes.reader.read(view.rgb)
        for word in words:
            reading.find(word)
        middle_s = time.thread_time()
        for word in words:
            eyes.detector.detect(word, view)
        rows.append((1000 * (middle_s - start_s), 1000 * (time.thread_time() - middle_s)))
    return rows


def hue_figures(eyes: Eyes, per_scene: int) -> dict[str, Any]:
    """Top right of all phrases by the detector, hues as they are and permuted."""
    tables = measure_grounding(
        lambda _scene: eyes.detector, views_per_scene=per_scene, conditions=("as it is", "colours permuted")
    )
    return {
        one.condition: {
            "n": one.total.phrases,
            "top_right": one.total.top_right,
            "absent": one.total.absent,
            "false_alarms": one.total.false_alarms,
            "ece": one.ece,
        }
        for one in tables
    }


def measure(eyes: Eyes, options: argparse.Namespace) -> dict[str, Any]:
    """All figures."""
    dev = ahead(stands("dev", every=options.every))
    times = times_ms(eyes, dev[:: max(len(dev) // _TIMED, 1)])
    rows = list(landmark_rows(eyes, see(dev)))
    rows += landmark_rows(eyes, see(held_out_stands(options.paths)))
    absent, hidden = absent_scores(eyes, options.views), out_of_view(eyes)
    median = np.median(times, axis=0)
    return {
        **summarize([asdict(one) for one in rows], absent),
        "out_of_view": {
            eye: share([pair[k].score >= ANSWERED and not pair[k].mostly for pair in hidden])
            for k, eye in enumerate(EYES)
        },
        "hues": hue_figures(eyes, options.views),
        "ms": {
            "n": len(times),
            "reader": round(float(median[0]), 1),
            "detector": round(float(median[1]), 1),
            "sum": round(math.fsum(median), 1),
        },
        "absent_scores": [[round(one, 4) for one in pair] for pair in absent],
        "rows": [asdict(one) for one in rows],
    }


def main() -> None:
    """Measure, print and keep."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--every", type=int, default=3, help="every n-th dev path of each scene")
    parser.add_argument("--paths", type=int, default=HELD_OUT_PATHS, help="paths in the styles held out")
    parser.add_argument(
        "--views", type=int, default=12, help="dev views per scene for absent things and hues"
    )
    parser.add_argument("--json", type=Path, help="where to keep the figures, each view included")
    parser.add_argument("--against", type=Path, help="figures of another run to compare with, view by view")
    options = parser.parse_args()
    figures = measure(Eyes(), options)
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    print(table(figures))
    if options.against:
        print(compare(json.loads(options.against.read_text(encoding="utf-8")), figures))


if __name__ == "__main__":
    main()
