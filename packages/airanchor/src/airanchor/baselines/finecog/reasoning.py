"""Reasoning: how far the sentence and its sub-goals are, before an action is chosen."""

from enum import StrEnum

from airanchor.baselines.cockpit import Cockpit
from airanchor.baselines.finecog.config import FineCogConfig
from airanchor.baselines.finecog.memory import FlightMemory
from airanchor.baselines.finecog.roles import begin_subgoals, imagined_view
from airanchor.reasoner.roles.peers.finecog import JUDGE, SUMMARY, JudgeRequest, SummaryRequest
from airanchor.reasoner.roles.peers.finecog.perception import Percept


class Advance(StrEnum):
    """What reasoning came to."""

    GOES_ON = "the sentence goes on"
    NEXT_SENTENCE = "the next sentence begins"
    ALL_DONE = "all sentences are judged done"
    OUT_OF_TIME = "the last sentence took too long"


def reason(cockpit: Cockpit, memory: FlightMemory, percept: Percept, config: FineCogConfig) -> Advance:
    """Give a sentence up that takes too long; else judge the sub-goal and go on with the next."""
    if _is_timed_out(cockpit, memory, config):
        cockpit.note("judge", f"gave the sentence up after {memory.sentence.actions} actions")
        if config.compresses_on_timeout:
            _sum_up(cockpit, memory, config)
        return _next_sentence(memory, Advance.OUT_OF_TIME)
    begin_subgoals(cockpit, memory, percept)
    if not _is_achieved(cockpit, memory, percept):
        return Advance.GOES_ON
    _sum_up(cockpit, memory, config)
    if not memory.sentence.is_last_subgoal:
        memory.sentence.at += 1
        return Advance.GOES_ON
    return _next_sentence(memory, Advance.ALL_DONE)


def _is_timed_out(cockpit: Cockpit, memory: FlightMemory, config: FineCogConfig) -> bool:
    """Whether a draw around the actions spent on the sentence exceeds the limit; without spread the count."""
    spent = float(memory.sentence.actions)
    if config.timeout_spread_steps > 0:
        spent = float(cockpit.rng.normal(spent, config.timeout_spread_steps))
    return spent > config.timeout_steps


def _is_achieved(cockpit: Cockpit, memory: FlightMemory, percept: Percept) -> bool:
    subgoal = memory.sentence.subgoal
    request = JudgeRequest(
        subgoal=subgoal.text,
        steps=subgoal.told_steps(),
        observation=percept.observation,
        imagined=imagined_view(cockpit, memory),
        next_subgoal=memory.next_aim,
    )
    verdict = cockpit.ask(JUDGE, request)
    cockpit.note("judge", verdict.reason, subgoal=subgoal.text, achieved=verdict.achieved)
    return verdict.achieved


def _sum_up(cockpit: Cockpit, memory: FlightMemory, config: FineCogConfig) -> None:
    """The steps of the sub-goal become its summary; one without steps needs no question."""
    subgoal = memory.sentence.subgoal if memory.sentence.subgoals else None
    if subgoal is None or not subgoal.steps:
        return
    request = SummaryRequest(subgoal.text, subgoal.told_steps(), config.summary_words)
    subgoal.summary = cockpit.ask(SUMMARY, request).subgoal_memory


def _next_sentence(memory: FlightMemory, at_end: Advance) -> Advance:
    if memory.is_last_sentence:
        return at_end
    memory.begin_next_sentence()
    return Advance.NEXT_SENTENCE
