"""What is asked of a view: objects by words, directions by pixel, made from the answer to an anchor query."""

from dataclasses import dataclass

from airanchor.perception import Phrase
from airanchor.reasoner.roles import AnchorAsks, DirectionAsk


@dataclass(frozen=True, slots=True)
class ObjectRequest:
    """A thing to find: category and attributes, no place and no measure."""

    index: int
    """Its place in the question, from 1; it never changes."""
    phrase: Phrase
    pixel: tuple[int, int] | None = None
    """(column, row) of a point that should lie on it; None where only its words are known."""

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


@dataclass(frozen=True, slots=True)
class Repetition:
    """A request that asks for the same as an earlier one."""

    request: AnchorRequest
    repeats: int
    """The number of the earlier one."""

    @property
    def words(self) -> str:
        """For logs."""
        return f"anchor {self.request.index} ({self.request.words}) repeats anchor {self.repeats}"


def requests_from(asks: AnchorAsks) -> tuple[AnchorRequest, ...]:
    """What to measure, with the numbers the anchors have in the answer and without its repetitions.

    The same thing asked twice would be merged into memory twice from one view.
    """
    return _parted(asks)[0]


def repetitions_in(asks: AnchorAsks) -> tuple[Repetition, ...]:
    """What `requests_from` leaves out, so that it can be told."""
    return _parted(asks)[1]


def _parted(asks: AnchorAsks) -> tuple[tuple[AnchorRequest, ...], tuple[Repetition, ...]]:
    first: dict[tuple[object, ...], AnchorRequest] = {}
    repetitions = []
    for index, ask in asks.numbered:
        request: AnchorRequest
        if isinstance(ask, DirectionAsk):
            request = DirectionRequest(index, ask.pixel)
        else:
            pixel = getattr(ask, "pixel", None)  # asks that point have one
            request = ObjectRequest(index, Phrase(ask.category, ask.attributes), pixel)
        earlier = first.setdefault(_identity(request), request)
        if earlier is not request:
            repetitions.append(Repetition(request, earlier.index))
    return tuple(first.values()), tuple(repetitions)


def _identity(request: AnchorRequest) -> tuple[object, ...]:
    """Equal for requests that ask for the same, but for letter case."""
    if isinstance(request, DirectionRequest):
        return ("direction", *request.pixel)
    words = (word.lower() for word in (request.phrase.category, *request.phrase.attributes))
    return ("object", request.pixel, *words)
