"""For each question of another method a plain answer that moves the drone on."""

from collections.abc import Callable
from typing import Any

from airanchor.reasoner import Prompt

Answering = Callable[[int, Prompt], Any]


def point_ahead(call: int, prompt: Prompt) -> dict[str, Any]:
    """The middle of the view, at a middling distance."""
    height_px, width_px = prompt.images[0].shape[:2]
    return {"pixel": [width_px // 2, height_px // 2], "depth": 5, "label": "ahead", "stop": False}


def nothing_in_view(call: int, prompt: Prompt) -> dict[str, Any]:
    """An empty scene list."""
    return {"objects": []}


def fly_a_little(call: int, prompt: Prompt) -> dict[str, Any]:
    """Up and ahead, then a new plan, in the dialect that is asked for."""
    plan = "mu,2;mf,5;rp;" if prompt.values["dialect"] == "a" else "mu(2);mf(5);rp();"
    return {"thoughts": "go on", "plan": plan}


def no_such_thing(call: int, prompt: Prompt) -> dict[str, Any]:
    """Nothing is as the probe asks."""
    return {"answer": False}


def place_ahead(call: int, prompt: Prompt) -> dict[str, Any]:
    """The first place of the list; the plan says how often it was asked."""
    lines = prompt.values["options"].splitlines()
    letter = next(line.partition(".")[0] for line in lines if not line.endswith(". stop"))
    return {"thought": "on", "new_planning": f"question {call}", "action": letter}


FINECOG: dict[str, Answering] = {
    "finecog_sentences": lambda call, prompt: {
        "sentences": [{"text": "Fly to the red box.", "landmarks": []}]
    },
    "finecog_attention": lambda call, prompt: {
        "questions": [{"landmark": "red box", "question": "Where is it?"}]
    },
    "finecog_perception": lambda call, prompt: {"overall": "blocks", "details": {"In Front": "a red box"}},
    "finecog_subgoals": lambda call, prompt: {"subgoals": ["Fly on.", "Rise."]},
    "finecog_imagery": lambda call, prompt: {"state": "the box is near"},
    "finecog_judge": lambda call, prompt: {"achieved": call % 9 == 0, "reason": "counted"},
    "finecog_summary": lambda call, prompt: {"subgoal_memory": "I moved on."},
    "finecog_decision": lambda call, prompt: {"thought": "on", "selected_action": 4 if call % 2 else 3},
    "finecog_step_memory": lambda call, prompt: {"step_memory": f"I see blocks; I acted ({call})."},
}
"""It rises and turns, and judges a sub-goal done now and then."""


def describe(call: int, prompt: Prompt) -> dict[str, Any]:
    """The same of every direction, and one object ahead."""
    directions = [text for name, text in prompt.all_values if name == "direction"]
    box = {"name": "red box", "box": [40, 40, 60, 60]}
    return {
        "views": [
            {"direction": one, "caption": "a plain", "objects": [box] if one == "Front" else []}
            for one in directions
        ]
    }


def first_arrows(call: int, prompt: Prompt) -> dict[str, Any]:
    """The first arrows, as many as are wanted."""
    return {"choices": prompt.values["labels"].split(", ")[: int(prompt.values["count"])], "reason": "ahead"}


MOVING: dict[str, Answering] = {
    **FINECOG,
    "mapgpt_place": place_ahead,
    "navgpt_action": lambda call, prompt: {"thought": "rise", "action": "GO_UP", "repeat": 2},
    "navgpt_caption": describe,
    "navgpt_summary": lambda call, prompt: {"history": "It rose."},
    "pivot_arrows": first_arrows,
    "spf_point": point_ahead,
    "typefly_plan": fly_a_little,
    "typefly_probe": no_such_thing,
    "typefly_scene": nothing_in_view,
}
"""By the role's name."""
