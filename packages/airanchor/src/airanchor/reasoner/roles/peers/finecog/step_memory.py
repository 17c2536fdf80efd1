"""Step memory: one action and what was seen before it, in a few words. One call an action."""

from dataclasses import dataclass

from pydantic import field_validator

from airanchor.reasoner.role import Payload, Reply, Role
from airanchor.reasoner.roles.peers.finecog.texts import CarriedText, first_words

SEEN_WORDS = 15


@dataclass(frozen=True, slots=True)
class StepMemoryRequest:
    """What was seen, thought and done, what came of it, and how many words may be used."""

    subgoal: str
    observation: str
    thought: str
    action: str
    result: str
    words: int


class StepMemory(Reply):
    """The step as it is remembered: "I see ...; I ..."."""

    step_memory: CarriedText

    @field_validator("step_memory")
    @classmethod
    def _says_something(cls, text: str) -> str:
        if not text.strip():
            raise ValueError("must not be empty")
        return text.strip()


def _fallback(payload: Payload, request: StepMemoryRequest) -> StepMemory:
    """The beginning of the observation, the action and its result."""
    seen = first_words(request.observation, SEEN_WORDS)
    return StepMemory.model_construct(step_memory=f"I see {seen}; I did {request.action}: {request.result}")


STEP_MEMORY = Role(
    name="finecog_step_memory",
    title="Remember a step",
    request=StepMemoryRequest,
    reply=StepMemory,
    fallback=_fallback,
    template="finecog/step_memory",
)
