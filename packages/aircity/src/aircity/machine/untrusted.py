"""Reads files that may come from anyone: regular files only, with a cap on size and on depth."""

import io
import os
import stat
import tomllib
import zlib
from pathlib import Path
from typing import Any, BinaryIO

from aircity.errors import UnfitFile

MOST_DEPTH = 16
"""How deep settings and profiles may nest lists and tables."""
_MOST_DOTS = 500
"""In one line of TOML: a key of n dots takes its reader n² steps."""
_CHUNK_BYTES = 1 << 20
_GZIP_WINDOW = 16 + zlib.MAX_WBITS


def open_regular(path: str | Path) -> BinaryIO:
    """A file opened for reading. A pipe or a device, which may never end, is refused without a wait."""
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except ValueError as error:  # a NUL in the name
        raise UnfitFile(f"{str(path)!r} is not the name of a file: {error}") from None
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise UnfitFile(f"{path} is not a regular file; pipes, devices and folders are not read")
    return os.fdopen(descriptor, "rb")


def read_bytes(path: str | Path, most_bytes: int) -> bytes:
    """The whole of a regular file; OSError where it is none, or larger than `most_bytes`."""
    with open_regular(path) as file:
        data = file.read(most_bytes + 1)
    if len(data) > most_bytes:
        raise UnfitFile(f"{path} has more than the {most_bytes:,} bytes that are read")
    return data


def read_text(path: str | Path, most_bytes: int) -> str:
    """The whole of a regular file as text; OSError as for bytes, ValueError where it is not UTF-8."""
    return read_bytes(path, most_bytes).decode("utf-8")


def gunzip(data: bytes, most_bytes: int) -> bytes:
    """What gzip packed, all members, growing to no more than `most_bytes`; OSError where it cannot be."""
    source, whole = io.BytesIO(data), io.BytesIO()
    unpacker = zlib.decompressobj(_GZIP_WINDOW)
    rest = source.read(_CHUNK_BYTES)
    try:
        while rest:
            whole.write(unpacker.decompress(rest, most_bytes + 1 - whole.tell()))
            if whole.tell() > most_bytes:
                raise UnfitFile(f"it unpacks to more than the {most_bytes:,} bytes that are read")
            rest = unpacker.unconsumed_tail or unpacker.unused_data.lstrip(b"\0") + source.read(_CHUNK_BYTES)
            if unpacker.eof:
                if not rest:
                    return whole.getvalue()
                unpacker = zlib.decompressobj(_GZIP_WINDOW)
    except zlib.error as error:
        raise UnfitFile(f"its gzip is damaged: {error}") from None
    raise UnfitFile("its gzip is cut off")


def parse_toml(text: str) -> dict[str, Any]:
    """A TOML document; ValueError where it is none, or one that is made to exhaust its reader."""
    if any(line.count(".") > _MOST_DOTS for line in text.splitlines()):
        raise ValueError(f"a line of it has more than {_MOST_DOTS} dots")
    try:
        document = tomllib.loads(text)
    except RecursionError:
        document = None
    if document is None or not is_shallow(document, MOST_DEPTH):
        raise ValueError(f"it is nested more than {MOST_DEPTH} deep")
    return document


def is_shallow(value: Any, most_depth: int) -> bool:
    """Whether lists and tables are nested at most so deep; what is deeper exhausts the stack."""
    level = [value]
    for _ in range(most_depth):
        level = [inner for outer in level for inner in _inside(outer)]
        if not level:
            return True
    return False


def _inside(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []
