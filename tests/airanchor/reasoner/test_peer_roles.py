"""The questions of other methods: prompts word by word, replies that are held to their form, safe fallbacks.

The texts under tests/golden/peer_prompts are the prompts as sent. After a wanted change rewrite them with
    AIRANCHOR_UPDATE_GOLDENS=1 python -m pytest tests/airanchor/reasoner/test_peer_roles.py
and read the difference before it is committed.
"""

import json
import os
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from airanchor.cli.reasoner.peer_examples import PEER_EXAMPLES
from airanchor.embedded.rules.peers import PEER_RULES
from airanchor.embedded.rules.transport import RulebookChat
from airanchor.perception.text import load_text_encoder
from airanchor.reasoner import (
    ChatRequest,
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
RULES_CHAT = RulebookChat(load_text_encoder())
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
    assert not says_stop(role.name, answer.reply.model_dump(mode="json"))


STOPS: dict[str, Callable[[dict[str, Any]], bool]] = {
    "finecog_decision": lambda reply: reply["selected_action"] == 0,
    "finecog_judge": lambda reply: reply["achieved"] is True,
    "mapgpt_place": lambda reply: reply["action"] == "A",  # the example offers stop, and offers it first
    "navgpt_action": lambda reply: reply["action"].lower().rstrip("!") in ("stop", "finished"),
    "pivot_arrows": lambda reply: "0" in reply["choices"],
    "spf_point": lambda reply: reply["stop"] is True,
    "typefly_plan": lambda reply: "st" in reply["plan"],
}
"""How each role whose reply can end a flight, or a part of it, says so."""


def says_stop(role: str, reply: dict[str, Any]) -> bool:
    """Whether a reply would end the flight."""
    return role in STOPS and STOPS[role](reply)


def test_the_example_of_every_role_that_can_stop_offers_it() -> None:
    assert set(STOPS) <= {role.name for role in PEER_ROLES}
    assert "A. stop" in shown(next(role for role in PEER_ROLES if role.name == "mapgpt_place"))
    assert "\n0: " in shown(next(role for role in PEER_ROLES if role.name == "finecog_decision"))


@each_role
def test_hostile_replies_give_a_reply_of_the_right_kind(role: Role[Any, Any]) -> None:
    rng, request = np.random.default_rng(17), PEER_EXAMPLES[role.name]()
    plain = json.loads(RULES_CHAT.complete(ChatRequest(render(role, request, PixelConvention()))).text)
    assert "error" not in plain and role.check(role.coerce(plain, request), request)
    for _ in range(60):
        texts = [json.dumps(mutate(plain, rng, 3), default=str) for _ in range(2)]
        answer = Reasoner(ScriptedChat(texts)).ask(role, request)
        assert isinstance(answer.reply, role.reply)
        if answer.source is ReplySource.FALLBACK:
            assert not says_stop(role.name, answer.reply.model_dump(mode="json"))
