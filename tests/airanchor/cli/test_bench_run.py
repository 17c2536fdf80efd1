"""`airanchor bench run` and `bench collect` as a person types them."""

import importlib.util
import json
from dataclasses import replace

import pytest

from tests.airanchor.bench.run.town import keep_towns, town_episodes, write_towns


@pytest.fixture
def towns(command, tmp_path) -> str:
    """Two towns of the command's own library, and a file of six episodes in them."""
    keep_towns()
    return write_towns(tmp_path / "towns.json")


def test_a_run_says_what_it_flew_with_and_goes_on_with_the_same_command(command, towns):
    words = ("bench", "run", "--agent", "random,reference", "--episodes", towns, "--out", "run", "--json")
    first = command(*words)
    assert first.code == 0, first.err
    told = json.loads(first.out)
    assert (told["profile"], told["reasoner"], told["subset"]) == ("paper", "rulebook", "all")
    assert [(row["row"], row["flown"], row["is_complete"]) for row in told["rows"]] == [
        ("random", 6, True),
        ("reference", 6, True),
    ]
    assert told["rows"][1]["knows_truth"] and told["rows"][1]["scores"]["success_rate"]["value"] == 1.0
    assert "12/12 episodes\n  random: SR" in first.err and "reference: SR 100.0 %" in first.err
    again = command(*words)
    assert again.code == 0 and json.loads(again.out) == told


def test_a_person_sees_a_table_with_the_upper_bound_marked(command, towns):
    result = command("bench", "run", "--agent", "reference", "--episodes", towns, "--out", "run")
    assert result.code == 0, result.err
    assert "Reference path (knows the truth)" in result.out and "profile paper" in result.out


def test_one_share_is_flown_and_collect_marks_the_rest_as_missing(command, towns):
    words = ("bench", "run", "--agent", "random", "--episodes", towns, "--out", "run")
    share = command(*words, "--piece", "2/2")
    assert (share.code, share.out) == (0, "")
    collected = command("bench", "collect", "run")
    assert collected.code == 1 and "3 of 6: incomplete" in collected.out
    assert command(*words).code == 0


def test_a_spent_budget_ends_with_code_1_and_says_how_to_go_on(command, towns):
    result = command("bench", "run", "--episodes", towns, "--max-calls", "2", "--out", "run")
    assert result.code == 1
    assert "larger budget" in result.err and "0 of 6: incomplete" in result.out


def test_routes_of_a_city_file_are_flown(command, small_city, tmp_path):
    metre = 1 / 111_000
    street = [[60.1 + 42 * metre, 24.9 + east * metre * 2] for east in (10, 60, 110, 160)]
    (tmp_path / "routes.jsonl").write_text(
        json.dumps({"id": 1, "text": "Go to the end.", "latlon": street}), "utf-8"
    )
    made = command(
        "episodes", "import-routes", "routes.jsonl", "--city", str(small_city), "--out", "routes.json"
    )
    assert made.code == 0 and "kept as small-town" in made.err
    flown = command("bench", "run", "--agent", "reference", "--episodes", "routes.json", "--json")
    assert flown.code == 0, flown.err
    assert json.loads(flown.out)["rows"][0]["scores"]["success_rate"]["value"] == 1.0


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "either --split"),
        (("--split", "dev", "--episodes", "x.json"), "either --split"),
        (("--split", "test"), "unknown split"),
        (("--episodes", "nowhere.json"), "neither a split"),
        (("--split", "dev", "--agent", "airancor"), "airancor"),
        (("--split", "dev", "--subset", "many"), "all, paths"),
        (("--split", "dev", "--images", "all"), "images"),
        (("--split", "dev", "--set", "agent.iterashuns=2"), "iterations"),
        (("--split", "dev", "--reasoner", "nobody"), "nobody"),
        (("--split", "dev", "--perception", "magic"), "magic"),
        (("--split", "dev", "--max-money", "5"), "price"),
        (("--split", "dev", "--agent", "random", "--piece", "5/4"), "I/N"),
        (("--split", "dev", "--jobs", "2", "--ray", "local"), "--jobs or --ray"),
    ],
)
def test_bad_input_is_told_and_flies_nothing(command, words, told, tmp_path):
    result = command("bench", "run", *words, "--out", "run")
    assert result.code == 2 and result.out == "" and told in result.err
    assert not (tmp_path / "run" / "rows").exists()


@pytest.mark.skipif(importlib.util.find_spec("ray") is not None, reason="Ray is installed")
def test_without_ray_the_command_to_install_it_is_told(command, towns):
    result = command("bench", "run", "--agent", "random", "--episodes", towns, "--ray", "local")
    assert result.code == 2 and "pip install 'ray>=2.40'" in result.err


def test_a_folder_that_is_no_run_cannot_be_collected(command, tmp_path):
    result = command("bench", "collect", str(tmp_path))
    assert result.code == 2 and "no run" in result.err


def test_a_scene_of_aerialvln_needs_its_simulator(command, tmp_path):
    file = write_towns(tmp_path / "far.json", [replace(town_episodes()[0], scene_id="14")])
    result = command("bench", "run", "--agent", "random", "--episodes", file)
    assert result.code == 2 and "AirSim" in result.err
