"""The look at the view, and questions that are asked once for a sentence or a sub-goal."""

from airanchor.baselines.cockpit import Cockpit
from airanchor.baselines.finecog.memory import FlightMemory, SentenceMemory, SubgoalMemory
from airanchor.reasoner.roles.peers.finecog import (
    ATTENTION,
    IMAGERY,
    PERCEPTION,
    SUBGOALS,
    AttentionQuestion,
    AttentionRequest,
    ImageryRequest,
    PerceptionRequest,
    SubgoalsRequest,
)
from airanchor.reasoner.roles.peers.finecog.perception import Percept


def questions_of(cockpit: Cockpit, memory: FlightMemory) -> tuple[AttentionQuestion, ...]:
    """What to look for while this sentence is flown; asked once for it."""
    sentence = memory.sentence
    if sentence.questions is None:
        following = memory.following or SentenceMemory("")
        request = AttentionRequest(sentence.text, sentence.landmarks, following.text, following.landmarks)
        sentence.questions = cockpit.ask(ATTENTION, request).asked
    return sentence.questions


def perceive(cockpit: Cockpit, memory: FlightMemory) -> Percept:
    """The view in words, by the questions of this sentence."""
    questions = questions_of(cockpit, memory)
    percept = cockpit.ask(PERCEPTION, PerceptionRequest(cockpit.view.rgb, questions))
    cockpit.note("perception", percept.observation)
    return percept


def begin_subgoals(cockpit: Cockpit, memory: FlightMemory, percept: Percept) -> None:
    """Cut this sentence into sub-goals, unless it is."""
    sentence = memory.sentence
    if not sentence.subgoals:
        reply = cockpit.ask(SUBGOALS, SubgoalsRequest(sentence.text, percept.observation))
        sentence.subgoals = [SubgoalMemory(text) for text in reply.subgoals]


def imagined_view(cockpit: Cockpit, memory: FlightMemory) -> str:
    """What the view should show when this sub-goal is reached; asked once for it."""
    subgoal = memory.sentence.subgoal
    if subgoal.imagined is None:
        request = ImageryRequest(subgoal.text, memory.sentence.landmarks, memory.next_aim)
        subgoal.imagined = cockpit.ask(IMAGERY, request).state
    return subgoal.imagined
