"""A training run in a folder: checkpoints, the curve, and the exported network with its provenance."""

import hashlib
import json
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from airanchor.errors import InputError
from airanchor.learn.eyes.data.making import VIEWS
from airanchor.learn.eyes.data.store import PictureStore
from airanchor.learn.eyes.data.truth import CLASS_NAMES
from airanchor.learn.eyes.training.export import export_net
from airanchor.learn.eyes.training.loop import TrainingBudget, train
from airanchor.learn.eyes.training.score import score
from airanchor.learn.eyes.training.state import TrainingState, open_state

CHECKPOINT, CURVE, NET, PROVENANCE = "checkpoint.pt", "curve.jsonl", "eyes.onnx", "eyes.json"
TRAIN, CHECK, HELD_OUT = "train", "check", "held_out"
_SAVE_S, _SCORE_S, _TELL_S = 240.0, 480.0, 15.0
_SCORED = 150
"""Pictures of each set that a point of the curve is measured on."""


@dataclass(frozen=True, slots=True)
class TrainingProgress:
    """What is told while it learns."""

    share: float
    crops: int
    cities: int
    losses: dict[str, float]
    left_s: float


class TrainingRun:
    """One run; opening its folder again goes on with it."""

    def __init__(
        self,
        folder: Path,
        data: Path,
        budget: TrainingBudget,
        facts: dict[str, Any],
        tell: Callable[[TrainingProgress], None],
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder, self._data, self._budget, self._facts, self._tell = folder, data, budget, facts, tell
        self._crops, self._views = PictureStore(data / TRAIN), PictureStore(data / TRAIN, VIEWS)
        self._saved_s = self._scored_s = time.monotonic()
        self._told_s = -math.inf

    def learn(self) -> dict[str, Any]:
        """Spend what is left of the budget; the provenance of what came out."""
        state = open_state(self._folder / CHECKPOINT, self._budget.seed)
        if not self._crops.refresh():
            raise InputError(f"no pictures in {self._data / TRAIN}; make those of at least one city first")
        self._views.refresh()
        train(state, self._crops, self._views, self._budget, self._after_step)
        state.save(self._folder / CHECKPOINT)
        figures = self._score(state)
        return self._export(state, figures)

    def _after_step(self, state: TrainingState) -> None:
        now_s = time.monotonic()
        if now_s - self._told_s > _TELL_S:
            self._told_s = now_s
            self._tell(self._progress(state))
        if now_s - self._saved_s > _SAVE_S:
            state.save(self._folder / CHECKPOINT)
            self._saved_s = now_s
        if now_s - self._scored_s > _SCORE_S:
            self._export(state, self._score(state))
            self._scored_s = time.monotonic()

    def _progress(self, state: TrainingState) -> TrainingProgress:
        total_s = 60 * self._budget.minutes
        share = min(state.spent_s / total_s, 1.0)
        cities = len(self._crops.cities)
        return TrainingProgress(
            share, state.crops, cities, dict(state.losses), max(total_s - state.spent_s, 0.0)
        )

    def _score(self, state: TrainingState) -> dict[str, Any]:
        """A point of the curve, kept."""
        point: dict[str, Any] = {
            "crops": state.crops,
            "minutes": round(state.spent_s / 60, 2),
            "cities": len(self._crops.cities),
            "losses": {name: round(value, 4) for name, value in state.losses.items()},
        }
        for name in (CHECK, HELD_OUT):
            point[name] = self._score_on(state, self._data / name)
        with (self._folder / CURVE).open("a", encoding="utf-8") as file:
            file.write(json.dumps(point) + "\n")
        return point

    def _score_on(self, state: TrainingState, folder: Path) -> dict[str, dict[str, float]]:
        store = PictureStore(folder)
        store.refresh()
        picks = range(0, len(store), max(len(store) // _SCORED, 1))
        return {
            name: score(state.smooth, (store[k] for k in picks), **how)
            for name, how in (
                ("rgb", {"with_depth": False}),
                ("rgbd", {"with_depth": True}),
                ("rgbd_turned_hues", {"with_depth": True, "turn_hues": True}),
            )
        }

    def _export(self, state: TrainingState, figures: dict[str, Any]) -> dict[str, Any]:
        export_net(state.smooth, self._folder / NET)
        digest = hashlib.sha256((self._folder / NET).read_bytes()).hexdigest()
        provenance = {
            **self._facts,
            "trained_on": self._crops.cities,
            "cells_by_name": dict(zip(CLASS_NAMES, self._crops.counts.tolist(), strict=True)),
            "figures": figures,
            "sha256": digest,
        }
        part = self._folder / f"{PROVENANCE}.part"
        part.write_text(json.dumps(provenance, indent=1) + "\n", encoding="utf-8")
        part.replace(self._folder / PROVENANCE)
        return provenance
