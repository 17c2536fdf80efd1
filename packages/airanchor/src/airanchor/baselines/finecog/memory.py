"""The memory of a flight in three levels: steps become the summary of a sub-goal, sub-goals fill a sentence.

What was worked out once for a sentence (the questions of attention) or a sub-goal (the imagined view) is kept
with it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from airanchor.reasoner.roles.peers.finecog import AttentionQuestion
from airanchor.trace import plain_text

NOTHING = "None"


@dataclass(slots=True)
class SubgoalMemory:
    """One sub-goal: its steps while it is flown, a summary once it is over."""

    text: str
    steps: list[str] = field(default_factory=list)
    summary: str | None = None
    imagined: str | None = None
    """What the view should show when it is reached; None: not imagined yet."""

    def told_steps(self) -> str:
        """Its steps, one a line; a note that a reasoner left to itself is told with the newest one alone."""
        last = len(self.steps) - 1
        told = (step if at == last else plain_text(step) for at, step in enumerate(self.steps))
        return "\n".join(f"Step {number}: {step}" for number, step in enumerate(told, 1)) or NOTHING


@dataclass(slots=True)
class SentenceMemory:
    """One sentence: its sub-goals, of which one is flown, and how many actions were spent on it."""

    text: str
    landmarks: tuple[str, ...] = ()
    questions: tuple[AttentionQuestion, ...] | None = None
    """None: attention was not asked yet."""
    subgoals: list[SubgoalMemory] = field(default_factory=list)
    """Empty until the sentence is cut up."""
    at: int = 0
    """The sub-goal that is flown."""
    actions: int = 0

    @property
    def subgoal(self) -> SubgoalMemory:
        """The sub-goal that is flown."""
        return self.subgoals[self.at]

    @property
    def is_last_subgoal(self) -> bool:
        """Whether no sub-goal follows."""
        return self.at + 1 >= len(self.subgoals)

    def told_summaries(self) -> list[str]:
        """What its finished sub-goals came to."""
        done = (subgoal for subgoal in self.subgoals if subgoal.summary)
        return [f"For {plain_text(subgoal.text)}: {plain_text(subgoal.summary or '')}" for subgoal in done]

    def told(self) -> list[str]:
        """Summaries of finished sub-goals, then the raw steps of the one that is flown."""
        lines = self.told_summaries()
        if self.subgoals and self.subgoal.steps and self.subgoal.summary is None:
            lines.append(self.subgoal.told_steps())
        return lines


class FlightMemory:
    """All sentences of the instruction, and which one is flown."""

    def __init__(self, sentences: Sequence[tuple[str, Sequence[str]]]) -> None:
        """From each sentence with its landmarks; there is at least one."""
        self.sentences = tuple(SentenceMemory(text, tuple(landmarks)) for text, landmarks in sentences)
        self.at = 0

    @property
    def sentence(self) -> SentenceMemory:
        """The sentence that is flown."""
        return self.sentences[self.at]

    @property
    def following(self) -> SentenceMemory | None:
        """The sentence after it."""
        return self.sentences[self.at + 1] if self.at + 1 < len(self.sentences) else None

    @property
    def is_last_sentence(self) -> bool:
        """Whether no sentence follows."""
        return self.following is None

    @property
    def place(self) -> str:
        """Where in the instruction the flight is, in words."""
        sentence, count = self.sentence, len(self.sentences)
        told = f"Sentence {self.at + 1} of {count}, {sentence.actions} actions"
        if not sentence.subgoals:
            return told
        return f"{told}, sub-goal {sentence.at + 1} of {len(sentence.subgoals)}: {sentence.subgoal.text}"

    @property
    def next_aim(self) -> str:
        """What comes after the sub-goal that is flown: the next one, or the next sentence."""
        sentence = self.sentence
        if not sentence.is_last_subgoal:
            return sentence.subgoals[sentence.at + 1].text
        return self.following.text if self.following else NOTHING

    def begin_next_sentence(self) -> None:
        """Turn to the next sentence, which must exist."""
        self.at += 1

    def remember(self, step: str) -> None:
        """One more step of the sub-goal that is flown."""
        self.sentence.subgoal.steps.append(step)

    def history(self, *, keeps: bool) -> str:
        """What a decision is told of the past: of this sentence, and of earlier ones if it keeps them."""
        earlier = [line for sentence in self.sentences[: self.at] for line in sentence.told_summaries()]
        return "\n".join([*(earlier if keeps else []), *self.sentence.told()]) or NOTHING
