"""Hostile replies of a model: valid ones with odd values, in odd clothes, or no replies at all."""

import json
from typing import Any

import numpy as np

from tests.hostile.mutation import as_text, mutate, nested

WRAPPINGS = (
    "{0}",
    "Sure! Here it is:\n```json\n{0}\n```",
    "```\n{0}\n```\n```json\n{1}\n```",
    "<think>first {1}</think>\n{0}",
    "<think>{0}",
    "{0}{1}",
    "{1}\n\nNo, rather:\n{0}",
    "[{0}]",
    "[{0}, {1}]",
    '{{"answer": {0}}}',
    '{{"a": {{"b": {0}}}}}',
    "\ufeff{0}\x00\x1b[0m",
    "{0},",
    "'{0}'",
)


def hostile_text(answer: dict[str, Any], rng: np.random.Generator) -> str:
    """One reply."""
    kind = rng.random()
    if kind < 0.04:
        return _monster(answer, rng)
    one, other = as_text(mutate(answer, rng)), as_text(mutate(answer, rng))
    if kind < 0.10:
        return one[: int(rng.integers(len(one) + 1))]
    if kind < 0.14:
        return _doubled(one, rng)
    if kind < 0.17:
        return _respelled(one, rng)
    return str(rng.choice(WRAPPINGS)).format(one, other)


def _monster(answer: dict[str, Any], rng: np.random.Generator) -> str:
    """Texts that are made to cost time, memory or the stack."""
    text = as_text(answer)
    made = (
        lambda: "[" * 10_000,
        lambda: '{"a":' * 10_000,
        lambda: '{"a":' * 10_000 + text + "}" * 10_000,
        lambda: text.replace("1", "9" * 5000, 1),
        lambda: '{"' * 20_000,
        lambda: '[{"a": [' * 5_000,
        lambda: "{ " * 50_000 + text,
        lambda: as_text({**answer, "more": nested(900, rng)}),
        lambda: text + " " * 300_000,
        lambda: "," * 100_000 + text,
        lambda: '{"x": ",' + " " * 100_000 + text,
        lambda: (text + "\n") * 500,
        lambda: "\ud800" * 1000 + text,
        lambda: '"\\' * 50_000,
        lambda: "",
    )
    return made[int(rng.integers(len(made)))]()


def _doubled(text: str, rng: np.random.Generator) -> str:
    """A key said twice, with the same value or another."""
    if not text.startswith("{") or text == "{}":
        return text
    key, value = next(iter(json.loads(text).items()))
    again = value if rng.random() < 0.3 else None
    return f"{{{json.dumps(key)}: {as_text(again)}, {text[1:]}"


def _respelled(text: str, rng: np.random.Generator) -> str:
    """Another spelling of the same: quotes, commas, comments, case."""
    old, new = (('"', "'"), (", ", ",, "), (": ", " = "), ("}", ",}"), ("{", "{ // so\n"), ("a", "А"))[
        int(rng.integers(6))
    ]
    return text.replace(old, new)
