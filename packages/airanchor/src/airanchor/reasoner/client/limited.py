"""A transport that keeps within a pace and a budget, around any other."""

from collections.abc import Callable
from pathlib import Path

from airanchor.errors import ChatRefused
from airanchor.reasoner.chat import ChatAnswer, ChatRequest, ChatTransport, Part, TextPart, TokenUse
from airanchor.reasoner.client.budget import Allowance, Budget, price_of
from airanchor.reasoner.client.rate import RateLimiter
from airanchor.reasoner.client.run_file import RunFile
from airanchor.reasoner.profiles.profile import ModelProfile

BYTES_PER_TOKEN = 3
"""Texts take four or five bytes a token; three errs on the safe side before a call."""
TOKENS_PER_MESSAGE = 8


class LimitedChat:
    """Reserves before each call and settles after it. `image_tokens` is usually that of the profile."""

    def __init__(
        self,
        transport: ChatTransport,
        *,
        limiter: RateLimiter | None = None,
        budget: Budget | None = None,
        image_tokens: Callable[[int, int], int] = lambda width_px, height_px: width_px * height_px // 1024,
    ) -> None:
        self._transport = transport
        self._limiter = limiter
        self._budget = budget
        self._image_tokens = image_tokens

    @property
    def name(self) -> str:
        """That of the transport inside."""
        return self._transport.name

    def complete(self, request: ChatRequest) -> ChatAnswer:
        """Ask the transport inside once there is room; BudgetSpent where there will be none."""
        most = TokenUse(self.estimate(request), request.max_output_tokens, "estimated")
        reservation = self._budget.reserve(most.input, most.output) if self._budget else 0
        place = self._limiter.acquire(most.input + most.output) if self._limiter else 0
        use, retries = most, 0  # an answer that never came may still be billed
        try:
            answer = self._transport.complete(request)
            use, retries = answer.usage or most, answer.retries
            return answer
        except ChatRefused:
            use = TokenUse(0, 0, "refused")
            raise
        finally:
            if self._budget:
                self._budget.settle(reservation, use)
            if self._limiter:
                self._limiter.settle(place, tokens=use.input + use.output, extra_requests=retries)

    def estimate(self, request: ChatRequest) -> int:
        """About the input tokens of a request, rather too many."""
        parts = [part for message in request.messages for part in message.parts]
        return TOKENS_PER_MESSAGE * len(request.messages) + sum(self._tokens(part) for part in parts)

    def _tokens(self, part: Part) -> int:
        if isinstance(part, TextPart):
            return -(-len(part.text.encode("utf-8", "replace")) // BYTES_PER_TOKEN)
        height_px, width_px = part.rgb.shape[:2]
        return self._image_tokens(width_px, height_px)


def limited(
    transport: ChatTransport,
    profile: ModelProfile | None,
    allowance: Allowance | None,
    run_folder: Path | None,
) -> ChatTransport:
    """The transport within a profile's pace and a run's allowance, or by itself where it has neither."""
    has_pace = profile is not None and (profile.requests_per_minute or profile.tokens_per_minute)
    if allowance is None and not has_pace:
        return transport
    file = RunFile(None if run_folder is None else run_folder / "spending.sqlite")
    price = None if profile is None else price_of(profile)
    budget = None if allowance is None else Budget(file, allowance, price=price)
    limiter = None
    if profile is not None and has_pace:
        limiter = RateLimiter(
            file,
            requests_per_minute=profile.requests_per_minute,
            tokens_per_minute=profile.tokens_per_minute,
        )
    if profile is None:
        return LimitedChat(transport, limiter=limiter, budget=budget)
    return LimitedChat(transport, limiter=limiter, budget=budget, image_tokens=profile.image_tokens)
