"""A model that is not there, one that dies in mid-flight, and Ctrl-C while one keeps the drone waiting."""

import json
import socket
from pathlib import Path

import pytest

from airanchor.assembly import load_stack
from airanchor.config import load_settings
from airanchor.errors import ChatUnavailable
from airanchor.reasoner import ChatAnswer, ChatRequest, ChatTransport
from airanchor.reasoner.server.server import serve_chat
from tests.airanchor.cli.processes import SHORT, events_of, interrupted, started
from tests.airanchor.reasoner import fault_server as fault


@pytest.fixture
def closed_port():
    with socket.socket() as taken:  # bound and not listening: nobody else gets it meanwhile
        taken.bind(("127.0.0.1", 0))
        yield taken.getsockname()[1]


def profile(folder: Path, base_url: str, model: str = "m") -> str:
    """The file of a model at an address, asked once a question."""
    file = folder / "model.toml"
    file.write_text(f'name = "model"\nbase_url = "{base_url}"\nmodel = "{model}"\nmax_attempts = 1\n')
    return str(file)


def fly(command, folder: Path, model: str):
    out = folder / "flight"
    words = ("fly", "Climb 6 metres.", *SHORT[:4], "--out", str(out), "--allow-unprobed")
    result = command(*words, "--reasoner", model)
    return result, json.loads((out / "summary.json").read_text()), out


def test_a_server_that_is_not_there_ends_the_flight_at_once(command, tmp_path, closed_port):
    model = profile(tmp_path, f"http://127.0.0.1:{closed_port}/v1")
    result, summary, out = fly(command, tmp_path, model)
    assert result.code == 2, result.out
    assert summary["unavailable"] == 3 and summary["iterations"] <= 1 and summary["steps"] == 0
    assert "3 questions in a row were not answered" in result.out and "127.0.0.1" in result.out
    assert events_of(out).count('"kind":"stop"') == 1 and (out / "replay.html").is_file()


class Dying:
    """A model that answers so many questions."""

    name = "dying"

    def __init__(self, inner: ChatTransport, answers: int) -> None:
        self._inner, self._left = inner, answers

    def complete(self, request: ChatRequest) -> ChatAnswer:
        if not self._left:
            raise ChatUnavailable("out of memory")
        self._left -= 1
        return self._inner.complete(request)


def test_a_server_that_dies_in_mid_flight_ends_it(command, tmp_path):
    rules = load_stack(load_settings("embedded")).chat
    with serve_chat(Dying(rules, 2)) as server:
        result, summary, out = fly(command, tmp_path, profile(tmp_path, server.base_url, "dying"))
    assert result.code == 2 and "3 questions in a row" in result.out
    assert summary["calls"] == 2 and summary["unavailable"] == 3
    assert events_of(out).count('"kind":"stop"') == 1


def test_a_run_of_the_benchmark_stops_in_the_same_way(command, tmp_path, closed_port):
    model = profile(tmp_path, f"http://127.0.0.1:{closed_port}/v1")
    words = ("bench", "run", "--split", "dev", "--subset", "1", "--out", str(tmp_path / "run"))
    result = command(*words, "--reasoner", model, "--allow-unprobed")
    assert result.code == 2 and "3 questions in a row were not answered" in result.err
    assert "0 of 1" in result.out


def test_ctrl_c_ends_a_call_that_hangs(tmp_path):
    out = tmp_path / "flight"
    with fault.serving(fault.hangs) as server:
        model = profile(tmp_path, server.base_url)
        words = ("fly", "Climb.", *SHORT, "--out", str(out), "--reasoner", model, "--allow-unprobed")
        code, err = interrupted(started(*words), lambda: bool(server.seen))
    assert (code, len(server.seen)) == (130, 1)
    assert "stopping" in err and "Traceback" not in err
    assert json.loads((out / "summary.json").read_text())["ending"] == "interrupted"
    assert events_of(out).count('"kind":"stop"') == 1 and (out / "replay.html").is_file()
