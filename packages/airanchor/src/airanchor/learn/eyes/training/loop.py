"""The training loop: a budget of minutes, a falling rate, whole views towards the end."""

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import torch

from airanchor.learn.eyes.data.store import PictureStore, TrainingPicture
from airanchor.learn.eyes.training.batches import Batch, make_batch, weights_of
from airanchor.learn.eyes.training.loss import loss_of
from airanchor.learn.eyes.training.state import RATE, TrainingState

_WARM_UP = 100
_LAST_RATE = 0.01
_VIEWS_FROM = 0.8
"""From this share of the budget on, every second batch is of whole views."""
_VIEW_CROPS = 4
_MOST_GRADIENT = 5.0
_REFRESH_S = 60.0
_REMEMBERED = 0.98


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingBudget:
    """How long a run may take, and in which portions it learns."""

    minutes: float
    batch: int = 16
    threads: int = 1
    seed: int = 0


def train(
    state: TrainingState,
    crops: PictureStore,
    views: PictureStore,
    budget: TrainingBudget,
    after_step: Callable[[TrainingState], None],
) -> None:
    """Learn until the minutes are spent, counting those of earlier runs; `after_step` may save and tell."""
    torch.set_num_threads(budget.threads)
    rng = np.random.default_rng([budget.seed, state.steps])
    feed = _Feed(crops, rng), _Feed(views, rng)
    seconds = 60 * budget.minutes
    while state.spent_s < seconds:
        start_s = time.monotonic()
        share = state.spent_s / seconds
        is_whole = share > _VIEWS_FROM and state.steps % 2 == 1 and len(views) > 0
        size = max(budget.batch // _VIEW_CROPS, 1) if is_whole else budget.batch
        pictures = feed[is_whole].take(size)
        batch = make_batch(pictures, weights_of(crops.counts), rng)
        _learn(state, batch, _rate(state.steps, share))
        state.steps += 1
        state.crops += len(pictures) * (_VIEW_CROPS if is_whole else 1)
        state.spent_s += time.monotonic() - start_s
        after_step(state)


class _Feed:
    """Pictures in random order, without end; what has arrived is taken in once a minute."""

    def __init__(self, store: PictureStore, rng: np.random.Generator) -> None:
        self._store, self._rng = store, rng
        self._order: Iterator[int] = iter(())
        self._fresh_s = -math.inf

    def take(self, count: int) -> list[TrainingPicture]:
        """The next pictures."""
        if time.monotonic() - self._fresh_s > _REFRESH_S:
            before, self._fresh_s = len(self._store), time.monotonic()
            self._store.refresh()
            if len(self._store) > before:
                self._order = iter(())
        return [self._store[self._next()] for _ in range(count)]

    def _next(self) -> int:
        index = next(self._order, None)
        if index is None:
            self._order = self._store.order(self._rng)
            index = next(self._order)
        return index


def _rate(steps: int, share: float) -> float:
    """Warm-up, then half a cosine down to a hundredth."""
    fall = _LAST_RATE + (1 - _LAST_RATE) * (0.5 + 0.5 * math.cos(math.pi * min(share, 1.0)))
    return RATE * min(1.0, (steps + 1) / _WARM_UP) * fall


def _learn(state: TrainingState, batch: Batch, rate: float) -> None:
    """One step down the gradient."""
    state.net.train()
    for group in state.optimizer.param_groups:
        group["lr"] = rate
    loss = loss_of(state.net, batch)
    state.optimizer.zero_grad(set_to_none=True)
    loss.total.backward()
    torch.nn.utils.clip_grad_norm_(state.net.parameters(), _MOST_GRADIENT)
    state.optimizer.step()
    state.follow()
    for name, value in loss.parts.items():
        before = state.losses.get(name, value)
        state.losses[name] = _REMEMBERED * before + (1 - _REMEMBERED) * value
