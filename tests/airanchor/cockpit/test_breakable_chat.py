"""A chat whose wait can be ended: answers and errors pass, and a person does not wait for a slow model."""

import threading
import time

import pytest

from airanchor.cockpit.breakable_chat import BreakableChat
from airanchor.cockpit.helm import Helm
from airanchor.errors import ChatRefused
from airanchor.reasoner.chat import Author, ChatAnswer, ChatRequest, Message, TextPart

QUESTION = ChatRequest((Message(Author.USER, (TextPart("Where to?"),)),))


class SlowChat:
    """Answers once it is let go, or refuses."""

    name = "slow"

    def __init__(self, *, refuses: bool = False) -> None:
        self.let_go = threading.Event()
        self._refuses = refuses

    def complete(self, request: ChatRequest) -> ChatAnswer:
        self.let_go.wait(30)
        if self._refuses:
            raise ChatRefused("no key")
        return ChatAnswer("there")


def test_answers_and_refusals_pass() -> None:
    for chat in (SlowChat(), SlowChat(refuses=True)):
        chat.let_go.set()
        breakable = BreakableChat(chat, Helm())
        assert breakable.name == "slow"
        if chat._refuses:
            with pytest.raises(ChatRefused, match="no key"):
                breakable.complete(QUESTION)
        else:
            assert breakable.complete(QUESTION).text == "there"


def test_a_broken_flight_does_not_wait_for_its_model() -> None:
    chat, helm = SlowChat(), Helm()
    threading.Timer(0.1, helm.break_off, ["stopped by a person"]).start()
    began_s = time.monotonic()
    with pytest.raises(KeyboardInterrupt, match="stopped by a person"):
        BreakableChat(chat, helm).complete(QUESTION)
    assert time.monotonic() - began_s < 5.0
    chat.let_go.set()
