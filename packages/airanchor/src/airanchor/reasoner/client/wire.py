"""The OpenAI chat format: our request as its JSON body, and its JSON body, however odd, as our answer."""

import base64
import io
import json
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from airanchor.errors import ChatUnavailable, InputError
from airanchor.reasoner.chat import (
    Author,
    ChatAnswer,
    ChatRequest,
    ImagePart,
    Message,
    Part,
    TokenUse,
)
from airanchor.reasoner.profiles.profile import JsonMode, ModelProfile

MAX_TOKENS = 10**9  # a service that reports more has lost count


def chat_body(
    request: ChatRequest, profile: ModelProfile, dropped: frozenset[str] = frozenset()
) -> dict[str, Any]:
    """The JSON body of a chat completion; `dropped` names fields that this service has refused before."""
    body: dict[str, Any] = {
        "model": profile.model,
        "messages": [_message(message, profile.image_scale) for message in request.messages],
        profile.max_tokens_field: request.max_output_tokens,
    }
    if profile.supports_temperature:
        body["temperature"] = request.temperature
    if profile.supports_seed and request.seed is not None:
        body["seed"] = request.seed
    form = _response_format(profile.json_mode, request.schema)
    if form is not None:
        body["response_format"] = form
    body = {name: value for name, value in body.items() if name not in dropped}
    return body | dict(profile.extra_body)


def _response_format(mode: JsonMode, schema: Mapping[str, Any] | None) -> dict[str, Any] | None:
    if mode is JsonMode.SCHEMA and schema is not None:
        return {"type": "json_schema", "json_schema": {"name": "reply", "schema": dict(schema)}}
    return None if mode is JsonMode.NONE else {"type": "json_object"}


def _message(message: Message, image_scale: int) -> dict[str, Any]:
    if message.author is not Author.USER or not message.images:
        return {"role": message.author.value, "content": message.text}
    return {"role": message.author.value, "content": [_part(part, image_scale) for part in message.parts]}


def _part(part: Part, image_scale: int) -> dict[str, Any]:
    if isinstance(part, ImagePart):
        return {"type": "image_url", "image_url": {"url": data_uri(part.rgb, image_scale)}}
    return {"type": "text", "text": part.text}


def data_uri(rgb: NDArray[np.uint8], scale: int = 1) -> str:
    """The image as a PNG data URI, every pixel repeated `scale` times each way."""
    if rgb.ndim != 3 or rgb.shape[2] != 3 or rgb.dtype != np.uint8:
        raise InputError(
            f"an image of shape {rgb.shape} and type {rgb.dtype} must be (height, width, 3) uint8"
        )
    enlarged = np.ascontiguousarray(rgb.repeat(scale, axis=0).repeat(scale, axis=1))
    buffer = io.BytesIO()
    Image.fromarray(enlarged).save(buffer, "PNG", compress_level=6)
    return "data:image/png;base64," + base64.b64encode(buffer.getvalue()).decode("ascii")


def parse_body(body: bytes) -> ChatAnswer:
    """What a service answered. A body that is no JSON object is ChatUnavailable; odd parts read as empty."""
    try:
        document = json.loads(body.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        raise ChatUnavailable(f"the service answered with no JSON: {excerpt(body)}") from None
    if not isinstance(document, dict):
        raise ChatUnavailable(f"the service answered with no JSON object: {excerpt(body)}")
    if "choices" not in document and document.get("error"):
        raise ChatUnavailable(f"the service reported an error: {excerpt(body)}")
    choice = _first_mapping(document.get("choices"))
    message = _mapping(choice.get("message"))
    return ChatAnswer(
        text=_text(message.get("content")) or _text(choice.get("text")),
        usage=_usage(_mapping(document.get("usage"))),
        reasoning=_text(message.get("reasoning_content")) or _text(message.get("reasoning")),
        is_truncated=choice.get("finish_reason") == "length",
        model=_text(document.get("model"))[:200],
    )


def _text(content: object) -> str:
    """The words of a content field: a text, or a list of parts; lone surrogates, which no file takes, go."""
    if isinstance(content, list):
        texts = (part.get("text") if isinstance(part, dict) else part for part in content)
        return "".join(_text(text) for text in texts if isinstance(text, str))
    return content.encode("utf-8", "replace").decode("utf-8") if isinstance(content, str) else ""


def _usage(usage: Mapping[str, Any]) -> TokenUse | None:
    told = [usage.get("prompt_tokens"), usage.get("completion_tokens")]
    counts = [count for count in told if type(count) is int and 0 <= count <= MAX_TOKENS]
    if len(counts) != 2:
        return None
    source = usage.get("source")  # a server of ours says so where it only counted
    told_by = source[:200] if isinstance(source, str) and source else "billed"
    return TokenUse(counts[0], counts[1], told_by)


def _first_mapping(value: object) -> Mapping[str, Any]:
    return _mapping(value[0]) if isinstance(value, list) and value else {}


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def excerpt(body: bytes, length: int = 200) -> str:
    """The beginning of a body, on one line, without control characters, for a message."""
    text = body[: 8 * length].decode("utf-8", "replace")
    words = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    if not words:
        return "(nothing)"
    return words if len(words) <= length else words[: length - 3] + "..."
