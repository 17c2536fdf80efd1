"""TypeFly's questions by rule: programs that the checker passes, and nothing but what the prompt tells."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from airanchor.baselines.typefly.minispec import Dialect, check
from airanchor.embedded.ears import read_clauses
from airanchor.embedded.eyes.reader import SceneReader
from airanchor.embedded.rules.config import RulebookConfig
from airanchor.embedded.rules.peers.typefly import TYPEFLY_RULES
from airanchor.embedded.rules.peers.typefly.programming import _written
from airanchor.embedded.rules.peers.typefly.scene_lines import graph_of, read_scene_lines
from airanchor.embedded.rules.senses import Senses
from airanchor.embedded.rules.words.names import Names
from airanchor.reasoner import PixelConvention, Prompt, read_prompt, render
from airanchor.reasoner.roles.peers.typefly.planning import (
    TYPEFLY_PLAN,
    ListedObject,
    PreviousProgram,
    ProgramRequest,
)
from tests.airanchor.memory.scenes import WordEncoder

TEXT = "Fly to the red tower, then turn left and stop in front of the white church."


@pytest.fixture(scope="module")
def rules():
    text, config = WordEncoder(), RulebookConfig()
    return Senses(Names(text, config.naming), SceneReader(text), read_clauses, config)


def seen(name: str, bearing_deg: float, distance_m: float | None) -> ListedObject:
    x = (np.tan(np.radians(bearing_deg)) + 1) / 2
    return ListedObject(name, "", float(x), 0.5, 0.1, 0.2, distance_m, None if distance_m is None else 0.0)


def planned(rules, *objects, previous=None, dialect="b", free_m=90.0, text=TEXT):
    request = ProgramRequest(
        text, objects, free_m, (), (), dialect, 36, change_m=20.0, change_deg=90.0, previous=previous
    )
    prompt = read_prompt(render(TYPEFLY_PLAN, request, PixelConvention()))
    answer = TYPEFLY_RULES["typefly_plan"](prompt, rules)
    assert check(answer["plan"], Dialect(dialect)).faults == ()
    return answer


def after(answer, status: str) -> PreviousProgram:
    return PreviousProgram(answer["thoughts"], answer["plan"], status)


def status(flown_m: float, turned_deg: float) -> str:
    ended = "Ended: it ended for a new plan: the program asked."
    moved = f"flew {flown_m:.1f} m in 9 steps, turned {turned_deg:.0f} degrees right, climbed 0.0 m"
    return f"{ended}\nFlown: {moved}."


def test_it_turns_to_a_listed_landmark_and_flies_there(rules):
    assert planned(rules, seen("red tower", 30.0, 70.0))["plan"].startswith("tc(30);mf(")
    assert planned(rules, seen("red tower", -16.0, 70.0))["plan"].startswith("tu(15);mf(")
    assert planned(rules, seen("red tower", 2.0, 70.0), dialect="a")["plan"].startswith("mf,")


def test_it_scans_for_what_is_not_in_the_list_once(rules):
    first = planned(rules, seen("gray house", 10.0, 30.0))
    assert first["plan"] == "s('red tower');rp();"
    around = status(flown_m=0.0, turned_deg=0)
    second = planned(rules, seen("gray house", 10.0, 30.0), previous=after(first, around))
    assert second["plan"].startswith(("mf(", "tc(", "tu("))


def test_it_flies_to_what_the_scan_has_found(rules):
    first = planned(rules)
    found = status(flown_m=0.0, turned_deg=135)
    second = planned(rules, seen("red tower", 14.0, 60.0), previous=after(first, found))
    assert second["plan"].startswith("tc(15);mf(")


def test_the_next_part_is_flown_after_the_first(rules):
    first = planned(rules, seen("red tower", 0.0, 60.0))
    flown = status(flown_m=50.0, turned_deg=0)
    second = planned(rules, seen("red tower", 0.0, 10.0), previous=after(first, flown))
    assert second["plan"].startswith("tu(") and "Part 2 of 2" in second["thoughts"]


def test_a_namesake_elsewhere_is_not_flown_to_after_the_landmark(rules):
    first = planned(rules, seen("red tower", 0.0, 50.0))
    beyond = planned(
        rules, seen("red tower", 0.0, 30.0), previous=after(first, status(flown_m=20.0, turned_deg=0))
    )
    second = planned(
        rules, seen("red tower", 40.0, 95.0), previous=after(beyond, status(flown_m=5.0, turned_deg=0))
    )
    assert second["plan"].startswith("mf("), "on to where the first one is known to be"


def test_it_stops_where_all_is_flown(rules):
    text = "Fly to the red tower and stop there."
    answer, previous, distance_m = {"plan": ""}, None, 40.0
    for _ in range(6):
        answer = planned(rules, seen("red tower", 0.0, distance_m), previous=previous, text=text)
        if answer["plan"] == "st();":
            break
        flown_m = min(30.0, distance_m - 8.0)
        distance_m -= flown_m
        previous = after(answer, status(flown_m, 0))
    assert answer["plan"] == "st();"


def test_the_list_is_read_back_as_it_was_told():
    lines = "\n".join(
        (
            "a: b: x 0.75, y 0.25, width 0.10, height 0.20, colour red, distance 40.0 m, top 12.0 m",
            "bridge: x 0.50, y 0.50, width 0.10, height 0.20, too far to measure",
            "Nothing is in view.",
            "x" * 5000,
        )
    )
    tower, bridge = read_scene_lines(lines)
    assert (tower.name, tower.distance_m, bridge.distance_m) == ("a: b", 40.0, None)
    assert tower.bearing_deg == pytest.approx(26.6, abs=0.1) and tower.dz_m > 0
    graph = graph_of((tower, bridge), 30.0, 100.0)
    assert graph.count("Anchor") == 3 and "horizontal distance of 100.0 m" in graph


@given(st.text(max_size=40), st.sampled_from(Dialect))
def test_no_landmark_name_breaks_a_program(name: str, dialect: Dialect):
    program = _written([("s", name.replace("\n", " ")), ("mf", 12.34), ("rp", None)], dialect.value)
    assert check(program, dialect).is_sound


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("is there a tower?", True),
        ("is there a church?", False),
        ("how many towers are there?", 2),
        ("which tower is near?", "red tower"),
        ("what church is near?", False),
    ],
)
def test_probes_are_answered_from_the_list(rules, question: str, answer: object):
    scene = "\n".join(
        f"{name}: x 0.50, y 0.50, width 0.10, height 0.20, too far to measure"
        for name in ("red tower", "tower")
    )
    prompt = Prompt("typefly_probe", {"scene": scene, "question": question}, (), ())
    assert TYPEFLY_RULES["typefly_probe"](prompt, rules) == {"answer": answer}


def test_a_scene_list_has_boxes_within_the_picture(rules):
    rng = np.random.default_rng(3)
    image = rng.integers(0, 255, (128, 128, 3), dtype=np.uint8)
    prompt = Prompt("typefly_scene", {"instruction": TEXT}, (image,), ())
    for one in TYPEFLY_RULES["typefly_scene"](prompt, rules)["objects"]:
        assert 0 <= one["top_left"][0] <= one["bottom_right"][0] < 128
        assert 0 <= one["top_left"][1] <= one["bottom_right"][1] < 128
