"""The agent without skills: one question per action, its own words brought back, STOP per subtask."""

from typing import Any

import pytest

from airanchor.agent import AgentConfig, AirAnchor
from airanchor.agent.action_level import NOTHING_YET, action_level
from airanchor.agent.build import build_parts
from airanchor.agent.observer import Eyes
from airanchor.anchors import AnchorConfig
from airanchor.flight import Ending, Flight, Mission, launch
from airanchor.memory import MemoryConfig, Sokb
from airanchor.planning import PlanningConfig
from airanchor.reasoner import Prompt, Reasoner
from airanchor.reasoner.roles import NOT_STARTED
from aircity.geometry import Pose
from tests.airanchor.agent.scripts import FlatImages, RoleChat, subtask
from tests.airanchor.bench.spied_flights import FACING_BOX, BoxDetector, ask_as_allowed, choose_first
from tests.airanchor.memory.scenes import WordEncoder
from tests.contract.box_world import BoxWorld


def said(action: str, progress: str = "on the way", plan: str = "go on") -> dict[str, Any]:
    return {"action": action, "progress": progress, "plan": plan, "reason": "because"}


def agent_of(chat: RoleChat, memory: Sokb, actions: int = 20) -> AirAnchor:
    eyes = Eyes(BoxDetector(), FlatImages(), AnchorConfig())
    parts = build_parts(Reasoner(chat), eyes, memory, planning=PlanningConfig())
    return action_level(parts, AgentConfig(iterations=2, actions=actions))


def fly(chat: RoleChat, *, actions: int = 20, start: Pose = FACING_BOX) -> tuple[Flight, Sokb]:
    memory = Sokb(WordEncoder(), MemoryConfig())
    agent = agent_of(chat, memory, actions)
    return launch(agent, Mission("rise, then turn", "boxes", start), BoxWorld()), memory


def two_subtasks(**rules: Any) -> RoleChat:
    parts = [subtask("rise", landmarks=["box"]), subtask("turn", landmarks=["box"])]
    return RoleChat(
        decomposition=lambda call, prompt: {"subtasks": parts},
        anchor_query=ask_as_allowed,
        landmark_selection=choose_first,
        **rules,
    )


SCRIPT = ("GO_UP", "GO_UP", "STOP", "TURN_LEFT", "STOP")


def scripted(call: int, prompt: Prompt) -> Any:
    return said(SCRIPT[call - 1], progress=f"progress {call}", plan=f"plan {call}")


def test_it_is_the_agent_with_another_part_and_no_other_class() -> None:
    agent = agent_of(two_subtasks(), Sokb(WordEncoder(), MemoryConfig()))
    assert (type(agent), agent.name) == (AirAnchor, "action-level")


def test_every_action_costs_one_call_and_stop_ends_a_subtask() -> None:
    chat = two_subtasks(action=scripted)
    flight, memory = fly(chat)
    assert [prompt.role for prompt in chat.prompts] == [
        "decomposition", "anchor_query", "action", "action", "action",
        "landmark_selection", "anchor_query", "action", "action",
    ]  # fmt: skip
    assert (flight.ending, flight.subtasks_completed, flight.iterations) == (Ending.COMPLETED, 2, 5)
    assert (flight.end.z_m, flight.end.heading_deg) == pytest.approx((16, -15))
    assert flight.skills == {"GO_UP": 2, "STOP": 2, "TURN_LEFT": 1}
    assert len(memory.register.instances) == 1


def test_the_models_own_words_come_back_and_a_subtask_begins_afresh() -> None:
    chat = two_subtasks(action=scripted)
    fly(chat)
    told = [
        (
            prompt.values["subtask"],
            prompt.values["progress"],
            prompt.values["plan"],
            prompt.values["executed"],
        )
        for prompt in chat.asked("action")
    ]
    assert told == [
        ("rise", NOT_STARTED, "rise", NOTHING_YET),
        ("rise", "progress 1", "plan 1", "GO_UP: done"),
        ("rise", "progress 2", "plan 2", "GO_UP: done"),
        ("turn", NOT_STARTED, "turn", NOTHING_YET),
        ("turn", "progress 4", "plan 4", "TURN_LEFT: done"),
    ]


def test_the_anchors_of_the_beginning_are_told_from_here() -> None:
    chat = two_subtasks(action=scripted)
    fly(chat)
    first, second = (prompt.values["graph"] for prompt in chat.asked("action")[:2])
    assert "2.7 m above the UAV" in first and "0.7 m above the UAV" in second
    assert "Free travel" not in first
    assert chat.asked("action")[0].values["priors"] == "None."
    assert chat.asked("action")[3].values["priors"].startswith("Landmark L1 [box] -> O1: ")


def test_a_blocked_action_is_told_and_counted() -> None:
    chat = two_subtasks(action=lambda call, prompt: said("MOVE_FORWARD" if call < 3 else "STOP"))
    flight, _ = fly(chat, start=Pose.at(4, 0, 12, 0))
    assert chat.asked("action")[2].values["executed"].startswith("MOVE_FORWARD: blocked by the ")
    assert sum(flight.failures.values()) >= 1


def test_the_budget_is_in_actions() -> None:
    flight, _ = fly(two_subtasks(), actions=7)
    assert (flight.ending, flight.steps, flight.iterations) == (Ending.ITERATIONS, 7, 7)


def test_a_model_that_says_nothing_useful_turns_and_never_ends_a_subtask() -> None:
    flight, _ = fly(two_subtasks(action=lambda call, prompt: "no JSON"), actions=4)
    assert (flight.ending, flight.skills) == (Ending.ITERATIONS, {"TURN_RIGHT": 4})
    assert flight.path_length_m == 0
