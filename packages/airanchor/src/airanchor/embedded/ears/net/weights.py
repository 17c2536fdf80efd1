"""The weights of the route tagger: thin changes to the embedded text encoder, and its heads."""

import hashlib
import json
from collections.abc import Mapping
from importlib.resources import as_file, files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from airanchor.errors import InputError
from airanchor.perception.weights.safetensors import read_safetensors

Tensors = dict[str, NDArray[np.float32]]

FILE, PROVENANCE = "route_tagger.safetensors", "route_tagger.json"
DENSE = {
    "query": "attention.self.query",
    "key": "attention.self.key",
    "value": "attention.self.value",
    "mix": "attention.output.dense",
    "widen": "intermediate.dense",
    "narrow": "output.dense",
}
"""The tagger's names of an encoder layer's dense parts, and the encoder's."""
NORMS = {"mix_norm": "attention.output.LayerNorm", "output_norm": "output.LayerNorm"}


def stored_weights() -> Tensors:
    """What comes with the package, after its hash was checked against its provenance."""
    folder = files(__package__)
    known = json.loads(folder.joinpath(PROVENANCE).read_text(encoding="utf-8"))["sha256"]
    with as_file(folder.joinpath(FILE)) as path:
        actual = hashlib.sha256(path.read_bytes()).hexdigest()
        if actual != known:
            raise InputError(f"{path} has sha256 {actual}, not {known}; install airanchor again")
        return {name: np.array(value, np.float32) for name, value in read_safetensors(path).items()}


def changed_encoder(
    encoder: Mapping[str, NDArray[Any]], changes: Mapping[str, NDArray[np.float32]]
) -> Tensors:
    """The encoder's tensors with the tagger's norms and W + A B for every dense layer that has learned."""
    merged = dict(encoder)
    for part in ("weight", "bias"):
        merged[f"embeddings.LayerNorm.{part}"] = changes[f"norm.{part}"]
    layers = {int(name.split(".")[1]) for name in changes if name.startswith("layers.")}
    for number in sorted(layers):
        for own, name in DENSE.items():
            at = f"layers.{number}.{own}"
            key = f"encoder.layer.{number}.{name}.weight"
            merged[key] = np.asarray(encoder[key] + changes[f"{at}.up"] @ changes[f"{at}.down"], np.float32)
        for own, name in NORMS.items():
            for part in ("weight", "bias"):
                merged[f"encoder.layer.{number}.{name}.{part}"] = changes[f"layers.{number}.{own}.{part}"]
    return merged
