"""See, Point, Fly: the published travel of a label, the geometry of a point, stop only when said twice."""

import math
from typing import Any

import pytest

from airanchor.baselines.spf import SpfConfig
from airanchor.baselines.spf.method import blind_actions, displacement_m
from airanchor.errors import InputError
from airanchor.flight import Ending
from airanchor.reasoner import Prompt
from aircity.geometry import Pose
from aircity.world import Action
from tests.airanchor.baselines.flights import fly, views_of
from tests.contract.box_world import BoxWorld


def test_travel_is_the_published_curve() -> None:
    published = SpfConfig(scale_m=10.0)
    travels = [round(published.travel_m(label), 2) for label in range(1, 11)]
    assert travels == [0.16, 0.55, 1.15, 1.92, 2.87, 3.99, 5.26, 6.69, 8.27, 10.0]
    assert SpfConfig(scale_m=0.1, least_m=0.1).travel_m(1) == 0.1


@pytest.mark.parametrize("change", [{"scale_m": 0}, {"labels": 1}, {"calls": 0}, {"confirmations": 0}])
def test_settings_out_of_range_are_refused_by_name(change: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=f"baselines.spf {next(iter(change))}"):
        SpfConfig(**change)


def test_a_point_half_way_to_the_right_border_lies_at_half_the_travel() -> None:
    view = BoxWorld().reset(Pose.at(0, -100, 12, 0))
    middle_u, middle_v = view.camera.cx_px, view.camera.cy_px
    focal_px, off_px = view.camera.fx_px, 20.0 / view.camera.fx_px  # a pixel's own width at that travel
    pixel = (round(middle_u + focal_px / 2), round(middle_v - focal_px / 4))
    ahead_m, right_m, up_m = displacement_m(view, pixel, 20.0)
    assert ahead_m == 20.0
    assert right_m == pytest.approx(10.0, abs=off_px) and up_m == pytest.approx(5.0, abs=off_px)


def test_blind_flight_turns_then_travels_then_climbs_and_never_stalls() -> None:
    ahead_m, right_m = 10.0 * math.cos(math.radians(30)), 10.0 * math.sin(math.radians(30))
    flown = blind_actions(ahead_m, right_m, -4.0)
    assert flown == (*(Action.TURN_RIGHT,) * 2, *(Action.MOVE_FORWARD,) * 2, *(Action.GO_DOWN,) * 2)
    assert blind_actions(0.1, 0.0, 0.0) == (Action.MOVE_FORWARD,)


def point(prompt: Prompt, **given: Any) -> dict[str, Any]:
    height_px, width_px = prompt.images[0].shape[:2]
    return {"pixel": [width_px // 2, height_px // 2], "depth": 3, "label": "box", "stop": False, **given}


def test_one_question_a_decision_with_the_raw_view_and_the_text_alone() -> None:
    flight, chat = fly("spf", lambda call, prompt: point(prompt), "baselines.spf.calls=4")
    assert (flight.ending, flight.iterations, len(chat.prompts)) == (Ending.ITERATIONS, 4, 4)
    assert all(set(prompt.values) == {"instruction", "travels"} for prompt in chat.prompts)
    assert [len(prompt.images) for prompt in chat.prompts] == [1] * 4
    assert (chat.prompts[0].images[0] == views_of(flight)[0]).all()


def test_it_stops_when_stop_is_said_twice_in_a_row() -> None:
    said = [False, True, False, True, True, False]
    flight, chat = fly(
        "spf", lambda call, prompt: point(prompt, stop=said[call - 1]), "baselines.spf.calls=9"
    )
    assert (flight.ending, len(chat.prompts)) == (Ending.STOPPED, 5)


def test_as_published_it_cannot_stop_and_flies_blindly() -> None:
    flight, chat = fly(
        "spf-faithful", lambda call, prompt: point(prompt, stop=True, depth=10), "baselines.spf.calls=3"
    )
    assert flight.ending is Ending.ITERATIONS and len(chat.prompts) == 3
    assert flight.path_length_m == pytest.approx(30.0)


def test_an_answer_that_cannot_be_read_is_no_stop() -> None:
    flight, _ = fly("spf", lambda call, prompt: '{"stop": true}', "baselines.spf.calls=3")
    assert flight.ending is Ending.ITERATIONS and flight.usage[0].fallbacks == 3


def test_actions_are_granted_too() -> None:
    flight, _ = fly("spf", lambda call, prompt: point(prompt, depth=8), "baselines.spf.actions=3")
    assert flight.ending is Ending.ITERATIONS and flight.steps == 3
    assert "3 actions were granted" in flight.words
