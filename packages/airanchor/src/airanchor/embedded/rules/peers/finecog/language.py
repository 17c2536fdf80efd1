"""FineCog-Nav's questions about words: sentences, what to look for, sub-goals, expectations, summaries."""

import re
from collections.abc import Iterator
from typing import Any

from airanchor.embedded.rules.goal import asked_label, mentions_of
from airanchor.embedded.rules.peers.mind import read_subtasks
from airanchor.embedded.rules.senses import Senses
from airanchor.reasoner.prompts.reader import Prompt

MAX_SENTENCES = 60
_END = re.compile(r"(?<=[.!?])\s+")


def cut_sentences(prompt: Prompt, senses: Senses) -> dict[str, Any]:
    """The sentences, in the words of the subtasks that begin in them: those stand alone."""
    text = prompt.values.get("instruction", "")
    sentences = [" ".join(texts) for texts in _sentences(text, senses)] or [text]
    return {"sentences": [{"text": one, "landmarks": landmarks_in(one, senses)} for one in sentences]}


def _sentences(text: str, senses: Senses) -> Iterator[tuple[str, ...]]:
    """The subtasks of each sentence; a sentence that adds none completes the one before it.

    Which subtasks begin in a sentence is told by how many the text has up to its end.
    """
    whole, pieces = read_subtasks(text, senses.config.stages), _END.split(text.strip())[:MAX_SENTENCES]
    begun = 0
    for place in range(1, len(pieces) + 1):
        read = read_subtasks(" ".join(pieces[:place]), senses.config.stages)
        until = len(whole) if place == len(pieces) else min(len(read), len(whole))
        if until > begun:
            yield whole[begun:until]
            begun = until


def landmarks_in(text: str, senses: Senses) -> list[str]:
    """The names of a text's landmarks, each once, in their order."""
    mentions = (mention for clause in senses.read_clauses(text) for mention in mentions_of(clause))
    return list(dict.fromkeys(asked_label(mention) for mention in mentions))


def choose_questions(prompt: Prompt, senses: Senses) -> dict[str, Any]:
    """Every landmark of this sentence and the next."""
    values = prompt.values
    texts = (values.get("sentence", ""), values.get("next_sentence", ""))
    lists = (values.get("landmarks", ""), values.get("next_landmarks", ""))
    named = [name for text in texts for name in landmarks_in(text, senses)]
    listed = [
        line.strip() for lines in lists for line in lines.splitlines() if line.strip() not in ("", "None.")
    ]
    return {
        "questions": [
            {"landmark": name, "question": f"Is the {name} in view, on which side, and how far away?"}
            for name in list(dict.fromkeys((*named, *listed)))[:20]
        ]
    }


def split_sentence(prompt: Prompt, senses: Senses) -> dict[str, Any]:
    """The subtasks of the sentence."""
    return {"subgoals": list(read_subtasks(prompt.values.get("sentence", ""), senses.config.stages))[:20]}


def imagine(prompt: Prompt, senses: Senses) -> dict[str, Any]:
    """The landmark of the sub-goal large and near."""
    named = landmarks_in(prompt.values.get("subgoal", ""), senses)
    if not named:
        return {"state": "The view has changed as the sub-goal says."}
    return {"state": f"The {named[-1]} is close and fills much of the view, or lies just beside it."}


_STEP = re.compile(r"^Step \d{1,4}: (.{0,1000})", re.MULTILINE)
_DONE = re.compile(r"; (I [^;.\n]{1,60})")


def sum_up(prompt: Prompt, senses: Senses) -> dict[str, Any]:
    """What was seen last, and the actions with equal ones in a row put together."""
    steps = _STEP.findall(prompt.values.get("steps", ""))
    runs: list[tuple[str, int]] = []
    for done in (match.group(1) for step in steps if (match := _DONE.search(step))):
        same = bool(runs) and runs[-1][0] == done
        runs[-1:] = [(done, runs[-1][1] + 1)] if same else [*runs[-1:], (done, 1)]
    told = ", then ".join(done if count == 1 else f"{done} {count} times" for done, count in runs)
    seen = (
        steps[-1].partition(";")[0].replace("I see", "At the end I saw", 1) if steps else "Nothing was done"
    )
    return {"subgoal_memory": " ".join(f"{told}. {seen}.".lstrip(". ").split()[:40])}
