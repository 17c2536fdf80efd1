"""Reads the body of an OpenAI chat completion into our own request: the mirror of a client."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    field_validator,
)

from airanchor.errors import InputError
from airanchor.reasoner.chat import Author, ChatRequest, ImagePart, Message, Part, TextPart
from airanchor.reasoner.role import shown
from airanchor.reasoner.server.data_uri import ImageTooLarge, read_image

DEFAULT_OUTPUT_TOKENS = 2048
MAX_IMAGES = 32
MAX_TOTAL_PIXELS = 4 * 4096 * 4096
AUTHORS = {
    "system": Author.SYSTEM,
    "developer": Author.SYSTEM,
    "user": Author.USER,
    "assistant": Author.ASSISTANT,
}


class BodyFault(InputError):  # noqa: N818 - says what is the case
    """A request that cannot be answered: the HTTP status it deserves and the field that is wrong."""

    def __init__(self, message: str, *, field: str | None = None, status: int = 400) -> None:
        self.field = field
        self.status = status
        super().__init__(message)


class _Body(BaseModel):
    model_config = ConfigDict(strict=True, extra="ignore", allow_inf_nan=False)


class _Text(_Body):
    type: Literal["text"]
    text: str


class _Address(_Body):
    url: str


class _Image(_Body):
    type: Literal["image_url"]
    image_url: _Address


def _as_parts(content: Any) -> Any:
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


class _Turn(_Body):
    role: Literal["system", "developer", "user", "assistant"]
    content: Annotated[
        list[Annotated[_Text | _Image, Field(discriminator="type")]],
        BeforeValidator(_as_parts),
        Field(min_length=1, max_length=256),
    ]


class _Schema(_Body):
    schema_: dict[str, Any] | None = Field(default=None, alias="schema")


class _Format(_Body):
    type: Literal["text", "json_object", "json_schema"]
    json_schema: _Schema | None = None


class _StreamOptions(_Body):
    include_usage: bool | None = None


def _not_served(wish: Any) -> None:
    if wish:
        raise ValueError("is not served here; leave it out")


_Unserved = Annotated[Any, AfterValidator(_not_served)]
"""A wish that would change the answer and is not granted; ignoring it silently would mislead."""


class CompletionBody(_Body):
    """What `POST /v1/chat/completions` is sent, as far as it is served."""

    model: str
    messages: list[_Turn] = Field(min_length=1, max_length=1000)
    max_tokens: int | None = Field(default=None, ge=1)
    max_completion_tokens: int | None = Field(default=None, ge=1)
    temperature: float | None = Field(default=None, ge=0, le=2)
    seed: int | None = None
    n: Literal[1] | None = None
    stream: bool | None = None
    stream_options: _StreamOptions | None = None
    response_format: _Format | None = None
    tools: _Unserved = None
    functions: _Unserved = None
    logprobs: _Unserved = None
    stop: _Unserved = None
    audio: _Unserved = None

    @field_validator("messages")
    @classmethod
    def _holds_few_images(cls, turns: list[_Turn]) -> list[_Turn]:
        count = sum(isinstance(part, _Image) for turn in turns for part in turn.content)
        if count > MAX_IMAGES:
            raise ValueError(f"{count} images are too many; at most {MAX_IMAGES} are taken")
        return turns

    def chat_request(self) -> ChatRequest:
        """The request in our own terms, every image unpacked; BodyFault names the field that is wrong."""
        limit = self.max_completion_tokens or self.max_tokens
        return ChatRequest(
            _messages(self.messages),
            max_output_tokens=limit or DEFAULT_OUTPUT_TOKENS,
            temperature=self.temperature or 0.0,
            seed=self.seed,
            schema=self._schema(),
        )

    def _schema(self) -> dict[str, Any] | None:
        form = self.response_format
        return form.json_schema.schema_ if form and form.json_schema else None


def read_body(data: bytes) -> CompletionBody:
    """The body, if it is sound JSON with sound fields; else BodyFault with the first field that is not."""
    try:
        return CompletionBody.model_validate_json(data)
    except ValidationError as error:
        fault = error.errors(include_url=False, include_context=False)[0]
    if fault["type"] == "json_invalid":
        raise BodyFault(f"the body is not valid JSON: {fault['msg'].removeprefix('Invalid JSON: ')}")
    field = _field(fault["loc"])
    what = fault["msg"].removeprefix("Value error, ")
    raise BodyFault(f"{field or 'body'}: {what} (got {shown(fault['input'])})", field=field)


def _field(steps: Sequence[str | int]) -> str | None:
    """A path as OpenAI writes it, `messages[0].content[1].image_url.url`; kinds of parts are no fields."""
    text = ""
    for place, step in enumerate(steps):
        if isinstance(step, int):
            text += f"[{step}]"
        elif place < 2 or steps[place - 2] != "content":
            text += f".{step}" if text else step
    return text or None


def _messages(turns: list[_Turn]) -> tuple[Message, ...]:
    left_px = MAX_TOTAL_PIXELS
    messages = []
    for at, turn in enumerate(turns):
        parts: list[Part] = []
        for place, part in enumerate(turn.content):
            read = _part(part, f"messages[{at}].content[{place}].image_url.url")
            left_px -= read.rgb.size // 3 if isinstance(read, ImagePart) else 0
            if left_px < 0:
                message = f"the images hold more than {MAX_TOTAL_PIXELS} pixels together"
                raise BodyFault(message, field=f"messages[{at}]", status=413)
            parts.append(read)
        messages.append(Message(AUTHORS[turn.role], tuple(parts)))
    return tuple(messages)


def _part(part: _Text | _Image, field: str) -> Part:
    if isinstance(part, _Text):
        return TextPart(part.text)
    try:
        return ImagePart(read_image(part.image_url.url))
    except InputError as error:
        status = 413 if isinstance(error, ImageTooLarge) else 400
        raise BodyFault(f"{field}: {error}", field=field, status=status) from None
