"""A run's folder diagnosed as a person types it: the table, one flight's story, and wrong words."""

import json
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from airanchor.bench.diagnosis.run import check_row, diagnose_episode, diagnose_row
from airanchor.bench.diagnosis.table import to_json, to_text
from airanchor.bench.episodes import write_episodes
from airanchor.bench.results import RunFolder
from airanchor.bench.run import RunOrder, prepare_run
from airanchor.errors import InputError
from aircity.city.library import keep_scene
from tests.airanchor.bench.diagnosis.field import (
    AT_CHURCH,
    AT_MUSEUM,
    CHURCH,
    MUSEUM,
    Script,
    episode,
    field_scene,
    measured,
)

CHURCH_SEEN, MUSEUM_SEEN = measured("red church", CHURCH), measured("white museum", MUSEUM)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Three episodes in the field: a success, a flight that stopped early, and one not flown."""
    home = tmp_path_factory.mktemp("field")
    before = os.environ.get("XDG_DATA_HOME")
    os.environ["XDG_DATA_HOME"] = str(home)
    keep_scene("wide-field", replace(field_scene(), name="wide-field"))
    names = ("right", "early", "unflown")
    write_episodes(home / "field.json", [episode(episode_id=name, scene_id="wide-field") for name in names])
    root = home / "run"
    prepare_run(root, RunOrder(rows=("airanchor", "random"), episodes=str(home / "field.json")))
    for name, end in (("right", AT_MUSEUM), ("early", (80.0, 60.0))):
        script = Script(RunFolder(root).trace("airanchor", name))
        script.decide(1, AT_CHURCH, CHURCH_SEEN, is_done=True)
        script.decide(2, end, MUSEUM_SEEN, heading_deg=90, is_done=True).stop()
    yield root
    if before is None:
        del os.environ["XDG_DATA_HOME"]
    else:
        os.environ["XDG_DATA_HOME"] = before


def test_a_row_is_counted(run):
    told = []
    diagnosis = diagnose_row(run, check_row(run, None), told.append)
    assert told == ["right", "early"] and diagnosis.without_trace == 1
    document = to_json(diagnosis)
    assert (document["flights"], document["successes"], document["failures"]) == (2, 1, 1)
    rows = {row["cause"]: row for row in document["causes"]}
    assert rows["early completion"]["count"] == 1 and rows["early completion"]["share"] == 1.0
    assert rows["wrong mask"]["count"] == 0 and document["lost_on_leg"] == {"2": 1}
    assert json.dumps(document, allow_nan=False)
    text = to_text(diagnosis)
    assert "2 flights, 1 failed; 1 episodes have no trace" in text
    assert "early completion, leg 2, decision 2: taken for done 80 m before its end" in text


def test_one_flight_is_told(run):
    story = diagnose_episode(run, "airanchor", "early")
    text = story.to_text()
    assert "Leg 1: toward 'the red church' (red church #2); S1; flown at decision 1" in text
    assert "after a turn of 90 degrees; S2; not flown" in text
    assert "'white museum' measured on it" in text and "first cause: early completion" in text
    document = story.to_json()
    assert [row["leg"] for row in document["decisions"]] == [1, 2]
    assert json.dumps(document, allow_nan=False)


def test_a_row_without_traces_has_nothing_to_tell(run):
    diagnosis = diagnose_row(run, "random")
    assert diagnosis.verdicts == () and diagnosis.without_trace == 3
    assert to_text(diagnosis).startswith("random: 0 flights, 0 failed")


def test_wrong_words_are_named(run, tmp_path):
    with pytest.raises(InputError, match="no row 'airanker'; it has airanchor, random"):
        check_row(run, "airanker")
    with pytest.raises(InputError, match="no episode 'nowhere'"):
        diagnose_episode(run, "airanchor", "nowhere")
    with pytest.raises(InputError, match="not a run"):
        check_row(tmp_path, None)
