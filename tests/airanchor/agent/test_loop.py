"""The loop: what each prompt is told, in which order, and how every flight ends in STOP."""

from pathlib import Path
from typing import Any

import pytest

from airanchor.agent import AgentConfig
from airanchor.errors import BudgetSpent, ChatRefused, ChatUnavailable, SimulatorError
from airanchor.flight import Ending, Envelope, Flight, Mission, launch
from airanchor.memory import FrozenMemory, MemoryConfig, ObservationTime, Sokb
from airanchor.planning import PlanningConfig
from airanchor.reasoner import ChatAnswer, ChatRequest
from airanchor.reasoner.prompts.reader import SkillRanges
from airanchor.reasoner.roles import NOT_STARTED, Skill
from airanchor.trace import EndEvent, Keep, MemoryEvent, SkillEvent, StopEvent, Trace, TraceWriter, read_trace
from aircity.geometry import Pose
from aircity.world import Observation
from aircity.wrappers.noise import PoseDrift
from tests.airanchor.agent.scripts import (
    BACK,
    CLIMB,
    DONE,
    FORWARD,
    LOOK,
    ONGOING,
    RoleChat,
    decided,
    small_agent,
    subtask,
)
from tests.airanchor.memory.scenes import WordEncoder, anchor
from tests.airanchor.perception.fakes import RedDetector
from tests.contract.box_world import BoxWorld

OPEN = Pose.at(0, -100, 12, 20)
FACING_WALL = Pose.at(4, 0, 12, 0)


def fly(
    chat: RoleChat,
    *,
    start: Pose = OPEN,
    folder: Path | None = None,
    envelope: Envelope | None = None,
    **parts: Any,
) -> Flight:
    agent = small_agent(chat, **parts)
    mission = Mission("follow the river", "boxes", start)
    if folder is None:
        return launch(agent, mission, BoxWorld(), envelope=envelope)
    with TraceWriter(folder, keep=Keep.NONE) as writer:
        return launch(agent, mission, BoxWorld(), envelope=envelope, writer=writer)


def events(folder: Path, kind: type) -> list[Any]:
    trace: Trace = read_trace(folder)
    return [event for event in trace.events if isinstance(event, kind)]


def test_the_order_of_questions_of_one_iteration() -> None:
    chat = RoleChat(navigation=lambda call, prompt: decided(LOOK), reflection=lambda call, prompt: DONE)
    fly(chat)
    asked = [prompt.role for prompt in chat.prompts]
    assert asked == ["decomposition", "anchor_query", "navigation", "panorama", "reflection"]


def test_the_state_is_told_where_the_settings_say_so() -> None:
    chat = RoleChat(navigation=lambda call, prompt: decided(CLIMB if call == 1 else LOOK))
    fly(chat, start=Pose.at(0, -100, 12, 90), config=AgentConfig(iterations=2, tells_state=True))
    first, second = chat.asked("navigation")
    assert first.values["state"].startswith("Heading 90.0 degrees (east). The start lies 0.0 degrees")
    assert "4.0 m below the UAV" in second.values["state"]
    reflection = chat.asked("reflection")[0]
    assert reflection.values["state"] == first.values["state"]
    assert (
        reflection.values["state_after"]
        == second.values["state"]
        == chat.asked("panorama")[0].values["state"]
    )


def test_the_paper_tells_no_state() -> None:
    chat = RoleChat()
    fly(chat, config=AgentConfig(iterations=1))
    assert not any({"state", "state_after"} & set(prompt.values) for prompt in chat.prompts)


def test_a_new_subtask_begins_afresh() -> None:
    chat = RoleChat(
        decomposition=lambda call, prompt: {
            "subtasks": [subtask("pass the mill"), subtask("reach the lake")]
        },
        reflection=lambda call, prompt: DONE if call in (2, 3) else ONGOING,
    )
    flight = fly(chat)
    told = [(p.values["subtask"], p.values["progress"], p.values["plan"]) for p in chat.asked("navigation")]
    assert told == [
        ("pass the mill", NOT_STARTED, "pass the mill"),
        ("pass the mill", "on the way", "go on"),
        ("reach the lake", NOT_STARTED, "reach the lake"),
    ]
    assert (flight.ending, flight.subtasks_completed) == (Ending.COMPLETED, 2)


def test_the_instruction_and_sub_goals_reach_no_later_prompt() -> None:
    chat = RoleChat(reflection=lambda call, prompt: DONE if call == 2 else ONGOING)
    fly(chat)
    for request, prompt in zip(chat.requests, chat.prompts, strict=True):
        text = " ".join(message.text for message in request.messages)
        assert ("follow the river" in text) == (prompt.role == "decomposition")
        assert "goal 0" not in text


def test_the_images_are_the_view_and_its_marked_copy() -> None:
    chat = RoleChat(reflection=lambda call, prompt: DONE)
    fly(chat)
    world = BoxWorld()
    seen = world.reset(OPEN).rgb
    (query,), (decision,), (reflection,) = (
        chat.asked(role) for role in ("anchor_query", "navigation", "reflection")
    )
    assert (query.images[0] == seen).all()
    assert (decision.images[0] != seen).any()
    assert (reflection.images[0] == decision.images[0]).all()
    assert len(reflection.images) == 2


def test_a_motion_that_cannot_be_flown_is_told_for_one_iteration(tmp_path: Path) -> None:
    chat = RoleChat(
        navigation=lambda call, prompt: decided(FORWARD if call == 1 else CLIMB),
        reflection=lambda call, prompt: DONE if call == 3 else ONGOING,
    )
    flight = fly(chat, start=FACING_WALL, folder=tmp_path / "t")
    first, second, third = (prompt.values["progress"] for prompt in chat.asked("navigation"))
    assert first == NOT_STARTED
    assert second.startswith("on the way [last action failed: ")
    assert third == "on the way"
    assert "FAILED" in chat.asked("reflection")[0].values["executed"]
    skill = events(tmp_path / "t", SkillEvent)[0]
    assert (skill.steps, skill.before) == (0, skill.after)
    assert sum(flight.failures.values()) == 1


def test_a_step_refused_by_the_envelope_is_a_failed_motion() -> None:
    chat = RoleChat(reflection=lambda call, prompt: DONE if call == 2 else ONGOING)
    flight = fly(chat, envelope=Envelope(max_altitude_m=14))
    assert "blocked by the envelope after 1 of 2 steps" in chat.asked("navigation")[1].values["progress"]
    assert flight.refusals == 2
    assert flight.end.z_m == pytest.approx(14)


def test_the_trajectory_holds_the_start_and_every_step() -> None:
    chat = RoleChat(reflection=lambda call, prompt: DONE if call == 3 else ONGOING)
    flight = fly(chat)
    assert [pose.z_m for pose in flight.trajectory] == pytest.approx([12, 14, 16, 18, 20, 22, 24])
    assert flight.path_length_m == pytest.approx(12)


def test_looking_around_moves_nothing_and_costs_no_step() -> None:
    chat = RoleChat(
        navigation=lambda call, prompt: decided(LOOK),
        panorama=lambda call, prompt: {"turning_direction": "left", "yaw_delta_deg": -70, "reason": ""},
        reflection=lambda call, prompt: DONE,
    )
    flight = fly(chat)
    assert flight.steps == 5  # 70 degrees are nearest to five turns of 15
    assert flight.end.heading_deg == pytest.approx(20 - 75)
    assert flight.path_length_m == 0
    assert [text for name, text in chat.asked("panorama")[0].all_values if name == "offset"] == [
        "0", "45", "90", "135", "180", "-135", "-90", "-45",
    ]  # fmt: skip


@pytest.mark.parametrize(("yaw_deg", "calls"), [(7, 1), (-3.5, 1), (0, 2)])
def test_to_face_that_way_already_is_no_failure(yaw_deg: float, calls: int, tmp_path: Path) -> None:
    side = "right" if yaw_deg >= 0 else "left"
    chat = RoleChat(
        navigation=lambda call, prompt: decided(LOOK),
        panorama=lambda call, prompt: {"turning_direction": side, "yaw_delta_deg": yaw_deg, "reason": ""},
        reflection=lambda call, prompt: DONE if call == 2 else ONGOING,
    )
    flight = fly(chat, folder=tmp_path / "t")
    assert (flight.steps, dict(flight.failures), flight.skills) == (0, {}, {"View Rotation": 2})
    assert chat.calls["panorama"] + chat.calls["repair"] == 2 * calls
    assert chat.asked("navigation")[1].values["progress"] == "on the way"
    executed = chat.asked("reflection")[0].values["executed"]
    asked = f"a turn of {yaw_deg:g} degrees is less than half a step"
    assert executed == f"View Rotation {{}}: already facing that way, {asked}."
    assert [event.failure for event in events(tmp_path / "t", SkillEvent)] == [None, None]


def test_a_look_around_without_an_answer_is_a_failure_and_claims_nothing() -> None:
    chat = RoleChat(
        navigation=lambda call, prompt: decided(LOOK),
        panorama=lambda call, prompt: "to the left, I think",
        reflection=lambda call, prompt: DONE,
    )
    flight = fly(chat)
    assert dict(flight.failures) == {"unusable answer": 1}
    assert "FAILED: no angle could be read" in chat.asked("reflection")[0].values["executed"]


def test_going_back_restores_the_pose_of_the_node() -> None:
    choices = {1: CLIMB, 2: LOOK, 3: CLIMB, 4: BACK}
    chat = RoleChat(
        decomposition=lambda call, prompt: {"subtasks": [subtask(subgoals=3)]},
        navigation=lambda call, prompt: decided(choices[call]),
        backtracking=lambda call, prompt: {"node_id": 1},
        reflection=lambda call, prompt: DONE if call == 4 else ONGOING,
    )
    flight = fly(chat)
    assert flight.end.z_m == pytest.approx(16)
    assert flight.end.heading_deg == pytest.approx(20)
    assert "returned to node 1" in chat.asked("reflection")[-1].values["executed"]


def test_the_prompts_tell_the_settings_in_force() -> None:
    chat = RoleChat(navigation=lambda call, prompt: decided(LOOK), reflection=lambda call, prompt: DONE)
    planning = PlanningConfig(least_distance_m=2.5, greatest_distance_m=30, greatest_climb_m=12)
    fly(chat, config=AgentConfig(panorama_views=6), planning=planning)
    system = {
        prompt.role: request.messages[0].text
        for prompt, request in zip(chat.prompts, chat.requests, strict=True)
    }
    assert "d is from 2.5 to 30 metres" in system["navigation"]
    assert "at most 12 metres either way" in system["navigation"]
    assert "Six views, 60 degrees apart" in system["navigation"]
    assert "not only multiples of 60 degrees" in system["panorama"]
    assert chat.asked("navigation")[0].ranges == SkillRanges(2.5, 30.0, 12.0)


def test_the_history_tells_each_skill_with_its_parameters() -> None:
    choices = {1: CLIMB, 2: LOOK, 3: FORWARD, 4: BACK, 5: BACK}
    chat = RoleChat(
        decomposition=lambda call, prompt: {"subtasks": [subtask(subgoals=3)]},
        navigation=lambda call, prompt: decided(choices[call]),
        backtracking=lambda call, prompt: {"node_id": 1},
        reflection=lambda call, prompt: DONE if call == 5 else ONGOING,
    )
    fly(chat)
    history = chat.asked("backtracking")[-1].values["history"]
    assert [line for line in history.splitlines() if line.startswith("Step ")] == [
        'Step 0 to 1: Altitude Adjustment {"delta_h_m": 4.0}',
        'Step 1 to 2: View Rotation {"yaw_delta_deg": 45.0}',
        'Step 2 to 3: Pixel Navigation {"pixel": [48, 48], "distance_m": 10.0}',
        'Step 3 to 4: Path Backtracking {"node_id": 1}',
    ]


@pytest.mark.parametrize("sigma_m", [0.05, 5.0])
def test_going_back_flies_what_was_flown_whatever_pose_is_reported(sigma_m: float, tmp_path: Path) -> None:
    choices = {1: CLIMB, 2: LOOK, 3: CLIMB, 4: BACK}
    chat = RoleChat(
        decomposition=lambda call, prompt: {"subtasks": [subtask(subgoals=3)]},
        navigation=lambda call, prompt: decided(choices[call]),
        backtracking=lambda call, prompt: {"node_id": 0},
        reflection=lambda call, prompt: DONE if call == 4 else ONGOING,
    )
    true = BoxWorld()
    drifting = PoseDrift(true, position_sigma_m=sigma_m, heading_sigma_rad=0.05, seed=1)
    with TraceWriter(tmp_path / "t", keep=Keep.NONE) as writer:
        flight = launch(small_agent(chat), Mission("go", "boxes", OPEN), drifting, writer=writer)
    assert (flight.ending, dict(flight.failures)) == (Ending.COMPLETED, {})
    assert "returned to node 0" in chat.asked("reflection")[-1].values["executed"]
    end = true.observe().pose
    assert (end.x_m, end.y_m, end.z_m, end.heading_deg) == pytest.approx((0, -100, 12, 20))
    assert len(events(tmp_path / "t", StopEvent)) == 1


class Breaking(BoxWorld):
    """A world that does not bear to be looked up in."""

    def look_up(self) -> Observation:
        raise SimulatorError("the camera fell off")


def test_an_error_of_the_world_is_raised_after_stop(tmp_path: Path) -> None:
    with TraceWriter(tmp_path / "t", keep=Keep.NONE) as writer, pytest.raises(SimulatorError, match="fell"):
        launch(small_agent(RoleChat()), Mission("go", "boxes", OPEN), Breaking(), writer=writer)
    assert len(events(tmp_path / "t", StopEvent)) == 1


def test_without_another_pose_going_back_fails_but_counts() -> None:
    chat = RoleChat(navigation=lambda call, prompt: decided(FORWARD if call == 1 else BACK))
    config = AgentConfig(iterations=4)
    flight = fly(chat, start=FACING_WALL, config=config)
    assert chat.calls["backtracking"] == 0
    assert flight.failures["nowhere to return"] == 2  # the limit of two holds
    assert flight.skills[Skill.BACKTRACK] == 2


@pytest.mark.parametrize(
    ("error", "ending"),
    [(BudgetSpent("20 calls are used up"), Ending.SPENT), (ChatRefused("wrong key"), Ending.REFUSED)],
)
@pytest.mark.parametrize("role", ["decomposition", "anchor_query", "navigation", "reflection"])
def test_every_ending_executes_stop(error: Exception, ending: Ending, role: str, tmp_path: Path) -> None:
    chat = RoleChat(**{role: lambda call, prompt: error})
    flight = fly(chat, folder=tmp_path / "t")
    assert flight.ending is ending
    assert flight.words.endswith(str(error))
    assert ("Not finished" in flight.words) == (role != "decomposition")
    assert len(events(tmp_path / "t", StopEvent)) == len(events(tmp_path / "t", EndEvent)) == 1


@pytest.mark.parametrize("answer", ["no JSON", "{}", '{"status": "DONE"}'])
def test_a_model_that_says_nothing_useful_flies_on_to_the_budget(answer: Any) -> None:
    roles = ("decomposition", "anchor_query", "navigation", "panorama", "reflection")
    chat = RoleChat(**{role: lambda call, prompt: answer for role in roles})
    flight = fly(chat, config=AgentConfig(iterations=3))
    assert (flight.ending, flight.iterations) == (Ending.ITERATIONS, 3)
    assert chat.asked("anchor_query")[0].values["subtask"] == "follow the river"
    assert sum(row.fallbacks for row in flight.usage) == 1 + 3 * 4
    assert flight.steps == 0  # looking around is the fallback, and it turns nowhere


class LostChat(RoleChat):
    """Answers so many questions and then none."""

    def __init__(self, answers: int) -> None:
        super().__init__(navigation=lambda call, prompt: decided(CLIMB))
        self.answers = answers

    def complete(self, request: ChatRequest) -> ChatAnswer:
        if len(self.requests) == self.answers:
            raise ChatUnavailable("no answer")
        return super().complete(request)


@pytest.mark.parametrize("answered", [0, 4])
def test_a_model_that_is_not_there_or_no_more_ends_the_flight(answered: int) -> None:
    flight = fly(LostChat(answered), config=AgentConfig(iterations=9))
    assert flight.ending is Ending.REFUSED
    assert "3 questions in a row were not answered; no answer" in flight.words
    assert sum(row.unavailable for row in flight.usage) == 3


def test_an_interrupted_flight_stops_and_tells() -> None:
    def interrupt(call: int, prompt: Any) -> Any:
        if call == 2:
            raise KeyboardInterrupt
        return decided(CLIMB)

    flight = fly(RoleChat(navigation=interrupt))
    assert (flight.ending, flight.steps) == (Ending.INTERRUPTED, 2)


def seeded_memory(**at: tuple[float, float]) -> Sokb:
    memory = Sokb(WordEncoder(), MemoryConfig())
    for name, place in at.items():
        memory.observe(anchor(name, at=place), ObservationTime("before", 0))
    return memory


def ask_for_objects(call: int, prompt: Any) -> Any:
    names = ("box", "hut", "den")
    return {"anchors": [{"type": "object", "category": name, "attributes": []} for name in names]}


def choose_first(call: int, prompt: Any) -> Any:
    return {"matches": [{"landmark_id": "L1", "instance_id": "O1", "reason": "it fits"}]}


def test_priors_are_chosen_once_and_told_from_each_pose() -> None:
    chat = RoleChat(
        decomposition=lambda call, prompt: {"subtasks": [subtask(landmarks=["tower"])]},
        landmark_selection=choose_first,
        reflection=lambda call, prompt: DONE if call == 3 else ONGOING,
    )
    fly(chat, memory=seeded_memory(tower=(30, -100)))
    told = [prompt.values["priors"] for prompt in chat.asked("navigation")]
    assert chat.calls["landmark_selection"] == 1
    assert len(set(told)) == 3
    assert all(text.startswith("Landmark L1 [tower] -> O1: ") for text in told)
    assert "7.0 m below" in told[0] and "11.0 m below" in told[1]


def test_a_merge_during_the_subtask_moves_the_prior() -> None:
    memory = seeded_memory(tower=(30, -100))

    def navigate(call: int, prompt: Any) -> Any:
        if call == 1:
            memory.observe(anchor("tower", at=(36, -100)), ObservationTime("now", 1))
        return decided(LOOK)

    chat = RoleChat(
        decomposition=lambda call, prompt: {"subtasks": [subtask(landmarks=["tower"])]},
        landmark_selection=choose_first,
        navigation=navigate,
        reflection=lambda call, prompt: DONE if call == 2 else ONGOING,
    )
    fly(chat, memory=memory)
    before, after = (prompt.values["priors"] for prompt in chat.asked("navigation"))
    assert before.split("horizontal distance")[1] != after.split("horizontal distance")[1]


def test_priors_are_those_of_before_this_view_was_remembered() -> None:
    chat = RoleChat(
        decomposition=lambda call, prompt: {"subtasks": [subtask(landmarks=["box"])]},
        anchor_query=ask_for_objects,
        reflection=lambda call, prompt: DONE,
    )
    memory = Sokb(WordEncoder(), MemoryConfig())
    fly(chat, memory=memory, detector=RedDetector(), start=Pose.at(-8, 0, 12))
    assert chat.asked("navigation")[0].values["priors"] == "None."
    assert chat.calls["landmark_selection"] == 0
    assert len(memory.register.instances) > 0


def test_a_frozen_memory_is_read_and_never_written(tmp_path: Path) -> None:
    memory = seeded_memory(tower=(30, -100))
    chat = RoleChat(
        decomposition=lambda call, prompt: {"subtasks": [subtask(landmarks=["tower"])]},
        anchor_query=ask_for_objects,
        landmark_selection=choose_first,
        reflection=lambda call, prompt: DONE,
    )
    start = Pose.at(-8, 0, 12)
    fly(chat, memory=FrozenMemory(memory), detector=RedDetector(), start=start, folder=tmp_path / "t")
    assert list(memory.register.instances) == ["O1"]
    rows = events(tmp_path / "t", MemoryEvent)[0].rows
    assert rows and {row.change for row in rows} == {"refused"}


def test_the_same_flight_gives_the_same_events(tmp_path: Path) -> None:
    for name in ("one", "two"):
        fly(RoleChat(), folder=tmp_path / name, config=AgentConfig(iterations=3))
    one, two = ((tmp_path / name / "events.jsonl").read_bytes() for name in ("one", "two"))
    assert one == two
