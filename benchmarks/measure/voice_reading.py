"""Measures how well the rulebook reads other writers' instructions, against the facts of their paths.

Run: python -m benchmarks.measure.voice_reading [--split voices|voices_train] [--misses FIELD] [--json]
`voices_train` holds a hundred train and dev paths told by independent writers, in words that follow no
template; the rules have learned from it. `voices` holds as many validation paths by others: it is only ever
counted, so its texts are never shown. A leg's landmark is found by its name alone, as no text says where it
names what. A turn is right within 50 degrees, a climb if its direction is; a leg is whole where all its
fields are right.
"""

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from airanchor.bench.episodes import Episode, load_split
from airanchor.bench.episodes.telling.facts import Leg
from airanchor.embedded.ears import Clause, Manoeuvre, read_clauses
from airanchor.embedded.rules.roles.decomposition import decompose
from airanchor.embedded.rules.words.names import Names
from airanchor.perception.text import load_text_encoder
from aircity.city.library import open_scene
from benchmarks.measure.instruction_stretch import CLIMBS, TURNS

FIELDS = ("landmark", "relation", "side", "turn", "climb", "leg")
SAME_NAME = 0.45
TURN_TOLERANCE_DEG = 50.0
SMALL_CLIMB_M = 4
"""A change of height that a writer may leave out."""
MOVES = {
    "toward": (Manoeuvre.TO, Manoeuvre.ALONG, Manoeuvre.FORWARD, Manoeuvre.STOP),
    "pass": (Manoeuvre.PAST,),
    "over": (Manoeuvre.OVER, Manoeuvre.ACROSS),
    "between": (Manoeuvre.BETWEEN,),
    "front": (Manoeuvre.TO, Manoeuvre.STOP),
    "above": (Manoeuvre.TO, Manoeuvre.STOP, Manoeuvre.OVER),
    "beside": (Manoeuvre.TO, Manoeuvre.STOP, Manoeuvre.PAST),
}


def judge(episode: Episode, names: Names) -> list[dict[str, bool]]:
    """Which fields of each leg are read right."""
    legs = [Leg.from_json(row) for row in episode.facts["legs"]]
    clauses = [
        clause for one in decompose(episode.instruction)["subtasks"] for clause in read_clauses(one["text"])
    ]
    judged, last = [], -1
    for leg in legs:
        category = _categories(episode.scene_id)[leg.landmark]
        own = [
            place
            for place, clause in enumerate(clauses)
            if place > last and clause.manoeuvre not in (*TURNS, *CLIMBS, Manoeuvre.FACE)
            and _names(clause, category, names)
        ]  # fmt: skip
        if not own:
            judged.append({"landmark": False, "relation": False, "leg": False})
            continue
        fields = _fields(leg, clauses[last + 1 : own[0]], clauses[own[0]])
        judged.append({**fields, "leg": all(fields.values())})
        last = own[0]
    return judged


def _fields(leg: Leg, before: Sequence[Clause], move: Clause) -> dict[str, bool]:
    found = {"landmark": True, "relation": move.manoeuvre in MOVES[leg.relation]}
    if leg.relation == "pass":
        found["side"] = any(one.side == leg.side for one in (*move.mentions, *move.until))
    away = _turned(before, leg.turn_deg) - leg.turn_deg
    found["turn"] = abs((away + 180.0) % 360.0 - 180.0) <= TURN_TOLERANCE_DEG
    climbs = [clause.manoeuvre for clause in before if clause.manoeuvre in CLIMBS]
    wanted = [Manoeuvre.ASCEND if leg.climb_m > 0 else Manoeuvre.DESCEND] if leg.climb_m else []
    if climbs or abs(leg.climb_m) > SMALL_CLIMB_M or not leg.climb_m:
        found["climb"] = climbs[-1:] == wanted
    return found


def _turned(clauses: Sequence[Clause], wanted_deg: float) -> float:
    """The turns of a leg together; to face something on a side is a turn of up to 90 degrees."""
    turned = 0.0
    for clause in clauses:
        if clause.manoeuvre is Manoeuvre.TURN_AROUND:
            turned += 180.0
        elif clause.manoeuvre in TURNS:
            turned += (clause.degrees or 90.0) * (1 if clause.manoeuvre is Manoeuvre.TURN_RIGHT else -1)
        elif clause.manoeuvre is Manoeuvre.FACE:
            sides = [one.side for one in clause.mentions if one.side]
            turned += min(abs(wanted_deg), 90.0) * {"left": -1, "right": 1}.get(sides[0], 0) if sides else 0.0
    return turned


def _names(clause: Clause, category: str, names: Names) -> bool:
    return any(
        max(names.same_category(category, one.category), names.same_thing(category, (), one.label))
        >= SAME_NAME
        for one in (*clause.mentions, *clause.until)
    )


@lru_cache(maxsize=64)
def _categories(scene_id: str) -> dict[int, str]:
    return {thing.id: thing.category for thing in open_scene(scene_id).objects}


def main() -> None:
    """Print the table, or the texts in which one field is misread."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--split", choices=("voices", "voices_train"), default="voices_train")
    parser.add_argument("--misses", choices=FIELDS)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    if given.misses and given.split != "voices_train":
        parser.error(f"the texts of {given.split} are not shown; --misses is for voices_train")
    names = Names(load_text_encoder())
    episodes = load_split(given.split)
    right, asked, whole = Counter[str](), Counter[str](), 0
    for episode in episodes:
        judged = judge(episode, names)
        whole += all(legs["leg"] for legs in judged)
        for legs in judged:
            right.update(name for name, is_right in legs.items() if is_right)
            asked.update(list(legs))
        missed = [number for number, legs in enumerate(judged, 1) if legs.get(given.misses) is False]
        if missed:
            print(f"{episode.episode_id}, legs {missed}: {episode.instruction}\n")
    if given.json:
        fields = {name: (right[name], asked[name]) for name in FIELDS}
        print(json.dumps({"texts": len(episodes), "texts_right": whole, "right_and_asked": fields}))
    elif not given.misses:
        for field in FIELDS:
            print(f"{field:10}{100 * right[field] / asked[field]:8.1f} %{asked[field]:6d}")
        print(f"{len(episodes)} texts, {whole} of them right in every leg")


if __name__ == "__main__":
    main()
