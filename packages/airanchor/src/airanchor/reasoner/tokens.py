"""Counts tokens where nobody bills them, so that every reasoner has a workload to compare."""

from dataclasses import replace
from typing import Protocol, runtime_checkable

from airanchor.reasoner.chat import ChatAnswer, ChatRequest, ChatTransport, Part, TextPart, TokenUse


@runtime_checkable
class TokenCounter(Protocol):
    """A named rule that turns texts and images into numbers of tokens."""

    @property
    def name(self) -> str:
        """The rule in a few words; results are marked with it."""
        ...

    def count_text(self, text: str) -> int:
        """The tokens of a text; the same text always counts the same."""
        ...

    def count_image(self, width_px: int, height_px: int) -> int:
        """The tokens of an image of that size."""
        ...


class CountedChat:
    """A transport whose answers always tell their tokens: billed ones stay, missing ones are counted."""

    def __init__(self, transport: ChatTransport, counter: TokenCounter) -> None:
        self._transport = transport
        self._counter = counter

    @property
    def name(self) -> str:
        """That of the transport inside."""
        return self._transport.name

    def complete(self, request: ChatRequest) -> ChatAnswer:
        """The answer of the transport inside, with its tokens."""
        answer = self._transport.complete(request)
        if answer.usage is not None:
            return answer
        return replace(answer, usage=self.count(request, answer))

    def count(self, request: ChatRequest, answer: ChatAnswer) -> TokenUse:
        """What the call took: all that was shown, all that was written. Marks between turns are free."""
        counter = self._counter
        shown = sum(self._tokens(part) for message in request.messages for part in message.parts)
        written = counter.count_text(answer.text) + counter.count_text(answer.reasoning)
        return TokenUse(shown, written, source=f"counted: {counter.name}")

    def _tokens(self, part: Part) -> int:
        if isinstance(part, TextPart):
            return self._counter.count_text(part.text)
        height_px, width_px = part.rgb.shape[:2]
        return self._counter.count_image(width_px, height_px)
