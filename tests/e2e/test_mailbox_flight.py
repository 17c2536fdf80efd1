"""A flight by mail: somebody else answers the files, and it flies as if it were asked directly."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import airanchor
from airanchor.assembly import usual_profile
from airanchor.embedded.rules.transport import RulebookChat
from airanchor.perception.text import load_text_encoder
from airanchor.reasoner.chat import Author, ChatRequest, ImagePart, Message, TextPart
from airanchor.reasoner.mailbox.letter import Letter, Mailbox
from airanchor.trace.reader import pack_events

INSTRUCTION = "Climb 6 metres, turn right ninety degrees and fly forward 20 metres."
SCENE = "practice-square"


def asked(letter: Letter) -> ChatRequest:
    """The question as it was, from its files alone."""
    return ChatRequest(
        tuple(
            Message(Author(message.author), tuple(_part(part, letter.folder) for part in message.parts))
            for message in letter.content().messages
        )
    )


def _part(part, folder: Path) -> TextPart | ImagePart:
    if part.text is not None:
        return TextPart(part.text)
    return ImagePart(np.array(Image.open(folder / part.picture).convert("RGB")))


@contextmanager
def answered_by_rules(folder: Path) -> Iterator[None]:
    """Somebody who answers all that is in the box until the flight is over."""
    rules, over = RulebookChat(load_text_encoder()), threading.Event()

    def answer() -> None:
        box = Mailbox(folder)
        while not over.wait(0.05):
            for letter in box.letters():
                if not letter.is_answered:
                    letter.write_answer(rules.complete(asked(letter)).text)

    clerk = threading.Thread(target=answer, daemon=True)
    clerk.start()
    try:
        yield
    finally:
        over.set()
        clerk.join(10)


@pytest.fixture(scope="module")
def by_mail(tmp_path_factory):
    folder = tmp_path_factory.mktemp("mail")
    with answered_by_rules(folder / "box"):
        flight = airanchor.fly(
            INSTRUCTION,
            scene=SCENE,
            reasoner=f"mailbox:{folder / 'box'}",
            profile="paper",
            out=folder / "flight",
        )
    return flight, folder


def test_a_flight_by_mail_is_the_flight_itself(by_mail):
    flight, _ = by_mail
    direct = airanchor.fly(INSTRUCTION, scene=SCENE, profile="paper")
    assert flight.trajectory == direct.trajectory
    assert flight.ending == direct.ending
    assert sum(row.calls for row in flight.usage) == sum(row.calls for row in direct.usage)


def test_the_same_command_goes_on_with_the_answers_that_are_there(by_mail):
    flight, folder = by_mail
    letters = Mailbox(folder / "box").letters()
    again = airanchor.fly(INSTRUCTION, scene=SCENE, reasoner=f"mailbox:{folder / 'box'}", profile="paper")
    assert again.trajectory == flight.trajectory
    assert Mailbox(folder / "box").letters() == letters


def test_its_packed_recording_flies_again_by_the_settings_it_was_made_with(by_mail, tmp_path):
    flight, folder = by_mail
    pack_events(folder / "flight" / "trace", tmp_path / "packed")
    assert usual_profile(str(tmp_path / "packed")) == "paper"
    again = airanchor.fly(INSTRUCTION, scene=SCENE, reasoner=str(tmp_path / "packed"), out=tmp_path / "again")
    assert again.trajectory == flight.trajectory
    first = (folder / "flight" / "trace" / "events.jsonl").read_bytes()
    assert (tmp_path / "again" / "trace" / "events.jsonl").read_bytes() == first


def test_the_settings_of_plus_do_not_hinder_an_agent_that_decides_by_actions():
    flight = airanchor.fly(
        INSTRUCTION, scene=SCENE, agent="action-level", profile="plus", settings=["agent.actions=3"]
    )
    assert flight.steps >= 1


def test_a_model_is_told_more_by_itself(tmp_path):
    assert usual_profile("rules") == "embedded"
    assert usual_profile("openai") == "plus"
    assert usual_profile(f"mailbox:{tmp_path}") == "plus"
