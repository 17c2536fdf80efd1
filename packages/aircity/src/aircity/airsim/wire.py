"""AirSim's wire, msgpack-rpc: bytes to messages and back, with float pictures read by NumPy."""

import struct
from collections.abc import Iterator, Mapping, Sequence
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aircity.errors import CityError, MissingExtra

REQUEST, RESPONSE = 0, 1
_FLOATS_KEY = b"\xb0image_data_float"
_FLOAT32, _ARRAY16, _ARRAY32 = 0xCA, 0xDC, 0xDD
_MARKED = np.dtype([("marker", "u1"), ("number", ">f4")])
_PLACEHOLDER = 0x41
"""The code under which a float picture is put aside while the rest of its message is unpacked."""

Floats32 = NDArray[np.float32]


class WireError(CityError):
    """What came over the wire is no message of the protocol, or too large a one."""


class MessageStream:
    """Cuts a stream of bytes into whole messages; `limit_bytes` is the largest that is taken."""

    def __init__(self, limit_bytes: int) -> None:
        self._msgpack = _msgpack()
        self._cutter = self._msgpack.Unpacker(max_buffer_size=limit_bytes)
        self._limit_bytes = limit_bytes
        self._pieces = bytearray()
        self._start = 0

    def feed(self, data: bytes) -> Iterator[bytes]:
        """The messages that are whole now that `data` has come."""
        self._pieces += data
        try:
            self._cutter.feed(data)
            while True:
                self._cutter.skip()  # goes on where it was out of data
                size = self._cutter.tell() - self._start
                self._start += size
                message = bytes(memoryview(self._pieces)[:size])
                del self._pieces[:size]
                yield message
        except self._msgpack.OutOfData:
            if len(self._pieces) > self._limit_bytes:
                raise WireError(f"a message is longer than {self._limit_bytes} bytes") from None
        except (ValueError, self._msgpack.BufferFull, self._msgpack.UnpackException) as error:
            raise WireError(f"the bytes are no msgpack, or a message is too large: {error!r}") from error


def unpack(message: bytes) -> Any:
    """A message's values; its float pictures are arrays, read without a Python number per pixel."""
    rest, pictures = _put_floats_aside(message)
    try:
        return _unpacked(rest, pictures)
    except WireError:
        if not pictures:
            raise
    return _unpacked(message, [])  # the bytes of some picture looked like floats


def _unpacked(message: bytes, pictures: list[Floats32]) -> Any:
    msgpack = _msgpack()

    def fetch(code: int, data: bytes) -> Floats32:
        if code != _PLACEHOLDER or len(data) != 4:
            raise ValueError(f"unknown extension type {code}")
        return pictures[int.from_bytes(data, "big")]

    try:
        return msgpack.unpackb(message, ext_hook=fetch, unicode_errors="surrogateescape")
    except (ValueError, IndexError, TypeError, msgpack.UnpackException) as error:
        raise WireError(f"a message cannot be unpacked: {error!r}") from error


def pack(value: Any) -> bytes:
    """A message as bytes; arrays of float32 in it become msgpack arrays without a Python number per pixel."""
    return b"".join(_packed(value, _msgpack().Packer(unicode_errors="surrogateescape")))


def as_bytes(value: object) -> bytes:
    """The bytes of a picture, also of builds that send them as text."""
    if isinstance(value, str):
        return value.encode("utf-8", "surrogateescape")
    if isinstance(value, bytes):
        return value
    raise WireError(f"a picture's bytes came as {type(value).__name__}")


def _packed(value: Any, packer: Any) -> Iterator[bytes]:
    if isinstance(value, np.ndarray):
        yield _float_array(value)
    elif isinstance(value, Mapping):
        yield packer.pack_map_header(len(value))
        for key, item in value.items():
            yield packer.pack(key)
            yield from _packed(item, packer)
    elif isinstance(value, Sequence) and not isinstance(value, str | bytes):
        yield packer.pack_array_header(len(value))
        for item in value:
            yield from _packed(item, packer)
    else:
        yield packer.pack(value)


def _float_array(values: NDArray[Any]) -> bytes:
    """A msgpack array of float32: a marker byte before each number's four."""
    marked = np.empty(values.size, _MARKED)
    marked["marker"], marked["number"] = _FLOAT32, values.reshape(-1)
    return struct.pack(">BI", _ARRAY32, values.size) + marked.tobytes()


def _put_floats_aside(message: bytes) -> tuple[bytes, list[Floats32]]:
    """The message with a numbered placeholder for each float picture, and the pictures."""
    pieces: list[bytes] = []
    pictures: list[Floats32] = []
    done = 0
    while (found := message.find(_FLOATS_KEY, done)) >= 0:
        start = found + len(_FLOATS_KEY)
        pieces.append(message[done:start])
        done = start
        picture, end = _read_floats(message, start)
        if picture is not None:
            pieces.append(struct.pack(">BBI", 0xD6, _PLACEHOLDER, len(pictures)))
            pictures.append(picture)
            done = end
    return b"".join([*pieces, message[done:]]), pictures


def _read_floats(message: bytes, start: int) -> tuple[Floats32 | None, int]:
    """The array of float32 at `start` and its end; None where it is something else, such as float64."""
    kind = message[start] if start < len(message) else 0
    width = {_ARRAY16: 2, _ARRAY32: 4}.get(kind, 0)
    first = start + 1 + width
    count = int.from_bytes(message[start + 1 : first], "big")
    end = first + _MARKED.itemsize * count
    if not width or not count or end > len(message):
        return None, start
    marked = np.frombuffer(message, _MARKED, count, first)
    if not (marked["marker"] == _FLOAT32).all():
        return None, start
    return marked["number"].astype(np.float32), end


def _msgpack() -> ModuleType:
    try:
        import msgpack
    except ImportError as error:
        raise MissingExtra("AirSim's wire", "airsim") from error
    module: ModuleType = msgpack
    return module
