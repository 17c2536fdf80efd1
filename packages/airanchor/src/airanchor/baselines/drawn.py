"""Random and Action Sampling: every action is drawn, whatever is seen and said.

Random draws uniformly from all eight actions, STOP among them, so it stops after seven others on average and
ends near its start. Action Sampling draws each action as often as the references of the train split hold it,
STOP about once a path, so it flies as far as they do and nowhere in particular.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import resources
from itertools import accumulate

import numpy as np

from airanchor.baselines.config import BaselineConfig
from airanchor.baselines.listed import ActionFlyer
from aircity.world import Action

FRACTIONS_FILE = "train_actions.json"


def random_actions(config: BaselineConfig, episode: str) -> ActionFlyer:
    """Uniform over the eight actions."""
    return ActionFlyer("random", Draws([1.0] * len(Action), config.seed, episode), config.actions)


def action_sampling(config: BaselineConfig, episode: str) -> ActionFlyer:
    """By the fractions of the train split."""
    counts = train_counts()
    weights = [float(counts[action.name]) for action in Action]
    return ActionFlyer("action-sampling", Draws(weights, config.seed, episode), config.actions)


@cache
def train_counts() -> dict[str, int]:
    """How often the references of the train split hold each action; one path counts once."""
    text = resources.files(__package__).joinpath(FRACTIONS_FILE).read_text("utf-8")
    counts: dict[str, int] = json.loads(text)
    return counts


def generator_of(seed: int, episode: str) -> np.random.Generator:
    """The draws of one episode: the same for a seed and an id on every machine, unlike for any other."""
    digest = hashlib.sha256(f"{seed}\n{episode}".encode()).digest()
    return np.random.default_rng(int.from_bytes(digest, "big"))


class Draws:
    """An endless sequence of actions that begins anew with every flight."""

    def __init__(self, weights: Sequence[float], seed: int, episode: str) -> None:
        self._steps = np.array(list(accumulate(weights))) / sum(weights)
        self._seed, self._episode = seed, episode

    def __iter__(self) -> Iterator[Action]:
        rng = generator_of(self._seed, self._episode)
        while True:
            yield Action(int(np.searchsorted(self._steps, rng.random(), side="right")))
