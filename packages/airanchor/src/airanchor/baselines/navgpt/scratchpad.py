"""The ReAct scratchpad: what was thought, done and observed, so that the next thought can go on from it.

Only the newest step keeps all that was observed; each older one keeps a sentence of it. What does not fit
into the limit is left out from the oldest step on, a step at a time.
"""

from dataclasses import dataclass, replace

from airanchor.trace import plain_text


@dataclass(frozen=True, slots=True)
class ReactStep:
    """One turn of the loop."""

    thought: str
    action: str
    action_input: str
    """How often the action was to be repeated."""
    outcome: str
    """What came of it: how the drone moved, or why the answer could not be followed."""
    scene: str = ""
    """What was seen after it, in a sentence; told once a newer step has the full text."""
    is_error: bool = False
    """Whether the answer could not be followed, so that nothing moved and nothing new was seen."""

    def words(self, *, is_newest: bool) -> str:
        """The step as the scratchpad shows it."""
        observed = self.outcome if is_newest or not self.scene else f"{self.outcome} Scene: {self.scene}"
        return (
            f"Thought: {self.thought}\n"
            f"Action: {self.action}\n"
            f"Action Input: {self.action_input}\n"
            f"Observation: {observed}"
        )


@dataclass(frozen=True, slots=True)
class Scratchpad:
    """The steps so far and the observation of now."""

    limit_chars: int
    observation: str = ""
    """All that is seen now."""
    begun: str = ""
    """What was seen at the start, in a sentence; told once there are steps."""
    steps: tuple[ReactStep, ...] = ()
    digest: str = ""
    """A running text of the steps that are gone from here; empty where each step keeps its own sentence."""

    def with_step(self, step: ReactStep, observation: str) -> "Scratchpad":
        """One step later, with what is seen now."""
        return replace(self, steps=(*self.steps, step), observation=observation)

    def with_error(self, thought: str, action: str, action_input: str, error: str) -> "Scratchpad":
        """After an answer that could not be followed: the error is what is observed, nothing else changed."""
        step = ReactStep(thought, action, action_input, error, is_error=True)
        return replace(self, steps=(*self.steps, step))

    def digested(self, digest: str) -> "Scratchpad":
        """With all steps but the newest kept as one text."""
        return replace(self, digest=digest, steps=self.steps[-1:])

    @property
    def history(self) -> str:
        """The steps for a prompt: as many of the newest as fit beside the observation, each of them whole."""
        entries = self._entries(self._noted())
        room = max(self.limit_chars - len(self.observation) - len(JOIN), 0)
        kept: list[str] = []
        for entry in reversed(entries):
            if room < len(entry) + len(JOIN) * bool(kept):
                break
            room -= len(entry) + len(JOIN) * bool(kept)
            kept.insert(0, entry)
        if entries and not kept:  # a step that alone is too long is told by its end, from a whole line on
            kept = [_last_lines(entries[-1], room)]
        return JOIN.join(kept)

    @property
    def text(self) -> str:
        """All of it, as it counts against the limit."""
        return JOIN.join(piece for piece in (self.history, self.observation) if piece)[-self.limit_chars :]

    def _noted(self) -> int:
        """The newest step that was followed: what a reasoner left there for itself is not yet read back."""
        return max((place for place, step in enumerate(self.steps) if not step.is_error), default=-1)

    def _entries(self, noted: int) -> list[str]:
        past = [self.digest] if self.digest else [f"Observation: {self.begun}"] if self.begun else []
        if not self.steps:
            return []
        newest = len(self.steps) - 1
        for place, step in enumerate(self.steps):
            told = step if place >= noted else replace(step, thought=plain_text(step.thought))
            past.append(told.words(is_newest=place == newest))
        return past


JOIN = "\n\n"


def _last_lines(text: str, room: int) -> str:
    if room <= 0:
        return ""
    _, _, whole = text[-room:].partition("\n")
    return whole or text[-room:]
