"""How well the embedded detector's masks place things: python -m benchmarks.fit.grounded_places

On the tuning scenes, the best detection of each phrase is grounded as an anchor would be, and compared with
the same grounding from the true mask of the nearest object that the phrase names.
"""

import argparse
import json
import time
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from airanchor.anchors import AnchorConfig
from airanchor.anchors.surface import extent_of
from airanchor.bench.grounding.evaluation import CONDITIONS, DEV_SCENES
from airanchor.bench.grounding.phrases import SMALLEST_PX, choose_phrases
from airanchor.bench.grounding.views import TrueView
from airanchor.embedded.eyes.detector import EmbeddedDetector
from airanchor.learn.eyes.data.truth import is_flat
from airanchor.perception import Phrase
from airanchor.perception.text import load_text_encoder
from aircity.world import Observation
from benchmarks.fit.scene_reader_views import look_around

CONFIG = AnchorConfig()
_TIMED = (Phrase("building"), Phrase("tower"), Phrase("road"))


@dataclass(slots=True)
class Tally:
    """What was counted of things that stand, or of pieces of ground."""

    asked: int = 0
    iou: list[float] = field(default_factory=list)
    """Of the best detection with the object it overlaps most; 0 where it overlaps none that answers."""
    off_m: list[float] = field(default_factory=list)
    """From its centre to that of the nearest object that answers, seen from above."""

    def figures(self) -> dict[str, float]:
        """As printed."""
        middle, far = np.percentile(self.off_m, (50, 90))
        return {
            "asked": self.asked,
            "answered": round(len(self.iou) / self.asked, 3),
            "mean_iou": round(float(np.mean(self.iou)), 3),
            "iou_0.5": round(float(np.mean(np.array(self.iou) >= 0.5)), 3),
            "placed": len(self.off_m),
            "off_median_m": round(float(middle), 2),
            "off_p90_m": round(float(far), 1),
            "within_5_m_of_asked": round(float(np.sum(np.array(self.off_m) <= 5)) / self.asked, 3),
        }


def measure(detector: EmbeddedDetector, views: int, seed: int, condition: str) -> dict[str, object]:
    """Ask every view for what it shows."""
    standing, ground, times_s = Tally(), Tally(), []
    for true in look_around(DEV_SCENES, views, seed, landmarks_per_scene=views):
        view = CONDITIONS[condition](true.view, np.random.default_rng([seed, true.number, 1]))
        start_s = time.thread_time()
        for phrase in _TIMED:
            detector.detect(phrase, view)
        times_s.append(time.thread_time() - start_s)
        for phrase in choose_phrases(true, np.random.default_rng([seed, true.number])):
            answers = [one for one, px in true.truth.answers(phrase).items() if px >= SMALLEST_PX]
            if answers:
                tally = ground if all(is_flat(true.objects[one]) for one in answers) else standing
                place(phrase, view, true, answers=answers, detector=detector, tally=tally)
    return {
        "detector": detector.name,
        "condition": condition,
        "standing": standing.figures(),
        "on_ground": ground.figures(),
        "three_phrases_ms": round(1000 * float(np.median(times_s)), 1),
    }


def place(
    phrase: Phrase,
    view: Observation,
    true: TrueView,
    *,
    answers: list[int],
    detector: EmbeddedDetector,
    tally: Tally,
) -> None:
    """One phrase."""
    tally.asked += 1
    found = detector.detect(phrase, view)[:1]
    if not found:
        return
    truths = [true.ids == one for one in answers]
    mask = found[0].mask
    tally.iou.append(max(float((mask & one).sum() / (mask | one).sum()) for one in truths))
    center = _center(mask, view)
    targets = [at for one in truths if (at := _center(one, true.view)) is not None]
    if center is not None and targets:
        tally.off_m.append(min(float(np.hypot(*(center - at)[:2])) for at in targets))


def _center(mask: NDArray[np.bool_], view: Observation) -> NDArray[np.float64] | None:
    """The centre of the extent that a mask spans, None where most of it is too far or has no depth."""
    has_depth = mask & (view.depth_m > 0)
    surface = has_depth & (view.depth_m <= CONFIG.reliable_range_m)
    if not surface.any() or surface.sum() < (1 - CONFIG.far_threshold) * has_depth.sum():
        return None
    return extent_of(surface, view).center


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--views", type=int, default=8, help="views per scene, and as many of landmarks")
    parser.add_argument("--seed", type=int, default=4)
    parser.add_argument("--condition", choices=tuple(CONDITIONS), default="as it is")
    options = parser.parse_args()
    detector = EmbeddedDetector(load_text_encoder())
    print(json.dumps(measure(detector, options.views, options.seed, options.condition), indent=1))


if __name__ == "__main__":
    main()
