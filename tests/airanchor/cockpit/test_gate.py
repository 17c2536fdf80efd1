"""Who gets in and what is taken: wrong names, other sites, huge and crooked messages, paths, markup."""

import json
import socket
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from airanchor.cockpit.commands import MOST_MESSAGE_BYTES, MOST_TEXT, read_command
from airanchor.cockpit.server import CockpitServer
from airanchor.errors import InputError
from tests.airanchor.cockpit.client import CockpitClient

pytestmark = pytest.mark.xdist_group("cockpit")  # one server for all of them


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example:{port}", ""]
)
def test_another_host_gets_nothing(cockpit: CockpitServer, host: str) -> None:
    named = host.format(port=urlsplit(cockpit.url).port)
    for path in ("", "map"):
        answer = httpx.get(cockpit.url + path, headers={"Host": named}, verify=False)
        assert answer.status_code == (400 if not named and answer.status_code == 400 else 403)
        assert "AirAnchor" not in answer.text


def test_localhost_is_one_of_its_names(cockpit: CockpitServer) -> None:
    port = urlsplit(cockpit.url).port
    assert httpx.get(cockpit.url, headers={"Host": f"localhost:{port}"}).status_code == 200


@pytest.mark.parametrize(
    "origin", [None, "http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1:1"]
)
def test_a_line_from_another_page_is_refused(cockpit: CockpitServer, origin: str | None) -> None:
    address = f"{cockpit.url.replace('http', 'ws', 1)}line"
    with pytest.raises(InvalidStatus) as refused, connect(address, origin=origin):
        pass
    assert refused.value.response.status_code == 403


@pytest.mark.parametrize("origin", [None, "http://evil.example"])
def test_a_file_from_another_page_is_refused(cockpit: CockpitServer, origin: str | None) -> None:
    headers = {"Content-Type": "application/octet-stream", **({"Origin": origin} if origin else {})}
    answer = httpx.post(f"{cockpit.url}city?name=x.json", content=b"{}", headers=headers)
    assert answer.status_code == 403


def test_a_page_of_another_site_cannot_read_across(cockpit: CockpitServer) -> None:
    answer = httpx.get(f"{cockpit.url}map", headers={"Origin": "http://evil.example"})
    assert answer.status_code == 403


def test_every_answer_is_strict(cockpit: CockpitServer) -> None:
    page = httpx.get(cockpit.url)
    policy = page.headers["content-security-policy"]
    assert "default-src 'none'" in policy and "script-src 'self'" in policy and "unsafe" not in policy
    assert page.headers["x-content-type-options"] == "nosniff"
    assert page.headers["cross-origin-resource-policy"] == "same-origin"
    assert "http://" not in page.text and "https://" not in page.text and " style=" not in page.text
    assert "server" not in page.headers


@pytest.mark.parametrize(
    "path",
    [
        "assets/../server.py",
        "assets/..%2fserver.py",
        "assets/%2e%2e/server.py",
        "assets/server.py",
        "assets/thumbnails",
        "thumbnail/..%2f..%2fserver.py",
        "thumbnail/no-such-city",
        "replay/..%2f..%2fetc/1",
        "replay/20200101-000000-x/1",
        "replay/20200101-000000-x/0",
        "nothing",
    ],
)
def test_paths_lead_nowhere_else(cockpit: CockpitServer, path: str) -> None:
    parts = urlsplit(cockpit.url)
    with socket.create_connection((parts.hostname, parts.port)) as line:  # as it is, not tidied by a client
        line.sendall(f"GET /{path} HTTP/1.1\r\nHost: {parts.netloc}\r\nConnection: close\r\n\r\n".encode())
        answer = b"".join(iter(lambda: line.recv(65536), b""))
    assert answer.split(b" ", 2)[1] in (b"404", b"422"), answer[:200]
    assert b"import " not in answer and b"root:" not in answer


@pytest.mark.parametrize(
    "city", ["../../etc/passwd", "/etc/passwd", "x.json", "nowhere", "downtown@", "a" * 90]
)
def test_a_page_opens_cities_and_no_files(client: CockpitClient, city: str) -> None:
    client.do("open", city=city)
    assert "there is no city" in client.refusal()
    assert client.state["city"]["name"] == "practice-square"


@pytest.mark.parametrize(
    "message",
    [
        "",
        "no json",
        "[]",
        "{}",
        '{"do": "rm -rf"}',
        '{"do": "say"}',
        '{"do": "say", "text": ""}',
        '{"do": "say", "text": 5}',
        '{"do": "say", "text": "up", "more": 1}',
        '{"do": "place", "north": NaN, "east": 0, "up": 30, "heading": 0}',
        '{"do": "place", "north": 1e300, "east": 0, "up": 30, "heading": 0}',
        '{"do": "place", "north": "1", "east": 0, "up": 30, "heading": 0}',
        '{"do": "fly", "action": "STOP"}',
        '{"do": "export", "session": "../..", "turn": -1}',
        "[" * 5000,
        json.dumps({"do": "say", "text": "x" * (MOST_TEXT + 1)}),
        json.dumps({"do": "say", "text": "x" * MOST_MESSAGE_BYTES}),
    ],
)
def test_what_is_no_command_is_refused(message: str) -> None:
    with pytest.raises(InputError):
        read_command(message)


def test_a_crooked_message_does_not_cut_the_line(client: CockpitClient) -> None:
    for message in ("no json", '{"do": "say", "text": 5}', '{"do": "export", "session": "..", "turn": 1}'):
        client.send(message)
        assert client.refusal()
    client.do("speed", speed=0.0)
    assert client.state["phase"] == "ready"


def test_a_huge_message_cuts_only_its_own_line(cockpit: CockpitServer, client: CockpitClient) -> None:
    with CockpitClient(cockpit.url) as huge:
        huge.send("x" * (4 * MOST_MESSAGE_BYTES))
        with pytest.raises(ConnectionClosed):
            while True:
                huge.hear()
    client.do("place", north=1.0, east=2.0, up=60.0, heading=0.0)
    client.wait(lambda state: state["drone"][:2] == [1.0, 2.0])


def test_a_file_that_is_no_city_is_told_and_removed(client: CockpitClient, tmp_path: Path) -> None:
    headers = {"Content-Type": "application/octet-stream", "Origin": client.url.rstrip("/")}
    answer = httpx.post(f"{client.url}city?name=..%2F..%2Fmy%20town.json", content=b"[1, 2]", headers=headers)
    assert answer.json() == {"name": "my-town"}
    problem = client.wait(lambda state: state.get("problem"))["problem"]
    assert "my-town" in problem or "city" in problem
    as_text = httpx.post(
        f"{client.url}city?name=x.json", content=b"{}", headers={"Origin": headers["Origin"]}
    )
    assert as_text.status_code == 422
