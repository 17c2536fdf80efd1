"""The images of a trace for a page: small enough to embed, and only ever pictures."""

import base64
import io
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, UnidentifiedImageError

from airanchor.errors import TraceError
from airanchor.trace import ImageStore
from airanchor.trace.images import check_size
from airanchor.trace.writer import IMAGES_FOLDER

LONGEST_PX = 768
LEAVE_BYTES = 48_000
"""A JPEG up to this size is embedded as it is."""
PAGE_BYTES = 3_300_000
"""Of the recording's images in one page, so that it stays quick to open and to send. They are made smaller
until they fit; those that still do not are left out, and the page says so."""
SIZES = ((LONGEST_PX, 80), (512, 68), (384, 58), (288, 50))
"""Longest side in pixels and quality, the first that lets all images fit."""
_TRIED = 6
"""Images by which the size is chosen."""
_BROKEN = (UnidentifiedImageError, Image.DecompressionBombError, OSError, SyntaxError, ValueError)


@dataclass(frozen=True, slots=True)
class Picture:
    """An encoded image."""

    data: bytes
    media_type: str

    @property
    def data_uri(self) -> str:
        """The image as an address that holds it."""
        return f"data:{self.media_type};base64,{base64.b64encode(self.data).decode()}"


def images_of(folder: Path) -> ImageStore:
    """Where the images of a trace folder are."""
    return ImageStore(folder / IMAGES_FOLDER)


def open_picture(images: ImageStore, digest: str) -> Image.Image | None:
    """The image in RGB, or None where it was not kept or cannot be decoded."""
    kept = _kept(images, digest)
    if kept is None:
        return None
    try:
        with Image.open(io.BytesIO(kept.data), formats=["PNG", "JPEG"]) as image:
            check_size(image)
            return image.convert("RGB")
    except _BROKEN:
        return None


def small_picture(images: ImageStore, digest: str, size: tuple[int, int] = SIZES[0]) -> Picture | None:
    """The image as it is where it is small, otherwise as WebP of this size and quality."""
    kept, image = _kept(images, digest), open_picture(images, digest)
    if kept is None or image is None:
        return None
    longest_px, quality = size
    is_small = max(image.size) <= longest_px and len(kept.data) <= LEAVE_BYTES
    if is_small and size == SIZES[0] and kept.media_type == "image/jpeg":
        return kept
    image.thumbnail((longest_px, longest_px), Image.Resampling.LANCZOS)
    buffer = io.BytesIO()
    image.save(buffer, "WEBP", quality=quality, method=2)
    return Picture(buffer.getvalue(), "image/webp")


def embed(images: ImageStore, digests: list[str]) -> tuple[dict[str, str], int]:
    """Data URIs by hash, in the order given until the page is full, and how many had to be left out."""
    uris: dict[str, str] = {}
    left, omitted = PAGE_BYTES, 0
    size = _fitting_size(images, digests)
    for digest in digests:
        picture = small_picture(images, digest, size) if left > 0 else None
        if picture is None:
            omitted += left <= 0
            continue
        uris[digest] = picture.data_uri
        left -= len(uris[digest])
    return uris, omitted


def _fitting_size(images: ImageStore, digests: list[str]) -> tuple[int, int]:
    """The first size at which a few images, taken evenly, say that all will fit."""
    tried = digests[:: max(1, len(digests) // _TRIED)]
    for size in SIZES:
        pictures = [picture for digest in tried if (picture := small_picture(images, digest, size))]
        if sum(len(one.data_uri) for one in pictures) * len(digests) <= PAGE_BYTES * max(1, len(tried)):
            return size
    return SIZES[-1]


def _kept(images: ImageStore, digest: str) -> Picture | None:
    try:
        kept = images.picture(digest)
    except TraceError:
        return None
    return None if kept is None else Picture(*kept)
