"""FineCog-Nav's loop: attend, look, check, reason, decide, remember; one primitive action a pass."""

from airanchor.baselines.cockpit import Cockpit
from airanchor.baselines.finecog.collision import CollisionWarning, collision_warning
from airanchor.baselines.finecog.config import FineCogConfig
from airanchor.baselines.finecog.memory import FlightMemory
from airanchor.baselines.finecog.reasoning import Advance, reason
from airanchor.baselines.finecog.roles import begin_subgoals, perceive
from airanchor.baselines.flyer import Decision
from airanchor.planning.skill_outcome import SkillOutcome
from airanchor.reasoner.roles import Primitive
from airanchor.reasoner.roles.peers.finecog import (
    DECISION,
    SENTENCES,
    STEP_MEMORY,
    PrimitiveChoice,
    PrimitiveRequest,
    SentencesRequest,
    StepMemoryRequest,
    offered,
)
from airanchor.reasoner.roles.peers.finecog.perception import Percept
from airanchor.trace import plain_text
from aircity.world import Action

STOP = Primitive.STOP.value


class FineCogNav:
    """One flight; the sentences and all that is remembered of them are its state."""

    def __init__(self, config: FineCogConfig) -> None:
        self._config = config
        self._memory = FlightMemory([("", ())])

    @property
    def progress(self) -> str:
        """The sentence and the sub-goal that are flown."""
        return self._memory.place

    @property
    def plan(self) -> str:
        """The sub-goal."""
        sentence = self._memory.sentence
        return sentence.subgoal.text if sentence.subgoals else sentence.text

    def begin(self, cockpit: Cockpit) -> None:
        """Cut the instruction into sentences."""
        reply = cockpit.ask(SENTENCES, SentencesRequest(cockpit.mission.instruction))
        self._memory = FlightMemory([(one.text, one.landmarks) for one in reply.sentences])
        self._tell_part(cockpit)

    def decide(self, cockpit: Cockpit) -> Decision:
        """One pass."""
        memory, config = self._memory, self._config
        percept = perceive(cockpit, memory)
        warning = collision_warning(cockpit.view, config)
        advance = reason(cockpit, memory, percept, config)
        if advance in (Advance.ALL_DONE, Advance.OUT_OF_TIME):
            return _stopped(cockpit, advance.value, percept)
        if advance is Advance.NEXT_SENTENCE:
            percept = self._begin_sentence(cockpit, percept)
        choice = self._choose(cockpit, percept, warning)
        if choice.action is Primitive.STOP:
            return _stopped(cockpit, choice.thought, percept)
        outcome = cockpit.fly([Action[choice.action.name]])
        self._remember(cockpit, percept, choice, outcome)
        return Decision(choice.action.value, {}, choice.thought, outcome, caption=percept.overall)

    def _begin_sentence(self, cockpit: Cockpit, old: Percept) -> Percept:
        """Look again with the questions of the new sentence, and cut it up by what is seen, new or old."""
        self._tell_part(cockpit)
        percept = perceive(cockpit, self._memory)
        begin_subgoals(cockpit, self._memory, percept if self._config.splits_with_new_view else old)
        return percept

    def _choose(self, cockpit: Cockpit, percept: Percept, warning: CollisionWarning) -> PrimitiveChoice:
        memory, config = self._memory, self._config
        masked = warning.actions if config.masks_collisions else ()
        allowed = tuple(one for one in Primitive if self._may(one) and Action[one.name] not in masked)
        request = PrimitiveRequest(
            history=memory.history(keeps=config.keeps_history),
            observation=percept.observation,
            warning=warning.words,
            sentence=memory.sentence.text,
            subgoal=memory.sentence.subgoal.text,
            actions=offered(allowed),
            accepts_early_stop=config.accepts_early_stop,
        )
        choice = cockpit.ask(DECISION, request)
        cockpit.note("memory", request.history, warning=request.warning)
        return choice

    def _may(self, action: Primitive) -> bool:
        """STOP is offered on the last sentence alone."""
        return action is not Primitive.STOP or self._memory.is_last_sentence

    def _remember(
        self, cockpit: Cockpit, percept: Percept, choice: PrimitiveChoice, outcome: SkillOutcome
    ) -> None:
        """The action counts, also where it was blocked; it is written down if anything can still follow."""
        sentence = self._memory.sentence
        sentence.actions += 1
        if cockpit.actions_left == 0 or cockpit.calls_left == 0:
            return
        request = StepMemoryRequest(
            subgoal=sentence.subgoal.text,
            observation=percept.observation,
            thought=choice.thought,
            action=choice.action.value,
            result=outcome.words or "done",
            words=self._config.step_words,
        )
        self._memory.remember(cockpit.ask(STEP_MEMORY, request).step_memory)

    def _tell_part(self, cockpit: Cockpit) -> None:
        memory = self._memory
        sentence = memory.sentence
        cockpit.part(memory.at + 1, len(memory.sentences), sentence.text, sentence.landmarks)


def _stopped(cockpit: Cockpit, words: str, percept: Percept) -> Decision:
    outcome = cockpit.stay(plain_text(words))
    return Decision(STOP, {}, words, outcome, caption=percept.overall, is_stop=True)
