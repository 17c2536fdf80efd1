"""Questions and answers as files."""

import json
import os
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
from PIL import Image

from airanchor.errors import ChatUnavailable, InputError
from airanchor.reasoner import PixelConvention, Reasoner
from airanchor.reasoner.chat import Author, ChatRequest, ImagePart, Message, TextPart
from airanchor.reasoner.mailbox.letter import Mailbox
from airanchor.reasoner.mailbox.mailbox_chat import MailboxChat, mailbox_folder
from airanchor.reasoner.roles import DECOMPOSITION, DecompositionRequest
from tests.folders import ROOT

REPLY = {"subtasks": [{"id": "S1", "text": "go", "subgoals": ["go"], "landmarks": []}]}


def picture(shade: int) -> np.ndarray:
    return np.full((48, 64, 3), shade, np.uint8)


def asked(*pictures: np.ndarray, words: str = "where to?") -> ChatRequest:
    parts = [TextPart(f"{words}\n")]
    for number, rgb in enumerate(pictures):
        parts += [
            TextPart(f"View {number}, offset <offset>{45 * number}</offset> degrees:\n"),
            ImagePart(rgb),
        ]
    system = Message(Author.SYSTEM, (TextPart("# Choose a heading from a look around\n"),))
    return ChatRequest((system, Message(Author.USER, tuple(parts))), schema={"type": "object"})


class Pauses:
    """Answers after some pauses instead of sleeping."""

    def __init__(self, *steps) -> None:
        self._steps = list(steps)

    def __call__(self, _seconds: float) -> None:
        if not self._steps:
            raise AssertionError("nobody answers any more")
        self._steps.pop(0)()


def test_a_question_is_a_folder_with_all_that_is_asked(tmp_path):
    letter = Mailbox(tmp_path).post(asked(picture(10), picture(20)))
    assert letter.folder.name.startswith("0001-panorama-")
    assert {one.name for one in letter.folder.iterdir()} == {
        "letter.json",
        "picture-1.png",
        "picture-2.png",
        "pictures.png",
        "question.md",
        "schema.json",
    }
    assert (np.asarray(Image.open(letter.folder / "picture-2.png")) == 20).all()
    text = (letter.folder / "question.md").read_text("utf-8")
    assert "# Choose a heading from a look around" in text
    assert "offset <offset>45</offset> degrees:\n[picture: picture-2.png]" in text
    assert letter.schema() == {"type": "object"}
    assert not letter.is_answered


def test_one_picture_needs_no_sheet(tmp_path):
    letter = Mailbox(tmp_path).post(asked(picture(10)))
    assert not (letter.folder / "pictures.png").exists()


def test_the_flight_waits_for_the_answer(tmp_path):
    chat = MailboxChat(tmp_path, sleep=Pauses(lambda: None, lambda: answer(tmp_path, 1, '{"a": 1}')))
    assert chat.complete(asked(picture(1))).text == '{"a": 1}'


def answer(folder, number: int, text: str) -> None:
    next(one for one in Mailbox(folder).letters() if one.number == number).write_answer(text)


def test_half_an_answer_is_not_read(tmp_path):
    def write_half():
        Mailbox(tmp_path).letters()[0].answer_file.write_text('{"a": ')

    chat = MailboxChat(tmp_path, sleep=Pauses(write_half, lambda: answer(tmp_path, 1, '{"a": 1}')))
    assert chat.complete(asked()).text == '{"a": 1}'


@pytest.mark.parametrize(("age_s", "is_taken"), [(5, False), (11, True)])
def test_a_text_that_is_no_json_is_taken_only_after_a_rest(tmp_path, age_s, is_taken):
    letter = Mailbox(tmp_path).post(asked())
    letter.answer_file.write_text('{"a": ')
    os.utime(letter.answer_file, (time.time() - age_s, time.time() - age_s))
    chat = MailboxChat(tmp_path, sleep=Pauses(lambda: answer(tmp_path, 1, '{"a": 1}')))
    assert chat.complete(asked()).text == ('{"a": ' if is_taken else '{"a": 1}')


def test_a_text_that_stays_no_json_is_handed_on_as_it_is(tmp_path):
    def write_old_text():
        file = Mailbox(tmp_path).letters()[0].answer_file
        file.write_text("turn left")
        os.utime(file, (time.time() - 60, time.time() - 60))

    assert MailboxChat(tmp_path, sleep=Pauses(write_old_text)).complete(asked()).text == "turn left"


def test_a_question_asked_before_has_its_answer_at_once(tmp_path):
    Mailbox(tmp_path).post(asked(picture(3))).write_answer('{"a": 3}')
    chat = MailboxChat(tmp_path, sleep=Pauses())
    assert chat.complete(asked(picture(3))).text == '{"a": 3}'
    assert len(Mailbox(tmp_path).letters()) == 1


def test_another_picture_is_another_question(tmp_path):
    box = Mailbox(tmp_path)
    first = box.post(asked(picture(3)))
    assert box.find(asked(picture(4))) is None
    assert box.find(asked(picture(3))) == first


def test_a_question_that_waits_is_not_put_into_the_box_twice(tmp_path):
    Mailbox(tmp_path).post(asked())
    MailboxChat(tmp_path, sleep=Pauses(lambda: answer(tmp_path, 1, "{}"))).complete(asked())
    assert len(Mailbox(tmp_path).letters()) == 1


def test_flights_that_share_a_box_lose_no_question(tmp_path):
    def post(shade: int) -> None:
        Mailbox(tmp_path).post(asked(picture(shade)))

    threads = [threading.Thread(target=post, args=(shade,)) for shade in range(6)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    letters = Mailbox(tmp_path).letters()
    assert len(letters) == 6
    assert all(letter.content().role == "panorama" for letter in letters)


def test_a_faulty_answer_is_quoted_back_in_a_second_letter(tmp_path):
    def write_fault():
        answer(tmp_path, 1, '{"subtasks": "none"}')

    chat = MailboxChat(tmp_path, sleep=Pauses(write_fault, lambda: answer(tmp_path, 2, json.dumps(REPLY))))
    reply = Reasoner(chat, pixels=PixelConvention()).ask(DECOMPOSITION, DecompositionRequest("go")).reply
    assert reply.subtasks[0].text == "go"
    second = (Mailbox(tmp_path).letters()[1].folder / "question.md").read_text("utf-8")
    assert "This answer cannot be used" in second


def test_an_answer_that_is_no_file_is_no_answer(tmp_path):
    letter = Mailbox(tmp_path).post(asked())
    os.mkfifo(letter.answer_file)
    with pytest.raises(ChatUnavailable, match="regular file"):
        MailboxChat(tmp_path, sleep=Pauses()).complete(asked())


def test_results_are_marked_with_who_answers(tmp_path):
    chat = MailboxChat(tmp_path)
    assert chat.name == "mailbox"
    (tmp_path / "answerer.txt").write_text("Ada <b>\nmore")
    assert chat.name == "mailbox (Ada ‹b›)"


def test_an_answer_keeps_the_name_of_who_gave_it(tmp_path):
    (tmp_path / "answerer.txt").write_text("Ada")
    first = MailboxChat(tmp_path, sleep=Pauses(lambda: answer(tmp_path, 1, "{}")))
    assert first.complete(asked()).model == "mailbox (Ada)"
    (tmp_path / "answerer.txt").write_text("Bob")
    told = []
    second = MailboxChat(tmp_path, tell=told.append, sleep=Pauses())
    assert second.complete(asked()).model == "mailbox (Ada)" and second.name == "mailbox (Bob)"
    second.complete(asked())
    assert len(told) == 1 and "was answered before by Ada" in told[0] and "another mailbox" in told[0]


def test_an_answer_of_nobody_does_not_become_somebodys(tmp_path):
    MailboxChat(tmp_path, sleep=Pauses(lambda: answer(tmp_path, 1, "{}"))).complete(asked())
    (tmp_path / "answerer.txt").write_text("Bob")
    assert MailboxChat(tmp_path, sleep=Pauses()).complete(asked()).model == "mailbox"


def test_an_answer_that_was_never_signed_is_of_whoever_answers_now(tmp_path):
    Mailbox(tmp_path).post(asked()).write_answer("{}")
    (tmp_path / "answerer.txt").write_text("Ada")
    assert MailboxChat(tmp_path, sleep=Pauses()).complete(asked()).model == "mailbox (Ada)"
    assert Mailbox(tmp_path).letters()[0].answered_by() == "Ada"


def test_a_question_shows_whether_somebody_waits_for_it(tmp_path):
    def awaited() -> bool:
        return Mailbox(tmp_path).letters()[0].is_awaited

    seen = []
    steps = (lambda: seen.append(awaited()), lambda: answer(tmp_path, 1, "{}"))
    MailboxChat(tmp_path, sleep=Pauses(*steps)).complete(asked())
    assert seen == [True] and not awaited()


def test_a_flight_that_was_killed_waits_no_more(tmp_path):
    letter = Mailbox(tmp_path).post(asked())
    letter.await_answer()
    old_s = time.time() - 60
    os.utime(letter.folder / "waiting", (old_s, old_s))
    assert not letter.is_awaited


def test_every_question_that_waits_is_told_once(tmp_path):
    told = []
    steps = (lambda: None, lambda: answer(tmp_path, 1, "{}"))
    MailboxChat(tmp_path, tell=told.append, sleep=Pauses(*steps)).complete(asked())
    file = Mailbox(tmp_path).letters()[0].answer_file
    assert told == [f"waiting for {file}; or: airanchor reasoner answer {tmp_path}"]


def test_an_answer_to_the_same_question_in_another_folder_counts(tmp_path):
    box = Mailbox(tmp_path)
    box.post(asked())

    def ask_and_answer_again() -> None:
        box.post(asked()).write_answer('{"a": 2}', by="Ada")

    idle = [lambda: None] * 5
    chat = MailboxChat(tmp_path, sleep=Pauses(ask_and_answer_again, *idle))
    assert chat.complete(asked()).text == '{"a": 2}'
    assert [one.answered_by() for one in box.letters()] == ["Ada", "Ada"]


def test_the_program_in_the_documents_answers_a_mailbox(tmp_path):
    page = (ROOT / "docs" / "reasoner.md").read_text("utf-8")
    program = page.partition("### A program that answers")[2].partition("```python\n")[2].partition("```")[0]
    clerk = subprocess.Popen([sys.executable, "-c", program, str(tmp_path)])
    try:
        assert MailboxChat(tmp_path).complete(asked(picture(1))).text == '{"node_id": 0}'
        assert MailboxChat(tmp_path).complete(asked(picture(2))).text == '{"node_id": 0}'
    finally:
        clerk.kill()
        clerk.wait()


@pytest.mark.parametrize("name", ["rules", "openai", "mail/box"])
def test_other_reasoners_name_no_mailbox(name):
    assert mailbox_folder(name) is None


def test_a_mailbox_without_a_folder_is_bad_input():
    with pytest.raises(InputError, match="mailbox:FOLDER"):
        mailbox_folder("mailbox: ")


def test_a_mailbox_that_cannot_be_made_is_bad_input(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="choose another folder"):
        MailboxChat(tmp_path / "file" / "box")
