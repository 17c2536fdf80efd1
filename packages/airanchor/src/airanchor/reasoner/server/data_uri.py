"""Images that came as text: data URIs into exact pixels, within limits that no sender can stretch."""

import base64
import binascii
import io

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from airanchor.errors import InputError

FORMATS = {"image/png": "PNG", "image/jpeg": "JPEG", "image/webp": "WEBP"}
MAX_ENCODED_CHARS = 24 * 2**20
MAX_PIXELS = 4096 * 4096


class ImageTooLarge(InputError):  # noqa: N818 - says what is the case
    """The image is sound, perhaps, but larger than is taken."""


def read_image(uri: str) -> NDArray[np.uint8]:
    """The RGB pixels (height, width, 3) of a `data:image/...;base64,...` address; nothing is ever fetched."""
    kind, encoded = _split(uri)
    if len(encoded) > MAX_ENCODED_CHARS:
        raise ImageTooLarge(
            f"the image is {len(encoded)} characters of base64; at most {MAX_ENCODED_CHARS} are taken"
        )
    try:
        data = base64.b64decode(encoded, validate=True)
    except (binascii.Error, ValueError):
        raise InputError("the image is not valid base64") from None
    return _decoded(data, kind)


def _split(uri: str) -> tuple[str, str]:
    if not uri[:5].lower() == "data:":
        raise InputError(
            f"address {uri[:60]!r} is not fetched; send the image itself as data:image/png;base64,..."
        )
    header, comma, encoded = uri[5:].partition(",")
    kind, *options = (word.strip().lower() for word in header[:200].split(";"))
    if not comma or "base64" not in options or kind not in FORMATS:
        raise InputError(
            f"image header {header[:60]!r} is not usable; it must be one of "
            + ", ".join(f"data:{known};base64" for known in FORMATS)
        )
    return kind, encoded


def _decoded(data: bytes, kind: str) -> NDArray[np.uint8]:
    try:
        with Image.open(io.BytesIO(data), formats=[FORMATS[kind]]) as picture:
            _check_size(*picture.size)  # known from the header, before any pixel is unpacked
            return np.array(picture.convert("RGB"), dtype=np.uint8)
    except ImageTooLarge:
        raise
    except Image.DecompressionBombError:
        raise ImageTooLarge(f"the image unpacks to more than {MAX_PIXELS} pixels") from None
    except Exception as error:  # a decoder fed with anything may raise anything
        raise InputError(f"the image is no readable {FORMATS[kind]} ({type(error).__name__})") from None


def _check_size(width_px: int, height_px: int) -> None:
    if width_px * height_px > MAX_PIXELS:
        raise ImageTooLarge(f"the image is {width_px}x{height_px} pixels; at most {MAX_PIXELS} are taken")
