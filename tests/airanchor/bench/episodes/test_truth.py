"""The shipped dev paths are true, and what is made untrue is found."""

import copy
from dataclasses import replace

import pytest

from airanchor.bench.episodes import load_split
from airanchor.bench.episodes.checks import check_episodes
from airanchor.bench.episodes.paths.scout import Scout
from airanchor.bench.episodes.truth import check_flight, check_text
from aircity.city.library import open_scene
from aircity.city.render.renderer import Renderer
from aircity.geometry import Pose
from aircity.world.action import Action
from tests.airanchor.bench.episodes.shortcuts import measure_shortcuts

SCENE = "proving-ground"


@pytest.fixture(scope="module")
def scout():
    scene = open_scene(SCENE)
    renderer = Renderer(scene)
    yield Scout(scene, renderer)
    renderer.close()


@pytest.fixture(scope="module")
def episodes():
    return [one for one in load_split("dev") if one.scene_id == SCENE]


def changed(episode, leg_number, **changes):
    facts = copy.deepcopy(dict(episode.facts))
    facts["legs"][leg_number].update(changes)
    return replace(episode, facts=facts)


def test_every_path_of_a_scene_flies_free_and_tells_the_truth(scout, episodes):
    for one in episodes:
        assert check_flight(one, scout.scene, scout.renderer) == []
        assert check_text(one, scout) == []


def test_a_wrong_side_turn_climb_or_landmark_is_found(scout, episodes):
    one, number = next(
        (one, number)
        for one in episodes
        for number, leg in enumerate(one.facts["legs"])
        if leg["relation"] == "pass"
    )
    leg = one.facts["legs"][number]
    other = "left" if leg["side"] == "right" else "right"
    stranger = next(key for key in scout.landmarks if key != leg["landmark"])
    for change, word in (
        ({"side": other}, "is not so"),
        ({"turn_deg": leg.get("turn_deg", 0) + 15}, "turn"),
        ({"climb_m": leg.get("climb_m", 0) + 2}, "climb"),
        ({"landmark": stranger}, "is not so"),
        ({"landmark": -5}, "not a landmark"),
        ({"gap_m": 0}, "farther"),
    ):
        assert any(word in problem for problem in check_text(changed(one, number, **change), scout)), change


def test_a_word_that_is_not_true_of_the_thing_is_found(scout, episodes):
    one = episodes[0]
    start, end, object_id = one.facts["mentions"][0]
    lie = "the purple pagoda"
    facts = {**one.facts, "mentions": [[start, start + len(lie), object_id], *one.facts["mentions"][1:]]}
    text = one.instruction[:start] + lie + one.instruction[end:]
    assert any("purple" in what for what in check_text(replace(one, instruction=text, facts=facts), scout))


def test_a_path_through_a_wall_or_out_of_the_city_is_found(scout, episodes):
    one = episodes[0]
    ahead = replace(one, actions=(Action.MOVE_FORWARD,) * 400)
    problems = check_flight(ahead, scout.scene, scout.renderer)
    assert any("hits" in what or "leaves" in what for what in problems)
    tower = next(one for one in scout.landmarks.values() if one.thing.category == "skyscraper")
    inside = replace(one, start=Pose(tower.x_m, tower.y_m, 20.0), actions=(Action.MOVE_FORWARD,) * 8)
    problems = check_flight(inside, scout.scene, scout.renderer)
    assert problems[0] == "the start is not in free air" and any("hits" in what for what in problems)


def test_facts_that_are_no_facts_are_a_problem_not_a_crash(scout, episodes):
    for facts in (
        {"legs": [], "mentions": []},
        {"legs": [{}], "mentions": []},
        {"legs": 3, "mentions": None},
    ):
        assert check_text(replace(episodes[0], facts=facts), scout)


def test_checking_in_bulk_names_scenes_it_does_not_know(episodes):
    strange = replace(episodes[0], scene_id="14")
    report = check_episodes([strange, episodes[0]])
    assert report.unknown_scenes == ["14"]
    assert (report.flown, report.text_checked, report.problems) == (1, 1, [])


@pytest.mark.slow
def test_agents_that_ignore_most_of_the_text_fail_on_dev():
    episodes = load_split("dev")
    scouts = {}
    for name in sorted({one.scene_id for one in episodes}):
        scene = open_scene(name)
        scouts[name] = Scout(scene, Renderer(scene))
    found = measure_shortcuts(episodes, scouts)
    for name in (
        "stay",
        "random",
        "first_clause",
        "seen_goal",
        "seen_goal_kind",
        "told_direction",
        "goal_visible",
    ):
        assert getattr(found, name) < 0.10, name
