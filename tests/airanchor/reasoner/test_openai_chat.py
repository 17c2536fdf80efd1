"""The HTTP client against a real loopback server: what is sent, what is read, when it asks again."""

import base64
import io
import logging
import threading

import numpy as np
import pytest
from PIL import Image

from airanchor.errors import ChatRefused, ChatUnavailable
from airanchor.reasoner import (
    Author,
    ChatAnswer,
    ChatRequest,
    ChatTransport,
    ImagePart,
    Message,
    TextPart,
    TokenUse,
)
from airanchor.reasoner.client.api_key import STRUCK_OUT, ApiKey
from airanchor.reasoner.client.clock import Clock
from airanchor.reasoner.client.openai_chat import OpenAIChat
from airanchor.reasoner.profiles.profile import ModelProfile
from airanchor.reasoner.scripted import ScriptedChat
from airanchor.reasoner.server.server import serve_chat
from tests.airanchor.reasoner import fault_server as fault

SECRET = "sk-live-0123456789abcdef"
IMAGE = np.random.default_rng(5).integers(0, 256, (3, 4, 3), dtype=np.uint8)
QUESTION = ChatRequest(
    (
        Message(Author.SYSTEM, (TextPart("# Title"),)),
        Message(Author.USER, (TextPart("before"), ImagePart(IMAGE), TextPart("after"))),
    ),
    max_output_tokens=77,
    seed=3,
    schema={"type": "object"},
)


class FakeTime:
    """A clock that only sleeping moves; wall time stands at a round number."""

    def __init__(self) -> None:
        self.now_s = 0.0
        self.slept_s: list[float] = []

    def sleep(self, seconds: float) -> None:
        self.slept_s.append(seconds)
        self.now_s += seconds

    @property
    def clock(self) -> Clock:
        return Clock(now_s=lambda: self.now_s, wall_s=lambda: 1_700_000_000.0, sleep=self.sleep)


def profile_at(url: str, **changed: object) -> ModelProfile:
    return ModelProfile(name="test", base_url=url, model="fault-1", timeout_s=5, **changed)


def chat_at(url: str, time: FakeTime | None = None, **changed: object) -> OpenAIChat:
    return OpenAIChat(
        profile_at(url, **changed),
        key=ApiKey(SECRET),
        clock=(time or FakeTime()).clock,
        rng=np.random.default_rng(0),
    )


def test_sends_text_and_images_in_order() -> None:
    with fault.serving(fault.says("{}")) as server:
        chat = chat_at(server.base_url, image_scale=2, extra_body={"enable_thinking": False})
        assert isinstance(chat, ChatTransport)
        chat.complete(QUESTION)
    sent = server.seen[0]
    assert sent.path == "/v1/chat/completions"
    assert sent.headers["Authorization"] == f"Bearer {SECRET}"
    body = sent.body
    assert (body["model"], body["max_tokens"], body["seed"], body["temperature"]) == ("fault-1", 77, 3, 0.0)
    assert body["enable_thinking"] is False and "response_format" not in body
    assert body["messages"][0] == {"role": "system", "content": "# Title"}
    parts = body["messages"][1]["content"]
    assert [part["type"] for part in parts] == ["text", "image_url", "text"]
    encoded = parts[1]["image_url"]["url"].removeprefix("data:image/png;base64,")
    pixels = np.array(Image.open(io.BytesIO(base64.b64decode(encoded))))
    assert np.array_equal(pixels, IMAGE.repeat(2, axis=0).repeat(2, axis=1))


@pytest.mark.parametrize(
    ("changed", "present", "absent"),
    [
        ({"json_mode": "json_object"}, {"response_format": {"type": "json_object"}}, ()),
        ({"max_tokens_field": "max_completion_tokens"}, {"max_completion_tokens": 77}, ("max_tokens",)),
        ({"supports_seed": False, "supports_temperature": False}, {}, ("seed", "temperature")),
    ],
)
def test_profile_shapes_the_body(changed: dict, present: dict, absent: tuple) -> None:
    with fault.serving(fault.says("{}")) as server:
        chat_at(server.base_url, **changed).complete(QUESTION)
    body = server.seen[0].body
    assert present.items() <= body.items()
    assert not set(absent) & set(body)


def test_schema_is_sent_where_the_profile_takes_one() -> None:
    with fault.serving(fault.says("{}")) as server:
        chat_at(server.base_url, json_mode="json_schema").complete(QUESTION)
    assert server.seen[0].body["response_format"]["json_schema"]["schema"] == {"type": "object"}


def test_reads_answer_usage_and_retries() -> None:
    time = FakeTime()
    with fault.serving(fault.sends(b"", 500), fault.sends(b"x", 503), fault.says("hello")) as server:
        answer = chat_at(server.base_url, time).complete(QUESTION)
    assert (answer.text, answer.retries, answer.model) == ("hello", 2, "fault-1")
    assert answer.usage is not None and (answer.usage.input, answer.usage.output) == (100, 20)
    assert answer.latency_s == pytest.approx(sum(time.slept_s)) and len(time.slept_s) == 2


def test_waits_as_long_as_the_service_asks() -> None:
    time = FakeTime()
    busy = fault.sends(b"slow down", 429, Retry_After="7")
    with fault.serving(busy, fault.says("ok")) as server:
        assert chat_at(server.base_url, time).complete(QUESTION).retries == 1
    assert 7.0 <= time.slept_s[0] <= 7.5


def test_gives_up_where_the_wait_breaks_the_ceiling() -> None:
    time = FakeTime()
    busy = fault.sends(b"slow down", 429, Retry_After="50")
    with fault.serving(busy) as server, pytest.raises(ChatUnavailable, match="429"):
        chat_at(server.base_url, time, ceiling_s=40).complete(QUESTION)
    assert time.slept_s == [] and len(server.seen) == 1


def test_gives_up_after_the_last_try() -> None:
    with fault.serving(fault.sends(b"oops", 502)) as server, pytest.raises(ChatUnavailable, match="3 tries"):
        chat_at(server.base_url, max_attempts=3).complete(QUESTION)
    assert len(server.seen) == 3


def test_connection_refused_is_unavailable() -> None:
    with fault.serving(fault.hangs) as server:
        url = server.base_url
    with pytest.raises(ChatUnavailable, match="at 127"):
        chat_at(url, max_attempts=2).complete(QUESTION)


@pytest.mark.parametrize(
    ("status", "fix"),
    [
        (400, "extra_body"),
        (401, "set TEST_KEY"),
        (403, "set TEST_KEY"),
        (404, "base_url"),
        (422, "json_mode"),
    ],
)
def test_permanent_refusals_name_host_model_status_and_fix(status: int, fix: str) -> None:
    told = b'{"error": "no \x1b[31mway"}'
    with fault.serving(fault.sends(told, status)) as server, pytest.raises(ChatRefused) as caught:
        chat_at(server.base_url, key_env="TEST_KEY").complete(QUESTION)
    words = str(caught.value)
    assert all(part in words for part in ("127.0.0.1", "fault-1", str(status), fix, "no [31mway"))
    assert len(server.seen) == 1


def test_dripping_body_leaves_no_thread_behind() -> None:
    before = set(threading.enumerate())
    with fault.serving(fault.drips) as server:
        profile = ModelProfile(
            name="slow", base_url=server.base_url, model="m", timeout_s=0.3, max_attempts=1
        )
        with pytest.raises(ChatUnavailable, match="within 0"):
            OpenAIChat(profile).complete(QUESTION)
        left = [thread for thread in set(threading.enumerate()) - before if thread.name == "chat exchange"]
        for thread in left:
            thread.join(timeout=20)
        assert not [thread for thread in left if thread.is_alive()]


def test_body_is_cut_at_its_cap_and_not_at_the_deadline() -> None:
    with fault.serving(fault.floods) as server, pytest.raises(ChatUnavailable, match="longer than 4,000,000"):
        chat_at(server.base_url, max_attempts=1, ceiling_s=60).complete(QUESTION)


def test_no_credit_is_not_waited_for() -> None:
    told = b'{"error": {"code": "insufficient_quota"}}'
    with fault.serving(fault.sends(told, 429)) as server, pytest.raises(ChatRefused, match="no credit"):
        chat_at(server.base_url).complete(QUESTION)
    assert len(server.seen) == 1


@pytest.mark.parametrize("host", ["a..b", "x" * 70 + ".example", "\u2488.example"])
def test_impossible_hosts_are_reported(host: str) -> None:
    with pytest.raises((ChatRefused, ChatUnavailable)):
        chat_at(f"http://{host}/v1", max_attempts=1).complete(QUESTION)


def test_speaks_to_our_own_server_without_loss() -> None:
    inner = ScriptedChat([ChatAnswer("fine", usage=TokenUse(5, 6))])
    with serve_chat(inner) as server:
        profile = ModelProfile(name="own", base_url=server.base_url, model="scripted")
        answer = OpenAIChat(profile).complete(QUESTION)
    assert answer.text == "fine" and answer.usage == TokenUse(5, 6)
    assert inner.requests[0].messages[1].text == "beforeafter"
    assert np.array_equal(inner.requests[0].messages[1].images[0], IMAGE)


def test_redirects_are_not_followed() -> None:
    with fault.serving(fault.says("stolen")) as elsewhere:
        target = f"http://localhost:{elsewhere.server_port}/v1/chat/completions"
        moved = fault.sends(b"", 307, Location=target)
        with fault.serving(moved) as server, pytest.raises(ChatRefused, match="localhost"):
            chat_at(server.base_url).complete(QUESTION)
        assert elsewhere.seen == []


@pytest.mark.parametrize("location", ["http://[", "", "\x00", "http://" + "a" * 900])
def test_odd_redirects_are_refused(location: str) -> None:
    moved = fault.sends(b"", 302, Location=location)
    with fault.serving(moved) as server, pytest.raises((ChatRefused, ChatUnavailable)):
        chat_at(server.base_url, max_attempts=1).complete(QUESTION)


def test_refused_fields_are_left_out_and_remembered() -> None:
    def picky(call: fault.Call, body: dict) -> None:
        for name in ("response_format", "seed"):
            if name in body:
                return call.reply(400, f"Unsupported parameter: '{name}'".encode())
        return call.reply(200, fault.completion("fine"))

    with fault.serving(picky) as server:
        chat = chat_at(server.base_url, json_mode="json_object", supports_seed=False)
        assert chat.complete(QUESTION).text == chat.complete(QUESTION).text == "fine"
        assert chat.dropped == {"response_format"}
    assert len(server.seen) == 3


def test_key_shows_nowhere(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with fault.serving(fault.echoes_key(200)) as server:
        chat = chat_at(server.base_url)
        answer = chat.complete(QUESTION)
    assert STRUCK_OUT in answer.text and STRUCK_OUT in answer.reasoning
    shown = [repr(answer), repr(chat), repr(vars(chat)), str(ApiKey(SECRET)), caplog.text]
    for status in (400, 401, 500):
        either = pytest.raises((ChatRefused, ChatUnavailable))
        with fault.serving(fault.echoes_key(status)) as server, either as caught:
            chat_at(server.base_url, max_attempts=2).complete(QUESTION)
        shown += [str(caught.getrepr(showlocals=True, style="long"))]
    assert server.seen[0].headers["Authorization"].endswith(SECRET)
    assert not [text for text in shown if SECRET in text]


def test_key_cut_by_an_excerpt_shows_not_even_in_part() -> None:
    told = ("x" * 190 + SECRET).encode()
    with fault.serving(fault.sends(told, 401)) as server, pytest.raises(ChatRefused) as caught:
        chat_at(server.base_url).complete(QUESTION)
    assert SECRET[:6] not in str(caught.value)
