"""`airanchor bench diagnose` as a person types it."""

import json

from airanchor.bench.run import RunOrder, fly_run, prepare_run
from tests.airanchor.bench.run.town import SHORT, keep_towns, town_episodes, write_towns


def test_a_run_is_diagnosed_and_one_flight_told(command, tmp_path):
    keep_towns()
    episodes = write_towns(tmp_path / "towns.json", town_episodes(1))
    root = tmp_path / "run"
    prepare_run(root, RunOrder(rows=("random",), episodes=episodes, sets=SHORT))
    assert fly_run(root).is_complete

    table = command("bench", "diagnose", str(root))
    assert table.code == 0 and "random: 2 flights" in table.out
    document = json.loads(command("bench", "diagnose", str(root), "--row", "random", "--json").out)
    assert document["row"] == "random" and document["flights"] == 2

    story = command("bench", "diagnose", str(root), "--episode", "town-a-0")
    assert story.code == 0 and "town-a-0 in town-a" in story.out

    wrong = command("bench", "diagnose", str(root), "--row", "no-such")
    assert wrong.code == 2 and "it has random" in wrong.err and not wrong.out


def test_a_run_is_looked_at_as_a_page_with_causes(command, tmp_path):
    keep_towns()
    episodes = write_towns(tmp_path / "towns.json", town_episodes(1))
    root = tmp_path / "run"
    prepare_run(root, RunOrder(rows=("random",), episodes=episodes, sets=SHORT))
    assert fly_run(root).is_complete

    written = command("bench", "view", str(root), "--out", "deep/page.html")
    assert written.code == 0 and "2 flights" in written.out and "finding out why" in written.err
    assert (tmp_path / "deep" / "page.html").read_text().startswith("<!doctype html>")
    again = command("bench", "view", str(root), "--json")
    assert "finding out why" not in again.err, "causes are kept"
    flights = json.loads(again.out)["flights"]
    assert [one["episode"] for one in flights] == ["town-a-0", "town-b-0"]
    assert all(one["cause"] for one in flights if one["outcome"] != "success")

    nowhere = command("bench", "view", str(tmp_path / "nowhere"))
    assert nowhere.code == 2 and "not a run" in nowhere.err and not nowhere.out
