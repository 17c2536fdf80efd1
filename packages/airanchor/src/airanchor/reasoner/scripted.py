"""A chat that answers from a list: for tests, examples and trying out a loop without any model."""

from collections.abc import Iterable

from airanchor.errors import ReasonerError
from airanchor.reasoner.chat import ChatAnswer, ChatRequest


class ScriptedChat:
    """Gives its answers in order, whatever is asked. An error in the list is raised in its turn."""

    def __init__(self, answers: Iterable[str | ChatAnswer | ReasonerError]) -> None:
        self._answers = tuple(answers)
        self.requests: list[ChatRequest] = []
        """What was asked so far."""

    @property
    def name(self) -> str:
        """What results are marked with."""
        return "scripted"

    def complete(self, request: ChatRequest) -> ChatAnswer:
        """The next answer."""
        if len(self.requests) == len(self._answers):
            raise ReasonerError(
                f"the script has {len(self._answers)} answers and was asked once more; add one"
            )
        answer = self._answers[len(self.requests)]
        self.requests.append(request)
        if isinstance(answer, ReasonerError):
            raise answer
        return answer if isinstance(answer, ChatAnswer) else ChatAnswer(answer, model=self.name)
