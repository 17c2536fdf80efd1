"""Which episodes a run takes, and which it refuses before anything is flown."""

from dataclasses import replace

import pytest

from airanchor.bench.results import RunFolder
from airanchor.bench.run import Conduct, RunOrder, prepare_run
from airanchor.bench.run.inputs import check_episodes, chosen
from airanchor.bench.run.subset import choose_episodes, of_scenes
from airanchor.errors import InputError
from tests.airanchor.bench.run.town import town_episodes, write_towns

pytestmark = pytest.mark.xdist_group("bench-run")


def ids(episodes) -> list[str]:
    return [one.episode_id for one in episodes]


def test_all_and_paths():
    episodes = town_episodes(4)
    assert choose_episodes(episodes, "all") == episodes
    with pytest.raises(InputError, match="no episodes to choose from"):
        choose_episodes([], "all")
    assert ids(choose_episodes(episodes, "paths")) == ["town-a-0", "town-b-0", "town-a-2", "town-b-2"]


@pytest.mark.parametrize("count", range(1, 9))
def test_a_count_is_spread_over_paths_without_repeats_in_order(count):
    episodes = town_episodes(4)
    chosen = choose_episodes(episodes, str(count))
    assert len(set(ids(chosen))) == count
    if count > 4:
        assert ids(chosen) == [one for one in ids(episodes) if one in ids(chosen)]
    else:
        assert len({one.trajectory_id for one in chosen}) == count


def test_a_count_of_whole_paths_keeps_all_their_instructions():
    episodes = [
        replace(one, episode_id=f"{one.episode_id}{wording}", trajectory_id=one.episode_id)
        for one in town_episodes(6)
        for wording in "abc"
    ]
    chosen = choose_episodes(episodes, "3-paths")
    assert len(chosen) == 9
    assert [one.trajectory_id for one in chosen] == [
        episodes[at].trajectory_id for at in (0, 12, 24) for _ in "abc"
    ]


@pytest.mark.parametrize(
    "subset", ["7-paths", "0-paths", "-paths", "0", "9", "-1", "some", "", "1.5", "³", "9" * 30]
)
def test_another_subset_is_bad_input(subset):
    with pytest.raises(
        InputError,
        match=r"all, paths, a count from 1 to [48], a count of whole paths as in 4-paths, or episode ids",
    ):
        choose_episodes(town_episodes(4), subset)


def test_episodes_are_chosen_by_their_ids_in_the_order_of_the_file():
    episodes = town_episodes(4)
    assert ids(choose_episodes(episodes, "town-a-2, town-b-0")) == ["town-b-0", "town-a-2"]


def test_an_id_that_is_not_there_is_named():
    with pytest.raises(InputError, match="'town-z-9', which is no episode"):
        choose_episodes(town_episodes(4), "town-a-0,town-z-9")


def broken(**changes) -> list:
    first, *rest = town_episodes()
    return [replace(first, **changes), *rest]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"episode_id": "town-b-0"}, "2 times"),
        ({"goal": None}, "nothing could be scored"),
        ({"reference_path": None, "actions": None}, "nothing could be scored"),
        ({"episode_id": "survey"}, "cannot be used"),
        ({"episode_id": "ä" * 90}, "too long"),
    ],
)
def test_episodes_that_cannot_be_told_apart_or_scored_are_refused(changes, words):
    with pytest.raises(InputError, match=words):
        check_episodes(broken(**changes))


@pytest.mark.parametrize(
    ("scene", "words"),
    [
        ("14", "14 are AerialVLN's own: .*--world airsim"),
        ("atlantis", "'atlantis' .* airanchor sim import"),
        ("../town-a", "sim import"),
    ],
)
def test_scenes_that_are_no_city_are_refused_before_a_run_begins(towns, tmp_path, scene, words):
    file = write_towns(tmp_path / "towns.json", broken(scene_id=scene))
    with pytest.raises(InputError, match=words):
        prepare_run(tmp_path / "run", RunOrder(rows=("random",), episodes=file))
    assert not (tmp_path / "run").exists()


def test_only_episodes_of_named_scenes_are_chosen_and_the_subset_is_of_them():
    episodes = town_episodes(4)
    assert ids(of_scenes(episodes, ())) == ids(episodes)
    assert ids(of_scenes(episodes, ("town-b",))) == [f"town-b-{number}" for number in range(4)]
    ordered = RunOrder(rows=("random",), episodes="", scenes=("town-b",), subset="paths")
    assert ids(chosen(episodes, ordered)) == ["town-b-0", "town-b-2"]
    with pytest.raises(InputError, match="'town-c' has no episode; valid are town-a, town-b"):
        of_scenes(episodes, ("town-c",))


def test_an_unknown_row_file_or_image_kind_is_bad_input(towns, tmp_path):
    file = write_towns(tmp_path / "towns.json")
    with pytest.raises(InputError, match="'airancor' is unknown"):
        prepare_run(tmp_path / "run", RunOrder(rows=("airancor",), episodes=file))
    with pytest.raises(InputError, match="each row once"):
        prepare_run(tmp_path / "run", RunOrder(rows=("random", "random"), episodes=file))
    with pytest.raises(InputError, match="neither a split"):
        prepare_run(tmp_path / "run", RunOrder(rows=("random",), episodes="val_sen"))
    with pytest.raises(InputError, match="exact, colour, viewing, none"):
        Conduct(images="all")
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("episode_id", ["../../x", "..", ".", "a/b", "c:\\d", "é", "%2e"])
def test_an_episode_id_never_leaves_the_folder_of_traces(tmp_path, episode_id):
    place = RunFolder(tmp_path).trace("random", episode_id)
    assert place.parent == RunFolder(tmp_path).row("random") / "traces"
    assert place.name not in (".", "..")
