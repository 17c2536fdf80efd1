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


MOVING: dict[str, Answering] = {
    "mapgpt_place": place_ahead,
    "spf_point": point_ahead,
    "typefly_plan": fly_a_little,
    "typefly_probe": no_such_thing,
    "typefly_scene": nothing_in_view,
}
"""By the role's name."""
