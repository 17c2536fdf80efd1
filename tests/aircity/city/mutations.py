"""Seeded damage to city files: what errors, cut lines and attackers do to them."""

import json
from collections.abc import Callable
from typing import Any

import numpy as np

from tests.aircity.city.city_files import Document, encode, make_file

KINDS = ("geojson", "cityjson", "cityjsonseq")
Rng = np.random.Generator

_NUMBERS: tuple[Any, ...] = (
    *(10**400, -(10**400), 10**30, 2**63, 2**31, -1, 0, 1e308, -1e308, 1e-320, 5e-324, 1e9, 1e12),
    *(float("nan"), float("inf"), float("-inf"), "12", "1e400", "NaN", True, None, 180.0, -180.0, 90.0),
)
_TEXTS: tuple[Any, ...] = (
    *("", "\x00", "\u202e", "\x1b[2J", "yes", "no", "12 m", "1e9", "9" * 5000, "é" * 200_000, "../../up"),
    *("Solid", "Polygon", "MultiPolygon", "GeometryCollection", "Point", "LineString", "MultiSolid"),
    *("FeatureCollection", "CityJSON", "TINRelief", "Building", "primary", "rail", "\ud800"),
)
_KEYS = (
    *("type", "id", "geometry", "coordinates", "properties", "features", "tags", "building", "highway"),
    *("height", "min_height", "roof:shape", "layer", "bridge", "width", "lanes", "parents", "vertices"),
    *("CityObjects", "transform", "boundaries", "lod", "template", "bbox", "natural", "building:part"),
)


def mutated_file(seed: int) -> bytes:
    """The bytes of one damaged file; the same for the same seed."""
    rng = np.random.default_rng(seed)
    documents = make_file(KINDS[seed % len(KINDS)], rng)
    for _ in range(int(rng.integers(1, 4))):
        _pick(rng, _CHANGES)(documents, rng)
    data = encode(documents)
    return _pick(rng, _BYTES)(data, rng) if rng.random() < 0.2 else data


def _pick(rng: Rng, choices: Any) -> Any:
    return choices[int(rng.integers(len(choices)))]


def _places(node: Any) -> list[tuple[Any, Any]]:
    """Every (container, key) of a document, also of those that changes have put in."""
    found, waiting = [], [node]
    while waiting and len(found) < 20_000:
        here = waiting.pop()
        items = list(here.items() if isinstance(here, dict) else enumerate(here))
        for key, value in items:
            found.append((here, key))
            if isinstance(value, dict | list):
                waiting.append(value)
    return found


def _change_value(documents: list[Document], rng: Rng) -> None:
    node, key = _pick(rng, _places(documents))
    junk = (_pick(rng, _NUMBERS), _pick(rng, _TEXTS), [], {}, [[]], [[], [[]]], {_pick(rng, _KEYS): {}})
    node[key] = _pick(rng, junk)


def _change_number(documents: list[Document], rng: Rng) -> None:
    places = [(node, key) for node, key in _places(documents) if isinstance(node[key], int | float)]
    if not places:
        return
    for _ in range(int(rng.integers(1, 6))):
        node, key = _pick(rng, places)
        if rng.random() < 0.5 or not isinstance(node[key], int | float):
            node[key] = _pick(rng, _NUMBERS)
        else:
            node[key] = node[key] * _pick(rng, (-1, 0, 1e-9, 1.001, 10, 1000, 10**9, 10**300))


def _remove(documents: list[Document], rng: Rng) -> None:
    node, key = _pick(rng, _places(documents))
    if node is not documents:
        del node[key]


def _rename(documents: list[Document], rng: Rng) -> None:
    dicts = [(node, key) for node, key in _places(documents) if isinstance(node, dict)]
    if dicts:
        node, key = _pick(rng, dicts)
        node[_pick(rng, _KEYS)] = node[key]


def _repeat(documents: list[Document], rng: Rng) -> None:
    """Duplicated objects, ids and corners, up to thousands of times."""
    lists = [node[key] for node, key in _places(documents) if isinstance(node[key], list) and node[key]]
    if lists:
        chosen = _pick(rng, lists)
        times = int(_pick(rng, (1, 2, 50, 3000)))
        copies = [_pick(rng, chosen) for _ in range(min(times, 60_000 // max(len(json.dumps(chosen)), 1)))]
        chosen.extend(json.loads(json.dumps(copies)))


def _rings(documents: list[Document]) -> list[list[Any]]:
    lists = [node[key] for node, key in _places(documents) if isinstance(node[key], list)]
    return [ring for ring in lists if len(ring) >= 2 and not isinstance(ring[0], dict)]


def _damage_ring(documents: list[Document], rng: Rng) -> None:
    rings = _rings(documents)
    if not rings:
        return
    for _ in range(int(rng.integers(1, 5))):
        ring = _pick(rng, rings)
        _pick(rng, _RING_CHANGES)(ring, rng)


def _shuffle(ring: list[Any], rng: Rng) -> None:
    ring[:] = [ring[int(index)] for index in rng.permutation(len(ring))]


def _shorten(ring: list[Any], rng: Rng) -> None:
    del ring[int(rng.integers(0, 3)) :]


def _go_back(ring: list[Any], _: Rng) -> None:
    ring += ring[-2::-1]


def _go_round(ring: list[Any], rng: Rng) -> None:
    ring[:] = ring * min(int(_pick(rng, (2, 9, 400))), 4000 // max(len(ring), 1))


def _collapse(ring: list[Any], _: Rng) -> None:
    ring[:] = [ring[0]] * len(ring)


def _squeeze(ring: list[Any], rng: Rng) -> None:
    """All corners within a hair of each other, or on one line."""
    share = float(_pick(rng, (1e-12, 1e-6, 1e-3)))
    first = ring[0]
    for index, corner in enumerate(ring):
        pairs = isinstance(corner, list) and isinstance(first, list) and len(corner) == len(first)
        if pairs and all(isinstance(value, int | float) for value in (*corner, *first)):
            ring[index] = [
                a + (b - a) * share if abs(a) < 1e9 > abs(b) else a
                for a, b in zip(first, corner, strict=True)
            ]


def _blend(ring: list[Any], rng: Rng) -> None:
    """Corners shaken so that edges cross."""
    for index, corner in enumerate(ring):
        if isinstance(corner, list) and all(isinstance(value, float) for value in corner):
            ring[index] = [value + float(rng.normal(0, 3e-4)) for value in corner]


_RING_CHANGES = (_shuffle, _shorten, _go_back, _go_round, _collapse, _squeeze, _blend)


def _nest(documents: list[Document], rng: Rng) -> None:
    node, key = _pick(rng, _places(documents))
    for _ in range(int(_pick(rng, (1, 5, 60, 300)))):
        node[key] = (
            [node[key]] if rng.random() < 0.7 else {"geometries": [node[key]], "type": "GeometryCollection"}
        )


def _break_transform(documents: list[Document], rng: Rng) -> None:
    for document in documents:
        row = document.get("transform") if isinstance(document, dict) else None
        if isinstance(row, dict):
            row[_pick(rng, ("scale", "translate"))] = _pick(
                rng,
                (
                    [0, 0, 0],
                    [-1, 1, 1],
                    [1e9, 1e9, 1e9],
                    [1, 1],
                    "x",
                    [10**400] * 3,
                    [[1], [2], [3]],
                    [None] * 3,
                ),
            )


def _move_far(documents: list[Document], rng: Rng) -> None:
    """Some positions moved by kilometres, to another continent, or beyond all maps."""
    away = float(_pick(rng, (0.05, 1.0, 300.0, 1e7, 1e15)))
    for ring in _rings(documents)[:: int(rng.integers(1, 6))]:
        for index, value in enumerate(ring):
            if isinstance(value, float):
                ring[index] = value + away


def _grow(documents: list[Document], rng: Rng) -> None:
    """Wide and tall: every float stretched around the first one, as a wrong unit does."""
    factor = float(_pick(rng, (30.0, 1000.0, 1e5)))
    for node, key in _places(documents):
        if isinstance(node[key], float) and np.isfinite(node[key]):
            node[key] = 24.93 + (node[key] - 24.93) * factor if rng.random() < 0.9 else node[key]


_CHANGES: tuple[Callable[[list[Document], Rng], None], ...] = (
    *(_change_value, _change_value, _change_number, _change_number, _remove, _rename, _repeat),
    *(_damage_ring, _damage_ring, _damage_ring, _nest, _break_transform, _move_far, _grow),
)


def _cut(data: bytes, rng: Rng) -> bytes:
    return data[: int(rng.integers(0, len(data) + 1))]


def _flip(data: bytes, rng: Rng) -> bytes:
    raw = bytearray(data)
    for _ in range(int(rng.integers(1, 12))):
        raw[int(rng.integers(len(raw)))] = int(rng.integers(256))
    return bytes(raw)


def _reencode(data: bytes, rng: Rng) -> bytes:
    return data.decode().encode(str(_pick(rng, ("utf-16", "utf-32", "utf-8-sig", "utf-16-be"))))


def _bury(data: bytes, rng: Rng) -> bytes:
    depth = int(_pick(rng, (100, 5000, 200_000)))
    return b"[" * depth + (data + b"]" * depth if rng.random() < 0.5 else b"")


def _splice(data: bytes, rng: Rng) -> bytes:
    at, other = int(rng.integers(len(data))), int(rng.integers(len(data)))
    return data[:at] + data[other:]


_BYTES = (_cut, _flip, _reencode, _bury, _splice)
