"""A made-up moment for each question of FineCog-Nav."""

from collections.abc import Callable

from airanchor.cli.reasoner.peer_examples.moment import INSTRUCTION, example_picture
from airanchor.reasoner.roles import Primitive
from airanchor.reasoner.roles.peers.finecog import (
    AttentionQuestion,
    AttentionRequest,
    ImageryRequest,
    JudgeRequest,
    PerceptionRequest,
    PrimitiveRequest,
    SentencesRequest,
    StepMemoryRequest,
    SubgoalsRequest,
    SummaryRequest,
    offered,
)

_SENTENCE = "Turn left at the red brick tower and follow the street."
_SUBGOAL = "Fly to the red brick tower."
_NEXT = "Turn left."
_QUESTION = AttentionQuestion("red brick tower", "Is the red brick tower in view, and how far away?")
_OBSERVATION = (
    "A street between low houses, open straight ahead.\nIn Front: nothing that was asked about\n"
    "On my Left: nothing that was asked about\nOn my Right: red brick tower, about 40 m away, 20 degrees to "
    "the right, taller than the drone is high"
)
_STEPS = "Step 1: I see the red brick tower 45 m away on my right; I moved forward."
_THOUGHT = "The tower is ahead on the right and the way is free."

EXAMPLES: dict[str, Callable[[], object]] = {
    "finecog_sentences": lambda: SentencesRequest(INSTRUCTION),
    "finecog_attention": lambda: AttentionRequest(
        _SENTENCE, ("red brick tower", "street"), "Stop in front of the white church.", ("white church",)
    ),
    "finecog_perception": lambda: PerceptionRequest(example_picture(), (_QUESTION,)),
    "finecog_subgoals": lambda: SubgoalsRequest(_SENTENCE, _OBSERVATION),
    "finecog_imagery": lambda: ImageryRequest(_SUBGOAL, ("red brick tower", "street"), _NEXT),
    "finecog_judge": lambda: JudgeRequest(
        _SUBGOAL, _STEPS, _OBSERVATION, "The red brick tower is close on the right.", _NEXT
    ),
    "finecog_summary": lambda: SummaryRequest(_SUBGOAL, _STEPS, 40),
    "finecog_decision": lambda: PrimitiveRequest(
        _STEPS, _OBSERVATION, "None", _SENTENCE, _SUBGOAL, offered(tuple(Primitive))
    ),
    "finecog_step_memory": lambda: StepMemoryRequest(
        _SUBGOAL, _OBSERVATION, _THOUGHT, Primitive.MOVE_FORWARD.value, "done", 30
    ),
}
