"""What a set of episodes is like: lengths, actions, words, landmarks, turns, altitudes, variety."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from airanchor.bench.episodes.episode import Episode, path_length_m
from aircity.world.action import Action

PAPER_S = {"path_m": 321.3, "actions": 115.0, "words": 82.0}
"""Means of AerialVLN-S as its paper states them; not measured here."""
_WORD = re.compile(r"[a-z0-9']+")


@dataclass(frozen=True, slots=True)
class QuantitySpread:
    """A quantity over episodes or paths."""

    mean: float
    median: float
    least: float
    most: float

    @classmethod
    def of(cls, values: Sequence[float]) -> "QuantitySpread | None":
        """The spread of some values, None of none."""
        if not values:
            return None
        return cls(
            round(float(np.mean(values)), 2),
            round(float(np.median(values)), 2),
            round(float(min(values)), 2),
            round(float(max(values)), 2),
        )


def measures(episodes: Sequence[Episode]) -> dict[str, list[float]]:
    """Every quantity: of each path once, of each instruction once."""
    paths = list({one.trajectory_id: one for one in episodes}.values())
    routes = [one for one in paths if one.reference_path is not None]
    return {
        "path_m": [path_length_m(one.known_path()) for one in routes],
        "start_to_goal_m": [
            float(np.linalg.norm(one.known_path()[-1] - one.known_path()[0])) for one in routes
        ],
        "actions": [float(len(one.actions)) for one in paths if one.actions],
        "turns": [float(_corners(one.actions)) for one in paths if one.actions],
        "altitude_m": [float(z) for one in routes for z in one.known_path()[:, 2]],
        "altitude_range_m": [float(np.ptp(one.known_path()[:, 2])) for one in routes],
        "words": [float(len(one.instruction.split())) for one in episodes],
        "landmarks": [
            float(len({mention[2] for mention in one.facts["mentions"]}))
            for one in episodes
            if "mentions" in one.facts
        ],
    }


def _corners(actions: Iterable[Action]) -> int:
    """Turns of 30 degrees or more: turn actions in a row, the other way undoing."""
    corners, run = 0, 0
    for action in (*actions, Action.STOP):
        if action in (Action.TURN_LEFT, Action.TURN_RIGHT):
            run += 1 if action is Action.TURN_RIGHT else -1
        else:
            corners += abs(run) >= 2
            run = 0
    return corners


def variety(texts: Sequence[str]) -> dict[str, float]:
    """Vocabulary, and how many of all one-, two- and three-word sequences are different."""
    tokens = [_WORD.findall(text.lower()) for text in texts]
    result: dict[str, float] = {
        "vocabulary": len({word for row in tokens for word in row}),
        "different_texts": len(set(texts)),
    }
    for size in (1, 2, 3):
        grams = [tuple(row[i : i + size]) for row in tokens for i in range(len(row) - size + 1)]
        result[f"distinct_{size}"] = round(len(set(grams)) / max(1, len(grams)), 4)
        result[f"{size}_grams"] = len(set(grams))
    sentences = [part.strip() for text in texts for part in re.split(r"[.!?]", text) if part.strip()]
    result["different_sentences"] = round(len(set(sentences)) / max(1, len(sentences)), 4)
    return result


def summarise(episodes: Sequence[Episode]) -> dict[str, Any]:
    """All figures, with the paper's beside those it gives."""
    spreads = {name: QuantitySpread.of(values) for name, values in measures(episodes).items()}
    return {
        "episodes": len(episodes),
        "paths": len({one.trajectory_id for one in episodes}),
        "scenes": sorted({one.scene_id for one in episodes}),
        "figures": {
            name: None if spread is None else _plain(spread) | _paper(name)
            for name, spread in spreads.items()
        },
        "variety": variety([one.instruction for one in episodes]),
    }


def _plain(spread: QuantitySpread) -> dict[str, float]:
    return {"mean": spread.mean, "median": spread.median, "min": spread.least, "max": spread.most}


def _paper(name: str) -> dict[str, float]:
    return {"aerialvln_s_paper_mean": PAPER_S[name]} if name in PAPER_S else {}
