"""A chat whose wait a person can end: a model may take minutes to answer, and STOP must not."""

import threading

from airanchor.cockpit.helm import Helm
from airanchor.reasoner import ChatTransport
from airanchor.reasoner.chat import ChatAnswer, ChatRequest

_PAUSE_S = 0.1


class BreakableChat:
    """Asks on a thread of its own. An answer that nobody waits for any more is dropped."""

    def __init__(self, chat: ChatTransport, helm: Helm) -> None:
        self._chat, self._helm = chat, helm

    @property
    def name(self) -> str:
        """The inner chat's."""
        return self._chat.name

    def complete(self, request: ChatRequest) -> ChatAnswer:
        """The inner chat's answer or error; KeyboardInterrupt where the flight is broken off meanwhile."""
        answers: list[ChatAnswer] = []
        errors: list[BaseException] = []

        def ask() -> None:
            try:
                answers.append(self._chat.complete(request))
            except BaseException as error:  # raised again where it is waited for
                errors.append(error)

        asking = threading.Thread(target=ask, name="cockpit-question", daemon=True)
        asking.start()
        while asking.is_alive():
            asking.join(_PAUSE_S)
            if self._helm.cause is not None:
                raise KeyboardInterrupt(self._helm.cause)
        if errors:
            raise errors[0]
        return answers[0]
