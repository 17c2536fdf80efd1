"""Memories as documents: JSON that loses nothing and can be read back, GeoJSON for maps."""

import json
import math
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from airanchor.errors import InputError, MemoryFileError, UnfitFile
from airanchor.memory.config import MemoryConfig
from airanchor.memory.files.rows import parse_json, read_instance, read_type, row_of_instance, row_of_type
from airanchor.memory.files.signature import Signature
from airanchor.memory.files.trust import assemble, check_config, check_counters, check_signature, counters_of
from airanchor.memory.lookup.register import Register
from airanchor.memory.records import Instance
from aircity.machine.untrusted import read_text

FORMAT = "airanchor-memory"
VERSION = 1
LARGEST_FILE = 2**30
MOST_RECORDS = 2_000_000
METRES_PER_DEGREE = 111_319.49
KEYS = {"format", "version", "scene", "signature", "config", "counters", "types", "instances"}


@dataclass(frozen=True, slots=True, eq=False)
class Document:
    """A scene's whole memory and what built it."""

    scene: str
    signature: Signature
    config: MemoryConfig
    register: Register


def to_json(document: Document) -> dict[str, Any]:
    """Everything, as plain values; reading it back gives an equal memory."""
    register = document.register
    return {
        "format": FORMAT,
        "version": VERSION,
        "scene": document.scene,
        "signature": document.signature.to_json(),
        "config": asdict(document.config),
        "counters": counters_of(register),
        "types": [row_of_type(record) for record in register.types.values()],
        "instances": [row_of_instance(item) for item in register.instances.values()],
    }


def read_document(path: Path) -> Document:
    """A memory from a JSON file that may come from anyone; MemoryFileError says what is wrong with it."""
    if not path.is_file():
        raise MemoryFileError(f"there is no file {path}")
    try:
        text = read_text(path, LARGEST_FILE)
    except UnfitFile as error:
        raise MemoryFileError(str(error)) from None
    except UnicodeDecodeError:
        raise MemoryFileError(f"{path} is not UTF-8 text") from None
    return from_json(parse_json(text, str(path)), str(path))


def from_json(plain: Any, where: str) -> Document:
    """A memory from plain values, with every value checked."""
    if not isinstance(plain, dict) or plain.get("format") != FORMAT:
        raise MemoryFileError(f"{where} is not an AirAnchor memory: it lacks format {FORMAT!r}")
    if plain.get("version") != VERSION:
        raise MemoryFileError(f"{where} has version {str(plain.get('version'))[:20]!r}; this reads {VERSION}")
    if set(plain) != KEYS:
        odd = sorted(map(str, KEYS.symmetric_difference(plain)))[0]
        raise MemoryFileError(f"{where} must have exactly {', '.join(sorted(KEYS))}; see {odd[:40]!r}")
    if not isinstance(plain["scene"], str) or not 0 < len(plain["scene"]) <= 200:
        raise MemoryFileError(f"{where}: its scene must be a text of 1 to 200 characters")
    for name in ("types", "instances"):
        if not isinstance(plain[name], list) or len(plain[name]) > MOST_RECORDS:
            raise MemoryFileError(f"{where}: its {name} must be a list of at most {MOST_RECORDS}")
    signature = check_signature(plain["signature"], where)
    config = check_config(plain["config"], where)
    counters = check_counters(plain["counters"], where)
    types = [read_type(row, signature, where) for row in plain["types"]]
    instances = [read_instance(row, signature, where) for row in plain["instances"]]
    return Document(plain["scene"], signature, config, assemble(types, instances, counters, where))


def to_geojson(document: Document, origin: tuple[float, float] | None = None) -> dict[str, Any]:
    """Footprints as a FeatureCollection that map programs open.

    Coordinates are [east, north] in metres from the scene's origin, or, where the origin's latitude and
    longitude are given, [longitude, latitude] in degrees.
    """
    if origin is not None and not (abs(origin[0]) < 89 and abs(origin[1]) <= 180):
        raise InputError(f"origin {origin} must be latitude, longitude in degrees, away from the poles")
    register = document.register
    features = [
        {
            "type": "Feature",
            "id": item.id,
            "geometry": _geometry(item, origin),
            "properties": _properties(item, register),
        }
        for item in register.instances.values()
    ]
    units = "degrees" if origin is not None else "metres east and north of the scene's origin"
    return {
        "type": "FeatureCollection",
        "features": features,
        "airanchor": {"scene": document.scene, "coordinates": units, **document.signature.to_json()},
    }


def _geometry(item: Instance, origin: tuple[float, float] | None) -> dict[str, Any]:
    corners = item.extent.footprint.vertices[::-1, ::-1]  # north, east to east, north turns the ring over
    if origin is not None:
        latitude, longitude = origin
        east_deg = METRES_PER_DEGREE * math.cos(math.radians(latitude))
        corners = corners / [east_deg, METRES_PER_DEGREE] + [longitude, latitude]
    places = corners.tolist()
    if len(places) == 1:
        return {"type": "Point", "coordinates": places[0]}
    if len(places) == 2:
        return {"type": "LineString", "coordinates": places}
    return {"type": "Polygon", "coordinates": [[*places, places[0]]]}


def _properties(item: Instance, register: Register) -> dict[str, Any]:
    return {
        "type": item.type_id,
        "categories": list(dict.fromkeys(register.types[item.type_id].labels.texts)),
        "appearances": list(dict.fromkeys(item.appearances.texts)),
        "confidence": item.confidence,
        "observations": item.observations,
        "z_min_m": item.extent.z_min_m,
        "z_max_m": item.extent.z_max_m,
        "first_seen": str(item.first_seen),
        "last_seen": str(item.last_seen),
    }


def dumps(plain: dict[str, Any]) -> str:
    """The document as text."""
    return json.dumps(plain, allow_nan=False, ensure_ascii=False)
