"""From bytes on disk to JSON documents: size, encoding, format and syntax, checked before all else."""

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from aircity.city.imports.report import Tally
from aircity.errors import InputError, UnfitFile
from aircity.machine.untrusted import read_bytes

MAX_FILE_BYTES = 512 * 1024 * 1024
MOST_VALUES = 60_000_000
"""Of one file; each takes some fifty bytes of memory once it is read."""
DEEPEST = 64
"""Lists in lists; a MultiSolid needs a dozen."""
_STRING = re.compile(rb'"(?:[^"\\]|\\.)*+"')
CITYJSON, CITYJSON_SEQ, GEOJSON = "CityJSON", "CityJSONSeq", "GeoJSON"
_VALID = "valid are CityJSON (.city.json), CityJSONSeq (.city.jsonl) and GeoJSON (.geojson)"


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A city file, parsed but not yet understood."""

    name: str
    format: str
    documents: tuple[dict[str, Any], ...]
    """One for CityJSON and GeoJSON; the header and each feature for CityJSONSeq."""


def read_source(path: Path, tally: Tally) -> SourceFile:
    """Read a city file and say which format its content has."""
    data = _read_bytes(path)
    _check_nesting(data, path.name)
    text = _decode(data, path.name, tally)
    documents = _parse(text, path.name, tally)
    first = documents[0]
    kind = first.get("type")
    if kind == "CityJSON" and len(documents) == 1:
        return SourceFile(path.name, CITYJSON, documents)
    if kind in ("CityJSON", "CityJSONFeature"):
        return SourceFile(path.name, CITYJSON_SEQ, documents)
    if kind == "FeatureCollection":
        return SourceFile(path.name, GEOJSON, documents)
    if kind == "Feature":
        return SourceFile(path.name, GEOJSON, ({"type": "FeatureCollection", "features": list(documents)},))
    if isinstance(first.get("CityObjects"), dict):
        tally.guess("missing type, read as CityJSON")
        return SourceFile(path.name, CITYJSON, documents[:1])
    if isinstance(first.get("features"), list):
        tally.guess("missing type, read as GeoJSON")
        return SourceFile(path.name, GEOJSON, documents[:1])
    raise InputError(f"{path.name} is JSON of type {str(kind)[:40]!r}, not a city; {_VALID}")


def _read_bytes(path: Path) -> bytes:
    try:
        if path.is_dir():
            raise InputError(f"{path.name} is a folder; give a city file: {_VALID}")
        size = path.stat().st_size
        if size > MAX_FILE_BYTES:
            raise InputError(f"{path.name} has {size} bytes; at most {MAX_FILE_BYTES} can be imported")
        data = read_bytes(path, MAX_FILE_BYTES)
    except UnfitFile as error:
        raise InputError(str(error)) from None
    except OSError as error:
        raise InputError(f"cannot read {path.name}: {error.strerror or error}") from error
    if not data.strip():
        raise InputError(f"{path.name} is empty; {_VALID}")
    return data


def _check_nesting(data: bytes, name: str) -> None:
    """Refuse, before anything is parsed, what would unfold to too many values or too deep a tree."""
    values = data.count(b",") + data.count(b"[") + data.count(b"{")
    if values > MOST_VALUES:
        raise InputError(
            f"{name} holds about {values} values; at most {MOST_VALUES} can be imported: "
            "cut a smaller area out of it"
        )
    if _depth(data) > DEEPEST and (depth := _depth(_STRING.sub(b"", data))) > DEEPEST:
        raise InputError(
            f"{name} nests its lists {depth} deep, too deeply to be a city (at most {DEEPEST}); {_VALID}"
        )


def _depth(data: bytes) -> int:
    """How deep brackets nest, those in texts counted too."""
    letters = np.frombuffer(data, np.uint8)
    opens, closes = np.isin(letters, list(b"[{")), np.isin(letters, list(b"]}"))
    steps = opens[opens | closes].astype(np.int64) * 2 - 1
    return int(np.cumsum(steps).max(initial=0))


def _decode(data: bytes, name: str, tally: Tally) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        tally.repair("encoding UTF-16, read all the same")
        return data.decode("utf-16", errors="replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        tally.repair("not UTF-8, read as Latin-1", f"byte {error.start} of {name}")
        return data.decode("latin-1")


def _parse(text: str, name: str, tally: Tally) -> tuple[dict[str, Any], ...]:
    try:
        whole = json.loads(text)
    except RecursionError as error:
        raise InputError(f"{name} nests its lists too deeply to be a city; {_VALID}") from error
    except ValueError as error:
        documents = _parse_lines(text, tally)
        if documents:
            return documents
        raise InputError(f"{name} is not readable JSON, or is cut off: {error}; {_VALID}") from error
    if isinstance(whole, dict):
        return (whole,)
    if isinstance(whole, list) and whole and all(isinstance(item, dict) for item in whole):
        return tuple(whole)
    raise InputError(f"{name} holds {type(whole).__name__}, not a JSON object; {_VALID}")


def _parse_lines(text: str, tally: Tally) -> tuple[dict[str, Any], ...]:
    """One JSON object per line; broken lines are counted, unless the first one is broken."""
    documents: list[dict[str, Any]] = []
    for index, line in enumerate(text.split("\n"), start=1):
        stripped = line.strip().lstrip("\x1e")
        if not stripped:
            continue
        try:
            value = json.loads(stripped)
        except (ValueError, RecursionError):
            value = None
        if isinstance(value, dict):
            documents.append(value)
        elif not documents:
            return ()
        else:
            tally.add("unreadable line", f"line {index}")
    return tuple(documents)
