"""Writes a trained tagger as the files that the ears read: halves of numbers, hash and provenance."""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from airanchor.embedded.ears.net.weights import FILE, PROVENANCE
from airanchor.learn.ears.tagger import TaggerNet
from airanchor.perception.weights.safetensors import write_safetensors


def export(tagger: TaggerNet, folder: Path, provenance: Mapping[str, Any]) -> Path:
    """The weights in 16 bits, and what they come from; returns the file."""
    tensors = {name: value.detach().numpy().astype(np.float16) for name, value in tagger.state_dict().items()}
    path = folder / FILE
    write_safetensors(path, tensors)
    told = {**provenance, "sha256": hashlib.sha256(path.read_bytes()).hexdigest()}
    (folder / PROVENANCE).write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    return path
