"""Fits how likely a landmark that was reached is the one that was meant, and chooses when to say so.

Run: python -m benchmarks.fit.arrival_flights --out train.jsonl
     python -m benchmarks.fit.arrival train.jsonl [--check dev.jsonl] [--write]
The formula is that of `airanchor.embedded.rules.verdicts.arrival`, with the bounds of the settings
`rulebook.arrival`; --write renews its arrival.json. Shares
are of flights in scenes that the fit has not seen: each train scene is left out in turn; --check takes
others.
"""

import argparse
import collections
import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import airanchor.embedded.rules.verdicts.arrival as arrival
from airanchor.embedded.rules.config import RulebookConfig
from airanchor.embedded.rules.notes.proof import Proof
from airanchor.embedded.rules.notes.track import LandmarkTrack, PlaceSource, plain
from airanchor.embedded.rules.verdicts.arrival import FEATURES, features_of
from airanchor.embedded.rules.words.names import Names
from airanchor.perception import Phrase
from airanchor.perception.text import load_text_encoder
from benchmarks.fit.landmark_odds import Fit, Floats, fit

REACHED_M, PASSED_M = 20.0, 30.0
"""How near its outline a thing is reached; a flight past it leads on beyond."""
PASSING = frozenset(("past", "over", "under", "around", "between", "across", "through"))
LEAST_SCORE = 0.3
"""The reader's own."""
MOST_ABSENT, MOST_MISSED = 0.05, 0.15
"""Aims: of flights to kinds that are absent so many may be confirmed, of true arrivals so many guessed."""
KINDS = ("present", "absent", "made up")
RULES = RulebookConfig().arrival
_FILE = Path(arrival.__file__).with_name("arrival.json")


@dataclass(frozen=True, slots=True)
class Closed:
    """A part that ended at a landmark."""

    flight: str
    scene: str
    kind: str
    label: str
    is_known: bool
    is_right: bool
    proof: Proof

    @property
    def may_be_confirmed(self) -> bool:
        """Whether the likelihood decides."""
        return self.is_known and self.proof.measured > 0


def closed_parts(rows: Sequence[dict[str, Any]], names: Names) -> Iterator[Closed]:
    """Every part of the notes that was called done, with the proof that all its decisions gave."""
    proofs: dict[tuple[str, str, str], Proof] = {}
    for row in rows:
        for mention in row["mentions"][:1]:
            key = row["name"], row["values"]["subtask"], mention["label"]
            old = proofs.get(key, Proof(plain(mention["label"])))
            proofs[key] = old.with_decision(_track(mention["tracks"][0]), _score(mention))
            told = _told(row, mention)
            if told is not None and row["is_done"]:
                yield _closed(row, mention, told, proofs[key], names)


def _closed(row: dict[str, Any], mention: dict[str, Any], told: int, proof: Proof, names: Names) -> Closed:
    true_m, category = row["truth"][told]["same_m"], row["told"][told]["category"]
    most_m = PASSED_M if row["manoeuvre"] in PASSING else REACHED_M
    kind = "made up" if category is None else "present"
    return Closed(
        flight=row["name"],
        scene=row["scene"],
        kind="absent" if category is not None and row["truth"][told]["kind_m"] is None else kind,
        label=mention["label"],
        is_known=names.knows(Phrase(mention["category"], tuple(mention["attributes"]))),
        is_right=true_m is not None and true_m <= most_m,
        proof=proof,
    )


def _told(row: dict[str, Any], mention: dict[str, Any]) -> int | None:
    """Which of the things that the mission names a landmark is."""
    words = set(mention["label"].lower().replace("-", " ").split())
    shared = [len(words & set(one["words"].lower().replace("-", " ").split())) for one in row["told"]]
    return int(np.argmax(shared)) if max(shared, default=0) else None


def _track(row: dict[str, Any] | None) -> LandmarkTrack | None:
    return None if row is None else LandmarkTrack(**{**row, "source": PlaceSource(row["source"])})


def _score(mention: dict[str, Any]) -> float:
    """As `airanchor.embedded.rules.verdicts.arrival.support`, on sights that were noted."""
    found = (
        score
        for row, sights in zip(mention["tracks"], mention["sights"], strict=True)
        for score, bearing_deg, *_ in sights["full"]
        if score >= LEAST_SCORE and row is not None and arrival.is_at(bearing_deg, _track(row), RULES)
    )
    return max(found, default=0.0)


def features(parts: Sequence[Closed]) -> Floats:
    """One row each."""
    return np.array([features_of(one.proof, RULES) for one in parts], np.float64).reshape(-1, len(FEATURES))


def fitted(parts: Sequence[Closed]) -> Fit:
    """To all that the likelihood decides on."""
    truth = np.array([one.is_right for one in parts], np.float64)
    return fit(features(parts), truth, [one.flight for one in parts])


def left_out(parts: Sequence[Closed]) -> Floats:
    """The chance of each part by a fit to all other scenes."""
    chances, scenes = np.zeros(len(parts)), np.array([one.scene for one in parts])
    for scene in sorted(set(scenes)):
        others = [one for one in parts if one.scene != scene]
        chances[scenes == scene] = fitted(others).chances(features(parts)[scenes == scene])
    return chances


def wilson(share: int, of: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % interval of a share."""
    if not of:
        return 0.0, 1.0
    p, spread = share / of, z * z / of
    middle = (p + spread / 2) / (1 + spread)
    half = z / (1 + spread) * math.sqrt(p * (1 - p) / of + spread / (4 * of))
    return max(middle - half, 0.0), min(middle + half, 1.0)


def figures(parts: Sequence[Closed], confirmed: set[int], flown: dict[str, int]) -> dict[str, Any]:
    """Shares with their intervals: of flights that should confirm nothing, of arrivals that all should be."""

    def told(share: int, of: int) -> dict[str, Any]:
        low, high = wilson(share, of)
        return {"share": share, "of": of, "interval": [round(low, 3), round(high, 3)]}

    def some(*, kind: str, is_right: bool) -> list[int]:
        return [at for at, one in enumerate(parts) if one.kind == kind and one.is_right == is_right]

    right, wrong = some(kind="present", is_right=True), some(kind="present", is_right=False)
    named = [at for at in right if parts[at].is_known]
    confirmed_flights = {
        kind: {parts[at].flight for at in confirmed if parts[at].kind == kind} for kind in KINDS
    }
    return {
        "true arrivals called guessed": told(len([at for at in right if at not in confirmed]), len(right)),
        "the same of known names": told(len([at for at in named if at not in confirmed]), len(named)),
        "wrong arrivals at present kinds confirmed": told(
            len([at for at in wrong if at in confirmed]), len(wrong)
        ),
        "flights to absent kinds confirmed": told(len(confirmed_flights["absent"]), flown["absent"]),
        "flights to made-up things confirmed": told(len(confirmed_flights["made up"]), flown["made up"]),
        "parts confirmed that are right": told(
            len([at for at in confirmed if parts[at].is_right]), len(confirmed)
        ),
    }


def confirmed_at(parts: Sequence[Closed], chances: Floats, least: float) -> set[int]:
    """Which parts are confirmed from a likelihood on."""
    return {at for at, one in enumerate(parts) if one.may_be_confirmed and chances[at] >= least}


def all_chances(parts: Sequence[Closed]) -> Floats:
    """The cross-validated chances of what the likelihood decides on; 0 for the rest."""
    deciding = [at for at, one in enumerate(parts) if one.may_be_confirmed]
    chances = np.zeros(len(parts))
    chances[deciding] = left_out([parts[at] for at in deciding])
    return chances


def load(path: Path) -> tuple[list[dict[str, Any]], dict[str, int]]:
    """The notes of a file, and how many flights of each kind it has."""
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    return rows, collections.Counter({row["name"]: row["kind"] for row in rows}.values())


def show(title: str, found: dict[str, Any]) -> None:
    """The shares as lines."""
    print(title)
    for name, row in found.items():
        low, high = row["interval"]
        share = row["share"] / row["of"] if row["of"] else 0.0
        print(f"  {name:44s} {row['share']:4d} of {row['of']:4d} = {share:6.1%}  ({low:.1%} to {high:.1%})")


def main() -> None:
    """Fit, choose, check, write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("notes", type=Path)
    parser.add_argument("--check", type=Path)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    names = Names(load_text_encoder())
    rows, flown = load(given.notes)
    parts = list(closed_parts(rows, names))
    deciding = [one for one in parts if one.may_be_confirmed]
    found, chances = fitted(deciding), all_chances(parts)
    for name, value, error in zip(FEATURES, found.coefficients, found.errors, strict=True):
        print(f"{name:18s}{value:8.2f} +- {error:.2f}")
    for least in np.arange(0.3, 0.81, 0.05):
        shares = figures(parts, confirmed_at(parts, chances, least), flown)
        print(f"{least:.2f} " + "  ".join(f"{row['share']}/{row['of']}" for row in shares.values()))
    least = RulebookConfig().confirmed
    crossed = figures(parts, confirmed_at(parts, chances, least), flown)
    show(f"train, each scene left out in turn, confirmed from {least}", crossed)
    checked = f" --check {given.check.name}" if given.check else ""
    stored = {
        "flown_by": "python -m benchmarks.fit.arrival_flights [--dev --rounds 3]",
        "made_by": f"python -m benchmarks.fit.arrival {given.notes.name}{checked} --write",
        "scenes": sorted({row["scene"] for row in rows}),
        "flights": sum(flown.values()),
        "parts": len(deciding),
        "right": sum(one.is_right for one in deciding),
        "confirmed_from": least,
        "left_out_in_turn": crossed,
        "coefficients": dict(zip(FEATURES, np.round(found.coefficients, 3).tolist(), strict=True)),
    }
    if given.check:
        others, flown_there = load(given.check)
        there = list(closed_parts(others, names))
        fresh = figures(there, confirmed_at(there, found.chances(features(there)), least), flown_there)
        show(f"{given.check.name}, untouched by the fit", fresh)
        stored["checked_on"] = {"scenes": sorted({row["scene"] for row in others}), **fresh}
    if given.write:
        _FILE.write_text(json.dumps(stored, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
