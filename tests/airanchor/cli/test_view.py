"""`airanchor view` and `airanchor figure`: files where they are wanted, plain words where they cannot be."""

import json

from PIL import Image

from tests.airanchor.viewer.method_traces import arrow_flight
from tests.airanchor.viewer.traces import fly


def test_view_writes_the_page_beside_the_trace(command, tmp_path):
    fly(tmp_path / "flight" / "trace", decisions=2)
    outcome = command("view", "flight", "--no-open", "--json")
    assert outcome.code == 0, outcome.err
    told = json.loads(outcome.out)
    assert told["decisions"] == 2 and told["steps"] == 6 and told["ending"] == "completed"
    assert (tmp_path / "flight" / "replay.html").read_text().startswith("<!doctype html>")


def test_view_takes_the_trace_folder_itself_and_another_file(command, tmp_path):
    fly(tmp_path / "trace", decisions=1)
    outcome = command("view", "trace", "--no-open", "--out", "deep/down/page.html")
    assert outcome.code == 0 and "completed: 1 decisions, 3 steps" in outcome.out
    assert (tmp_path / "deep" / "down" / "page.html").exists()


def test_view_and_figures_take_flights_of_other_methods_and_name_them(command, tmp_path):
    arrow_flight(tmp_path / "trace")
    outcome = command("view", "trace", "--no-open", "--out", "page.html")
    assert outcome.code == 0 and "stopped: 2 decisions, 6 steps, flown by PIVOT" in outcome.out
    assert json.loads(command("view", "trace", "--no-open", "--json").out)["navigator"] == "pivot"
    assert command("figure", "case", "trace", "--out", "case.svg").code == 0
    assert "arrows 3 of 3" in (tmp_path / "case.svg").read_text()
    assert command("figure", "strip", "trace", "--out", "strip.svg").code == 0


def test_view_says_what_is_missing(command, tmp_path):
    assert "no recording in nowhere" in command("view", "nowhere", "--no-open").err
    assert "not a folder" in command("view", "nowhere", "--live").err


def test_figures_are_written_in_the_format_of_their_name(command, tmp_path):
    fly(tmp_path / "trace", decisions=3)
    assert command("figure", "case", "trace", "--out", "case.png", "--graph-step", "3").code == 0
    assert command("figure", "strip", "trace", "trace", "--out", "strip.svg", "--json").code == 0
    assert Image.open(tmp_path / "case.png").info["dpi"][0] > 299
    assert (tmp_path / "strip.svg").read_text().startswith("<svg")


def test_figures_refuse_other_formats_and_steps(command, tmp_path):
    fly(tmp_path / "trace", decisions=1)
    outcome = command("figure", "case", "trace", "--out", "case.gif")
    assert outcome.code == 2 and ".png, .svg" in outcome.err
    outcome = command("figure", "case", "trace", "--out", "case.svg", "--graph-step", "99")
    assert outcome.code == 2 and "steps 0 to 3" in outcome.err
