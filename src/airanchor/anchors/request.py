"""What is asked: objects by words and directions by pixel, and the check of a model's list of them.

The check is strict: nothing is clamped, guessed or invented. It takes the list as JSON gives it and returns
what can be used, what is wrong (so that the question can be put again) and what was dropped on purpose.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from airanchor.errors import InputError
from airanchor.perception import Phrase


@dataclass(frozen=True, slots=True)
class ObjectRequest:
    """A thing to find: category and attributes, no place and no measure."""

    index: int
    """Its place in the question, from 1; it never changes."""
    phrase: Phrase

    @property
    def words(self) -> str:
        """For logs: the label."""
        return self.phrase.label


@dataclass(frozen=True, slots=True)
class DirectionRequest:
    """A pixel (column, row) to look along."""

    index: int
    pixel: tuple[int, int]

    @property
    def words(self) -> str:
        """For logs: the pixel."""
        return f"pixel {list(self.pixel)}"


AnchorRequest = ObjectRequest | DirectionRequest


class Fault(StrEnum):
    """What can be wrong with a list of requests."""

    NOT_A_LIST = "not a list"
    WRONG_COUNT = "wrong count"
    NOT_A_MAPPING = "not a mapping"
    UNKNOWN_TYPE = "unknown type"
    BAD_CATEGORY = "bad category"
    BAD_ATTRIBUTES = "bad attributes"
    BAD_PIXEL = "bad pixel"
    PIXEL_OUTSIDE = "pixel outside"
    DUPLICATE = "duplicate"
    BEYOND_COUNT = "beyond count"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing noticed in a list: the entry's place (None: the list itself), what, and in words."""

    index: int | None
    fault: Fault
    words: str


@dataclass(frozen=True, slots=True)
class RequestList:
    """A checked list."""

    requests: tuple[AnchorRequest, ...]
    """The usable ones, at most K, with the places they had in the list."""
    faults: tuple[Finding, ...]
    """Why the list should be asked for again; empty when it is strictly valid."""
    dropped: tuple[Finding, ...]
    """Sound entries left out: repetitions, and those beyond K."""

    @property
    def is_valid(self) -> bool:
        """Whether there is nothing to ask again."""
        return not self.faults


class _EntryError(InputError):
    def __init__(self, fault: Fault, words: str) -> None:
        self.fault = fault
        super().__init__(words)


def check_requests(entries: object, *, count: int, width_px: int, height_px: int) -> RequestList:
    """Read a parsed list of anchors, such as [{"type": "direction", "pixel": [255, 30]}, ...].

    Exactly `count` entries are wanted. Fields that are not asked for are ignored.
    """
    if not isinstance(entries, Sequence) or isinstance(entries, str | bytes):
        words = f"anchors must be a list of exactly {count} entries, not {_shown(entries)}"
        return RequestList((), (Finding(None, Fault.NOT_A_LIST, words),), ())
    faults: list[Finding] = []
    if len(entries) != count:
        words = f"anchors must hold exactly {count} entries, not {len(entries)}"
        faults.append(Finding(None, Fault.WRONG_COUNT, words))
    sound: list[AnchorRequest] = []
    for index, entry in enumerate(entries, start=1):
        try:
            sound.append(_read(entry, index, width_px, height_px))
        except _EntryError as error:
            faults.append(Finding(index, error.fault, f"anchor {index}: {error}"))
    kept, dropped = _first_distinct(sound, count)
    return RequestList(tuple(kept), tuple(faults), tuple(dropped))


def _read(entry: object, index: int, width_px: int, height_px: int) -> AnchorRequest:
    if not isinstance(entry, Mapping):
        raise _EntryError(Fault.NOT_A_MAPPING, f"an entry must be an object with a type, not {_shown(entry)}")
    kind = entry.get("type")
    if kind == "object":
        return ObjectRequest(index, _read_phrase(entry))
    if kind == "direction":
        return DirectionRequest(index, _read_pixel(entry.get("pixel"), width_px, height_px))
    raise _EntryError(Fault.UNKNOWN_TYPE, f"type {_shown(kind)} must be 'object' or 'direction'")


def _read_phrase(entry: Mapping[Any, Any]) -> Phrase:
    category, attributes = entry.get("category"), entry.get("attributes", [])
    if not isinstance(category, str) or not category.strip():
        raise _EntryError(Fault.BAD_CATEGORY, f"category {_shown(category)} must be a non-empty text")
    if not isinstance(attributes, list | tuple) or not all(isinstance(word, str) for word in attributes):
        raise _EntryError(Fault.BAD_ATTRIBUTES, f"attributes {_shown(attributes)} must be a list of texts")
    tidy = (" ".join(word.split()) for word in attributes)
    return Phrase(" ".join(category.split()), tuple(word for word in tidy if word))


def _read_pixel(pixel: object, width_px: int, height_px: int) -> tuple[int, int]:
    valid = f"[u, v] with integers u in 0..{width_px - 1} and v in 0..{height_px - 1}"
    if (
        not isinstance(pixel, list | tuple)
        or len(pixel) != 2
        or any(type(value) is not int for value in pixel)
    ):
        raise _EntryError(Fault.BAD_PIXEL, f"pixel {_shown(pixel)} must be {valid}")
    u, v = pixel
    if not (0 <= u < width_px and 0 <= v < height_px):
        raise _EntryError(
            Fault.PIXEL_OUTSIDE, f"pixel {_shown([u, v])} lies outside the image; it must be {valid}"
        )
    return u, v


def _first_distinct(
    requests: Sequence[AnchorRequest], count: int
) -> tuple[list[AnchorRequest], list[Finding]]:
    """The first `count` that do not repeat an earlier one (but for letter case), and the others."""
    kept: dict[tuple[object, ...], AnchorRequest] = {}
    dropped: list[Finding] = []
    for request in requests:
        key = _identity(request)
        if key in kept:
            words = f"anchor {request.index} ({_shown(request.words)}) repeats anchor {kept[key].index}"
            dropped.append(Finding(request.index, Fault.DUPLICATE, words))
        elif len(kept) == count:
            words = f"anchor {request.index} ({_shown(request.words)}) is more than the {count} asked for"
            dropped.append(Finding(request.index, Fault.BEYOND_COUNT, words))
        else:
            kept[key] = request
    return list(kept.values()), dropped


def _identity(request: AnchorRequest) -> tuple[object, ...]:
    if isinstance(request, DirectionRequest):
        return ("direction", *request.pixel)
    return ("object", *(word.lower() for word in (request.phrase.category, *request.phrase.attributes)))


def _shown(value: object) -> str:
    """A value for a message: short, on one line."""
    text = ascii(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
