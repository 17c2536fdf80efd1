"""The page of a run: every flight with its words, outcome and cause; packed runs too; nothing runs in it."""

import http.client
import json
import re
from urllib.parse import quote, urlsplit

import pytest

from airanchor.bench.board import BoardView, fill_board, read_board
from airanchor.bench.board.known_causes import CAUSES_FILE, find_causes, kept_causes, rows_to_diagnose
from airanchor.bench.publication import pack_run
from airanchor.bench.results import RunFolder
from airanchor.bench.run import RunOrder, fly_run, prepare_run
from airanchor.errors import InputError, TraceError
from tests.airanchor.bench.run.town import SHORT, keep_towns, town_episodes, write_towns

HOSTILE = "</script><script>window.broken=1</script><img src=x onerror=window.broken=1> & \u202etxt"


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("run")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(folder / "data"))
        keep_towns()
        episodes = write_towns(folder / "towns.json", town_episodes(1))
        root = folder / "run"
        prepare_run(root, RunOrder(rows=("random", "reference"), episodes=episodes, sets=SHORT))
        assert fly_run(root).is_complete
        yield root


def ask(url: str, path: str, host: str | None = None) -> tuple[int, str, str]:
    place = urlsplit(url)
    connection = http.client.HTTPConnection(place.hostname, place.port, timeout=20)
    connection.request("GET", path, headers={"Host": host} if host else {})
    answer = connection.getresponse()
    body = answer.read().decode()
    connection.close()
    return answer.status, body, answer.headers["Content-Security-Policy"]


def test_every_flight_is_told_with_words_outcome_and_cause(run):
    counts = rows_to_diagnose(run)
    assert counts == {"random": 2, "reference": 2}
    told = []
    causes = {row: find_causes(run, row, told.append) for row in counts}
    assert len(told) == 4
    document = read_board(run, causes)
    assert [(one["row"], one["episode"]) for one in document["flights"]] == [
        (row, f"{town}-0") for row in ("random", "reference") for town in ("town-a", "town-b")
    ]
    guided = [one for one in document["flights"] if one["row"] == "reference"]
    assert {one["outcome"] for one in guided} == {"success"} and {one["cause"] for one in guided} == {""}
    lost = [one for one in document["flights"] if one["row"] == "random"]
    assert all(one["outcome"] in document["outcomes"] for one in lost)
    assert all(one["cause"] in document["causes"] for one in lost if one["outcome"] != "success")
    assert "church" in document["flights"][0]["instruction"] and document["has_traces"]


def test_causes_are_kept_until_the_results_change(run, tmp_path):
    found = find_causes(run, "random", lambda _: None)
    assert kept_causes(run, "random") == found
    file = RunFolder(run).row("random") / CAUSES_FILE
    document = json.loads(file.read_text())
    file.write_text(json.dumps({**document, "results_sha256": "0" * 64}))
    assert kept_causes(run, "random") is None
    for damaged in ("", "[]", "{}", '{"results_sha256": 3}', "[" * 5000):
        file.write_text(damaged)
        assert kept_causes(run, "random") is None
    file.unlink()


def test_a_packed_run_is_shown_without_replays(run, tmp_path):
    pack_run(run, tmp_path / "packed")
    document = read_board(tmp_path / "packed")
    assert len(document["flights"]) == 4 and not document["has_traces"]
    assert not any(one["trace"] for one in document["flights"])
    assert "Replays need the flights' recordings" in fill_board(document)


def test_a_run_without_results_says_what_to_do(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    keep_towns()
    episodes = write_towns(tmp_path / "towns.json", town_episodes(1))
    prepare_run(tmp_path / "run", RunOrder(rows=("random",), episodes=episodes, sets=SHORT))
    with pytest.raises(InputError, match=r"no episode of .*run has been flown yet; fly it first"):
        read_board(tmp_path / "run")


def test_words_of_others_are_inert_and_the_policy_allows_one_script(run):
    document = read_board(run)
    document["flights"][0] |= {"instruction": HOSTILE, "episode": HOSTILE, "why": HOSTILE}
    page = fill_board(document)
    assert page.count("<script") == 2 and "<img" not in page and "onerror=window" in page
    told = json.loads(re.search(r'id="board">(.*?)</script>', page)[1])
    assert told["flights"][0]["instruction"] == HOSTILE
    assert "default-src 'none'" in page and "'unsafe" not in page


def test_a_replay_is_built_when_it_is_opened_and_only_of_this_run(run):
    built = []

    def replay(row: str, episode: str) -> tuple[str, str]:
        built.append((row, episode))
        if row == "reference":
            raise TraceError("the recording is gone")
        return f"<p>{episode}</p>", "default-src 'none'; img-src data:"

    with BoardView(read_board(run), replay) as view:
        status, page, policy = ask(view.url, "/")
        assert status == 200 and 'data-mode="served"' in page and "script-src 'sha256-" in policy
        for _ in range(2):
            status, page, policy = ask(view.url, "/flight?row=random&episode=town-a-0")
            assert (status, page) == (200, "<p>town-a-0</p>") and policy.startswith("default-src 'none'; img")
        assert built == [("random", "town-a-0")]
        status, words, _ = ask(view.url, "/flight?row=reference&episode=town-a-0")
        assert status == 404 and "recording is gone" in words
        for strange in ("../../run.json", "town-a-9", "", "%00"):
            assert ask(view.url, f"/flight?row=random&episode={quote(strange)}")[0] == 404
        assert ask(view.url, "/", host="elsewhere.example")[0] == 403
        assert len(built) == 2
