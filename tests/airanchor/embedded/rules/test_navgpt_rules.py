"""How the rules answer NavGPT: landmarks named where they are seen best, and flights by words alone."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from airanchor.baselines.navgpt.scratchpad import ReactStep, Scratchpad
from airanchor.baselines.navgpt.words import moved_words
from airanchor.embedded.ears import read_clauses
from airanchor.embedded.eyes.reader import SceneReader
from airanchor.embedded.rules.config import RulebookConfig
from airanchor.embedded.rules.peers.navgpt import NAVGPT_RULES
from airanchor.embedded.rules.peers.navgpt.leg import read_leg
from airanchor.embedded.rules.senses import Senses
from airanchor.embedded.rules.words.names import Names
from airanchor.reasoner.prompts.reader import Prompt
from airanchor.reasoner.roles.peers.navgpt.directions import Octant, direction_of
from airanchor.reasoner.roles.peers.navgpt.observation import (
    DirectionBlock,
    ObjectCue,
    ToldSurroundings,
    surroundings_words,
)
from aircity.geometry import Pose, relate
from aircity.world import Action, advance
from tests.airanchor.embedded.rules.desk import PlantedScenes, sight
from tests.airanchor.memory.scenes import WordEncoder

TEXT = "Fly to the red tower and stop there."


def senses_with(scenes: Any = None) -> Senses:
    text, config = WordEncoder(), RulebookConfig()
    return Senses(Names(text, config.naming), scenes or SceneReader(text), read_clauses, config)


@pytest.fixture(scope="module")
def rules() -> Senses:
    return senses_with()


def choose(senses: Senses, pad: Scratchpad, text: str = TEXT, repeats: int = 5) -> dict[str, Any]:
    values = {
        "instruction": text,
        "scratchpad": pad.history,
        "observation": pad.observation,
        "repeats": str(repeats),
    }
    return dict(NAVGPT_RULES["navgpt_action"](Prompt("navgpt_action", values, (), ()), senses))


def told(pose: Pose, things: dict[str, tuple[float, float, float]], free_m: float = 100.0) -> str:
    """What would be observed in empty air with these things in it."""
    cues: dict[Octant, list[ObjectCue]] = {octant: [] for octant in Octant}
    for name, place in things.items():
        cue = relate(pose, place)
        away_m = cue.d_xy_m if cue.d_xy_m <= 100.0 else None
        cues[direction_of(cue.bearing_deg)].append(ObjectCue(name, cue.bearing_deg, away_m, cue.dz_m))
    blocks = tuple(DirectionBlock(octant, "air", tuple(cues[octant]), free_m) for octant in Octant)
    return surroundings_words(ToldSurroundings(blocks, 30.0), 100.0)


def fly_by_words(
    senses: Senses, text: str, things: dict[str, tuple[float, float, float]], most: int = 60
) -> list[Pose]:
    """A flight in empty air that is told nothing but words; ends with Finished!, or after so many steps."""
    pose = Pose.at(0.0, 0.0, 30.0, 0.0)
    poses, pad = [pose], Scratchpad(7000, told(pose, things), begun="air.")
    for _ in range(most):
        answer = choose(senses, pad, text)
        if answer["action"] == "Finished!":
            return poses
        for _ in range(answer["repeat"]):
            pose = advance(pose, Action[answer["action"]])
        step = ReactStep(
            answer["thought"], answer["action"], str(answer["repeat"]), moved_words(poses[-1], pose), "air."
        )
        pad = pad.with_step(step, told(pose, things))
        poses.append(pose)
    raise AssertionError("it never finished")


@given(st.floats(-179, 179), st.floats(25, 180))
def test_a_thing_that_is_told_of_is_flown_to(bearing_deg: float, away_m: float) -> None:
    rad = math.radians(bearing_deg)
    place = (away_m * math.cos(rad), away_m * math.sin(rad), 30.0)
    end = fly_by_words(senses_with(_Blind()), TEXT, {"red tower": place})[-1]
    assert math.dist((end.x_m, end.y_m), place[:2]) <= 20.0


class _Blind:
    """Pictures show nothing: what is known comes from words."""

    def read(self, rgb: Any) -> Any:
        return PlantedScenes().read(np.zeros((512, 512, 3), np.uint8))


def test_two_things_are_flown_to_in_their_order(rules: Senses) -> None:
    things = {"red tower": (60.0, 0.0, 30.0), "white church": (60.0, -70.0, 30.0)}
    text = "Fly to the red tower, then turn left and stop in front of the white church."
    poses = fly_by_words(rules, text, things)
    assert min(math.dist((pose.x_m, pose.y_m), (60.0, 0.0)) for pose in poses) <= 25.0
    assert math.dist((poses[-1].x_m, poses[-1].y_m), (60.0, -70.0)) <= 25.0


def test_a_leg_goes_on_until_it_is_flown(rules: Senses) -> None:
    pad = Scratchpad(7000, told(Pose.at(0, 0, 30), {"red tower": (80.0, 0.0, 30.0)}))
    first = choose(rules, pad)
    assert (first["action"], first["repeat"]) == ("MOVE_FORWARD", 5)
    step = ReactStep(first["thought"], "MOVE_FORWARD", "5", "Moved: 25.0 m ahead.")
    later = pad.with_step(step, told(Pose.at(25, 0, 30), {"red tower": (80.0, 0.0, 30.0)}))
    leg = read_leg(later.history)
    assert leg is not None and leg.flown_m == 25.0 and len(leg.runs) == 1
    assert choose(rules, later)["action"] == "MOVE_FORWARD"


def test_it_flies_no_farther_than_the_way_is_free(rules: Senses) -> None:
    pad = Scratchpad(7000, told(Pose.at(0, 0, 30), {"red tower": (80.0, 0.0, 30.0)}, free_m=14.0))
    assert choose(rules, pad)["repeat"] <= 2
    wall = Scratchpad(7000, told(Pose.at(0, 0, 30), {"red tower": (80.0, 0.0, 30.0)}, free_m=4.0))
    assert choose(rules, wall)["action"] != "MOVE_FORWARD"


def test_what_was_blocked_ends_the_leg(rules: Senses) -> None:
    pad = Scratchpad(7000, told(Pose.at(0, 0, 30), {"red tower": (80.0, 0.0, 30.0)}))
    step = ReactStep(
        choose(rules, pad)["thought"],
        "MOVE_FORWARD",
        "5",
        "Blocked by the object after 1 of 5 steps. Moved: 5.0 m ahead.",
    )
    leg = read_leg(pad.with_step(step, pad.observation).history)
    assert leg is not None and leg.is_blocked and "blocked" in leg.report and "flew 5.0 m" in leg.report


def test_a_mere_angle_gives_way_to_a_distance(rules: Senses) -> None:
    things = {"red tower": (130.0, 0.0, 30.0)}
    pad = Scratchpad(7000, told(Pose.at(0, 0, 30), things))
    first = choose(rules, pad)
    leg = read_leg(pad.with_step(ReactStep(first["thought"], "MOVE_FORWARD", "5", ""), "").history)
    assert leg is not None and leg.far == ("red tower",) and leg.known == ()


def test_a_namesake_elsewhere_is_not_what_was_flown_to(rules: Senses) -> None:
    things, places = {"red tower": (95.0, 0.0, 30.0)}, iter((25, 50))
    pad = Scratchpad(7000, told(Pose.at(0, 0, 30), things))
    while (leg := read_leg(pad.history)) is None or leg.runs:
        answer = choose(rules, pad)
        step = ReactStep(answer["thought"], answer["action"], "5", "Moved: 25.0 m ahead.")
        pad = pad.with_step(step, told(Pose.at(next(places), 0, 30), things))
    other = told(Pose.at(50, 0, 30), {"red tower": (60.0, 60.0, 30.0)})
    assert choose(rules, pad.with_step(pad.steps[-1], other))["action"] == "MOVE_FORWARD"


@given(st.text(max_size=200), st.text(max_size=200), st.text(max_size=200))
def test_any_words_get_an_answer(instruction: str, scratchpad: str, observation: str) -> None:
    values = {"instruction": instruction, "scratchpad": scratchpad, "observation": observation}
    answer = NAVGPT_RULES["navgpt_action"](Prompt("navgpt_action", values, (), ()), senses_with(_Blind()))
    assert answer["thought"] and answer["repeat"] == 1


def described(grey: dict[int, dict[str, Any]], directions: tuple[Octant, ...]) -> dict[str, list[str]]:
    pictures = tuple(np.full((512, 512, 3), place, np.uint8) for place in range(len(directions)))
    tags = tuple(("direction", octant.value) for octant in directions)
    prompt = Prompt("navgpt_caption", {"instruction": TEXT}, pictures, tags)
    reply = NAVGPT_RULES["navgpt_caption"](prompt, senses_with(PlantedScenes(grey)))
    return {view["direction"]: [one["name"] for one in view["objects"]] for view in reply["views"]}


def test_a_landmark_is_named_where_it_is_seen_best() -> None:
    grey = {0: {"tower": sight(5.0, 60.0, score=0.6)}, 1: {"tower": sight(0.0, 60.0, score=0.9)}}
    names = described(grey, (Octant.FRONT, Octant.REAR))
    assert names["Front"] == ["red tower"]


def test_a_landmark_behind_is_named_where_none_is_ahead() -> None:
    names = described({1: {"tower": sight(0.0, 60.0, score=0.9)}}, (Octant.FRONT, Octant.REAR))
    assert names == {"Front": [], "Rear": ["red tower"]}


def test_boxes_lie_in_their_pictures() -> None:
    prompt = Prompt(
        "navgpt_caption",
        {"instruction": TEXT},
        (np.full((512, 512, 3), 0, np.uint8),),
        (("direction", "Front"),),
    )
    scenes = PlantedScenes({0: {"tower": sight(5.0, 60.0)}})
    (view,) = NAVGPT_RULES["navgpt_caption"](prompt, senses_with(scenes))["views"]
    left, top, right, bottom = view["objects"][0]["box"]
    assert 0 <= left <= right < 512 and 0 <= top <= bottom < 512
