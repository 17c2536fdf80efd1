"""What becomes of remembered landmarks in a run: python -m benchmarks.measure.memory_funnel RUN

For each landmark whose true object the episode's facts tell: did the memory offer anything that an earlier
flight saw, was the landmark among the offers, first among them, chosen, told at a decision? And,
with the row `no-prior` in the same run, which flights arrive only with priors, and which only without.
"""

import argparse
import json
import math
from collections import Counter
from pathlib import Path

from airanchor.bench.episodes import Episode, load_split
from airanchor.bench.episodes.paths.landmarks import nameable
from airanchor.trace import CandidateRow, DecisionEvent, EvaluationEvent, SubtaskEvent, read_trace
from aircity.city.library import open_scene
from benchmarks.measure.instruction_stretch import words_of

WITHOUT = "no-prior"
NEAR_M = 15.0
"""An instance whose centre lies within this of the true object's is that object."""


def meant_by(label: str, episode: Episode) -> int | None:
    """The object that the words of a landmark are about, by the spans that the episode's facts mark."""
    told = [
        (len(words_of(label) & words_of(episode.instruction[start:end])), thing)
        for start, end, thing in episode.facts["mentions"]
    ]
    words, thing = max(told, default=(0, None))
    return thing if words else None


def count(folder: Path, episodes: dict[str, Episode]) -> Counter[str]:
    """The funnel over the traces of one row."""
    counts: Counter[str] = Counter()
    for place in sorted(folder.iterdir()):
        episode = episodes[place.name]
        things = nameable(open_scene(episode.scene_id))
        told: set[str] = set()
        for event in read_trace(place).events:
            if isinstance(event, DecisionEvent):
                told |= {prior.instance_id for prior in event.priors or ()}
        for event in read_trace(place).events:
            if not isinstance(event, SubtaskEvent):
                continue
            for landmark in event.landmarks:
                thing = meant_by(" ".join((*landmark.attributes, landmark.category)), episode)
                if thing not in things:
                    continue
                at = (things[thing].x_m, things[thing].y_m)
                earlier = [
                    one for one in landmark.candidates or () if one.first_episode != episode.episode_id
                ]
                right = [one.instance_id for one in earlier if _is_at(one, at)]
                counts["asked"] += 1
                counts["offered"] += bool(earlier)
                counts["right among them"] += bool(right)
                counts["right first"] += bool(right) and earlier[0].instance_id in right
                counts["chosen"] += landmark.chosen is not None
                counts["right chosen"] += landmark.chosen in right
                counts["right told"] += landmark.chosen in right and landmark.chosen in told
    return counts


def _is_at(one: CandidateRow, at: tuple[float, float]) -> bool:
    return math.hypot(one.point[0] - at[0], one.point[1] - at[1]) <= NEAR_M


def ends(folder: Path) -> dict[str, dict[str, float]]:
    """The scores of each flight of a row."""
    found = {}
    for place in sorted(folder.iterdir()):
        for event in read_trace(place).events:
            if isinstance(event, EvaluationEvent):
                found[place.name] = event.metrics
    return found


def paired(told: dict[str, dict[str, float]], untold: dict[str, dict[str, float]]) -> dict[str, int]:
    """Flights by who arrives, and how many differ at all."""
    pairs = [(told[name], untold[name]) for name in told if name in untold]
    return {
        "pairs": len(pairs),
        "both arrive": sum(one["SR"] > 0 and other["SR"] > 0 for one, other in pairs),
        "only with priors": sum(one["SR"] > other["SR"] for one, other in pairs),
        "only without": sum(one["SR"] < other["SR"] for one, other in pairs),
        "differ": sum(one != other for one, other in pairs),
    }


def main() -> None:
    """Count and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("run", type=Path)
    parser.add_argument("--row", default="airanchor")
    parser.add_argument("--split", default="train")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    episodes = {one.episode_id: one for one in load_split(given.split)}
    rows = given.run / "rows"
    told = dict(count(rows / given.row / "traces", episodes))
    if (rows / WITHOUT).is_dir():
        told |= paired(ends(rows / given.row / "traces"), ends(rows / WITHOUT / "traces"))
    if given.json:
        print(json.dumps(told))
        return
    for name, number in told.items():
        print(f"{name:18}{number:6d}")


if __name__ == "__main__":
    main()
