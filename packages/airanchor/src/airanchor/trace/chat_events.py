"""The events of a reasoner: each call to a model as it was sent and answered, and each reply it led to."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from airanchor.trace.record import ImageHash, Record


class PartRow(BaseModel):
    """A piece of a message: words, or an image by its content."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    text: str | None = None
    image: ImageHash | None = None


class MessageRow(BaseModel):
    """One message of a conversation."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    author: str
    parts: tuple[PartRow, ...]


class UsageRow(BaseModel):
    """The tokens of one call, and who counted them."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    input: int
    output: int
    source: str


class ExchangeEvent(Record):
    """One call to a model. How long it took is in the timing file: it differs between equal flights."""

    kind: Literal["exchange"] = "exchange"
    role: str
    attempt: int
    """1 for the question, 2 for its repair."""
    messages: tuple[MessageRow, ...]
    temperature: float = 0.0
    seed: int | None = None
    max_output_tokens: int = 2048
    answer: str | None = None
    """What came back, its last 200,000 characters; None where nothing did."""
    reasoning: str = ""
    usage: UsageRow | None = None
    is_truncated: bool = False
    model: str = ""
    fault: str | None = None
    """Why the answer could not be used."""


class AnswerEvent(Record):
    """A role has its reply."""

    kind: Literal["answer"] = "answer"
    role: str
    source: str
    """first answer, repaired answer or fallback."""
    reply: dict[str, JsonValue] = Field(default_factory=dict)
    faults: tuple[str, ...] = ()


ChatEvent = ExchangeEvent | AnswerEvent
