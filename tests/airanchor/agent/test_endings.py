"""What a flight says at its end: done only if it was; nothing is flown that was not understood."""

from pathlib import Path
from typing import Any

import pytest

from airanchor.agent import AgentConfig
from airanchor.flight import Ending
from airanchor.reasoner.roles import Status
from airanchor.trace import EndEvent, PlanEvent, ReflectionEvent
from tests.airanchor.agent.scripts import DONE, RoleChat, subtask
from tests.airanchor.agent.test_loop import events, fly

OURS = AgentConfig(tells_outcomes=True)
TWO = {"subtasks": [subtask("reach the mill"), subtask("reach the lake")]}


def _ended(status: str, progress: str) -> dict[str, str]:
    return {"progress": progress, "status": status, "next_plan": ""}


def _chat(*verdicts: dict[str, str], plan: dict[str, Any] = TWO) -> RoleChat:
    return RoleChat(
        decomposition=lambda call, prompt: plan, reflection=lambda call, prompt: verdicts[call - 1]
    )


def test_what_was_not_found_is_not_done_and_the_next_subtask_is_flown() -> None:
    flight = fly(_chat(_ended("NOT_FOUND", "The mill was not found."), DONE), config=OURS)
    assert flight.ending is Ending.PARTLY
    assert (flight.subtasks, flight.subtasks_completed) == (2, 1)
    assert [report.status for report in flight.reports] == [Status.NOT_FOUND, Status.COMPLETED]
    assert flight.words == "The mill was not found; there."


@pytest.mark.parametrize("status", ["not found", "Given up", "PARTLY-DONE", "guessed", "not_understood"])
def test_every_way_of_not_doing_it_is_told_in_any_spelling(status: str) -> None:
    plan = {"subtasks": [subtask("reach the mill")]}
    flight = fly(_chat(_ended(status, "It is not there."), plan=plan), config=OURS)
    assert flight.ending.value.replace(" done", "") == status.lower().replace("_", " ").replace("-done", "")
    assert flight.subtasks_completed == 0


def test_in_the_papers_profile_the_progress_text_tells_it(tmp_path: Path) -> None:
    flight = fly(_chat(_ended("COMPLETED", "Not found: no mill here."), DONE), folder=tmp_path / "t")
    assert flight.ending is Ending.PARTLY
    first, second = events(tmp_path / "t", ReflectionEvent)
    assert (first.status, first.outcome) == ("COMPLETED", "NOT_FOUND")
    assert (second.status, second.outcome) == ("COMPLETED", "COMPLETED")
    (end,) = events(tmp_path / "t", EndEvent)
    assert [row.status for row in end.reports] == ["NOT_FOUND", "COMPLETED"]
    assert end.words == "No mill here; there."


def test_the_papers_profile_knows_two_statuses() -> None:
    chat = _chat(_ended("NOT_FOUND", "No mill."), DONE, DONE, plan={"subtasks": [subtask()]})
    flight = fly(chat)
    assert chat.calls["repair"] == 1
    assert "statuses" not in chat.asked("reflection")[0].values
    assert flight.ending is Ending.COMPLETED


def test_what_is_not_understood_is_reported_and_never_flown(tmp_path: Path) -> None:
    plan = {
        "subtasks": [subtask("sing a song"), subtask("reach the lake")],
        "not_understood": ["sing a song", "and be merry"],
        "corrections": [["laek", "lake"]],
    }
    flight = fly(_chat(DONE, plan=plan), folder=tmp_path / "t", config=OURS)
    assert flight.iterations == 1
    assert flight.ending is Ending.PARTLY
    assert flight.words == 'Not understood: "sing a song"; there; not understood: "and be merry".'
    (read,) = events(tmp_path / "t", PlanEvent)
    assert read.corrections == (("laek", "lake"),)


def test_a_text_of_which_nothing_is_understood_ends_at_once() -> None:
    plan = {"subtasks": [subtask("mimsy")], "not_understood": ["mimsy"], "note": "Say where to fly."}
    chat = _chat(plan=plan)
    flight = fly(chat, config=OURS)
    assert flight.ending is Ending.NOT_UNDERSTOOD
    assert (flight.iterations, flight.steps, len(chat.prompts)) == (0, 0, 1)
    assert flight.words == 'Not understood: "mimsy". Say where to fly.'


@pytest.mark.parametrize(
    "remarks",
    [
        {"not_understood": "all of it"},
        {"not_understood": [1, None, ""]},
        {"not_understood": {"a": 1}, "corrections": "x"},
        {"corrections": [["a"], ["a", "b", "c"], [1, 2], "ab", None]},
    ],
)
def test_remarks_that_are_no_remarks_do_not_spoil_the_answer(remarks: dict[str, Any]) -> None:
    chat = _chat(DONE, DONE, plan={**TWO, **remarks})
    flight = fly(chat, config=OURS)
    assert flight.ending is Ending.COMPLETED
    assert chat.calls["repair"] == 0
