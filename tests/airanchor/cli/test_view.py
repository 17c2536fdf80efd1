"""`airanchor view` and `airanchor figure`: files where they are wanted, plain words where they cannot be."""

import json

from PIL import Image

from airanchor.trace import Keep
from aircity.city.library import keep_scene
from tests.airanchor.viewer.method_traces import arrow_flight
from tests.airanchor.viewer.town_flight import fly_through, town
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
    assert outcome.code == 0 and "completed: 1 decision, 3 steps" in outcome.out
    assert (tmp_path / "deep" / "down" / "page.html").exists()


def test_view_and_figures_take_flights_of_other_methods_and_name_them(command, tmp_path):
    arrow_flight(tmp_path / "trace")
    outcome = command("view", "trace", "--no-open", "--out", "page.html")
    assert outcome.code == 0 and "stopped: 2 decisions, 6 steps, 30 m, flown by PIVOT" in outcome.out
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


def test_a_flight_in_a_known_city_is_shown_filmed_and_drawn_over_it(command, tmp_path):
    with town() as city:
        keep_scene("small-town", city.scene)
        fly_through(city, tmp_path / "flight" / "trace")
    outcome = command("view", "flight", "--no-open")
    assert outcome.code == 0 and "Success: stopped 12 m from the goal" in outcome.out, outcome.err
    assert '"layers":[["green"' in (tmp_path / "flight" / "replay.html").read_text()
    assert command("view", "flight", "--no-open", "--plain", "--out", "plain.html").code == 0
    assert "left out with --plain" in (tmp_path / "plain.html").read_text()
    assert command("figure", "case", "flight", "--out", "case.svg").code == 0
    assert ">landmark</text>" in (tmp_path / "case.svg").read_text()
    told = json.loads(command("view", "flight", "--video", "flight.gif", "--speed", "20", "--json").out)
    assert told["video"]["width_px"] == 640 and told["video"]["bytes"] > 10_000
    assert Image.open(tmp_path / "flight.gif").is_animated


def test_a_city_can_be_named_and_what_cannot_be_filmed_is_said(command, tmp_path):
    with town() as city:
        fly_through(city, tmp_path / "trace", Keep.NONE)
        file = keep_scene("other-name", city.scene)
    outcome = command("view", "trace", "--no-open", "--out", "page.html")
    assert outcome.code == 0 and "'small-town' is not on this machine" in (tmp_path / "page.html").read_text()
    outcome = command("view", "trace", "--video", "flight.gif")
    assert outcome.code == 2 and "--scene" in outcome.err and not (tmp_path / "flight.gif").exists()
    assert command("view", "trace", "--no-open", "--scene", str(file), "--out", "page.html").code == 0
    assert '"layers":[["green"' in (tmp_path / "page.html").read_text()
    assert command("view", "trace", "--no-open", "--scene", "no-such-city").code == 2
    assert command("view", "trace", "--video", "flight.avi").code == 2
