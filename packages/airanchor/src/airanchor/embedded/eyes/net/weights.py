"""The trained weights and where they come from: a file whose hash is checked before it is run."""

import hashlib
import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from airanchor.errors import InputError

NET_FILE, PROVENANCE_FILE = "eyes.onnx", "eyes.json"
OUTPUT_NAMES = ("traits", "joins", "features", "head")
"""What the file tells, in order: three of each cell, and how all outputs are made from the features."""


@dataclass(frozen=True, slots=True, eq=False)
class NetFile:
    """A network as stored."""

    model: bytes
    provenance: dict[str, Any]
    """How it was trained: command, cities, budget, figures, commit."""


def read_net(folder: Traversable) -> NetFile:
    """The network in a folder, or an error if it is not the one that its provenance speaks of."""
    for name in (NET_FILE, PROVENANCE_FILE):
        if not folder.joinpath(name).is_file():
            raise InputError(f"{folder} has no {name}; train one with: airanchor learn eyes --out FOLDER")
    model = folder.joinpath(NET_FILE).read_bytes()
    provenance = json.loads(folder.joinpath(PROVENANCE_FILE).read_text(encoding="utf-8"))
    found, wanted = hashlib.sha256(model).hexdigest(), str(provenance.get("sha256", ""))
    if found != wanted:
        raise InputError(
            f"{NET_FILE} in {folder} has the hash {found[:12]}, but {PROVENANCE_FILE} speaks of "
            f"{wanted[:12] or 'none'}; copy both files of one training run, or install the package again"
        )
    return NetFile(model, provenance)


@cache
def stored_net() -> NetFile:
    """The network that comes with the package."""
    return read_net(files(__package__))
