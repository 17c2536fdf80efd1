"""Made paths as small files: start, actions and texts; the reference path follows from the actions."""

import gzip
import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from airanchor.bench.episodes.episode import Episode, replay
from airanchor.bench.episodes.maker import Made
from airanchor.errors import InputError
from aircity.geometry import Pose
from aircity.world.action import Action

VERSION = 1


def encode(split: str, seed: int, made: Sequence[Made]) -> bytes:
    """Paths as compressed JSON, the same bytes for the same paths."""
    document = {
        "version": VERSION,
        "split": split,
        "seed": seed,
        "paths": [_path(one) for one in made],
    }
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return gzip.compress(text.encode(), compresslevel=9, mtime=0)


def _path(one: Made) -> dict[str, Any]:
    start = one.route.poses[0]
    return {
        "scene": one.scene,
        "index": one.index,
        "start": [start.x_m, start.y_m, start.z_m, start.heading_rad],
        "actions": "".join(str(int(action)) for action in one.route.actions),
        "legs": [leg.to_json() for leg in one.route.legs],
        "tellings": [
            {"voice": told.voice, "dialect": told.dialect, "text": told.text, "mentions": told.mentions}
            for told in one.tellings
        ],
    }


def document_of(data: bytes) -> dict[str, Any]:
    """The document of a compact file."""
    document: dict[str, Any] = json.loads(gzip.decompress(data))
    if document.get("version") != VERSION:
        raise InputError(f"episode data of version {document.get('version')!r}; this release reads {VERSION}")
    return document


def decode(data: bytes) -> list[Episode]:
    """The episodes of a compact file, one per instruction."""
    document = document_of(data)
    return [one for path in document["paths"] for one in _episodes(path, document["split"])]


def decode_untold(data: bytes) -> list[Episode]:
    """The paths of a compact file as episodes without an instruction, whose ids are the paths'."""
    document = document_of(data)
    return [_untold(path, document["split"]) for path in document["paths"]]


def episodes_of(split: str, made: Sequence[Made]) -> list[Episode]:
    """The episodes of paths just made."""
    return [one for path in made for one in _episodes(json.loads(json.dumps(_path(path))), split)]


def _episodes(path: dict[str, Any], split: str) -> list[Episode]:
    untold = _untold(path, split)
    return [
        replace(
            untold,
            episode_id=f"{untold.trajectory_id}-{'abcdefgh'[number]}",
            instruction=told["text"],
            facts={
                "voice": told["voice"],
                "dialect": told["dialect"],
                "legs": path["legs"],
                "mentions": told["mentions"],
            },
        )
        for number, told in enumerate(path["tellings"])
    ]


def _untold(path: dict[str, Any], split: str) -> Episode:
    start = Pose(*path["start"])
    actions = tuple(Action(int(digit)) for digit in path["actions"])
    rows = np.array([pose.position for pose in replay(start, actions)])
    trajectory = f"{split}-{path['scene']}-{path['index']:03d}"
    return Episode(
        episode_id=trajectory,
        trajectory_id=trajectory,
        scene_id=path["scene"],
        split=split,
        instruction="",
        start=start,
        goal=rows[-1],
        reference_path=rows,
        actions=actions,
        facts={"legs": path["legs"]},
    )
