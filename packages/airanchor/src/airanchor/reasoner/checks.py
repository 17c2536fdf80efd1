"""The conformance kit of chats: run your own through `check_chat(MyChat())`. It asks about ten questions."""

from dataclasses import dataclass

import numpy as np

from airanchor.errors import ConformanceError, ReasonerError
from airanchor.reasoner.chat import (
    Author,
    ChatAnswer,
    ChatRequest,
    ChatTransport,
    ImagePart,
    Message,
    TextPart,
)
from airanchor.reasoner.reasoner import Reasoner, ReplySource
from airanchor.reasoner.roles import DECOMPOSITION, DecompositionRequest
from aircity.world.checks.report import CheckReport, RuleBroken, RuleSkipped, judged

INSTRUCTION = "Fly to the red tower, then turn left and stop at the church."


def check_chat(chat: ChatTransport) -> CheckReport:
    """Ask it; raise a ConformanceError that names the broken rules, or return the report."""
    report = examine_chat(chat)
    lines = [f"{one.rule}: {one.detail}" for one in report.results if one.rule in report.broken]
    if lines:
        raise ConformanceError("the chat breaks its contract\n  " + "\n  ".join(lines))
    return report


def examine_chat(chat: ChatTransport) -> CheckReport:
    """Judge every rule; a service that cannot be reached breaks none, but nothing is learnt of it."""
    case = _Case(chat)
    return judged(
        (
            case.has_a_name,
            case.answers_words,
            case.answers_pictures,
            case.leaves_requests_alone,
            case.its_answers_can_be_used,
        )
    )


@dataclass(slots=True)
class _Case:
    chat: ChatTransport

    def has_a_name(self) -> str:
        if not isinstance(self.chat, ChatTransport):
            raise RuleBroken(f"{type(self.chat).__name__} lacks name or complete(request)")
        if not isinstance(self.chat.name, str) or not self.chat.name.strip():
            raise RuleBroken(f"its name is {self.chat.name!r}; results are marked with it")
        return repr(self.chat.name)

    def answers_words(self) -> str:
        return self._asked(TextPart("Answer with the word yes."))

    def answers_pictures(self) -> str:
        picture = np.full((64, 96, 3), 200, np.uint8)
        return self._asked(TextPart("What do you see?"), ImagePart(picture))

    def leaves_requests_alone(self) -> str:
        picture = np.arange(64 * 96 * 3, dtype=np.uint32).astype(np.uint8).reshape(64, 96, 3)
        request = _request(TextPart("What do you see?"), ImagePart(picture.copy()))
        before = request.digest()
        self._complete(request)
        if request.digest() != before:
            raise RuleBroken("the request was modified; its pictures belong to the flight")
        return "unchanged"

    def its_answers_can_be_used(self) -> str:
        answer = Reasoner(self.chat).ask(DECOMPOSITION, DecompositionRequest(INSTRUCTION))
        if answer.source is ReplySource.FALLBACK:
            faults = "; ".join(answer.faults)[:200]
            raise RuleSkipped(f"its answer to a real prompt could not be used, flights fall back: {faults}")
        return f"{len(answer.reply.subtasks)} subtasks of an instruction ({answer.source.value})"

    def _asked(self, *parts: TextPart | ImagePart) -> str:
        answer = self._complete(_request(*parts))
        if not isinstance(answer, ChatAnswer) or not isinstance(answer.text, str):
            raise RuleBroken(f"complete returned {type(answer).__name__}, valid is a ChatAnswer with a text")
        use = answer.usage
        if answer.latency_s < 0 or answer.retries < 0 or (use and min(use.input, use.output) < 0):
            raise RuleBroken(
                f"latency {answer.latency_s}, retries {answer.retries}, tokens {use}: none is negative"
            )
        return f"{len(answer.text)} characters"

    def _complete(self, request: ChatRequest) -> ChatAnswer:
        """What it raises must be of the contract: anything else would end a flight without STOP."""
        try:
            return self.chat.complete(request)
        except ReasonerError as error:
            raise RuleSkipped(f"it raised {type(error).__name__}: {error}") from error
        except Exception as error:
            raise RuleBroken(
                f"it raised {type(error).__name__}: {error}; valid are ChatUnavailable, ChatRefused "
                "and BudgetSpent"
            ) from error


def _request(*parts: TextPart | ImagePart) -> ChatRequest:
    return ChatRequest((Message(Author.USER, parts),), max_output_tokens=64)
