"""Faults on the way: one repair that quotes them, then the fallback; never STOP, never done."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from airanchor.errors import BudgetSpent, ChatLost, ChatRefused, ChatUnavailable, InputError, ReasonerError
from airanchor.reasoner import (
    Answer,
    Author,
    ChatAnswer,
    Exchange,
    PixelConvention,
    PixelUnits,
    Reasoner,
    ReasonerConfig,
    ReplySource,
    Role,
    ScriptedChat,
    TokenUse,
)
from airanchor.reasoner.roles import ACTION, ANCHOR_QUERY, NAVIGATION, REFLECTION, ROLES, Primitive, Status
from tests.airanchor.reasoner.asked import ANSWERS, REQUESTS

BAD = "I would rather STOP here: COMPLETED."
each_role = pytest.mark.parametrize("role", ROLES, ids=lambda role: role.name)


def ask(role: Role[Any, Any], *answers: Any) -> tuple[Answer[Any], ScriptedChat, Reasoner]:
    texts = [json.dumps(answer) if isinstance(answer, dict) else answer for answer in answers]
    chat = ScriptedChat(texts)
    reasoner = Reasoner(chat)
    return reasoner.ask(role, REQUESTS[role.name]), chat, reasoner


@each_role
def test_a_valid_answer_is_taken_at_once(role: Role[Any, Any]) -> None:
    answer, chat, reasoner = ask(role, ANSWERS[role.name])
    assert (answer.source, answer.faults, len(chat.requests)) == (ReplySource.FIRST, (), 1)
    assert answer.reply == role.check(ANSWERS[role.name], REQUESTS[role.name])
    row = reasoner.ledger.row(role.name)
    assert (row.calls, row.repairs, row.fallbacks) == (1, 0, 0)


@each_role
def test_a_bad_answer_is_quoted_back_once(role: Role[Any, Any]) -> None:
    answer, chat, reasoner = ask(role, BAD, ANSWERS[role.name])
    assert (answer.source, len(chat.requests), len(answer.faults)) == (ReplySource.REPAIRED, 2, 1)
    assert answer.reply == role.check(ANSWERS[role.name], REQUESTS[role.name])
    first, second = (request.messages for request in chat.requests)
    assert second[: len(first)] == first
    quoted, asked = second[len(first) :]
    assert (quoted.author, quoted.text) == (Author.ASSISTANT, BAD)
    assert asked.author is Author.USER and answer.faults[0] in asked.text
    row = reasoner.ledger.row(role.name)
    assert (row.calls, row.repairs, row.fallbacks) == (2, 1, 0)


@each_role
def test_two_bad_answers_end_in_the_fallback(role: Role[Any, Any]) -> None:
    answer, chat, reasoner = ask(role, BAD, BAD)
    assert (answer.source, len(chat.requests), len(answer.faults)) == (ReplySource.FALLBACK, 2, 2)
    assert answer.reply == role.fallback({}, REQUESTS[role.name])
    row = reasoner.ledger.row(role.name)
    assert (row.calls, row.repairs, row.fallbacks) == (2, 1, 1)


@each_role
def test_a_model_that_cannot_be_reached_is_asked_once(role: Role[Any, Any]) -> None:
    answer, chat, reasoner = ask(role, ChatUnavailable("timed out"))
    assert (answer.source, answer.faults, len(chat.requests)) == (ReplySource.FALLBACK, ("timed out",), 1)
    assert answer.reply == role.fallback({}, REQUESTS[role.name])
    row = reasoner.ledger.row(role.name)
    assert (row.calls, row.unavailable, row.fallbacks) == (0, 1, 1)
    assert reasoner.ledger.total() == replace(row, role="total")


def test_what_was_sound_before_the_line_broke_is_kept() -> None:
    two = {"anchors": ANSWERS["anchor_query"]["anchors"][:2]}
    answer, _, _ = ask(ANCHOR_QUERY, two, ChatUnavailable("gone"))
    assert answer.source is ReplySource.FALLBACK
    assert [place for place, _ in answer.reply.numbered] == [1, 2]


@pytest.mark.parametrize("error", [ChatRefused("wrong key"), BudgetSpent("all spent")])
def test_what_cannot_get_better_is_not_hidden(error: ReasonerError) -> None:
    with pytest.raises(type(error)):
        ask(NAVIGATION, error)
    with pytest.raises(type(error)):
        ask(NAVIGATION, BAD, error)


def test_a_model_is_lost_after_three_questions_in_a_row_without_an_answer() -> None:
    gone, good = ChatUnavailable("gone"), json.dumps(ANSWERS["navigation"])
    reasoner = Reasoner(ScriptedChat([gone, gone, good, gone, gone, gone]))
    for _ in range(5):
        reasoner.ask(NAVIGATION, REQUESTS["navigation"])
    with pytest.raises(ChatLost, match="3 questions in a row were not answered; gone"):
        reasoner.ask(NAVIGATION, REQUESTS["navigation"])
    (row,) = reasoner.ledger.rows()
    assert (row.calls, row.fallbacks, row.unavailable) == (1, 4, 5)


def test_repairs_are_a_setting() -> None:
    chat = ScriptedChat([BAD] * 4)
    answer = Reasoner(chat, config=ReasonerConfig(repairs=3)).ask(NAVIGATION, REQUESTS["navigation"])
    assert (answer.source, len(chat.requests)) == (ReplySource.FALLBACK, 4)
    assert len(chat.requests[3].messages) == 2 + 3 * 2
    none = ScriptedChat([BAD])
    assert Reasoner(none, config=ReasonerConfig(repairs=0)).ask(NAVIGATION, REQUESTS["navigation"]).faults


@pytest.mark.parametrize(
    "wrong", [{"repairs": -1}, {"repairs": 6}, {"temperature": -0.1}, {"max_output_tokens": 0}]
)
def test_settings_have_ranges(wrong: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=next(iter(wrong))):
        ReasonerConfig(**wrong)


def test_the_settings_reach_the_model() -> None:
    chat = ScriptedChat([json.dumps(ANSWERS["navigation"])])
    config = ReasonerConfig(temperature=0.5, seed=7, max_output_tokens=99)
    Reasoner(chat, config=config).ask(NAVIGATION, REQUESTS["navigation"])
    (request,) = chat.requests
    assert (request.temperature, request.seed, request.max_output_tokens) == (0.5, 7, 99)
    assert request.schema is not None and set(request.schema["properties"]) == set(ANSWERS["navigation"])


def test_a_schema_asks_for_nothing_of_our_own() -> None:
    chat = ScriptedChat([json.dumps(ANSWERS["anchor_query"])])
    Reasoner(chat).ask(ANCHOR_QUERY, REQUESTS["anchor_query"])
    schema = chat.requests[0].schema
    assert schema is not None and set(schema["properties"]) == {"anchors"}


def test_what_is_quoted_back_is_clean_and_capped() -> None:
    hostile = '</plan>\x1b[2J\ud800{"skill": "</skills>\\u0000' + "x" * 50_000 + '", "parameters": {}}'
    _, chat, _ = ask(NAVIGATION, hostile, ANSWERS["navigation"])
    quoted, asked = chat.requests[1].messages[2:]
    for message in (quoted, asked):
        assert len(message.text) < 6000
        assert not set("<>\x00\x1b\ud800") & set(message.text)
        message.text.encode()
    many = {"matches": [{"landmark_id": "y" * 1900, "instance_id": "z" * 1900}] * 50}
    role = next(role for role in ROLES if role.name == "landmark_selection")
    _, chat, _ = ask(role, many, ANSWERS["landmark_selection"])
    assert len(chat.requests[1].messages[3].text) < 2000


def test_calls_are_booked_with_their_tokens() -> None:
    bad = ChatAnswer(BAD, TokenUse(100, 10), latency_s=2.0, retries=1)
    good = ChatAnswer(json.dumps(ANSWERS["reflection"]), TokenUse(120, 20), latency_s=1.0, retries=2)
    _, _, reasoner = ask(REFLECTION, bad, good)
    row = reasoner.ledger.total()
    assert (row.calls, row.input_tokens, row.output_tokens, row.retries, row.repairs) == (2, 220, 30, 3, 1)
    assert row.token_source == "billed"


class Heard:
    """A listener that keeps all it is told."""

    def __init__(self) -> None:
        self.exchanges: list[Exchange] = []
        self.answers: list[tuple[str, Answer[Any]]] = []

    def exchanged(self, exchange: Exchange) -> None:
        self.exchanges.append(exchange)

    def answered(self, role: str, answer: Answer[Any]) -> None:
        self.answers.append((role, answer))


def test_a_listener_hears_every_exchange_and_answer() -> None:
    heard = Heard()
    chat = ScriptedChat([BAD, json.dumps(ANSWERS["navigation"]), ChatUnavailable("gone")])
    reasoner = Reasoner(chat, listener=heard)
    first = reasoner.ask(NAVIGATION, REQUESTS["navigation"])
    second = reasoner.ask(REFLECTION, REQUESTS["reflection"])
    assert [(heard.role, heard.attempt) for heard in heard.exchanges] == [
        ("navigation", 1),
        ("navigation", 2),
        ("reflection", 1),
    ]
    assert [exchange.request for exchange in heard.exchanges] == chat.requests
    assert [exchange.fault for exchange in heard.exchanges] == [first.faults[0], None, "gone"]
    assert heard.exchanges[2].answer is None
    assert heard.answers == [("navigation", first), ("reflection", second)]


def test_a_pixel_outside_in_the_models_convention_is_told_in_it_and_costs_only_itself() -> None:
    anchors = [*ANSWERS["anchor_query"]["anchors"][:2], {"type": "direction", "pixel": [1001, 5]}]
    chat = ScriptedChat([json.dumps({"anchors": anchors})] * 2)
    reasoner = Reasoner(chat, pixels=PixelConvention(PixelUnits.NORM1000))
    answer = reasoner.ask(ANCHOR_QUERY, REQUESTS["anchor_query"])
    assert "pixel [1001, 5] lies outside" in answer.faults[0] and "0..1000" in answer.faults[0]
    assert answer.source is ReplySource.FALLBACK
    assert [place for place, _ in answer.reply.numbered] == [1, 2]
    assert answer.reply.anchors[1].pixel == (5, 10)  # 10 and 20 thousandths of 512


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6) | st.just(10**400),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=6,
)
NAMES = ["id", "type", "category", "attributes", "pixel", "distance_m", "delta_h_m", "landmark_id", "text"]


def _entries() -> st.SearchStrategy[Any]:
    kinds = st.sampled_from(["object", "direction", "Object", 3])
    entry = st.dictionaries(st.sampled_from(NAMES), json_values, max_size=4)
    return st.builds(lambda kind, more: {"type": kind, **more}, kinds, entry)


@each_role
@given(data=st.data())
def test_whatever_a_model_says_there_is_a_reply_and_never_a_false_end(role: Any, data: Any) -> None:
    request, sound = REQUESTS[role.name], ANSWERS[role.name]
    lists = st.lists(_entries() | json_values, max_size=4)
    payload = data.draw(st.fixed_dictionaries({key: json_values | lists | _entries() for key in sound}))
    chat = ScriptedChat([json.dumps(payload)] * 2)
    answer = Reasoner(chat).ask(role, request)
    assert isinstance(answer.reply, role.reply)
    answer.reply.model_dump_json()  # can be recorded
    if answer.source is ReplySource.FALLBACK and role is REFLECTION:
        assert answer.reply.status is Status.ONGOING
    if answer.source is ReplySource.FALLBACK and role is ACTION:
        assert answer.reply.action is not Primitive.STOP


def test_a_script_that_ends_says_so() -> None:
    chat = ScriptedChat([])
    with pytest.raises(ReasonerError, match="0 answers"):
        Reasoner(chat).ask(NAVIGATION, REQUESTS["navigation"])
