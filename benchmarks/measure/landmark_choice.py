"""What telling a detector where a landmark lies brings: python -m benchmarks.measure.landmark_choice

Views are those from which the legs of reference paths begin, after their turn. The landmark of each leg is
asked for by its name alone, then as lying ahead, on its side and counted as the text counts it. The surest
answer is right if it lies where the landmark does. In flight headings are less exact: --off turns all views.
"""

import argparse
import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from airanchor.bench.episodes import Episode, load_split
from airanchor.bench.grounding.views import TrueView
from airanchor.embedded.ears import read_clauses
from airanchor.embedded.ears.clause import Mention
from airanchor.embedded.eyes.detector import EmbeddedDetector
from airanchor.embedded.eyes.detector.choice import places_of
from airanchor.embedded.rules.goal import mentions_of
from airanchor.embedded.rules.space.detections import phrase_of
from airanchor.perception import Phrase
from airanchor.perception.text import load_text_encoder
from airanchor.perception.whereabouts import MOST_RANK, Whereabouts
from benchmarks.fit.landmark_candidates import lies_at
from benchmarks.fit.landmark_sightings import SEEN_PX
from benchmarks.fit.landmark_views import Stand, see, stands

Asked = tuple[Stand, str, Mention]


def asked(split: str, every: int, first: int, off_rad: float) -> Iterator[Asked]:
    """Where each leg begins, how its landmark is marked, and how the ears read it; texts take turns."""
    texts: dict[str, list[Episode]] = defaultdict(list)
    for one in load_split(split):
        texts[one.episode_id.rsplit("-", 1)[0]].append(one)
    for number, stand in enumerate(stands(split, every=every, first=first)):
        told = texts[stand.path][number % len(texts[stand.path])]
        mention = _mention(told, stand.landmark) if stand.place == "start" else None
        if mention is not None:
            mark = told.facts["legs"][stand.leg].get("mark", "")
            yield replace(stand, pose=stand.pose.turned(off_rad)), mark, mention


def _mention(told: Episode, landmark: int) -> Mention | None:
    spans = [(first, last) for first, last, thing in told.facts["mentions"] if thing == landmark][:1]
    read = [one for clause in read_clauses(told.instruction) for one in mentions_of(clause)]
    hits = (one for one in read for at, end in spans if one.span[0] < end and at < one.span[1])
    return next(hits, None)


def told_phrase(mention: Mention) -> Phrase:
    """The name with all that the words tell of where it lies."""
    rank = mention.ordinal if mention.ordinal and 1 <= mention.ordinal <= MOST_RANK else 0
    return replace(phrase_of(mention), whereabouts=Whereabouts(rank, is_ahead=True, side=mention.side))


def is_right(phrase: Phrase, stand: Stand, true: TrueView, detector: EmbeddedDetector) -> bool | None:
    """Whether the surest answer lies where the landmark does; None where there is no answer."""
    found = detector.detect(phrase, true.view)
    if not found:
        return None
    (distance_m,), (bearing_deg,) = places_of([found[0].mask], true.view)
    x_m, y_m = np.asarray(true.objects[stand.landmark].footprint).mean(axis=0).tolist()
    return lies_at(float(bearing_deg), float(distance_m), pose=stand.pose, centre=(x_m, y_m))


def show(rows: dict[str, list[tuple[bool, bool]]]) -> None:
    """A line for each mark."""
    print(f"{'mark':12s} {'answered':>8s} {'by name':>8s} {'told':>8s}")
    for mark, pairs in sorted(rows.items()):
        plain, told = (sum(pair[place] for pair in pairs) for place in (0, 1))
        print(f"{mark or 'none':12s} {len(pairs):8d} {plain:8d} {told:8d}")


def measure(wanted: Sequence[Asked]) -> dict[str, list[tuple[bool, bool]]]:
    """Right by name and right as told, for every landmark in view that is answered, by its mark."""
    detector, rows = EmbeddedDetector(load_text_encoder()), defaultdict(list)
    for (stand, mark, mention), (_, true) in zip(wanted, see([one[0] for one in wanted]), strict=True):
        plain = is_right(phrase_of(mention), stand, true, detector)
        told = is_right(told_phrase(mention), stand, true, detector)
        if plain is not None and told is not None and true.truth.visible.get(stand.landmark, 0) >= SEEN_PX:
            rows[mark].append((plain, told))
    return rows


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--split", default="train", choices=("train", "dev"))
    parser.add_argument("--every", type=int, default=4, help="every n-th path of each scene")
    parser.add_argument("--first", type=int, default=0, help="from this one on")
    parser.add_argument(
        "--off", type=float, default=0.0, help="degrees that every view is turned to the right"
    )
    given = parser.parse_args()
    show(measure(list(asked(given.split, given.every, given.first, math.radians(given.off)))))


if __name__ == "__main__":
    main()
