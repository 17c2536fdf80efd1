"""`airanchor doctor` tells what is there and how to get what is not."""

import json

from airanchor.cli.doctor import Backend, look_at


def test_a_healthy_machine_says_so(command):
    result = command("doctor", "--json")
    assert result.code == 0
    report = json.loads(result.out)
    assert report["healthy"]
    assert {row["part"]: row["state"] for row in report["findings"]}["renderer"] == "ok"
    assert "All that is needed is here." in command("doctor").out


def test_a_missing_extra_names_the_exact_command():
    finding = look_at(Backend("warp", "no_such_module", "a thing", "peers"))
    assert finding.state == "missing" and not finding.needed
    assert finding.fix == "pip install 'airanchor[peers]'"


def test_a_missing_base_package_is_needed():
    finding = look_at(Backend("warp", "no_such_module", "a thing"))
    assert finding.state == "missing" and finding.needed


def test_brackets_survive_on_the_terminal(command, monkeypatch):
    monkeypatch.setattr("airanchor.cli.doctor.BACKENDS", (Backend("warp", "no_such_module", "it", "peers"),))
    assert "airanchor[peers]" in command("doctor").out
