"""Every flight that README, documents and help show is flown, ends as completed, and is where it says."""

import re
import shlex
from pathlib import Path

import pytest
from shapely.geometry import Point, Polygon
from typer.testing import CliRunner

from airanchor.bench.metrics import SUCCESS_M
from airanchor.cli.app import app
from airanchor.cli.fly.flights import FlightOrder, fly_order
from aircity.city.conditions import Conditions
from aircity.city.library import open_scene
from tests.folders import ROOT

PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
GOALS = {
    "Fly to the white castle with the blue roofs.": "castle",
    "Climb 30 metres and stop next to the silver water tower.": "water tower",
}
"""The true object that each example leads to, by its kind; a new example needs a line here."""
_COMMAND = re.compile(r'^\s*(?:Example: )?airanchor (fly "[^."][^"]*"[^#\n]*)', re.MULTILINE)


def _commands(text: str) -> list[str]:
    return [" ".join(command.split()) for command in _COMMAND.findall(text)]


def _help() -> str:
    """The help of `fly` with its examples on one line each."""
    shown = CliRunner().invoke(app, ["fly", "--help"], env={"COLUMNS": "400"}).output
    return "\n".join(line.strip(" │") for line in shown.splitlines())


TEXTS = (_help(), *(page.read_text(encoding="utf-8") for page in PAGES if page.name != "cli.md"))
"""The page of commands is the help again, broken into short lines."""
ELSEWHERE = (
    "--reasoner",
    "--world",
    "--perception",
    "--text-encoder",
    "--image-encoder",
    "--agent",
    "--memory",
)
"""Options by which somebody else answers, flies or sees, or a world or memory that is not here is used."""
SHOWN = sorted(
    {one for text in TEXTS for one in _commands(text) if not any(name in one for name in ELSEWHERE)}
)


def test_the_help_shows_a_flight() -> None:
    assert _commands(_help())


@pytest.mark.parametrize("command", SHOWN)
def test_a_documented_flight_reaches_its_goal(command: str, tmp_path: Path) -> None:
    _, instruction, *options = shlex.split(command.replace(" --live", ""))
    told = dict(zip(options[::2], options[1::2], strict=True))
    assert set(told) <= {"--scene", "--start", "--noise", "--traffic"}, "a new option is to be flown here too"
    scene = told.get("--scene", "practice-square")
    order = FlightOrder(
        instruction=instruction,
        scene=scene,
        start=told.get("--start"),
        out=tmp_path / "flight",
        conditions=Conditions(noise=int(told.get("--noise", 0)), traffic=int(told.get("--traffic", 0))),
        images="none",
    )
    summary = fly_order(order)
    assert summary["ending"] == "completed", summary["words"]
    end = Point(summary["end"]["north_m"], summary["end"]["east_m"])
    goals = [
        Polygon(one.footprint) for one in open_scene(scene).objects if one.category == GOALS[instruction]
    ]
    assert min(goal.distance(end) for goal in goals) <= SUCCESS_M
