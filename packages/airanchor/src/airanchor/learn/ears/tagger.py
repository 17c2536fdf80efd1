"""The route tagger in torch: the embedded text encoder with low-rank changes, and heads for words and legs.

A dense layer y = x W + b of the encoder becomes y = x (W + A B) + b with a thin A and B; only these, the
norms and the heads learn, so what is shipped is small and the encoder's own weights stay where they are.
"""

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

from airanchor.embedded.ears.net.labels import HEADS, TAGS

WIDTH, LAYERS, ATTENTION_HEADS = 384, 6, 12
RANK = 16
EPSILON = 1e-12


class LowRank(nn.Module):  # type: ignore[misc]  # torch is not looked into
    """A dense layer whose weights stay, with a thin change that learns."""

    def __init__(self, weight: torch.Tensor, bias: torch.Tensor, rank: int) -> None:
        super().__init__()
        self.register_buffer("weight", weight, persistent=False)
        self.register_buffer("bias", bias, persistent=False)
        outputs, inputs = weight.shape
        self.down = nn.Parameter(torch.randn(rank, inputs) / math.sqrt(inputs))
        self.up = nn.Parameter(torch.zeros(outputs, rank))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """x (W + A B) + b."""
        return functional.linear(x, self.weight, self.bias) + (x @ self.down.T) @ self.up.T


class EncoderLayer(nn.Module):  # type: ignore[misc]  # as above
    """One layer of the encoder."""

    def __init__(self, tensors: Mapping[str, torch.Tensor], number: int, rank: int) -> None:
        super().__init__()
        at = f"encoder.layer.{number}"

        def dense(name: str) -> LowRank:
            return LowRank(tensors[f"{at}.{name}.weight"], tensors[f"{at}.{name}.bias"], rank)

        self.query, self.key, self.value = (
            dense(f"attention.self.{name}") for name in ("query", "key", "value")
        )
        self.mix = dense("attention.output.dense")
        self.widen, self.narrow = dense("intermediate.dense"), dense("output.dense")
        self.mix_norm = norm_of(tensors, f"{at}.attention.output.LayerNorm")
        self.output_norm = norm_of(tensors, f"{at}.output.LayerNorm")

    def forward(self, x: torch.Tensor, is_word: torch.Tensor) -> torch.Tensor:
        """(batch, pieces, width) to the same; `is_word` is False where a text is padded."""
        batch, pieces, width = x.shape
        queries, keys, values = (
            part(x).view(batch, pieces, ATTENTION_HEADS, -1).transpose(1, 2)
            for part in (self.query, self.key, self.value)
        )
        mixed = functional.scaled_dot_product_attention(
            queries, keys, values, attn_mask=is_word[:, None, None, :]
        )
        x = self.mix_norm(x + self.mix(mixed.transpose(1, 2).reshape(batch, pieces, width)))
        return self.output_norm(x + self.narrow(functional.gelu(self.widen(x))))


def norm_of(tensors: Mapping[str, torch.Tensor], name: str) -> nn.LayerNorm:
    """A normalisation of the encoder, free to learn."""
    norm = nn.LayerNorm(WIDTH, eps=EPSILON)
    with torch.no_grad():
        norm.weight.copy_(tensors[f"{name}.weight"])
        norm.bias.copy_(tensors[f"{name}.bias"])
    return norm


class TaggerNet(nn.Module):  # type: ignore[misc]  # as above
    """CutWords to tags and beginnings of legs; legs to relation, side, turn and climb."""

    def __init__(self, tensors: Mapping[str, NDArray[Any]], rank: int = RANK) -> None:
        super().__init__()
        kept = {
            name: torch.from_numpy(np.array(value, np.float32))
            for name, value in tensors.items()
            if value.dtype != np.int64
        }
        self.register_buffer("embeddings", kept["embeddings.word_embeddings.weight"], persistent=False)
        places = (
            kept["embeddings.position_embeddings.weight"] + kept["embeddings.token_type_embeddings.weight"][0]
        )
        self.register_buffer("places", places, persistent=False)
        self.norm = norm_of(kept, "embeddings.LayerNorm")
        self.layers = nn.ModuleList(EncoderLayer(kept, number, rank) for number in range(LAYERS))
        self.tag, self.begin = nn.Linear(WIDTH, len(TAGS)), nn.Linear(WIDTH, 1)
        self.looks = nn.ModuleDict({name: nn.Linear(WIDTH, 1) for name in HEADS})
        self.says = nn.ModuleDict({name: nn.Linear(WIDTH, count) for name, count in HEADS.items()})
        self.dropout = nn.Dropout(0.1)

    def forward(self, pieces: torch.Tensor, is_word: torch.Tensor) -> torch.Tensor:
        """The vectors of all pieces, (batch, pieces, width)."""
        x = self.norm(self.embeddings[pieces] + self.places[: pieces.shape[1]])
        for layer in self.layers:
            x = layer(self.dropout(x), is_word)
        return self.dropout(x)

    def leg(self, words: torch.Tensor) -> dict[str, torch.Tensor]:
        """What is said of a leg with these word vectors (words, width): each head looks where it wants to."""
        return {name: self.says[name](self.looks[name](words).softmax(0).T @ words)[0] for name in HEADS}
