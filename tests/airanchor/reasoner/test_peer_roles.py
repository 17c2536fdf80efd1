"""The questions of other methods: prompts word by word, replies that are held to their form, safe fallbacks.

The texts under tests/golden/peer_prompts are the prompts as sent. After a wanted change rewrite them with
    AIRANCHOR_UPDATE_GOLDENS=1 python -m pytest tests/airanchor/reasoner/test_peer_roles.py
and read the difference before it is committed.
"""

import os
from typing import Any

import numpy as np
import pytest

from airanchor.cli.reasoner.peer_examples import PEER_EXAMPLES
from airanchor.embedded.rules.peers import PEER_RULES
from airanchor.reasoner import (
    PixelConvention,
    Reasoner,
    ReplySource,
    Role,
    ScriptedChat,
    TextPart,
    read_prompt,
    render,
)
from airanchor.reasoner.roles import PEER_ROLES, ROLES
from tests.folders import ROOT
from tests.hostile.mutation import mutate

GOLDEN = ROOT / "tests" / "golden" / "peer_prompts"
GARBAGE = ("", "no", "[]", "{}", '{"stop": true', "null", '{"stop": true, "action": "STOP"}', "x" * 100_000)
each_role = pytest.mark.parametrize("role", PEER_ROLES, ids=lambda role: role.name)


def shown(role: Role[Any, Any]) -> str:
    pieces = []
    for message in render(role, PEER_EXAMPLES[role.name](), PixelConvention()):
        pieces.append(f"=== {message.author.value} ===\n")
        pieces += [part.text if isinstance(part, TextPart) else "[image]" for part in message.parts]
        pieces.append("\n")
    return "".join(pieces)


def test_every_role_has_an_example_a_rule_and_a_name_and_title_of_its_own() -> None:
    names, titles = ([getattr(one, what) for one in (*ROLES, *PEER_ROLES)] for what in ("name", "title"))
    assert len(set(names)) == len(names) and len(set(titles)) == len(titles)
    assert {role.name for role in PEER_ROLES} == set(PEER_EXAMPLES) == set(PEER_RULES)


@each_role
def test_the_prompt_is_as_it_was(role: Role[Any, Any]) -> None:
    file = GOLDEN / f"{role.name}.txt"
    if os.environ.get("AIRANCHOR_UPDATE_GOLDENS"):
        file.write_text(shown(role), "utf-8")
    assert shown(role) == file.read_text("utf-8")


def test_no_golden_prompt_is_left_over() -> None:
    assert {path.stem for path in GOLDEN.iterdir()} == {role.name for role in PEER_ROLES}


@each_role
def test_the_prompt_is_read_back_as_the_question_of_its_role(role: Role[Any, Any]) -> None:
    prompt = read_prompt(render(role, PEER_EXAMPLES[role.name](), PixelConvention()))
    assert prompt.role == role.name and prompt.values


@each_role
@pytest.mark.parametrize("garbage", GARBAGE, ids=range(len(GARBAGE)))
def test_garbage_falls_back_and_never_stops(role: Role[Any, Any], garbage: str) -> None:
    answer = Reasoner(ScriptedChat([garbage, garbage])).ask(role, PEER_EXAMPLES[role.name]())
    assert answer.source is ReplySource.FALLBACK
    assert not says_stop(answer.reply.model_dump(mode="json"))


def says_stop(reply: dict[str, Any]) -> bool:
    """Whether any field of a reply would end the flight."""
    words = {str(value).strip().lower().rstrip("!") for value in reply.values() if isinstance(value, str)}
    is_flagged = any(reply.get(name) is True for name in ("stop", "done", "achieved", "finished"))
    return is_flagged or bool(words & {"stop", "finished", "st", "st()", "st;", "0"})


@each_role
def test_hostile_replies_give_a_reply_of_the_right_kind(role: Role[Any, Any]) -> None:
    rng = np.random.default_rng(17)
    plain = dict.fromkeys(role.reply.model_fields, "x")
    for _ in range(60):
        texts = [str(mutate(plain, rng, 3)) for _ in range(2)]
        answer = Reasoner(ScriptedChat(texts)).ask(role, PEER_EXAMPLES[role.name]())
        assert isinstance(answer.reply, role.reply)
