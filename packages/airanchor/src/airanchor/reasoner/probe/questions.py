"""The questions of a probe: plain images with one disc, asked for in the very prompt of a flight."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from airanchor.errors import ChatRefused, ChatUnavailable, InputError
from airanchor.reasoner.chat import ChatAnswer, ChatRequest, ChatTransport, ImagePart, Message
from airanchor.reasoner.extraction import extract_object
from airanchor.reasoner.pixels import PixelUnits
from airanchor.reasoner.probe.pixel_guess import MarkerAnswer, Pair, PixelGuess, guess_convention
from airanchor.reasoner.profiles.profile import JsonMode, ModelProfile
from airanchor.reasoner.prompts.template import render
from airanchor.reasoner.roles import ANCHOR_QUERY, AnchorQueryRequest, Context
from airanchor.reasoner.roles.context import finite, number

SIZE_PX = 512
_RADIUS_PX = 18
_BACKGROUND, _DISC = (196, 200, 204), (214, 30, 40)
_CONTEXT = Context(
    subtask="Fly to the red disc.",
    progress="NotStarted",
    plan="Fly towards the centre of the red disc; its direction is the one to measure.",
)
_WITNESS = "witness"  # a key that only the schema asks for: it comes back only where schemas are enforced
_PIXEL = {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}
_ANCHOR = {"type": "object", "properties": {"pixel": _PIXEL}, "required": ["pixel"]}
_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "anchors": {"type": "array", "items": _ANCHOR, "minItems": 1, "maxItems": 1},
        _WITNESS: {"type": "string", "enum": ["anchor"]},
    },
    "required": ["anchors", _WITNESS],
}


@runtime_checkable
class TunableChat(ChatTransport, Protocol):
    """A transport that can be asked in another way, as trying out JSON modes needs it."""

    @property
    def dropped(self) -> frozenset[str]:
        """Fields the service has refused."""
        ...

    def with_profile(self, profile: ModelProfile) -> "TunableChat":
        """The same service under another profile."""
        ...


class Questions:
    """Asks about the same markers in several ways, and keeps all answers."""

    def __init__(self, transport: ChatTransport, places: Sequence[tuple[int, int]]) -> None:
        self._transport = transport
        self._images = [draw_marker(place) for place in places]
        self._places = places
        self.calls = 0
        self.answers: list[ChatAnswer] = []

    def find_convention(self, profile: ModelProfile) -> tuple[PixelGuess, ModelProfile]:
        """How the model writes pixels, and the profile whose wording it answered.

        Another convention than the prompt states is believed only if the model keeps to it once it is stated.
        """
        guess = self._guess(profile)
        if guess.convention == profile.pixels or guess.resized_by != 1.0:
            return guess, profile
        other = _restated(profile, guess)
        again = self._guess(other)
        if again.convention == other.pixels:
            return again, other
        return replace(guess, convention=None), profile

    def find_json_mode(self, profile: ModelProfile) -> JsonMode:
        """The strongest way to hold the model to JSON that works; plain for transports without modes."""
        if not isinstance(self._transport, TunableChat):
            return JsonMode.NONE
        for mode in (JsonMode.SCHEMA, JsonMode.OBJECT):
            tuned = self._transport.with_profile(profile.model_copy(update={"json_mode": mode}))
            payload = self._payload_under(tuned, profile)
            if payload is not None and (mode is JsonMode.OBJECT or payload.get(_WITNESS) == "anchor"):
                return mode
        return JsonMode.NONE

    def tokens_per_image(self, profile: ModelProfile) -> int | None:
        """The difference that one image makes to the billed input; None where it is not told."""
        messages = self._messages(self._images[0], profile)
        blind = tuple(
            Message(m.author, tuple(part for part in m.parts if not isinstance(part, ImagePart)))
            for m in messages
        )
        answers = [self._ask(self._transport, each) for each in (messages, blind)]
        uses = [answer.usage for answer in answers if answer is not None and answer.usage is not None]
        return max(0, uses[0].input - uses[1].input) if len(uses) == 2 else None

    def _guess(self, profile: ModelProfile) -> PixelGuess:
        sightings = [
            MarkerAnswer(place, _pair(self._ask(self._transport, self._messages(image, profile))))
            for place, image in zip(self._places, self._images, strict=True)
        ]
        return guess_convention(
            sightings, width_px=SIZE_PX, height_px=SIZE_PX, image_scale=profile.image_scale
        )

    def _payload_under(self, transport: TunableChat, profile: ModelProfile) -> dict[str, Any] | None:
        try:
            answer = self._ask(transport, self._messages(self._images[0], profile))
        except ChatRefused:
            return None
        return None if "response_format" in transport.dropped else payload_of(answer)

    def _messages(self, image: NDArray[np.uint8], profile: ModelProfile) -> tuple[Message, ...]:
        request = AnchorQueryRequest(image, _CONTEXT, count=1, allows_objects=False)
        return render(ANCHOR_QUERY, request, profile.pixels)

    def _ask(self, transport: ChatTransport, messages: tuple[Message, ...]) -> ChatAnswer | None:
        self.calls += 1
        try:
            answer = transport.complete(ChatRequest(messages, max_output_tokens=512, seed=0, schema=_SCHEMA))
        except ChatUnavailable:
            return None
        self.answers.append(answer)
        return answer


def draw_places(count: int, rng: np.random.Generator) -> tuple[tuple[int, int], ...]:
    """Places of markers, well inside and far enough from the diagonal to tell column from row."""
    places: list[tuple[int, int]] = []
    while len(places) < count:
        u, v = (int(value) for value in rng.integers(60, SIZE_PX - 60, size=2))
        if abs(u - v) >= 90:
            places.append((u, v))
    return tuple(places)


def draw_marker(place: tuple[int, int]) -> NDArray[np.uint8]:
    """A plain image with one red disc."""
    image = np.full((SIZE_PX, SIZE_PX, 3), _BACKGROUND, np.uint8)
    v, u = np.ogrid[:SIZE_PX, :SIZE_PX]
    image[(u - place[0]) ** 2 + (v - place[1]) ** 2 <= _RADIUS_PX**2] = _DISC
    return image


def _restated(profile: ModelProfile, guess: PixelGuess) -> ModelProfile:
    """The profile with the guessed convention, or, without a guess, with the other units."""
    if guess.convention is not None:
        return profile.model_copy(update={"units": guess.convention.units, "order": guess.convention.order})
    units = PixelUnits.ABSOLUTE if profile.units is PixelUnits.NORM1000 else PixelUnits.NORM1000
    return profile.model_copy(update={"units": units})


def payload_of(answer: ChatAnswer | None) -> dict[str, Any] | None:
    """The JSON object of an answer, if there are both."""
    try:
        return None if answer is None else extract_object(answer, ANCHOR_QUERY.wanted)
    except InputError:
        return None


def _pair(answer: ChatAnswer | None) -> Pair | None:
    """The pair of numbers of the first anchor, of whatever range."""
    anchors = (payload_of(answer) or {}).get("anchors")
    first = anchors[0] if isinstance(anchors, list) and anchors else None
    pixel = first.get("pixel") if isinstance(first, Mapping) else None
    if not isinstance(pixel, list) or len(pixel) != 2:
        return None
    first_number, second_number = (finite(number(value)) for value in pixel)
    if first_number is None or second_number is None:
        return None
    return first_number, second_number
