"""`aircity`: the city's own command line, without the agent, and the same commands behind `airanchor sim`."""

import json
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from airanchor.cli.app import app as airanchor_app
from aircity import __version__
from aircity.cli.app import COMMANDS, app


def run(*words: str, cwd) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "aircity", *words]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)


def test_it_says_its_version_and_lists_its_cities(tmp_path):
    assert run("--version", cwd=tmp_path).stdout == f"aircity {__version__}\n"
    listed = json.loads(run("list", "--json", cwd=tmp_path).stdout)
    assert len(listed["scenes"]) == 20


def test_bad_input_ends_with_two_and_names_the_value(tmp_path):
    done = run("render", "atlantis", cwd=tmp_path)
    assert done.returncode == 2 and "atlantis" in done.stderr and not done.stdout


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            ("--noise", "4"),
            "'4' is not valid; it is 0 to 3 (Noise of the sensors: 0 none, 1 mild, 2 strong, 3",
        ),
        (("--noise", "text"), "'--noise': 'text' is not valid; it is 0 to 3"),
        (("--traffic", "-1"), "'--traffic': '-1' is not valid; it is 0 to 3 (Cars, buses"),
        (("--world-seed", "-1"), "'-1' is not valid; it is 0 or more"),
    ],
)
def test_a_number_out_of_range_is_named_with_the_range(words, told, tmp_path):
    done = run("render", "practice-square", *words, cwd=tmp_path)
    assert done.returncode == 2 and told in done.stderr, done.stderr


def test_a_tour_is_flown_without_a_recording(tmp_path):
    done = run("tour", "practice-square", "--size", "32", "--out", "tour", "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert sorted(json.loads(done.stdout)["files"]) == ["moving_picture", "strip"]
    assert sorted(path.name for path in (tmp_path / "tour").iterdir()) == [
        "strip.png",
        "summary.json",
        "tour.gif",
    ]
    again = run("tour", "practice-square", "--out", "tour", cwd=tmp_path)
    assert again.returncode == 2 and "exists already" in again.stderr


@pytest.mark.parametrize("name", COMMANDS)
def test_help_teaches_by_an_example_of_the_program_that_was_called(name):
    runner = CliRunner()
    own = " ".join(runner.invoke(app, [name, "--help"]).output.split())
    door = " ".join(runner.invoke(airanchor_app, ["sim", name, "--help"]).output.split())
    assert "Example: " in own and f"aircity {name}" in own and "airanchor" not in own
    assert f"airanchor sim {name}" in door and "aircity " not in door


def test_a_tour_that_was_broken_off_does_not_stand_in_the_way(tmp_path):
    (tmp_path / "tour").mkdir()
    (tmp_path / "tour" / "strip.png").touch()
    done = run("tour", "practice-square", "--size", "16", "--out", "tour", cwd=tmp_path)
    assert done.returncode == 0, done.stderr


def test_the_city_runs_where_the_agent_cannot_be_imported(tmp_path):
    code = (
        "import sys; sys.modules['airanchor'] = None; sys.argv = ['aircity', 'list']\n"
        "import aircity.cli; aircity.cli.main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0 and "copper-bay" in done.stdout, done.stderr
