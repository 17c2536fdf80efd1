"""The chat server, asked by the real OpenAI client and by sockets that send what no client would."""

import base64
import io
import json
import socket
import struct
import threading
import zlib
from collections.abc import Iterator

import httpx
import numpy as np
import openai
import pytest
from PIL import Image

from airanchor.errors import BudgetSpent, ChatRefused, ChatUnavailable, InputError
from airanchor.reasoner import Author, ChatAnswer, ChatRequest, ImagePart, Message, TextPart, TokenUse
from airanchor.reasoner.client.openai_chat import OpenAIChat
from airanchor.reasoner.profiles.profile import ModelProfile
from airanchor.reasoner.server.call import MAX_BODY_BYTES
from airanchor.reasoner.server.data_uri import MAX_PIXELS
from airanchor.reasoner.server.request import MAX_IMAGES
from airanchor.reasoner.server.server import ChatServer, serve_chat

MODEL = "listener 1"
HTTP = httpx.Client(verify=False, timeout=10)  # one for all: reading certificates takes longer than a call


class Listener:
    """Keeps what it was asked and says what it was told to say."""

    name = MODEL

    def __init__(self) -> None:
        self.heard: list[ChatRequest] = []
        self.says: ChatAnswer | Exception = ChatAnswer('{"ok": true}', usage=TokenUse(11, 4, source="me"))

    def complete(self, request: ChatRequest) -> ChatAnswer:
        self.heard.append(request)
        if isinstance(self.says, Exception):
            raise self.says
        return self.says


@pytest.fixture
def listener() -> Listener:
    return Listener()


@pytest.fixture
def server(listener) -> Iterator[ChatServer]:
    with serve_chat(listener) as running:
        yield running


@pytest.fixture
def client(server) -> Iterator[openai.OpenAI]:
    plain = openai.DefaultHttpxClient(verify=False, timeout=10)
    with openai.OpenAI(api_key="none", base_url=server.base_url, max_retries=0, http_client=plain) as made:
        yield made


def data_uri(data: bytes, kind: str = "image/png") -> str:
    return f"data:{kind};base64,{base64.b64encode(data).decode()}"


def encoded(rgb: np.ndarray, form: str = "PNG", **options: object) -> bytes:
    buffer = io.BytesIO()
    Image.fromarray(rgb).save(buffer, form, **options)
    return buffer.getvalue()


def noise(height_px: int = 64, width_px: int = 48, seed: int = 1) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 256, (height_px, width_px, 3), dtype=np.uint8)


def image_part(url: str) -> dict:
    return {"type": "image_url", "image_url": {"url": url}}


def asking(content: object = "hello", **fields: object) -> dict:
    return {"model": MODEL, "messages": [{"role": "user", "content": content}], **fields}


def post(server: ChatServer, body: object, **headers: str) -> httpx.Response:
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    given = {"Content-Type": "application/json", **headers}
    return HTTP.post(f"{server.base_url}/chat/completions", content=data, headers=given)


def told(response: httpx.Response) -> dict:
    """The error of an answer, after checking its shape."""
    error = response.json()["error"]
    assert set(error) == {"message", "type", "param", "code"}
    assert "Traceback" not in response.text and ".py" not in response.text
    return error


def raw(server: ChatServer, sent: bytes, *, finish: bool = True) -> bytes:
    with socket.create_connection(("127.0.0.1", server.server_port), timeout=10) as line:
        line.sendall(sent)
        if finish:
            line.shutdown(socket.SHUT_WR)
        pieces = []
        while piece := line.recv(65536):
            pieces.append(piece)
    return b"".join(pieces)


def test_the_sdk_is_answered_with_usage(client, listener):
    answer = client.chat.completions.create(
        model=MODEL,
        messages=[
            {"role": "developer", "content": "rules"},
            {"role": "user", "content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]},
            {"role": "assistant", "content": "earlier"},
            {"role": "user", "content": "again"},
        ],
        max_tokens=77,
        temperature=0.5,
        seed=9,
    )
    assert answer.choices[0].message.content == '{"ok": true}'
    assert answer.choices[0].finish_reason == "stop" and answer.model == MODEL
    assert (answer.usage.prompt_tokens, answer.usage.completion_tokens, answer.usage.total_tokens) == (
        11,
        4,
        15,
    )
    assert answer.usage.source == "me"
    (heard,) = listener.heard
    assert [(message.author, message.text) for message in heard.messages] == [
        (Author.SYSTEM, "rules"),
        (Author.USER, "ab"),
        (Author.ASSISTANT, "earlier"),
        (Author.USER, "again"),
    ]
    assert (heard.max_output_tokens, heard.temperature, heard.seed) == (77, 0.5, 9)


def test_defaults_are_those_of_our_own_requests(server, listener):
    post(server, asking())
    heard, own = listener.heard[0], ChatRequest(())
    assert (heard.max_output_tokens, heard.temperature, heard.seed, heard.schema) == (
        own.max_output_tokens,
        own.temperature,
        own.seed,
        own.schema,
    )


def test_png_arrives_bit_for_bit_and_in_order(client, listener):
    first, second = noise(512, 512), noise(7, 300, seed=2)
    content = [
        {"type": "text", "text": "before"},
        image_part(data_uri(encoded(first))),
        image_part(data_uri(encoded(second))),
        {"type": "text", "text": "after"},
    ]
    client.chat.completions.create(model=MODEL, messages=[{"role": "user", "content": content}])
    (message,) = listener.heard[0].messages
    assert [type(part).__name__ for part in message.parts] == [
        "TextPart",
        "ImagePart",
        "ImagePart",
        "TextPart",
    ]
    for sent, seen in zip((first, second), message.images, strict=True):
        assert seen.dtype == np.uint8 and np.array_equal(sent, seen)


@pytest.mark.parametrize(("form", "kind"), [("JPEG", "image/jpeg"), ("WEBP", "image/webp")])
def test_other_formats_are_read(server, listener, form, kind):
    grey = np.full((32, 40, 3), 128, np.uint8)
    assert post(server, asking([image_part(data_uri(encoded(grey, form), kind))])).status_code == 200
    (seen,) = listener.heard[0].messages[0].images
    assert seen.shape == (32, 40, 3) and abs(seen.astype(int) - 128).max() <= 2


@pytest.mark.parametrize("mode", ["L", "LA", "P", "RGBA", "1", "I;16", "CMYK"])
def test_every_kind_of_image_becomes_rgb(server, listener, mode):
    form, kind = ("JPEG", "image/jpeg") if mode == "CMYK" else ("PNG", "image/png")
    buffer = io.BytesIO()
    Image.new(mode, (9, 5)).save(buffer, form)
    assert post(server, asking([image_part(data_uri(buffer.getvalue(), kind))])).status_code == 200
    assert listener.heard[0].messages[0].images[0].shape == (5, 9, 3)


def test_our_own_client_is_heard_as_if_it_were_in_the_process(server, listener):
    said = (
        Message(Author.SYSTEM, (TextPart('rules\n\tof ‹play› \u2028 "quoted"'),)),
        Message(Author.USER, (TextPart("see"), ImagePart(noise(512, 512)), TextPart("and judge"))),
    )
    request = ChatRequest(said, max_output_tokens=99, seed=0)
    profile = ModelProfile(name="own", base_url=server.base_url, model=MODEL, max_attempts=1)
    answer = OpenAIChat(profile).complete(request)
    assert answer.text == listener.complete(request).text
    assert listener.heard[0].digest() == request.digest()


def test_streaming(client, listener):
    listener.says = ChatAnswer("grüße", usage=TokenUse(3, 2), is_truncated=True)
    chunks = list(
        client.chat.completions.create(
            model=MODEL,
            messages=[{"role": "user", "content": "x"}],
            stream=True,
            stream_options={"include_usage": True},
        )
    )
    assert "".join(c.choices[0].delta.content or "" for c in chunks if c.choices) == "grüße"
    assert [c.choices[0].finish_reason for c in chunks if c.choices] == [None, "length"]
    assert chunks[-1].usage.total_tokens == 5
    response = HTTP.post(f"{client.base_url}chat/completions", json=asking(stream=True))
    assert response.headers["content-type"] == "text/event-stream"
    assert response.text.endswith("data: [DONE]\n\n") and "usage" not in response.text


def test_thoughts_and_missing_usage(client, listener):
    listener.says = ChatAnswer("", reasoning='{"a": 1}')
    answer = client.chat.completions.create(model=MODEL, messages=[{"role": "user", "content": "x"}])
    assert answer.usage is None and answer.choices[0].message.reasoning_content == '{"a": 1}'


def test_a_schema_reaches_the_transport(server, listener):
    schema = {"type": "object", "properties": {"a": {"type": "integer"}}}
    form = {"type": "json_schema", "json_schema": {"name": "reply", "schema": schema}}
    assert post(server, asking(response_format=form)).status_code == 200
    assert listener.heard[0].schema == schema


def test_models_and_health(client, server):
    assert [model.id for model in client.models.list()] == [MODEL]
    assert client.models.retrieve(MODEL).id == MODEL
    with pytest.raises(openai.NotFoundError):
        client.models.retrieve("gpt-9")
    health = HTTP.get(server.base_url.replace("/v1", "/health?deep=1"))
    assert (health.status_code, health.json()) == (200, {"status": "ok"})


@pytest.mark.parametrize(
    ("error", "raised", "status"),
    [
        (ChatUnavailable("no answer in 60 s"), openai.InternalServerError, 503),
        (ChatRefused("the key is wrong"), openai.PermissionDeniedError, 403),
        (BudgetSpent("9 of 9 calls used"), openai.APIStatusError, 402),
        (InputError("no such role"), openai.BadRequestError, 400),
        (RuntimeError("secret /home/x/file.py"), openai.InternalServerError, 500),
        (ConnectionResetError("secret"), openai.InternalServerError, 500),
        (MemoryError(), openai.InternalServerError, 500),
    ],
)
def test_failures_of_the_transport(client, listener, error, raised, status):
    listener.says = error
    with pytest.raises(raised) as caught:
        client.chat.completions.create(model=MODEL, messages=[{"role": "user", "content": "x"}])
    assert caught.value.status_code == status
    message = told(caught.value.response)["message"]
    assert message == (str(error) if status != 500 else "the server failed at this call")
    assert ("retry-after" in caught.value.response.headers) == (status == 503)
    listener.says = ChatAnswer("fine")
    again = client.chat.completions.create(model=MODEL, messages=[{"role": "user", "content": "x"}])
    assert again.choices[0].message.content == "fine"


URL = "messages[0].content[0].image_url.url"


@pytest.mark.parametrize(
    ("body", "field"),
    [
        (b"", None),
        (b"{", None),
        (b"[]", None),
        (b"\xff\xfe", None),
        (b'{"model": "\\ud800"}', None),
        (b"[" * 100_000, None),
        ({"messages": [{"role": "user", "content": "x"}]}, "model"),
        ({"model": MODEL}, "messages"),
        ({"model": MODEL, "messages": []}, "messages"),
        ({"model": MODEL, "messages": [{"role": "tool", "content": "x"}]}, "messages[0].role"),
        ({"model": MODEL, "messages": ["x"]}, "messages[0]"),
        (asking(None), "messages[0].content"),
        (asking([]), "messages[0].content"),
        (asking([{"type": "video_url"}]), "messages[0].content[0]"),
        (asking([{"type": "text", "text": 5}]), "messages[0].content[0].text"),
        (asking([{"type": "image_url"}]), "messages[0].content[0].image_url"),
        (asking([{"type": "image_url", "image_url": {"url": 5}}]), URL),
        (asking([image_part("http://169.254.169.254/latest")]), URL),
        (asking([image_part("file:///etc/passwd")]), URL),
        (asking([image_part("data:image/png;base64,@@@@")]), URL),
        (asking([image_part("data:image/png,rawbytes")]), URL),
        (asking([image_part("data:image/svg+xml;base64,PHN2Zz4=")]), URL),
        (asking([image_part("data:image/png;base64,")]), URL),
        (asking([image_part(data_uri(encoded(noise())[:200]))]), URL),
        (asking([image_part(data_uri(encoded(noise(), "JPEG")))]), URL),
        (asking([image_part(data_uri(encoded(noise()[:1, :1])))] * (MAX_IMAGES + 1)), "messages"),
        (asking(max_tokens=0), "max_tokens"),
        (asking(max_tokens="9"), "max_tokens"),
        (asking(temperature=-1), "temperature"),
        (asking(n=2), "n"),
        (asking(tools=[{"type": "function"}]), "tools"),
        (asking(stop=["x"]), "stop"),
        (asking(stream="yes"), "stream"),
        (asking(response_format={"type": "xml"}), "response_format.type"),
    ],
)
def test_bad_bodies_name_the_field(server, listener, body, field):
    response = post(server, body)
    error = told(response)
    assert (response.status_code, error["param"], error["type"]) == (400, field, "invalid_request_error")
    assert field is None or field in error["message"]
    assert len(error["message"]) < 500 and not listener.heard


def test_not_a_number_is_no_json(server):
    assert post(server, b'{"model": "m", "messages": [], "temperature": NaN}').status_code == 400


def test_empty_wishes_are_no_wishes(server):
    assert post(server, asking(tools=[], stop=None, n=1, logprobs=False, user="me")).status_code == 200


def test_an_unknown_model_or_path(server):
    response = post(server, {**asking(), "model": "gpt-9"})
    assert response.status_code == 404 and told(response)["code"] == "model_not_found"
    assert MODEL in told(response)["message"]
    lost = HTTP.post(server.base_url.replace("/v1", "/chat/completions"), json=asking("x" * 2_000_000))
    assert lost.status_code == 404 and "/v1/chat/completions" in told(lost)["message"]


def test_wrong_methods(server):
    for method, path in (("GET", "/chat/completions"), ("POST", "/models"), ("DELETE", "/models")):
        response = HTTP.request(method, server.base_url + path)
        assert response.status_code == 405 and "allow" in response.headers
        told(response)
    assert HTTP.head(server.base_url + "/models").status_code == 405


def _bomb(width_px: int, height_px: int) -> bytes:
    """A PNG of a few kilobytes that would unpack to any size."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width_px, height_px, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(bytes(1_000_000)))


@pytest.mark.parametrize("side_px", [4097, 20_000, 100_000])
@pytest.mark.filterwarnings("ignore::PIL.Image.DecompressionBombWarning")
def test_decompression_bombs_are_refused(server, listener, side_px):
    response = post(server, asking([image_part(data_uri(_bomb(side_px, side_px)))]))
    assert response.status_code == 413 and str(MAX_PIXELS) in told(response)["message"]
    assert told(response)["param"] == URL and not listener.heard


def test_too_much_is_refused(server):
    head = "POST /v1/chat/completions HTTP/1.1\r\nContent-Type: application/json\r\n"
    answer = raw(server, f"{head}Content-Length: {2**40}\r\n\r\n".encode(), finish=False)
    assert answer.startswith(b"HTTP/1.1 413") and str(MAX_BODY_BYTES).encode() in answer


def test_too_many_pixels_together_are_refused(server, monkeypatch):
    monkeypatch.setattr("airanchor.reasoner.server.request.MAX_TOTAL_PIXELS", 64 * 48 * 2)
    part = image_part(data_uri(encoded(noise())))
    assert post(server, asking([part] * 2)).status_code == 200
    assert post(server, asking([part] * 3)).status_code == 413


def test_a_large_body_gets_its_answer(server):
    response = post(server, b" " * (MAX_BODY_BYTES + 1))
    assert response.status_code == 413


JSON_POST = b"POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (JSON_POST + b"\r\n", 411),
        (JSON_POST + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", 411),
        (JSON_POST + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}", 411),
        (JSON_POST + b"Content-Length: -5\r\n\r\n", 400),
        (JSON_POST + b"Content-Length: 1e3\r\n\r\n", 400),
        (JSON_POST + b"Content-Length: " + b"9" * 30 + b"\r\n\r\n", 400),
        (JSON_POST + b"Content-Length: 100\r\n\r\n{}", 400),
        (b"POST /v1/chat/completions HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}", 415),
        (b"GET / HTTP/9.9\r\n\r\n", 505),
        (b"nonsense with many words\r\n\r\n", 400),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400),
        (b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\n\r\n", 414),
        (b"GET /health HTTP/1.1\r\n" + b"".join(b"X%d: 1\r\n" % at for at in range(200)) + b"\r\n", 431),
        (b"GET /\xff\xfe HTTP/1.1\r\n\r\n", 404),
        (b"GET //evil.example/v1/models HTTP/1.1\r\nHost: localhost\r\n\r\n", 404),
        (b"BREW /v1/models HTTP/1.1\r\n\r\n", 405),
    ],
)
def test_malformed_requests(server, sent, status):
    answer = raw(server, sent)
    assert answer.split(b" ")[1] == str(status).encode(), answer[:200]
    _, _, body = answer.partition(b"\r\n\r\n")
    assert json.loads(body)["error"]["message"]
    assert b"Traceback" not in answer and HTTP.get(f"{server.base_url}/models").status_code == 200


def test_a_client_may_ask_before_it_sends(server):
    body = json.dumps(asking()).encode()
    with socket.create_connection(("127.0.0.1", server.server_port), timeout=10) as line:
        line.sendall(JSON_POST + b"Expect: 100-continue\r\nContent-Length: %d\r\n\r\n" % len(body))
        assert line.recv(1000) == b"HTTP/1.1 100 Continue\r\n\r\n"
        line.sendall(body)
        assert line.recv(1000).startswith(b"HTTP/1.1 200 OK\r\n")


def test_one_connection_serves_many_calls_even_after_errors(server):
    with httpx.Client(base_url=server.base_url) as line:
        for _ in range(3):
            assert line.post("/chat/completions", json=asking()).status_code == 200
            assert line.post("/chat/completions", json={"model": MODEL}).status_code == 400
            assert line.post("/nowhere", json={"a": "b" * 100_000}).status_code == 404
            assert line.options("/chat/completions").status_code == 405


def test_a_body_that_nobody_wants_is_not_the_next_call(server):
    get = b"GET /health HTTP/1.1\r\nHost: localhost\r\n"
    answer = raw(
        server, get + b"Content-Length: 30\r\n\r\n" + b"DELETE /v1/models HTTP/1.1\r\n\r\n" + get + b"\r\n"
    )
    assert answer.count(b"HTTP/1.1 200 OK") == 2 and answer.count(b"HTTP/1.1") == 2


def test_a_page_in_a_browser_cannot_ask(server):
    assert post(server, asking(), Host="evil.example").status_code == 403
    simple = {"Content-Type": "text/plain"}
    assert post(server, asking(), **simple).status_code == 415
    assert HTTP.options(f"{server.base_url}/chat/completions").status_code == 405


def test_a_key_is_asked_for(listener):
    with serve_chat(listener, key="right") as server:
        assert post(server, asking()).status_code == 401
        assert post(server, asking(), Authorization="Bearer wrong").status_code == 401
        assert post(server, asking(), Authorization="right").status_code == 401
        odd = b"GET /v1/models HTTP/1.1\r\nAuthorization: Bearer right\xff\r\n\r\n"
        assert raw(server, odd).startswith(b"HTTP/1.1 401")
        assert not listener.heard
        assert post(server, asking(), Authorization="Bearer right").status_code == 200
        assert HTTP.get(f"{server.base_url}/models").status_code == 401
        assert HTTP.get(server.base_url.replace("/v1", "/health")).status_code == 200


def test_only_loopback_unless_allowed(listener):
    with pytest.raises(InputError, match=r"0\.0\.0\.0"):
        serve_chat(listener, host="0.0.0.0")
    with pytest.raises(InputError, match="70000"):
        serve_chat(listener, port=70000)
    with serve_chat(listener, host="0.0.0.0", allow_remote=True) as server:
        local = f"http://127.0.0.1:{server.server_port}/v1/models"
        assert HTTP.get(local, headers={"Host": "drone.example"}).status_code == 200


def test_a_taken_port_is_said(server, listener):
    with pytest.raises(InputError, match=f"port {server.server_port}"):
        serve_chat(listener, port=server.server_port)


def test_closing_frees_the_port(listener):
    with serve_chat(listener) as server:
        port = server.server_port
    with serve_chat(listener, port=port) as second:
        assert second.server_port == port


def test_the_transport_is_asked_one_at_a_time():
    class Counting(Listener):
        inside = most = 0

        def complete(self, request: ChatRequest) -> ChatAnswer:
            self.inside += 1
            self.most = max(self.most, self.inside)
            threading.Event().wait(0.02)
            self.inside -= 1
            return ChatAnswer("x")

    transport, statuses = Counting(), []
    with serve_chat(transport) as server:
        threads = [
            threading.Thread(target=lambda: statuses.append(post(server, asking()).status_code))
            for _ in range(6)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert statuses == [200] * 6 and transport.most == 1
