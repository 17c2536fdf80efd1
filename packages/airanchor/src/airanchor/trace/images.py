"""Images of a recording, each stored once under the hash of its content."""

import hashlib
import io
import os
import re
import zlib
from enum import StrEnum
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError

from airanchor.errors import TraceError
from airanchor.trace.depth_codec import MAX_PIXELS, decode_depth, encode_depth
from aircity.machine.untrusted import read_bytes

MOST_BYTES = 2**28 + 2**20
"""Of one image file: as many as the largest depth image has where nothing can be saved."""

_HASH = re.compile(r"[0-9a-f]{64}")


class Keep(StrEnum):
    """How much of the images a recording keeps. Hashes, and so events, are the same for all."""

    EXACT = "exact"
    """Every pixel and every depth: the recording can stand in for the world."""
    COLOUR = "colour"
    """Every pixel of colour images, no depth: enough to ask a model every question again."""
    VIEWING = "viewing"
    """Colour images as JPEG, no depth: small, for people."""
    NONE = "none"


class ImageStore:
    """A folder of images. A hash covers type, shape and pixels, not the encoding, so equal images are one."""

    def __init__(self, folder: Path, keep: Keep = Keep.EXACT) -> None:
        self._folder = folder
        self._keep = keep

    def put_rgb(self, rgb: NDArray[np.uint8]) -> str:
        """Store a (height, width, 3) uint8 image and return its hash."""
        if rgb.ndim != 3 or rgb.shape[2] != 3 or rgb.dtype != np.uint8:
            raise TraceError(
                f"rgb of shape {rgb.shape} and type {rgb.dtype} cannot be stored; "
                "it must be (height, width, 3) uint8"
            )
        digest = content_hash(rgb)
        if self._keep is Keep.NONE:
            return digest
        is_exact = self._keep is not Keep.VIEWING
        path = self._path(digest, ".png" if is_exact else ".jpg")
        if not path.exists():
            _write_whole(path, _png(rgb) if is_exact else _jpeg(rgb))
        return digest

    def put_depth(self, depth_m: NDArray[np.float32]) -> str:
        """Store a (height, width) float32 image exactly and return its hash."""
        digest = content_hash(depth_m)
        path = self._path(digest, ".depth")
        if self._keep is Keep.EXACT and not path.exists():
            _write_whole(path, encode_depth(depth_m))
        return digest

    def rgb(self, digest: str) -> NDArray[np.uint8]:
        """The colour image with this hash, checked against it."""
        path = self._path(digest, ".png")
        try:
            with Image.open(io.BytesIO(_read(path)), formats=["PNG"]) as picture:
                check_size(picture)
                pixels = np.array(picture.convert("RGB"))
        except (
            UnidentifiedImageError,
            Image.DecompressionBombError,
            OSError,
            SyntaxError,
            ValueError,
        ) as error:
            raise TraceError(f"image {path} is damaged: {error}") from error
        _check(pixels, digest, path)
        return pixels

    def picture(self, digest: str) -> tuple[bytes, str] | None:
        """The file of a colour image and its media type, for showing; None where it was not kept."""
        for suffix, media_type in ((".png", "image/png"), (".jpg", "image/jpeg")):
            path = self._path(digest, suffix)
            if path.exists():
                return _read(path), media_type
        return None

    def depth_m(self, digest: str) -> NDArray[np.float32]:
        """The depth image with this hash, checked against it."""
        path = self._path(digest, ".depth")
        data = _read(path)
        try:
            depth_m = decode_depth(data)
        except TraceError as error:
            raise TraceError(f"image {path} is damaged: {error}") from error
        _check(depth_m, digest, path)
        return depth_m

    def _path(self, digest: str, suffix: str) -> Path:
        if not isinstance(digest, str) or not _HASH.fullmatch(digest):
            raise TraceError(
                f"image hash {digest!r} is not 64 lower-case hex digits; the recording is not sound"
            )
        return self._folder / (digest + suffix)


def check_size(picture: Image.Image) -> None:
    """Raise ValueError before an image is unpacked that no camera of ours takes."""
    if picture.width * picture.height > MAX_PIXELS:
        raise ValueError(f"{picture.width}x{picture.height} px are more than the {MAX_PIXELS} that are read")


def content_hash(image: NDArray[np.uint8] | NDArray[np.float32]) -> str:
    """SHA-256 over the type, the shape and the little-endian pixels of an image."""
    little = np.ascontiguousarray(image, dtype=image.dtype.newbyteorder("<"))
    digest = hashlib.sha256(f"{little.dtype.name} {little.shape}\n".encode())
    digest.update(little.data)
    return digest.hexdigest()


def _png(rgb: NDArray[np.uint8]) -> bytes:
    buffer = io.BytesIO()
    Image.fromarray(rgb).save(buffer, "PNG", compress_level=1, compress_type=zlib.Z_RLE)
    return buffer.getvalue()


def _jpeg(rgb: NDArray[np.uint8]) -> bytes:
    buffer = io.BytesIO()
    Image.fromarray(rgb).save(buffer, "JPEG", quality=88, subsampling=0)
    return buffer.getvalue()


def _write_whole(path: Path, data: bytes) -> None:
    """Write so that the file is either absent or complete, whenever the process dies."""
    unfinished = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished.write_bytes(data)
        unfinished.replace(path)
    except OSError as error:
        raise TraceError(f"cannot write image {path}: {error}") from error


def _read(path: Path) -> bytes:
    try:
        return read_bytes(path, MOST_BYTES)
    except FileNotFoundError as error:
        raise TraceError(
            f"image {path} is missing; copy the recording's whole folder, with images/, "
            "or record with exact images"
        ) from error
    except OSError as error:
        raise TraceError(f"cannot read image {path}: {error}") from error


def _check(image: NDArray[np.uint8] | NDArray[np.float32], digest: str, path: Path) -> None:
    if content_hash(image) != digest:
        raise TraceError(f"image {path} is damaged: its content does not match its hash")
