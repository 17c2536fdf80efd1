"""Texts made to keep the rules busy: what is read of them has a bound, and no pattern looks twice."""

import pytest

from airanchor.embedded.ears.tokens.tokens import MAX_CHARACTERS, tokenize
from airanchor.embedded.rules.roles.landmark_selection import read_wanted
from airanchor.embedded.rules.transport import MAX_PROMPT, RulebookChat
from airanchor.reasoner import Author, ChatRequest, Message, TextPart
from airanchor.reasoner.roles import ROLES
from tests.airanchor.memory.scenes import WordEncoder

LANDMARKS = {"landmarks": 'L1: category "tower", attributes red'}


@pytest.mark.parametrize(
    "line",
    [
        "- C1, instance a: categories " + "; appearances " * 30_000,
        "- C1, instance " + ": categories ; appearances " * 15_000,
        "- C1, instance a: categories ; appearances " * 9_000,
        "- C1, instance a: categories x; appearances y" + "; memory " * 40_000,
    ],
    ids=["appearances", "categories", "candidates", "memory"],
)
def test_a_line_of_nothing_but_beginnings_is_no_candidate(line: str) -> None:
    sound = "- C2, instance O1: categories tower / mast; appearances none stored; memory reliability 0.5"
    (wanted,) = read_wanted({**LANDMARKS, "candidates": f"L1:\n{line}\n{sound}"})
    assert [(one.id, one.categories, one.appearances) for one in wanted.candidates] == [
        ("O1", ("tower", "mast"), ())
    ]


@pytest.mark.parametrize("word", ["(", "-", "left ", ", ", "one hundred and "])
def test_the_end_of_an_endless_text_is_not_read(word: str) -> None:
    endless = word * 2_000_000
    assert tokenize(endless) == tokenize(endless[:MAX_CHARACTERS])


@pytest.mark.parametrize("role", [role.title for role in ROLES])
def test_endless_questions_are_answered_with_an_error(role: str) -> None:
    text = "<subtask>" + "x" * MAX_PROMPT + "</subtask>"
    messages = (Message(Author.SYSTEM, (TextPart(f"# {role}"),)), Message(Author.USER, (TextPart(text),)))
    answer = RulebookChat(WordEncoder()).complete(ChatRequest(messages))
    assert '"error"' in answer.text and str(MAX_PROMPT) in answer.text
