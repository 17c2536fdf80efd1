"""How wide the landmarks are that legs of our training paths lead up to, by kind.

Run: python -m benchmarks.fit.half_widths [--write]
No flight and no picture. The half width of a landmark is how much farther its middle is than its outline from
where the leg ends. --write renews `half_widths.json` of `embedded.rules.words`.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
import shapely

from airanchor.bench.episodes import Episode, load_split, replay
from airanchor.bench.episodes.telling.facts import Leg
from airanchor.embedded.rules.words import sizes
from airanchor.embedded.rules.words.names import Names
from airanchor.perception import Phrase
from airanchor.perception.text import load_text_encoder
from aircity.city.library import open_scene
from aircity.city.scene import SceneObject

UP_TO = ("toward", "front")
WALLS = ("skyscraper",)
"""Higher than a drone flies: of these the near wall is measured in flight, and not the middle."""


def half_m(thing: SceneObject, x_m: float, y_m: float) -> float:
    """How much farther the middle of a thing is than its outline, seen from a place."""
    outline, place = shapely.Polygon(thing.footprint), shapely.Point(x_m, y_m)
    return float(outline.centroid.distance(place) - outline.distance(place))


def measured(episodes: Iterable[Episode]) -> Iterator[tuple[str, float]]:
    """The category and half width of every landmark that a leg leads up to, each path once."""
    scene, things = "", dict[int, SceneObject]()
    known: set[str] = set()
    for episode in episodes:
        if episode.trajectory_id in known or episode.actions is None:
            continue
        known.add(episode.trajectory_id)
        if episode.scene_id != scene:
            scene = episode.scene_id
            things = {one.id: one for one in open_scene(scene).objects}
        poses = replay(episode.start, episode.actions)
        for leg in map(Leg.from_json, episode.facts["legs"]):
            if leg.relation in UP_TO:
                thing, end = things[leg.landmark], poses[leg.last]
                yield thing.category, half_m(thing, end.x_m, end.y_m)


def by_kind(found: Iterable[tuple[str, float]], names: Names) -> dict[str, float]:
    """The median of each kind under the name that the eyes have for it, the narrowest first."""
    halves: Mapping[str, list[float]] = defaultdict(list)
    for category, half in found:
        kinds = names.kinds(Phrase(category))
        best = [kind for kind, weight in kinds.items() if weight == max(kinds.values())]
        if len(best) == 1:  # a mere "building" may be any
            halves[best[0]].append(half)
    medians = {kind: round(float(np.median(values)), 1) for kind, values in halves.items()}
    return dict(sorted((one for one in medians.items() if one[0] not in WALLS), key=lambda one: one[1]))


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, print and perhaps write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help="renew the data file of the rules")
    given = parser.parse_args(arguments)
    found = by_kind(measured(load_split("train")), Names(load_text_encoder()))
    stored = {
        "measured_by": "python -m benchmarks.fit.half_widths --write",
        "split": "train",
        "half_m": found,
    }
    text = json.dumps(stored, indent=1) + "\n"
    if given.write:
        Path(sizes.__file__).with_name(sizes.FILE).write_text(text, "utf-8")
    print(text)


if __name__ == "__main__":
    main()
