"""The safetensors file format: named arrays behind a JSON header, read without copying.

Layout: eight bytes with the header's length n (little-endian), n bytes of JSON that give each array's
dtype, shape and [begin, end) offsets into what follows, then the raw little-endian values.
"""

import json
import math
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from airanchor.errors import InputError

Tensors = dict[str, NDArray[Any]]

_DTYPES = {"F16": "<f2", "F32": "<f4", "F64": "<f8", "I32": "<i4", "I64": "<i8", "U8": "u1"}
_CODES = {np.dtype(dtype): code for code, dtype in _DTYPES.items()}
_LENGTH_BYTES = 8


def read_safetensors(path: Path) -> Tensors:
    """The arrays of a file, read-only views of its memory map."""
    data = np.memmap(path, dtype=np.uint8, mode="r")
    if data.size < _LENGTH_BYTES:
        raise InputError(f"{path} is no safetensors file: it has {data.size} bytes")
    start = _LENGTH_BYTES + int(data[:_LENGTH_BYTES].view("<u8")[0])
    try:
        header = json.loads(bytes(data[_LENGTH_BYTES:start]))
        return {name: _view(data[start:], entry) for name, entry in header.items() if name != "__metadata__"}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError(f"{path} is no safetensors file: {error}") from error


def _view(values: NDArray[np.uint8], entry: Mapping[str, Any]) -> NDArray[Any]:
    begin, end = entry["data_offsets"]
    shape = tuple(entry["shape"])
    dtype = np.dtype(_DTYPES[entry["dtype"]])
    if not 0 <= begin <= end <= values.size or end - begin != math.prod(shape) * dtype.itemsize:
        raise ValueError(f"offsets {begin}..{end} do not hold {dtype} values of shape {shape}")
    return np.asarray(values[begin:end]).view(dtype).reshape(shape)


def write_safetensors(path: Path, tensors: Mapping[str, NDArray[Any]]) -> None:
    """Write arrays so that another process sees the whole file or none."""
    header: dict[str, dict[str, Any]] = {}
    offset = 0
    for name, array in tensors.items():
        if array.dtype not in _CODES:
            raise InputError(
                f"array {name!r} has dtype {array.dtype}; valid are {', '.join(map(str, _CODES))}"
            )
        header[name] = {
            "dtype": _CODES[array.dtype],
            "shape": list(array.shape),
            "data_offsets": [offset, offset + array.nbytes],
        }
        offset += array.nbytes
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % _LENGTH_BYTES)
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=path.name, delete=False) as file:
        file.write(len(text).to_bytes(_LENGTH_BYTES, "little") + text)
        for array in tensors.values():
            file.write(np.ascontiguousarray(array).tobytes())
    Path(file.name).replace(path)
