"""The chat seam: messages of text and images in, text out. Everything a model knows goes through here."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from airanchor.trace import content_hash


class Author(StrEnum):
    """Who speaks."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"


@dataclass(frozen=True, slots=True)
class TextPart:
    """Words."""

    text: str


@dataclass(frozen=True, slots=True, eq=False)
class ImagePart:
    """A picture, as the exact pixels: encoding is the transport's business."""

    rgb: NDArray[np.uint8]  # (height, width, 3)


Part = TextPart | ImagePart


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation: text and images in the order they are read."""

    author: Author
    parts: tuple[Part, ...]

    @property
    def text(self) -> str:
        """The words alone."""
        return "".join(part.text for part in self.parts if isinstance(part, TextPart))

    @property
    def images(self) -> tuple[NDArray[np.uint8], ...]:
        """The pictures alone, in order."""
        return tuple(part.rgb for part in self.parts if isinstance(part, ImagePart))


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """One question to a model."""

    messages: tuple[Message, ...]
    max_output_tokens: int = 2048
    temperature: float = 0.0
    seed: int | None = None
    schema: Mapping[str, Any] | None = None
    """The JSON schema of the wanted answer; used only by models whose profile says they take one."""

    def digest(self) -> str:
        """SHA-256 of all that the model sees and is set to, images by their content."""
        described = {
            "messages": [
                [message.author, [_described(part) for part in message.parts]] for message in self.messages
            ],
            "max_output_tokens": self.max_output_tokens,
            "temperature": self.temperature,
            "seed": self.seed,
        }
        return hashlib.sha256(json.dumps(described, sort_keys=True).encode()).hexdigest()


def _described(part: Part) -> list[str]:
    if isinstance(part, TextPart):
        return ["text", part.text]
    return ["image", content_hash(part.rgb)]


@dataclass(frozen=True, slots=True)
class TokenUse:
    """What one call took."""

    input: int
    output: int
    source: str = "billed"
    """"billed" where the service reported it; else the name of the tokenizer that counted it."""


@dataclass(frozen=True, slots=True)
class ChatAnswer:
    """What came back, untouched."""

    text: str
    usage: TokenUse | None = None
    reasoning: str = ""
    """What some models put into a field of its own; answers sometimes hide there."""
    is_truncated: bool = False
    retries: int = 0
    """How often the transport had to ask before it got this."""
    latency_s: float = 0.0
    model: str = ""


@runtime_checkable
class ChatTransport(Protocol):
    """Anything that answers a chat: a service, a recording, a rulebook."""

    @property
    def name(self) -> str:
        """What results are marked with."""
        ...

    def complete(self, request: ChatRequest) -> ChatAnswer:
        """Answer, or raise ChatUnavailable (transient), ChatRefused (permanent) or BudgetSpent."""
        ...
