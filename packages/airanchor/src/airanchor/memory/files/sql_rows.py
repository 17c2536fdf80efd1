"""Records as rows of a memory file's tables, and back through the same checks as any other file."""

import json
from typing import Any

import numpy as np

from airanchor.errors import MemoryFileError
from airanchor.memory.files.rows import (
    MOST_CORNERS,
    bytes_of_bank,
    parse_json,
    read_instance,
    read_type,
    row_of_sighting,
)
from airanchor.memory.files.schema import INSTANCE_COLUMNS
from airanchor.memory.files.signature import Signature
from airanchor.memory.records import Instance, Type

SELECT_TYPES = "SELECT number, texts, confidences, vectors FROM types ORDER BY number"
SELECT_INSTANCES = f"SELECT {', '.join(INSTANCE_COLUMNS)} FROM instances ORDER BY number"
SELECT_INSTANCES_2 = SELECT_INSTANCES.replace("contradictions", "0 AS contradictions")
"""Of a file of version 2, which counted none."""
PUT_TYPE = "REPLACE INTO types VALUES (?, ?, ?, ?)"
_PLACES = ", ".join("?" * len(INSTANCE_COLUMNS))
PUT_INSTANCE = f"REPLACE INTO instances ({', '.join(INSTANCE_COLUMNS)}) VALUES ({_PLACES})"
PUT_BOX = "REPLACE INTO footprints VALUES (?, ?, ?, ?, ?)"
DELETE_TYPE = "DELETE FROM types WHERE number = ?"
DELETE_INSTANCE = "DELETE FROM instances WHERE number = ?"
DELETE_BOX = "DELETE FROM footprints WHERE number = ?"


def type_row(record: Type) -> tuple[Any, ...]:
    """The values of PUT_TYPE."""
    labels = record.labels
    return int(record.id[1:]), _json(labels.texts), _json(labels.confidences), bytes_of_bank(labels)


def instance_row(item: Instance) -> tuple[Any, ...]:
    """The values of PUT_INSTANCE."""
    return (
        item.number,
        int(item.type_id[1:]),
        item.extent.footprint.vertices.astype("<f8").tobytes(),
        item.extent.z_min_m,
        item.extent.z_max_m,
        item.confidence,
        item.observations,
        item.absences,
        item.first_seen.episode,
        item.first_seen.step,
        item.last_seen.episode,
        item.last_seen.step,
        _json(item.appearances.texts),
        _json(item.appearances.confidences),
        bytes_of_bank(item.appearances),
        _json(item.visuals.confidences),
        bytes_of_bank(item.visuals),
        _json([row_of_sighting(sighting) for sighting in item.sightings]),
        item.contradictions,
    )


def box_row(item: Instance) -> tuple[float, ...]:
    """The values of PUT_BOX."""
    x_min, y_min, x_max, y_max = item.extent.footprint.shape.bounds
    return item.number, x_min, x_max, y_min, y_max


def read_type_row(row: tuple[Any, ...], signature: Signature, where: str) -> Type:
    """A checked type."""
    number, texts, confidences, vectors = row
    bank = {"texts": _list(texts, where), "confidences": _list(confidences, where), "vectors": vectors}
    return read_type({"id": f"T{number}", "labels": bank}, signature, where)


def read_instance_row(row: tuple[Any, ...], signature: Signature, where: str) -> Instance:
    """A checked instance."""
    found = dict(zip(INSTANCE_COLUMNS, row, strict=True))
    plain = {
        "id": f"O{found['number']}",
        "type_id": f"T{found['type']}",
        "footprint": _corners(found["footprint"], where),
        "z_m": (found["z_min_m"], found["z_max_m"]),
        "confidence": found["confidence"],
        "observations": found["observations"],
        "contradictions": found["contradictions"],
        "absences": found["absences"],
        "first_seen": (found["first_episode"], found["first_step"]),
        "last_seen": (found["last_episode"], found["last_step"]),
        "appearances": {
            "texts": _list(found["appearance_texts"], where),
            "confidences": _list(found["appearance_confidences"], where),
            "vectors": found["appearance_vectors"],
        },
        "visuals": {
            "texts": [],
            "confidences": _list(found["visual_confidences"], where),
            "vectors": found["visual_vectors"],
        },
        "sightings": _list(found["sightings"], where),
    }
    return read_instance(plain, signature, where)


def _json(value: Any) -> str:
    return json.dumps(value, allow_nan=False, ensure_ascii=False, separators=(",", ":"))


def _list(text: Any, where: str) -> list[Any]:
    if text == "[]":
        return []
    value = parse_json(text, where) if isinstance(text, str) else None
    if not isinstance(value, list):
        raise MemoryFileError(f"{where} holds {ascii(text)[:60]} where a list belongs")
    return value


def _corners(blob: Any, where: str) -> list[list[float]]:
    if not isinstance(blob, bytes) or not blob or len(blob) % 16 or len(blob) > 16 * MOST_CORNERS:
        raise MemoryFileError(f"{where} holds a footprint that is not a list of corners")
    corners: list[list[float]] = np.frombuffer(blob, dtype="<f8").reshape(-1, 2).tolist()
    return corners
