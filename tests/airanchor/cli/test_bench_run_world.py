"""Where `airanchor bench run` flies: what cannot be flown in AirSim is said before anything is started."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.airanchor.bench.run.builds.stand_ins import DIES, add_build
from tests.airanchor.bench.run.town import town_episodes, write_towns

RUN = ("bench", "run", "--agent", "random", "--out", "run")


@pytest.fixture
def published(command, tmp_path) -> tuple[str, ...]:
    """A run over a published file with two scenes, and a build of one of them."""
    episodes = [
        replace(one, scene_id={"town-a": "2", "town-b": "5"}[one.scene_id]) for one in town_episodes()
    ]
    (tmp_path / "DATA" / "aerialvln-s").mkdir(parents=True)
    write_towns(tmp_path / "DATA" / "aerialvln-s" / "val_seen.json", episodes)
    add_build(tmp_path / "ENVs", "2", DIES)
    return (*RUN, "--split", "aerialvln-s:val_seen", "--data", "DATA")


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (("--world", "airsim"), "--builds FOLDER"),
        (("--world", "airsim", "--builds", "ENVs"), "no build of scene 5"),
        (("--world", "airsim", "--builds", "nowhere"), "no folder of builds"),
        (("--world", "airsim", "--builds", "ENVs", "--perception", "oracle"), "only embedded cities"),
        (("--world", "airsim", "--builds", "ENVs", "--agent", "memory-frozen"), "survey the scene before"),
        (("--world", "airsim://127.0.0.1:41451"), "one build with one scene; .*--scenes 2"),
        (("--world", "airsim://127.0.0.1:41451", "--scenes", "2", "--jobs", "2"), "one drone"),
        (("--world", "airsim://127.0.0.1:41451", "--builds", "ENVs"), "needs none"),
        (("--world", "airsim://127.0.0.1:x", "--scenes", "2"), "no valid port"),
        (("--world", "unreal"), "'unreal' is unknown; valid are city, airsim, or one of your own"),
        (("--builds", "ENVs"), "--builds is for --world airsim"),
        ((), "2, 5 are AerialVLN's own: .*--world airsim"),
        (("--scenes", "9"), "'9' has no episode; valid are 2, 5"),
    ],
)
def test_what_cannot_be_flown_is_bad_input_and_begins_no_run(command, published, more, words):
    result = command(*published, *more)
    assert result.code == 2
    assert _has(words, result.err), result.err
    assert not Path("run").exists()


def test_published_files_need_their_folder_and_a_folder_needs_a_published_name(command, published):
    result = command(*RUN, "--split", "aerialvln-s:val_seen")
    assert result.code == 2 and "--data FOLDER" in result.err
    result = command(*RUN, "--split", "mini", "--data", "DATA")
    assert result.code == 2 and "aerialvln-s:val_seen" in result.err


def test_nothing_that_listens_is_told_with_what_to_start(command, published):
    result = command(*published, "--world", "airsim://127.0.0.1:9", "--scenes", "2")
    assert result.code == 2
    assert _has("nothing answers at airsim://127.0.0.1:9", result.err), result.err


def _has(words: str, text: str) -> bool:
    return re.search(words, " ".join(text.split()), re.DOTALL) is not None
