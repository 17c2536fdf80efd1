"""NavGPT's history by rule: one more sentence of what came of the step."""

from typing import Any

from airanchor.embedded.rules.senses import Senses
from airanchor.reasoner.prompts.reader import Prompt

LONGEST = 1200
"""Characters; the oldest sentences are forgotten first."""
_NOTHING = "Nothing yet."


def add_to_history(prompt: Prompt, senses: Senses) -> dict[str, Any]:
    """The history with the action and what was observed after it."""
    lines = prompt.values.get("step", "").split("\n")
    action = next((line.partition(": ")[2] for line in lines if line.startswith("Action: ")), "")
    came = next((line.partition(": ")[2] for line in reversed(lines) if line.startswith("Observation: ")), "")
    history = prompt.values.get("history", "").removeprefix(_NOTHING).strip()
    told = f"{history} {action}: {came}".strip()
    while len(told) > LONGEST and ". " in told:
        told = told.partition(". ")[2]
    return {"history": told[-LONGEST:] or "The flight began."}
