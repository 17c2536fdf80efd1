"""Flies by a method that asks a model: the loop, the budget, the recording and STOP, the same for all."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from pydantic import JsonValue

from airanchor.baselines.cockpit import BudgetOver, Cockpit, FlightBudget
from airanchor.flight import Broken, Ending, Flight, Mission, Recorder, TrackedWorld, fly_until_broken
from airanchor.flight.events import end_event, mission_event
from airanchor.planning import PlanningConfig
from airanchor.planning.skill_outcome import SkillOutcome, result_words, skill_words
from airanchor.reasoner import Reasoner
from airanchor.trace import DecisionEvent, SkillEvent
from aircity.world import Action, Simulator


@dataclass(frozen=True, slots=True)
class Decision:
    """What one pass of a method came to."""

    skill: str
    """A short name, for tables and replays."""
    parameters: Mapping[str, JsonValue]
    reason: str
    outcome: SkillOutcome
    caption: str = ""
    is_stop: bool = False
    """Whether the flight ends here: said by a valid reply, never by one that could not be read."""


class Method(Protocol):
    """A way to fly by questions. One object flies one mission; all that it knows of it is in the object."""

    @property
    def progress(self) -> str:
        """How far it is, as it would say before a decision."""
        ...

    @property
    def plan(self) -> str:
        """What it means to do next."""
        ...

    def begin(self, cockpit: Cockpit) -> None:
        """Before the first decision."""
        ...

    def decide(self, cockpit: Cockpit) -> Decision:
        """One pass: look, ask, move."""
        ...


@dataclass(slots=True)
class _Log:
    """What the flight's summary counts."""

    skills: Counter[str] = field(default_factory=Counter)
    failures: Counter[str] = field(default_factory=Counter)
    last: Decision | None = None
    spent: str = ""
    """Which budget ran out, if one did."""


class AskingFlyer:
    """A navigator around a method."""

    def __init__(
        self,
        name: str,
        method: Method,
        budget: FlightBudget,
        *,
        reasoner: Reasoner,
        planning: PlanningConfig,
        rng: np.random.Generator,
        settings: Mapping[str, JsonValue] | None = None,
    ) -> None:
        self.name = name
        self._settings = settings or {}
        self._method, self._budget = method, budget
        self._reasoner, self._planning, self._rng = reasoner, planning, rng

    def fly(self, mission: Mission, world: Simulator, recorder: Recorder) -> Flight:
        """From the start to STOP, which is executed whatever happens."""
        track = TrackedWorld(world)
        track.reset(mission.start)
        recorder.write(mission_event(self.name, mission, self._settings))
        cockpit = Cockpit(
            mission,
            track,
            reasoner=self._reasoner,
            recorder=recorder,
            planning=self._planning,
            budget=self._budget,
            rng=self._rng,
        )
        log = _Log()
        try:
            broken = fly_until_broken(lambda: self._fly_all(cockpit, recorder, log))
        finally:
            track.step(Action.STOP)
        flight = self._summary(track, cockpit, log, broken)
        recorder.write(end_event(flight))
        return flight

    def _fly_all(self, cockpit: Cockpit, recorder: Recorder, log: _Log) -> None:
        try:
            self._method.begin(cockpit)
            while log.last is None or not log.last.is_stop:
                log.last = self._pass(cockpit, recorder)
                log.skills[log.last.skill] += 1
                if log.last.outcome.failure is not None:
                    log.failures[log.last.outcome.failure] += 1
        except BudgetOver as over:
            log.spent, log.last = str(over), None

    def _pass(self, cockpit: Cockpit, recorder: Recorder) -> Decision:
        """One decision, recorded before and after."""
        cockpit.check_budget()
        cockpit.iteration += 1
        before = cockpit.view
        recorder.write(
            DecisionEvent(
                iteration=cockpit.iteration,
                subtask=cockpit.part_number,
                since=cockpit.iteration,
                backtracks=0,
                pose=before.pose,
                progress=self._method.progress,
                plan=self._method.plan,
                rgb=recorder.save_rgb(before.rgb),
                skills=(),
            )
        )
        decision = self._method.decide(cockpit)
        outcome = decision.outcome
        told = skill_words(decision.skill, decision.parameters)
        recorder.write(
            SkillEvent(
                iteration=cockpit.iteration,
                skill=decision.skill,
                parameters=dict(decision.parameters),
                reason=decision.reason,
                caption=decision.caption,
                before=before.pose,
                after=outcome.poses[-1],
                steps=outcome.steps,
                failure=outcome.failure,
                words=f"{told}: {result_words(outcome)}.",
            )
        )
        return decision

    def _summary(self, track: TrackedWorld, cockpit: Cockpit, log: _Log, broken: Broken | None) -> Flight:
        ending, words = broken or self._own_ending(log)
        return Flight(
            navigator=self.name,
            trajectory=tuple(track.poses),
            ending=ending,
            collisions=track.collisions,
            refusals=track.refusals,
            iterations=cockpit.iteration,
            skills=dict(log.skills),
            failures=dict(log.failures),
            usage=self._reasoner.ledger.rows(),
            words=words,
        )

    def _own_ending(self, log: _Log) -> Broken:
        if log.spent:
            return Ending.ITERATIONS, log.spent
        return (
            Ending.STOPPED,
            "It chose to stop; this method does not say what of the text is done.",
        )
