"""How long the legs of our training paths are, where their landmarks lie, and how their turns are told.

Run: python -m benchmarks.fit.leg_statistics [--episodes 120] [--json] [--write]
No flight and no picture. Lengths and places count once per path, turns once per text; a text counts for turns
only where it is read as one subtask per leg. --write renews what was measured in `leg_statistics.json` of
`embedded.rules.config`. The settings beside it, `rulebook.legs` and `rulebook.turns`, are chosen by hand near
these figures and stay as they are. A vague turn is a right angle, `rulebook.turn_deg`, whatever their mean.
"""

import argparse
import json
import math
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from airanchor.bench.episodes import Episode, load_split, replay
from airanchor.bench.episodes.paths.landmarks import nameable
from airanchor.bench.episodes.telling.facts import Leg
from airanchor.bench.run.subset import ALL, choose_episodes
from airanchor.embedded.ears import Clause, Manoeuvre, read_clauses
from airanchor.embedded.ears.tokens.numbers import SHARP_DEG, SLIGHT_DEG
from airanchor.embedded.rules.config import fitted
from airanchor.embedded.rules.goal import TURNS
from airanchor.embedded.rules.notes.track import wrap_deg
from airanchor.embedded.rules.roles.decomposition import decompose
from airanchor.embedded.rules.space.expectation import TURNING
from aircity.city.library import open_scene
from aircity.geometry import Pose

PERCENTS = (2, 5, 10, 25, 50, 75, 90, 95, 98)
RELATIONS = ("toward", "pass", "over", "between", "front", "above", "beside")
TELLINGS = ("stated", "slight", "sharp", "vague", "around", "facing", "face", "none")
MEASURES = {
    "length_m": "length of the leg, m",
    "distance_m": "from where it begins to the landmark's centre, m",
    "aside_deg": "the centre's bearing off the leg, degrees; positive on the side told, else unsigned",
    "beyond_m": "end of the leg beyond the centre, m; negative before it",
}


@dataclass(frozen=True, slots=True)
class Place:
    """How one leg lies to its landmark's centre."""

    length_m: float
    distance_m: float
    aside_deg: float
    beyond_m: float


def place_of(leg: Leg, begin: Pose, end: Pose, centre: tuple[float, float]) -> Place:
    """The leg's heading is that from its begin to its end."""
    heading_rad = math.atan2(end.y_m - begin.y_m, end.x_m - begin.x_m)
    north_m, east_m = centre[0] - begin.x_m, centre[1] - begin.y_m
    off_deg = wrap_deg(math.degrees(math.atan2(east_m, north_m) - heading_rad))
    told = {"left": -off_deg, "right": off_deg}.get(leg.side or "", abs(off_deg))
    past_m = (end.x_m - centre[0], end.y_m - centre[1])
    beyond_m = past_m[0] * math.cos(heading_rad) + past_m[1] * math.sin(heading_rad)
    return Place(float(leg.length_m), math.hypot(north_m, east_m), told, beyond_m)


def places(episodes: Iterable[Episode]) -> Iterator[tuple[str, Place]]:
    """Every leg's relation and place; of several texts of one path the first counts."""
    scene, landmarks = "", {}
    known: set[str] = set()
    for episode in episodes:
        if episode.trajectory_id in known or episode.actions is None:
            continue
        known.add(episode.trajectory_id)
        if episode.scene_id != scene:
            scene, landmarks = episode.scene_id, nameable(open_scene(episode.scene_id))
        poses = replay(episode.start, episode.actions)
        for leg in map(Leg.from_json, episode.facts["legs"]):
            thing = landmarks[leg.landmark]
            yield leg.relation, place_of(leg, poses[leg.first], poses[leg.last], (thing.x_m, thing.y_m))


def telling_of(turn: Clause | None) -> str:
    """One of `TELLINGS`; a turn to a side is "facing" where it ends at a landmark, "face" tells no side."""
    if turn is None:
        return "none"
    if turn.manoeuvre not in (Manoeuvre.TURN_LEFT, Manoeuvre.TURN_RIGHT):
        return "around" if turn.manoeuvre is Manoeuvre.TURN_AROUND else "face"
    if turn.degrees is None:
        return "facing" if turn.until else "vague"
    return {SHARP_DEG: "sharp", SLIGHT_DEG: "slight"}.get(turn.degrees, "stated")


def turned_deg(turn: Clause | None, true_deg: float) -> float:
    """How far a turn leads to the side told, less the angle where one is stated; unsigned without a side."""
    if turn is None:
        return true_deg
    if turn.manoeuvre not in TURNING:
        return abs(true_deg)
    if turn.manoeuvre is Manoeuvre.TURN_AROUND:
        return true_deg % 360.0
    own_deg = -true_deg if turn.manoeuvre is Manoeuvre.TURN_LEFT else true_deg
    return own_deg - (turn.degrees or 0.0) if telling_of(turn) == "stated" else own_deg


def turns(episode: Episode) -> list[tuple[str, float]] | None:
    """How each leg's turn is told and how far it leads; None where subtasks and legs differ in number."""
    subtasks = [read_clauses(one["text"]) for one in decompose(episode.instruction)["subtasks"]]
    legs = episode.facts["legs"]
    if len(subtasks) != len(legs):
        return None
    told = [next((one for one in clauses if one.manoeuvre in TURNS), None) for clauses in subtasks]
    return [
        (telling_of(turn), turned_deg(turn, leg.get("turn_deg", 0)))
        for turn, leg in zip(told, legs, strict=True)
    ]


def summary(values: Sequence[float]) -> dict[str, Any]:
    """Count, mean, spread and percentiles."""
    return {
        "n": len(values),
        "mean": round(float(np.mean(values)), 1),
        "spread": round(float(np.std(values)), 1),
        "percentiles": [round(float(one), 1) for one in np.percentile(values, PERCENTS)],
    }


def measure(episodes: Sequence[Episode]) -> dict[str, Any]:
    """All figures."""
    by_relation: dict[str, list[Place]] = defaultdict(list)
    for relation, place in places(episodes):
        by_relation[relation].append(place)
    by_telling: dict[str, list[float]] = defaultdict(list)
    read = [turns(episode) for episode in episodes]
    for telling, angle_deg in (one for found in read for one in found or ()):
        by_telling[telling].append(angle_deg)
    return {
        "texts": len(episodes),
        "texts_read_leg_by_leg": sum(one is not None for one in read),
        "percents": PERCENTS,
        "legs": {
            name: {
                relation: summary([getattr(one, name) for one in by_relation[relation]])
                for relation in RELATIONS
                if by_relation[relation]
            }
            for name in MEASURES
        },
        "turns_deg": {name: summary(by_telling[name]) for name in TELLINGS if by_telling[name]},
    }


def show(figures: dict[str, Any]) -> None:
    """The figures as tables."""
    head = f"{'n':>6}{'mean':>8}{'spread':>8}" + "".join(f"{f'{one} %':>7}" for one in figures["percents"])
    for name, what in MEASURES.items():
        print(f"{what}\n{'':10}{head}")
        _show_rows(figures["legs"][name])
    print(f"turn, degrees to the side told; less the angle where it is stated\n{'':10}{head}")
    _show_rows(figures["turns_deg"])
    print(f"turns of {figures['texts_read_leg_by_leg']} of {figures['texts']} texts")


def _show_rows(rows: dict[str, dict[str, Any]]) -> None:
    for name, row in rows.items():
        percentiles = "".join(f"{one:7.0f}" for one in row["percentiles"])
        print(f"{name:10}{row['n']:6d}{row['mean']:8.1f}{row['spread']:8.1f}{percentiles}")


def renewed(text: str, figures: dict[str, Any], options: str = "") -> str:
    """The data file with these figures in place of what was measured before; the settings are kept."""
    stored = {
        **json.loads(text),
        "measured_by": f"python -m benchmarks.fit.leg_statistics{options} --write",
        "split": "train",
        "measured": figures,
    }
    lines = json.dumps(stored, indent=1)
    return re.sub(r"\[[^\]{]*\]", lambda found: " ".join(found[0].split()), lines) + "\n"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--episodes", type=int, help="so many texts, spread evenly; all without")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--write", action="store_true", help="renew the data file of the rules' settings")
    given = parser.parse_args()
    subset = ALL if given.episodes is None else str(given.episodes)
    figures = measure(choose_episodes(load_split("train"), subset))
    if given.write:
        file = Path(fitted.__file__).with_name(fitted.LEG_FILE)
        options = "" if given.episodes is None else f" --episodes {given.episodes}"
        file.write_text(renewed(file.read_text("utf-8"), figures, options), "utf-8")
    if given.json:
        print(json.dumps(figures))
    else:
        show(figures)


if __name__ == "__main__":
    main()
