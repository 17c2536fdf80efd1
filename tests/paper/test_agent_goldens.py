"""The controller of Algorithm 1 against the golden traces: triggers, counters and call counts."""

from typing import Any

from airanchor.agent import AgentConfig
from airanchor.agent.skills import panorama_offsets_deg
from airanchor.agent.subtask import SubtaskRun
from airanchor.flight import Mission, launch
from airanchor.memory import MemoryConfig, ObservationTime, Sokb
from airanchor.reasoner.roles import Skill, Subtask
from airanchor.trace import DecisionEvent, SkillEvent, StopEvent, TraceWriter, read_trace
from aircity.geometry import Pose
from tests.airanchor.agent.scripts import (
    BACK,
    CLIMB,
    DONE,
    LOOK,
    ONGOING,
    RoleChat,
    decided,
    small_agent,
    subtask,
)
from tests.airanchor.memory.scenes import WordEncoder, anchor
from tests.contract.box_world import BoxWorld
from tests.paper.goldens import cases

START = Pose.at(0, -100, 12, 20)
CHOICES = {"PIX": CLIMB, "VIEW": LOOK, "BACK": BACK}  # PIX stands for any skill that moves: here a climb
EXECUTED = {"Altitude Adjustment": "PIX", "View Rotation": "VIEW", "Path Backtracking": "BACK"}
CALLS = {
    "dec": "decomposition",
    "ret": "landmark_selection",
    "query": "anchor_query",
    "nav": "navigation",
    "pan": "panorama",
    "back": "backtracking",
    "ref": "reflection",
}


@cases("B_n")
def test_threshold(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    texts = tuple(str(number) for number in range(inputs["n_subgoals"]))
    run = SubtaskRun(Subtask(id="S1", text="s", subgoals=texts, landmarks=()), (), AgentConfig())
    assert run.threshold == expected["B_n"]


@cases("panorama")
def test_panorama_offsets(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    assert list(panorama_offsets_deg(8)) == expected["yaw_offsets_deg"]


@cases("controller")
def test_controller(inputs: dict[str, Any], expected: dict[str, Any], tmp_path: Any) -> None:
    chat = RoleChat(
        decomposition=lambda call, prompt: {
            "subtasks": [
                subtask(subgoals=count, landmarks=["tower"] if has_candidates else [])
                for count, has_candidates in zip(
                    inputs["subgoal_counts"], inputs["subtask_has_candidates"], strict=True
                )
            ]
        },
        navigation=lambda call, prompt: decided(
            CHOICES[inputs["nav_choice_by_iteration"].get(str(call), inputs["default_choice"])],
            caption=f"scene {call}",
        ),
        reflection=lambda call, prompt: DONE if call in inputs["completed_at_iterations"] else ONGOING,
    )
    memory = Sokb(WordEncoder(), MemoryConfig())
    memory.observe(anchor("tower", at=(START.x_m + 20, START.y_m)), ObservationTime("before", 0))
    is_looking = "VIEW" in inputs["nav_choice_by_iteration"].values()
    skills = tuple(skill for skill in Skill if is_looking or skill is not Skill.VIEW)
    agent = small_agent(chat, config=AgentConfig(skills=skills), memory=memory)
    with TraceWriter(tmp_path / "trace") as writer:
        flight = launch(agent, Mission("go", "boxes", START), BoxWorld(), writer=writer)
    events = read_trace(tmp_path / "trace").events
    decisions = [event for event in events if isinstance(event, DecisionEvent)]
    executed = [event for event in events if isinstance(event, SkillEvent)]

    assert flight.iterations == expected["iterations"]
    assert [isinstance(event, StopEvent) for event in events].count(True) == expected["stop_executed"] == 1
    assert decisions[-1].subtask == expected["last_active_subtask"]
    assert [event.iteration for event in executed if event.is_automatic] == expected["auto_iterations"]
    went_back = [event.iteration for event in executed if event.skill == Skill.BACKTRACK]
    assert went_back == expected["backtrack_iterations"]
    assert {name: chat.calls[role] for name, role in CALLS.items()} == {
        name: count for name, count in expected["calls"].items() if name != "total"
    }
    for decision, skill, row in zip(decisions, executed, expected["trace"], strict=True):
        assert (decision.iteration, decision.subtask) == (row["iter"], row["subtask"])
        assert (decision.since, decision.backtracks) == (row["c_before"], row["r_before"])
        assert (Skill.BACKTRACK in decision.skills) == row["backtracking_available"]
        assert skill.is_automatic == row["auto"]
        is_unusable = skill.failure == "unusable decision"
        assert is_unusable == row["agent_choice_was_unavailable"]
        assert ("FALLBACK" if is_unusable else EXECUTED[skill.skill]) == row["executed"]
        if row["auto"]:
            assert skill.caption == f"scene {row['iter']}"  # the replaced decision's own caption is kept
