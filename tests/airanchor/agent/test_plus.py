"""The parts that tell the model more: what is asked, what is told, and what is flown."""

from typing import Any

import pytest

from airanchor.agent import AgentConfig, AirAnchor, Eyes
from airanchor.agent.build import build_parts
from airanchor.agent.plus import plus_parts
from airanchor.agent.plus.places import shape_from, side_words
from airanchor.anchors import AnchorConfig
from airanchor.flight import Flight, Mission, launch
from airanchor.memory import Memory, MemoryConfig, ObservationTime, Sokb
from airanchor.planning import PlanningConfig
from airanchor.reasoner import Reasoner
from aircity.geometry import Extent, Pose
from tests.airanchor.agent.scripts import (
    BACK,
    CLIMB,
    DONE,
    FORWARD,
    LOOK,
    ONGOING,
    FlatImages,
    NoDetector,
    RoleChat,
    decided,
    subtask,
)
from tests.airanchor.memory.scenes import WordEncoder, anchor
from tests.airanchor.perception.fakes import RedDetector
from tests.contract.box_world import BoxWorld

OPEN = Pose.at(0, -100, 12, 20)
FACING_WALL = Pose.at(0, 0, 12, 0)
TOWER = {"type": "object", "category": "tower", "attributes": ["red"]}
NAMED = {"anchors": [TOWER]}


def turn(yaw_deg: float) -> dict[str, Any]:
    return {"skill": "View Rotation", "parameters": {"yaw_delta_deg": yaw_deg}}


def fly(
    chat: RoleChat,
    *,
    start: Pose = OPEN,
    iterations: int = 1,
    memory: Memory | None = None,
    detector: Any = None,
    **config: Any,
) -> Flight:
    settings = AgentConfig(iterations=iterations, parts="plus", tells_state=True, **config)
    eyes = Eyes(detector or NoDetector(), FlatImages(), AnchorConfig())
    held = memory if memory is not None else Sokb(WordEncoder(), MemoryConfig())
    parts = build_parts(Reasoner(chat), eyes, held, planning=PlanningConfig(), config=settings)
    agent = AirAnchor(plus_parts(parts, "flight"), settings)
    return launch(agent, Mission("follow the river, then rest", "boxes", start), BoxWorld())


def roles(chat: RoleChat) -> list[str]:
    return [prompt.role for prompt in chat.prompts]


def test_a_verdict_that_looks_ahead_saves_the_other_questions() -> None:
    chat = RoleChat(reflection=lambda call, prompt: {**ONGOING, "next": decided(CLIMB), "anchors": []})
    flight = fly(chat, iterations=3)
    assert roles(chat) == [
        "decomposition",
        "anchor_query",
        "navigation",
        "reflection",
        "reflection",
        "reflection",
    ]
    assert flight.end.z_m == OPEN.z_m + 12


def test_a_verdict_that_says_nothing_more_is_asked_as_in_the_paper() -> None:
    chat = RoleChat()
    fly(chat, iterations=2)
    assert roles(chat)[1:] == ["anchor_query", "navigation", "reflection"] * 2


def test_what_is_named_without_a_skill_is_measured_before_the_skill_is_asked_for() -> None:
    chat = RoleChat(reflection=lambda call, prompt: {**ONGOING, "next": None, "anchors": [TOWER]})
    fly(chat, iterations=2, detector=RedDetector(), start=FACING_WALL)
    assert roles(chat)[1:] == ["anchor_query", "navigation", "reflection", "navigation", "reflection"]
    assert "Anchor 1 [Object: red tower]" in chat.asked("navigation")[1].values["graph"]


def test_what_a_decision_names_is_measured_where_its_skill_leads() -> None:
    chat = RoleChat(navigation=lambda call, prompt: {**decided(CLIMB), "anchors": [TOWER]})
    fly(chat, detector=RedDetector(), start=FACING_WALL)
    told = chat.asked("reflection")[0].values
    assert told["graph"].startswith("1 red tower (confidence 0.90): centre +")
    assert "graph_before" not in told


def test_an_outlook_that_cannot_be_used_does_not_cost_the_verdict() -> None:
    bad = {"skill": "Altitude Adjustment", "parameters": {"delta_h_m": 4000}}
    chat = RoleChat(reflection=lambda call, prompt: {**ONGOING, "next": decided(bad), "anchors": "all"})
    fly(chat, iterations=2)
    assert roles(chat)[1:] == ["anchor_query", "navigation", "reflection"] * 2
    assert chat.asked("navigation")[1].values["progress"] == ONGOING["progress"]


def test_a_skill_that_the_next_subtask_does_not_allow_is_asked_for_again() -> None:
    chat = RoleChat(
        decomposition=lambda call, prompt: {"subtasks": [subtask("one"), subtask("two")]},
        reflection=lambda call, prompt: {**DONE, "next": decided(BACK), "anchors": []},
    )
    fly(chat, iterations=2)
    assert roles(chat)[1:] == ["anchor_query", "navigation", "reflection", "navigation", "reflection"]


def test_a_marker_on_the_wrong_thing_reaches_no_memory() -> None:
    def reflect(call: int, prompt: Any) -> Any:
        return {**ONGOING, "next": decided(CLIMB), "anchors": [TOWER], "wrong": [1] if call == 1 else []}

    memory = Sokb(WordEncoder(), MemoryConfig())
    chat = RoleChat(
        anchor_query=lambda call, prompt: {"anchors": []},
        navigation=lambda call, prompt: {**decided(CLIMB), "anchors": [TOWER]},
        reflection=reflect,
    )
    fly(chat, iterations=2, detector=RedDetector(), start=FACING_WALL, memory=memory)
    assert not memory.register.instances
    assert "red tower" not in chat.asked("reflection")[1].values["briefing"]


def test_what_was_called_wrong_is_not_found_again() -> None:
    chat = RoleChat(
        anchor_query=lambda call, prompt: NAMED,
        navigation=lambda call, prompt: {**decided(CLIMB), "wrong": [1], "anchors": [TOWER]},
    )
    fly(chat, detector=RedDetector(), start=FACING_WALL)
    assert "Anchor 1 [Object: red tower]" in chat.asked("navigation")[0].values["graph"]
    assert chat.asked("reflection")[0].values["graph"] == "1 red tower: not found in this view."


class PointedDetector(RedDetector):
    """Notes where it is shown to look, and finds nothing by words alone."""

    def __init__(self) -> None:
        super().__init__()
        self.pixels: list[tuple[int, int]] = []

    def detect_at(self, phrase: Any, view: Any, pixel: tuple[int, int]) -> Any:
        self.pixels.append(pixel)
        return super().detect(phrase, view)[0]

    def detect(self, *args: Any, **kwargs: Any) -> Any:
        return ()


def test_a_thing_may_be_pointed_at() -> None:
    eyes = PointedDetector()
    chat = RoleChat(anchor_query=lambda call, prompt: {"anchors": [{**TOWER, "pixel": [50, 40]}]})
    fly(chat, detector=eyes, start=FACING_WALL)
    assert eyes.pixels == [(50, 40)]
    assert "Anchor 1 [Object: red tower]" in chat.asked("navigation")[0].values["graph"]


def test_two_things_of_one_name_may_be_pointed_at() -> None:
    eyes = PointedDetector()
    both = [{**TOWER, "pixel": [50, 40]}, {**TOWER, "pixel": [60, 40]}]
    chat = RoleChat(anchor_query=lambda call, prompt: {"anchors": both})
    fly(chat, detector=eyes, start=FACING_WALL)
    assert eyes.pixels == [(50, 40), (60, 40)]
    assert chat.asked("reflection")[0].values["briefing"].count("- red tower (") == 2


def test_a_thing_beside_may_be_pointed_at_and_is_told_from_the_drones_heading() -> None:
    eyes = PointedDetector()
    pointed = {**TOWER, "view": "left", "pixel": [144, 144]}
    chat = RoleChat(
        anchor_query=lambda call, prompt: {"anchors": []},
        navigation=lambda call, prompt: decided(CLIMB),
        reflection=lambda call, prompt: {**ONGOING, "next": None, "anchors": [pointed]},
    )
    fly(chat, detector=eyes, start=Pose.at(0, 0, 12, 90), iterations=2)
    assert eyes.pixels == [(48, 48)]
    told = chat.asked("navigation")[1].values
    assert told["graph"] == "In the view to the left [red tower]: measured; see the briefing."
    assert "- red tower (confidence 0.90)" in told["briefing"]
    assert "nearest surface 9 m at 90 degrees left" in told["briefing"]


def test_a_thing_whose_pixel_lies_outside_is_looked_for_by_its_name() -> None:
    eyes = PointedDetector()
    chat = RoleChat(anchor_query=lambda call, prompt: {"anchors": [{**TOWER, "pixel": [900, 40]}]})
    fly(chat, detector=eyes, start=FACING_WALL)
    assert eyes.pixels == []
    assert chat.calls["repair"] == 0
    assert "Anchor 1 [red tower]: not found" in chat.asked("navigation")[0].values["graph"]


def test_a_thing_that_was_measured_is_looked_for_where_it_must_be() -> None:
    eyes = PointedDetector()
    chat = RoleChat(
        anchor_query=lambda call, prompt: {"anchors": [{**TOWER, "pixel": [50, 40]}]},
        navigation=lambda call, prompt: {**decided(turn(-15)), "anchors": [TOWER]},
    )
    fly(chat, detector=eyes, start=FACING_WALL)
    (_, (column, row)) = eyes.pixels
    assert column > 70
    assert 40 < row < 56


def test_a_turn_by_an_angle_needs_no_look_around_and_tells_what_was_flown() -> None:
    chat = RoleChat(navigation=lambda call, prompt: decided(turn(-51)))
    flight = fly(chat)
    assert chat.asked("panorama") == []
    assert flight.end.heading_deg == pytest.approx(20 - 45)
    told = chat.asked("reflection")[0].values["executed"]
    assert "turned 45 degrees left" in told
    assert "Asked: 51 degrees left. Heading was 20, is now 335 degrees (northwest), in steps of 15" in told


def test_the_reason_of_a_look_around_reaches_the_reflection() -> None:
    chat = RoleChat(
        navigation=lambda call, prompt: decided(LOOK),
        panorama=lambda call, prompt: {
            "turning_direction": "right",
            "yaw_delta_deg": 52,
            "reason": "the river",
        },
    )
    fly(chat)
    told = chat.asked("reflection")[0].values["executed"]
    assert "Asked: 52 degrees right, chosen from a look around because: the river." in told


def test_a_look_around_may_choose_the_present_heading_without_a_second_question() -> None:
    still = {"turning_direction": "right", "yaw_delta_deg": 0, "reason": ""}
    chat = RoleChat(navigation=lambda call, prompt: decided(LOOK), panorama=lambda call, prompt: still)
    flight = fly(chat)
    assert chat.calls["repair"] == 0
    assert flight.failures == {}


def test_a_flight_towards_a_pixel_may_keep_its_heading() -> None:
    aside = {"pixel": [76, 48], "distance_m": 20}
    ends = []
    for keeps in (False, True):
        choice = {"skill": "Pixel Navigation", "parameters": {**aside, "keep_heading": keeps}}
        chat = RoleChat(navigation=lambda call, prompt, choice=choice: decided(choice))
        ends.append(fly(chat).end)
    assert ends[0].heading_deg == pytest.approx(20 + 30)
    assert ends[1].heading_deg == pytest.approx(20)
    assert ends[0].distance_m(ends[1]) < 5


def test_a_report_tells_the_way_on_the_grid_and_the_heading() -> None:
    chat = RoleChat(navigation=lambda call, prompt: decided(FORWARD))
    fly(chat)
    told = chat.asked("reflection")[0].values["executed"]
    assert "Asked: 10 m towards a point 1 degrees to the right" in told
    assert "In all 10 m ahead; the point asked for is 0 m from here." in told
    assert "Heading was 20, is now 20 degrees" in told


def test_exact_moves_may_follow_a_skill() -> None:
    chat = RoleChat(navigation=lambda call, prompt: {**decided(CLIMB), "then": [turn(90), CLIMB]})
    flight = fly(chat)
    assert flight.end.z_m == OPEN.z_m + 8
    assert flight.end.heading_deg == pytest.approx(110)
    told = chat.asked("reflection")[0].values["executed"]
    assert "Then View Rotation +90 degrees: flew 0.0 m in 6 steps, turned 90 degrees right" in told


def test_nothing_follows_a_skill_that_failed() -> None:
    choice = {"skill": "Pixel Navigation", "parameters": {"pixel": [48, 90], "distance_m": 50}}
    chat = RoleChat(navigation=lambda call, prompt: {**decided(choice), "then": [turn(90)]})
    flight = fly(chat, start=Pose.at(0, -100, 2.5, 20))
    told = chat.asked("reflection")[0].values["executed"]
    assert "FAILED" in told
    assert "Not flown: View Rotation +90 degrees." in told
    assert flight.end.heading_deg == pytest.approx(20)


def test_nothing_follows_a_way_back_that_was_forced() -> None:
    def navigate(call: int, prompt: Any) -> Any:
        return {**decided(FORWARD), "then": [turn(90)] if call > 4 else []}

    chat = RoleChat(navigation=navigate)
    flight = fly(chat, iterations=5)
    assert chat.calls["backtracking"] == 1
    assert flight.end.heading_deg == pytest.approx(20)


def test_the_state_tells_heights_free_distances_and_decisions() -> None:
    chat = RoleChat(navigation=lambda call, prompt: {**decided(CLIMB), "then": [turn(-90)]})
    fly(chat, iterations=2)
    told = chat.asked("navigation")[1].values["state"]
    assert told.startswith("Heading 290.0 degrees (west). The start lies ")
    assert (
        "4 m above the start and 16 m above the ground at the start; 16 m free straight below here." in told
    )
    assert "Free ahead over 100 m, left over 100 m, right " in told
    assert "The subtask began 4 m straight below, heading 20 (north), -90 degrees from that now." in told
    assert "Decisions left: 1 of 2." in told
    assert "Decisions left: 0 of 2." in chat.asked("reflection")[1].values["state_after"]


def test_a_subtask_knows_its_neighbours_and_the_whole() -> None:
    chat = RoleChat(
        decomposition=lambda call, prompt: {"subtasks": [subtask("one"), subtask("two"), subtask("three")]},
        reflection=lambda call, prompt: DONE,
    )
    fly(chat, iterations=2)
    first, second = (prompt.values["briefing"] for prompt in chat.asked("navigation"))
    assert "Whole instruction: follow the river, then rest\nThis is subtask 1 of 3." in first
    assert "Nothing was flown before it.\nNext subtask: two" in first
    assert "The subtask before it ended as completed: there\nNext subtask: three" in second


def test_every_request_is_answered_for() -> None:
    directions = {"type": "direction", "pixel": [48, 40]}
    chat = RoleChat(anchor_query=lambda call, prompt: {"anchors": [TOWER, directions]})
    fly(chat)
    told = chat.asked("navigation")[0].values["graph"]
    assert "Anchor 1 [red tower]: not found in this view." in told
    assert "Anchor 2 [Direction]: Free travel distance" in told


def test_an_object_is_told_with_its_confidence_and_its_shape() -> None:
    chat = RoleChat(anchor_query=lambda call, prompt: NAMED)
    fly(chat, detector=RedDetector(), start=FACING_WALL)
    told = chat.asked("navigation")[0].values["graph"]
    assert "Anchor 1 [Object: red tower]: The object center is" in told
    assert "  confidence 0." in told
    assert "m wide, from 9 m below you to 9 m above you, nearest surface 9 m at 0 degrees right." in told


def test_what_was_measured_is_told_from_where_the_drone_is() -> None:
    chat = RoleChat(
        anchor_query=lambda call, prompt: NAMED,
        navigation=lambda call, prompt: decided(turn(90)),
        reflection=lambda call, prompt: {**ONGOING, "next": decided(CLIMB), "anchors": []},
    )
    fly(chat, iterations=2, detector=RedDetector(), start=FACING_WALL)
    told = chat.asked("reflection")[0].values["briefing"]
    assert "- red tower (confidence 0.90)" in told
    assert "ahead on the left (-77 degrees), centre 10 m, nearest surface 9 m at 90 degrees" in told


def test_only_earlier_flights_are_asked_about() -> None:
    memory = Sokb(WordEncoder(), MemoryConfig())
    memory.observe(anchor("tower"), ObservationTime("flight", 1))
    asked = [subtask("to the tower", landmarks=["tower"])]
    chat = RoleChat(decomposition=lambda call, prompt: {"subtasks": asked})
    fly(chat, memory=memory, start=FACING_WALL)
    assert chat.asked("landmark_selection") == []
    older = Sokb(WordEncoder(), MemoryConfig())
    older.observe(anchor("tower"), ObservationTime("yesterday", 1))
    fly(chat, memory=older, start=FACING_WALL)
    assert len(chat.asked("landmark_selection")) == 1


def test_a_remembered_landmark_that_lies_behind_now_is_told_as_passed() -> None:
    memory = Sokb(WordEncoder(), MemoryConfig())
    memory.observe(anchor("tower", at=(20.0, -100.0)), ObservationTime("yesterday", 1))
    found = next(iter(memory.register.instances))

    def select(call: int, prompt: Any) -> Any:
        name = prompt.values["landmarks"].split(":")[0]
        return {"matches": [{"landmark_id": name, "instance_id": found, "reason": "the only one"}]}

    chat = RoleChat(
        decomposition=lambda call, prompt: {"subtasks": [subtask("past the tower", landmarks=["tower"])]},
        landmark_selection=select,
        navigation=lambda call, prompt: decided(turn(180)),
    )
    fly(chat, memory=memory, start=Pose.at(0, -100, 12, 0), iterations=2)
    before, after = (prompt.values["priors"] for prompt in chat.asked("navigation"))
    assert "(passed, now behind)" not in before
    assert "(passed, now behind)" in after


@pytest.mark.parametrize(
    ("bearing_deg", "words"),
    [
        (0, "ahead"),
        (-45, "ahead on the left"),
        (88, "abeam on the right"),
        (-98, "abeam on the left"),
        (130, "behind on the right"),
        (-175, "behind"),
    ],
)
def test_bearings_in_a_navigators_words(bearing_deg: float, words: str) -> None:
    assert side_words(bearing_deg) == words


def test_a_shape_is_told_by_its_seen_part() -> None:
    wall = Extent.of_points([[10, -5, 0], [10, 5, 0], [12, -5, 30], [12, 5, 30]])
    shape = shape_from(wall, Pose.at(0, 0, 12, 0))
    assert shape.width_m == pytest.approx(10)
    assert shape.top_m == pytest.approx(18)
    assert shape.bottom_m == pytest.approx(-12)
    assert shape.nearest_m == pytest.approx(10)
    assert shape.nearest_deg == pytest.approx(0)
