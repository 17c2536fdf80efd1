"""A role: one kind of question, as data. Name, request, prompt, reply, and what to do when all else fails."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Generic, TypeVar, get_origin

from pydantic import BaseModel, ConfigDict, ValidationError, ValidationInfo

from airanchor.errors import InputError
from airanchor.reasoner.extraction import AnswerShape
from airanchor.reasoner.pixels import PixelConvention


class Reply(BaseModel):
    """What every reply shares: strict types, nothing infinite, fields that were not asked for ignored.

    A validator finds the request that is being answered in `info.context`.
    """

    model_config = ConfigDict(strict=True, frozen=True, extra="ignore", allow_inf_nan=False)


QueryT = TypeVar("QueryT")
ReplyT = TypeVar("ReplyT", bound=Reply)
Payload = dict[str, Any]
MAX_FAULT = 300
"""Characters of one fault, which may quote the answer."""


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
    """Brings coordinates from the model's convention to pixels. One that lies outside is replaced by the
    InputError that says so: the check then fails with it, and the fallback can keep the other entries."""
    template: str | None = None
    """The file of its prompt, without its ending, where it is not called like the role."""

    @property
    def wanted(self) -> AnswerShape:
        """What an answer to this role is known by."""
        needed = {name: field for name, field in self.reply.model_fields.items() if field.is_required()}
        lists = [name for name, field in needed.items() if get_origin(field.annotation) is tuple]
        return AnswerShape(frozenset(needed), lists[0] if len(needed) == len(lists) == 1 else None)

    @property
    def schema(self) -> Mapping[str, Any]:
        """The JSON schema of its reply."""
        return _schema(self.reply)

    def check(self, payload: object, request: QueryT) -> ReplyT:
        """The reply, if the payload is strictly valid as an answer to this request; else InputError."""
        try:
            return self.reply.model_validate(payload, context=request)
        except ValidationError as error:
            raise InputError(faults_in_words(error)) from error


@cache
def _schema(reply: type[Reply]) -> Mapping[str, Any]:
    return reply.model_json_schema()


def request_of(info: ValidationInfo) -> Any:
    """The request that the reply under validation answers."""
    return info.context


def faults_in_words(error: ValidationError) -> str:
    """Each fault on its line: where, what, and the value, short enough to quote back to a model."""
    lines = []
    for fault in error.errors(include_url=False)[:8]:
        place = ".".join(str(step) for step in fault["loc"]) or "answer"
        what = _short(fault["msg"].removeprefix("Value error, "), MAX_FAULT)
        got = "" if isinstance(fault["input"], Exception) else f" (got {shown(fault['input'])})"
        lines.append(f"{place}: {what}{got}")
    return "\n".join(lines)


def shown(value: object) -> str:
    """A value for a message: short, on one line."""
    try:
        return _short(ascii(value), 60)
    except ValueError:  # Python writes no whole number of more than some thousand digits
        return "a number too long to write"


def _short(text: str, length: int) -> str:
    return text if len(text) <= length else f"{text[: length - 3]}..."
