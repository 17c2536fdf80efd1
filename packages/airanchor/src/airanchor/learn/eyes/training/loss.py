"""What a step is judged by: names and traits of the sampled cells, joins and depth of all."""

from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn import functional

from airanchor.learn.eyes.training.batches import Batch
from airanchor.learn.eyes.training.net import OUTPUTS, EyesNet

_TRAITS, _JOINS, _DEPTH = 8.0, 0.7, 0.3
"""Weights beside the names'."""
_BORDER_WEIGHT = 3.0
"""Cells apart are rarer than cells together."""


@dataclass(frozen=True, slots=True)
class Loss:
    """The sum, to be descended, and its parts, to be told."""

    total: Tensor
    parts: dict[str, float]


def loss_of(net: EyesNet, batch: Batch) -> Loss:
    """The loss of a batch; only the sampled cells are named, which saves most of the last layer."""
    with torch.autocast("cpu", torch.bfloat16):  # three times faster than single precision
        features = net.features(batch.planes)
    features = features.float()
    width = features.shape[1]
    known = OUTPUTS["names"] + OUTPUTS["traits"]
    weight, bias = net.out.weight.flatten(1), net.out.bias
    here = features.flatten(2).transpose(1, 2).gather(1, batch.at[..., None].expand(-1, -1, width))
    logits = functional.linear(here, weight[:known], bias[:known])
    lost = functional.cross_entropy(
        logits[..., : OUTPUTS["names"]].flatten(0, 1), batch.names.flatten(), reduction="none"
    )
    names = (lost * batch.name_weights.flatten()).sum() / batch.name_weights.sum()
    told = functional.binary_cross_entropy_with_logits(
        logits[..., OUTPUTS["names"] :], batch.traits, weight=batch.trait_weights, reduction="sum"
    )
    traits = told / batch.trait_weights.sum().clamp(min=1)
    rest = functional.conv2d(features, net.out.weight[known:], bias[known:])
    joins = _join_loss(rest[:, :2], batch.joins)
    depth = functional.smooth_l1_loss(rest[:, 2:], batch.depth)
    total = names + _TRAITS * traits + _JOINS * joins + _DEPTH * depth
    parts = {"names": names, "traits": traits, "joins": joins, "depth": depth}
    return Loss(total, {name: float(one.detach()) for name, one in parts.items()})


def _join_loss(logits: Tensor, joins: Tensor) -> Tensor:
    weights = 1 + (_BORDER_WEIGHT - 1) * (1 - joins)
    lost = functional.binary_cross_entropy_with_logits(logits, joins, weight=weights, reduction="none")
    return lost[:, :, :-1, :-1].mean()
