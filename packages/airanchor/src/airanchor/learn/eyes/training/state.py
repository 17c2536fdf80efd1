"""The state of a training run: what a checkpoint holds, so that a run goes on where it stopped."""

import copy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch

from airanchor.learn.eyes.training.net import EyesNet

RATE = 3e-3
_DECAY = 0.02
_SMOOTHING = 0.999


@dataclass(slots=True, eq=False)
class TrainingState:
    """A network, its smoothed twin, its optimiser, and how far they are."""

    net: EyesNet
    smooth: EyesNet
    optimizer: Any
    steps: int = 0
    crops: int = 0
    """Pictures seen, a whole view counted as the four crops it could be cut into."""
    spent_s: float = 0.0
    losses: dict[str, float] = field(default_factory=dict)

    def follow(self) -> None:
        """Let the smoothed weights follow: w' = a w' + (1 - a) w, a rising to 0.999."""
        keep = min(_SMOOTHING, (1 + self.steps) / (10 + self.steps))
        new = self.net.state_dict()
        for name, value in self.smooth.state_dict().items():
            if value.dtype.is_floating_point:
                value.lerp_(new[name], 1 - keep)
            else:
                value.copy_(new[name])

    def save(self, path: Path) -> None:
        """Replace the checkpoint."""
        part = path.with_suffix(".part")
        values = {name: getattr(self, name) for name in ("steps", "crops", "spent_s", "losses")}
        parts = {name: getattr(self, name).state_dict() for name in ("net", "smooth", "optimizer")}
        torch.save({**values, **parts}, part)
        part.replace(path)


def new_state(seed: int) -> TrainingState:
    """Fresh weights."""
    torch.manual_seed(seed)
    net = EyesNet().to(memory_format=torch.channels_last)
    matrices = [one for one in net.parameters() if one.ndim > 1]
    others = [one for one in net.parameters() if one.ndim <= 1]
    groups = [{"params": matrices, "weight_decay": _DECAY}, {"params": others, "weight_decay": 0.0}]
    return TrainingState(net, copy.deepcopy(net).eval(), torch.optim.AdamW(groups, lr=RATE))


def open_state(path: Path, seed: int) -> TrainingState:
    """The checkpoint, or fresh weights where there is none."""
    state = new_state(seed)
    if not path.is_file():
        return state
    kept = torch.load(path, map_location="cpu", weights_only=True)
    for name in ("net", "smooth", "optimizer"):
        getattr(state, name).load_state_dict(kept[name])
    for name in ("steps", "crops", "spent_s", "losses"):
        setattr(state, name, kept[name])
    return state
