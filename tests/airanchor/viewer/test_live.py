"""The live view follows a flight as it is written, for this machine's browser and nobody else."""

import http.client
import json
import threading
from urllib.parse import urlsplit

import pytest

from airanchor.errors import InputError
from airanchor.trace import TraceWriter
from airanchor.viewer.live import LiveView
from tests.airanchor.viewer.traces import Flight


def ask(url: str, path: str = "/", *, method: str = "GET", host: str | None = None):
    place = urlsplit(url)
    connection = http.client.HTTPConnection(place.hostname, place.port, timeout=20)
    connection.request(method, path, headers={"Host": host} if host else {})
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer, body


def test_the_story_grows_with_the_flight_and_is_sent_only_when_it_has(tmp_path):
    with LiveView(tmp_path / "trace") as view, TraceWriter(tmp_path / "trace") as writer:
        flight = Flight(writer)
        flight.begin()
        flight.subtask(1)
        first = json.loads(ask(view.url, "/story")[1])
        assert [moment["iteration"] for moment in first["moments"]] == [None]
        assert ask(view.url, f"/story?since={first['version']}")[0].status == 204
        flight.decide(1, 1, until="skill")
        second = json.loads(ask(view.url, f"/story?since={first['version']}")[1])
        assert second["moments"][0]["skill"]["skill"] == "Pixel Navigation"
        assert second["moments"][0]["reflection"] is None
        answer, image = ask(view.url, "/image/" + second["moments"][0]["pictures"]["raw"])
        assert (
            answer.status == 200 and answer.headers["Content-Type"] == "image/webp" and image[:4] == b"RIFF"
        )


def test_a_watched_page_gets_the_end_of_the_flight_before_the_server_goes(tmp_path):
    with TraceWriter(tmp_path / "trace") as writer:
        flight = Flight(writer)
        flight.begin()
        with LiveView(tmp_path / "trace") as view:
            seen = json.loads(ask(view.url, "/story")[1])["version"]
            ends = []
            late = threading.Timer(
                0.2, lambda: ends.append(json.loads(ask(view.url, f"/story?since={seen}")[1]))
            )
            late.start()
            flight.finish()
        late.join()
    assert ends[0]["end"]["ending"] == "completed"


def test_it_serves_before_the_first_event_is_written(tmp_path):
    with LiveView(tmp_path / "not-there-yet") as view:
        answer, page = ask(view.url)
        assert answer.status == 200 and b"AirAnchor" in page
        assert json.loads(ask(view.url, "/story")[1])["moments"] == []


def test_a_foreign_host_gets_nothing(tmp_path):
    with LiveView(tmp_path) as view:
        port = urlsplit(view.url).port
        for host in ("evil.example", f"evil.example:{port}", "127.0.0.1", f"127.0.0.1:{port + 1}", ""):
            for path in ("/", "/story", "/image/" + "0" * 64):
                assert ask(view.url, path, host=host or "x")[0].status == 403
        assert ask(view.url, host=f"localhost:{port}")[0].status == 200


@pytest.mark.parametrize(
    "path", ["/../events.jsonl", "/image/../../events.jsonl", "/image/" + "A" * 64, "/x"]
)
def test_only_known_addresses_exist(tmp_path, path):
    with LiveView(tmp_path) as view:
        assert ask(view.url, path)[0].status == 404


def test_it_only_answers_get_and_lets_no_other_site_read(tmp_path):
    with LiveView(tmp_path) as view:
        assert ask(view.url, method="POST")[0].status == 501
        headers = ask(view.url)[0].headers
        assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert "Access-Control-Allow-Origin" not in headers
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"


def test_it_listens_on_the_loopback_address_only_and_frees_its_port(tmp_path):
    with LiveView(tmp_path) as view:
        port = urlsplit(view.url).port
        assert view.url == f"http://127.0.0.1:{port}/"
        with pytest.raises(InputError, match=f"port {port}"):
            LiveView(tmp_path, port)
    with LiveView(tmp_path, port) as again:
        assert urlsplit(again.url).port == port


def test_a_port_that_cannot_be_is_refused(tmp_path):
    with pytest.raises(InputError, match="70000"):
        LiveView(tmp_path, 70000)
