"""Reads tensors from torch files of the old kind, without torch and without trusting the file.

Such a file is a row of pickles (magic number, protocol, system facts, the dictionary of tensors, the order
of the storages) and then each storage's length and raw values. A pickle can name any function to call; the
reader here knows four names, each of which only notes down a shape, and refuses every other.
"""

import math
import pickle
from collections import OrderedDict
from dataclasses import dataclass
from io import BufferedReader
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from airanchor.errors import InputError
from airanchor.perception.weights.safetensors import Tensors

_MAGIC = 0x1950A86A20F9469CFC6C
_STORAGES = {"FloatStorage": np.dtype("<f4"), "LongStorage": np.dtype("<i8")}


@dataclass(frozen=True, slots=True)
class _Storage:
    """A run of values that follows the pickles."""

    key: str
    dtype: np.dtype[Any]
    length: int


@dataclass(frozen=True, slots=True)
class _Layout:
    """Where a tensor lies in its storage."""

    storage: _Storage
    offset: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]

    def fill(self, values: NDArray[Any]) -> NDArray[Any]:
        """The tensor's own copy; only plain row-major tensors are known."""
        size = math.prod(self.shape)
        contiguous = tuple(math.prod(self.shape[axis + 1 :]) for axis in range(len(self.shape)))
        if self.strides != contiguous or not 0 <= self.offset <= len(values) - size:
            raise ValueError(f"a tensor of shape {self.shape}, strides {self.strides} is not plain")
        return values[self.offset : self.offset + size].reshape(self.shape).copy()


def _note_layout(storage: _Storage, offset: int, shape: Any, strides: Any, *_: Any) -> _Layout:
    return _Layout(storage, int(offset), tuple(map(int, shape)), tuple(map(int, strides)))


class _TensorUnpickler(pickle.Unpickler):
    """Rebuilds dictionaries of tensor layouts and nothing else."""

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) == ("collections", "OrderedDict"):
            return OrderedDict
        if (module, name) == ("torch._utils", "_rebuild_tensor_v2"):
            return _note_layout
        if module == "torch" and name in _STORAGES:
            return _STORAGES[name]
        raise pickle.UnpicklingError(f"{module}.{name} is not part of a tensor")

    def persistent_load(self, pid: Any) -> _Storage:
        kind, dtype, key, _location, length, view = pid
        if kind != "storage" or view is not None or not isinstance(dtype, np.dtype):
            raise pickle.UnpicklingError(f"{pid!r} is not a storage")
        return _Storage(str(key), dtype, int(length))


def read_torch_legacy(path: Path) -> Tensors:
    """The named tensors of a file."""
    try:
        with path.open("rb") as file:
            return _read(file)
    except (pickle.UnpicklingError, ValueError, TypeError, KeyError, EOFError, AttributeError) as error:
        raise InputError(f"{path} does not hold plain torch tensors: {error}") from error


def _read(file: BufferedReader) -> Tensors:
    magic, _protocol, _system, layouts, keys = (_TensorUnpickler(file).load() for _ in range(5))
    if magic != _MAGIC:
        raise ValueError(f"magic number {magic!r} is not {_MAGIC:#x}")
    if not all(isinstance(layout, _Layout) for layout in layouts.values()):
        raise ValueError("an entry is not a tensor")
    storages = {layout.storage.key: layout.storage for layout in layouts.values()}
    values = {key: _read_storage(file, storages[key]) for key in keys}
    return {str(name): layout.fill(values[layout.storage.key]) for name, layout in layouts.items()}


def _read_storage(file: BufferedReader, storage: _Storage) -> NDArray[Any]:
    length = int.from_bytes(file.read(8), "little")
    data = file.read(length * storage.dtype.itemsize) if length == storage.length else b""
    if len(data) != storage.length * storage.dtype.itemsize:
        raise ValueError(f"storage {storage.key} holds {length} values, promised are {storage.length}")
    return np.frombuffer(data, storage.dtype)
