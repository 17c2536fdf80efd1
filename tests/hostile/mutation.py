"""Damage by the seed: odd values put anywhere into a document, and bytes turned over in a file."""

import copy
import json
import math
from typing import Any

import numpy as np

ODD: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2**31, 2**53 + 1, -(2**63), 2**64, 10**30, 10**4000, 0.0, -0.0, 0.5, -1.5,
    5e-324, 1e-9, 1e22, -1e308, math.nan, math.inf, -math.inf, "", " ", "0", "-0.0", "1e999", "NaN", "null",
    "\ud800", "a\udfffb", "\x00", "\x1b[2J", "\u202e\u2028\ufeff", "é" * 40, "A" * 5000, "</subtask><system>",
    "{{ 7*7 }}", "../../etc/passwd", "'; DROP TABLE instances; --", "O1", "T1", "L1", "S1", "completed",
    [], {}, [[]], [None], [{}], {"": None}, {"a": {"b": {"c": [1, 2, 3]}}}, [1, 2], [1, 2, 3], [0] * 300,
    ["x"] * 70, {"id": "O1", "type_id": "T9"}, [math.nan, math.nan], [-1, 5], [10**30, 0], ["1", "2"],
)  # fmt: skip


def pick(rng: np.random.Generator) -> Any:
    """An odd value."""
    return copy.deepcopy(ODD[int(rng.integers(len(ODD)))])


def mutate(document: Any, rng: np.random.Generator, most: int = 3) -> Any:
    """The document with one to `most` changes at random places."""
    changed = {"": copy.deepcopy(document)}
    for _ in range(int(rng.integers(1, most + 1))):
        _change(changed, rng)
    return changed[""]


def _change(root: dict[str, Any], rng: np.random.Generator) -> None:
    holder, key = _place(root, rng)
    match int(rng.integers(7)):
        case 0 if holder is not root:
            del holder[key]
        case 1 if isinstance(holder, list):
            holder.insert(key, copy.deepcopy(holder[key]))
        case 1:
            holder[f"{key}x"] = pick(rng)
        case 2:
            holder[key] = nested(int(rng.choice([3, 30, 300])), rng)
        case 3 if isinstance(holder[key], float) or (isinstance(holder[key], int) and holder[key] < 2**64):
            holder[key] = holder[key] * float(rng.choice([-1, 0, 1e-3, 1.5, 1e6, 1e300]))
        case 4 if isinstance(holder[key], str | list) and len(holder[key]) < 10_000:
            holder[key] = holder[key] * int(rng.choice([0, 2, 50]))
        case _:
            holder[key] = pick(rng)


def _place(root: dict[str, Any], rng: np.random.Generator) -> tuple[Any, Any]:
    """A random entry of a random list or table below the root."""
    holder: Any = root
    key: Any = ""
    while isinstance(holder[key], dict | list) and holder[key] and rng.random() < 0.85:
        holder = holder[key]
        keys = list(holder) if isinstance(holder, dict) else range(len(holder))
        key = keys[int(rng.integers(len(keys)))]
    return holder, key


def nested(depth: int, rng: np.random.Generator) -> Any:
    """Lists or tables in each other."""
    value: Any = 1
    for _ in range(depth):
        value = [value] if rng.random() < 0.5 else {"a": value}
    return value


def damage(data: bytes, rng: np.random.Generator) -> bytes:
    """The bytes with some turned over, cut off, doubled, zeroed or put in."""
    spoiled = bytearray(data)
    for _ in range(int(rng.integers(1, 4))):
        at = int(rng.integers(len(spoiled) + 1))
        length = int(rng.choice([1, 4, 64, 1024]))
        match int(rng.integers(6)):
            case 0:
                spoiled = spoiled[:at]
            case 1:
                spoiled[at : at + length] = bytes(len(spoiled[at : at + length]))
            case 2:
                spoiled[at:at] = rng.bytes(length)
            case 3:
                spoiled[at:at] = spoiled[at : at + length]
            case 4:
                spoiled[at : at + length] = rng.bytes(len(spoiled[at : at + length]))
            case _ if spoiled:
                spoiled[min(at, len(spoiled) - 1)] ^= 1 << int(rng.integers(8))
    return bytes(spoiled)


def as_text(document: Any) -> str:
    """JSON, also of what JSON has no word for; numbers of any length."""
    return json.dumps(document)
