"""TypeFly: what each question is told, programs checked before they fly, and what ends them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from airanchor.baselines.typefly import TypeflyConfig
from airanchor.errors import InputError
from airanchor.flight import Ending, Flight
from airanchor.reasoner import Prompt
from airanchor.trace import NoteEvent, read_trace
from tests.airanchor.baselines.flights import AnsweredChat, fly

BOX = {"name": "red box", "colour": "red", "top_left": [40, 30], "bottom_right": [55, 60]}
RISE = "mu(2);rp();"


def answering(plans: list[Any], objects: list[Any] | None = None, answer: Any = True) -> Callable[..., Any]:
    """Gives one plan after the other, the last for ever, and the same list and answer always."""
    left = list(plans)

    def say(call: int, prompt: Prompt) -> Any:
        if prompt.role == "typefly_scene":
            return {"objects": objects or []}
        if prompt.role == "typefly_probe":
            return {"answer": answer}
        plan = left.pop(0) if len(left) > 1 else left[0]
        return plan if isinstance(plan, dict) else {"thoughts": f"thought {len(left)}", "plan": plan}

    return say


def flown(*plans: Any, sets: tuple[str, ...] = (), **given: Any) -> tuple[Flight, AnsweredChat]:
    return fly("typefly", answering(list(plans), **given), *sets)


def asked(chat: AnsweredChat, role: str) -> list[Prompt]:
    return [prompt for prompt in chat.prompts if prompt.role == f"typefly_{role}"]


@pytest.mark.parametrize("change", [{"calls": 0}, {"programs": 0}, {"change_m": 0}, {"dialect": "c"}])
def test_settings_out_of_range_are_refused_by_name(change: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=f"baselines.typefly {next(iter(change))}"):
        TypeflyConfig(**change)


def test_only_the_scene_list_sees_a_picture() -> None:
    _, chat = flown("p('is it red?');mu(2);rp();", "st();", objects=[BOX])
    assert {prompt.role: len(prompt.images) for prompt in chat.prompts} == {
        "typefly_scene": 1,
        "typefly_plan": 0,
        "typefly_probe": 0,
    }
    scene, plan, probe = (asked(chat, role)[0] for role in ("scene", "plan", "probe"))
    assert set(scene.values) == {"instruction"}
    assert set(plan.values) == {"instruction", "scene", "ahead", "dialect"}
    assert set(probe.values) == {"instruction", "scene", "question"}
    assert plan.values["scene"].startswith("red box: x 0.50, y 0.47, width 0.17, height 0.32, colour red, ")


def test_a_scene_is_listed_once_from_each_place() -> None:
    _, chat = flown("5{iv('red box');}ox('red box');mu(2);iv('red box');st();", objects=[BOX])
    assert len(asked(chat, "scene")) == 2


def test_the_flight_ends_with_stop_or_with_the_program() -> None:
    assert flown("mu(2);st();")[0].ending is Ending.STOPPED
    flight, chat = flown("mu(2);")
    assert flight.ending is Ending.STOPPED and flight.iterations == 1 and len(asked(chat, "plan")) == 1


@pytest.mark.parametrize(
    ("plan", "why"),
    [
        ("mf(20);st();", "the scene has changed, 20 m"),
        ("mu(20);st();", "the scene has changed, 20 m"),
        ("tc(90);st();", "the scene has changed, turned by 90 degrees"),
        ("g('white tower');st();", "there is no 'white tower' in view"),
        ("?p('how?')>2{st();}", "True is no number"),
        ("36{36{_1=1;}}st();", "the limit of 400 iterations"),
        ("36{tc(60);}st();", "the limit of 100 actions"),
        ("md(90);st();", "before an obstacle"),
    ],
)
def test_what_ends_a_program_is_told_to_the_next_plan(plan: str, why: str) -> None:
    flight, chat = flown(plan, "st();")
    assert flight.ending is Ending.STOPPED and flight.iterations == 2
    second = asked(chat, "plan")[1].values
    assert why in second["status"] and second["program"] == plan.replace(">", "›")
    assert second["thoughts"] == "thought 1"


def test_small_motions_do_not_change_the_scene() -> None:
    flight, chat = flown("mf(15);tc(75);mu(4);tu(30);st();")
    assert flight.ending is Ending.STOPPED and len(asked(chat, "plan")) == 1
    assert flight.steps == 3 + 5 + 2 + 2


def test_a_program_with_errors_is_asked_for_once_more_with_all_of_them() -> None:
    flight, chat = flown("mx(5);g(3);", "st();")
    first, second = asked(chat, "plan")
    assert flight.ending is Ending.STOPPED and flight.iterations == 1 and flight.steps == 0
    assert "errors" not in first.values and second.values["program"] == "mx(5);g(3);"
    assert second.values["errors"].splitlines() == [
        "line 1, column 1: an unknown skill: found 'mx', expected mu (move_up)",
        "line 1, column 9: a wrong argument for g: found 3, expected the name of an object",
    ]


@pytest.mark.parametrize("plan", ["fly on!", "st(", "st;", "{}", "", "stop"])
def test_programs_that_cannot_be_read_never_stop_a_flight(plan: str) -> None:
    flight, _ = flown(plan, sets=("baselines.typefly.programs=3",))
    assert flight.ending is Ending.ITERATIONS and "3 programs were granted" in flight.words
    assert flight.steps == 9, "a turn of 45 degrees instead of each"


def test_a_reply_that_is_no_reply_turns_and_plans_anew() -> None:
    flight, _ = fly("typefly", lambda call, prompt: "I would stop here.", "baselines.typefly.programs=2")
    assert flight.ending is Ending.ITERATIONS and flight.steps == 6
    assert all(row.fallbacks for row in flight.usage)


def test_questions_actions_and_programs_are_granted() -> None:
    flight, chat = flown(RISE, sets=("baselines.typefly.programs=3",))
    assert flight.iterations == 4 and len(asked(chat, "plan")) == 3 and flight.steps == 3
    flight, chat = flown(RISE, sets=("baselines.typefly.calls=5",))
    assert len(chat.prompts) == 5 and "5 questions were granted" in flight.words
    flight, _ = flown("9{mu(2);}rp();", sets=("baselines.typefly.actions=4",))
    assert flight.steps == 4 and "4 actions were granted" in flight.words


def test_probes_are_granted_to_the_flight_not_to_each_program() -> None:
    _, chat = flown("3{p('x');}mu(2);rp();", sets=("baselines.typefly.probes=4",))
    assert len(asked(chat, "probe")) == 4
    assert "limit of 1 probes" in asked(chat, "plan")[2].values["status"]


def test_goto_turns_to_the_object_and_stops_short_of_it() -> None:
    aside = {**BOX, "top_left": [70, 40], "bottom_right": [90, 60]}
    flight, _ = flown("g('red box');st();", "st();", objects=[aside])
    turned = [pose.heading_rad for pose in flight.trajectory]
    assert turned[1] > turned[0] and flight.path_length_m <= 20.01


def test_the_replay_is_given_list_program_and_execution(tmp_path: Path) -> None:
    fly("typefly", answering(["mu(2);l('up');rp();", "st();"], [BOX]), folder=tmp_path / "t")
    notes = [event for event in read_trace(tmp_path / "t").events if isinstance(event, NoteEvent)]
    told = [note.text for note in notes]
    assert told[:4] == ["scene list", "program", "remark of the program", "execution"]
    assert notes[1].data["text"] == "mu(2);l('up');rp();" and notes[1].data["faults"] == []
    assert notes[3].data["executed"] == ["mu(2) = True", "l('up')"]


def test_as_first_published_it_writes_commas_and_flies_blindly() -> None:
    flight, chat = fly("typefly-faithful", answering(["mf,10;ml,5;mr,5;md,2;rp;", "st;"]))
    assert asked(chat, "plan")[0].values["dialect"] == "a"
    assert flight.ending is Ending.STOPPED and flight.steps == 5


def test_it_flies_until_something_is_near() -> None:
    flight, _ = flown("fd(30);st();", "st();")
    blocked, _ = flown("fd(100);st();", "st();")
    assert flight.path_length_m > 0 and blocked.path_length_m == 0
