"""A role: one kind of question, as data. Name, request, prompt, reply, and what to do when all else fails."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError, ValidationInfo

from airanchor.errors import InputError
from airanchor.reasoner.pixels import PixelConvention


class Reply(BaseModel):
    """What every reply shares: strict types, nothing infinite, fields that were not asked for ignored.

    A validator finds the request that is being answered in `info.context`.
    """

    model_config = ConfigDict(strict=True, frozen=True, extra="ignore", allow_inf_nan=False)


QueryT = TypeVar("QueryT")
ReplyT = TypeVar("ReplyT", bound=Reply)
Payload = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Role(Generic[QueryT, ReplyT]):
    """One kind of question to a model."""

    name: str
    title: str
    """The first line of its prompt, without the "# "."""
    request: type[QueryT]
    reply: type[ReplyT]
    fallback: Callable[[Payload, QueryT], ReplyT]
    """The reply when the model's answers stay unusable: salvages what is sound in the last one. It always
    succeeds, and it never means STOP or done."""
    coerce: Callable[[Payload, QueryT], Payload] = lambda payload, request: payload
    """Forgives spelling (numbers as strings, letter case), never meaning; it costs no second question."""
    convert: Callable[[Payload, QueryT, PixelConvention], Payload] = lambda payload, request, pixels: payload
    """Brings coordinates from the model's convention to pixels; raises InputError for those outside."""

    def check(self, payload: object, request: QueryT) -> ReplyT:
        """The reply, if the payload is strictly valid as an answer to this request; else InputError."""
        try:
            return self.reply.model_validate(payload, context=request)
        except ValidationError as error:
            raise InputError(faults_in_words(error)) from error


def request_of(info: ValidationInfo) -> Any:
    """The request that the reply under validation answers."""
    return info.context


def faults_in_words(error: ValidationError) -> str:
    """Each fault on its line: where, what, and the value, short enough to quote back to a model."""
    lines = []
    for fault in error.errors(include_url=False)[:8]:
        place = ".".join(str(step) for step in fault["loc"]) or "answer"
        what = fault["msg"].removeprefix("Value error, ")
        lines.append(f"{place}: {what} (got {shown(fault['input'])})")
    return "\n".join(lines)


def shown(value: object) -> str:
    """A value for a message: short, on one line."""
    text = ascii(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
