"""The probe by rule: whether what a question names is in the list, how many of it, and which."""

from typing import Any

from airanchor.embedded.rules.peers.typefly.scene_lines import SceneLine, read_scene_lines
from airanchor.embedded.rules.senses import Senses
from airanchor.reasoner.prompts.reader import Prompt

_COUNTS = ("how many", "number of")
_NAMES = ("which", "what", "name")


def answer_probe(prompt: Prompt, senses: Senses) -> dict[str, Any]:
    """A number, a name, or whether there is such a thing."""
    question = prompt.values.get("question", "").casefold()
    named = [one for one in read_scene_lines(prompt.values.get("scene", "")) if _is_named(one, question)]
    if any(words in question for words in _COUNTS):
        return {"answer": len(named)}
    if question.startswith(_NAMES):
        return {"answer": named[0].name if named else False}
    return {"answer": bool(named)}


def _is_named(one: SceneLine, question: str) -> bool:
    """Whether the question holds the thing's last word, which says what it is."""
    words = question.replace("?", " ").replace(",", " ").split()
    kind = one.name.casefold().split()[-1]
    return any(word.removesuffix("s") == kind.removesuffix("s") for word in words)
