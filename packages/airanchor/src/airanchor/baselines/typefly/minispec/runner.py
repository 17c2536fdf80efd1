"""Runs a program through whoever performs its skills, within hard limits: it always comes to an end."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from airanchor.baselines.typefly.minispec.arguments import fitted
from airanchor.baselines.typefly.minispec.evaluation import Frame, RunFault, evaluate, truth_of
from airanchor.baselines.typefly.minispec.kinds import Value
from airanchor.baselines.typefly.minispec.limits import RunLimits
from airanchor.baselines.typefly.minispec.printer import value_text
from airanchor.baselines.typefly.minispec.skills import MiniSkill, SkillSort, SkillTable, skill_table
from airanchor.baselines.typefly.minispec.tree import Act, Assign, Call, If, Loop, Program, Return, Statement

MOST_TOLD = 30
"""Skills performed that a run tells of, the last ones."""
MOST_REMARKS = 30
_MOST_REMARK = 200


class RunStatus(StrEnum):
    """How a run ended."""

    COMPLETED = "completed"
    """The program came to its end or returned."""
    STOPPED = "stopped"
    """The program said that the whole instruction is done."""
    REPLAN = "replan"
    FAULTED = "faulted"
    """A value was not what a skill or a sign can take."""
    LIMIT = "limit"


@dataclass(frozen=True, slots=True)
class Performance:
    """What came of a skill."""

    value: Value | None = None
    actions: int = 0
    replan: str = ""
    """Why the program must end and a new one be made; empty where it goes on."""


class SkillPerformer(Protocol):
    """Performs what is not MiniSpec itself: motions, sights, probes, notes."""

    def perform(self, skill: MiniSkill, arguments: tuple[Value, ...]) -> Performance:
        """Do it; arguments are of the kinds and in the ranges that the skill's table says."""
        ...


@dataclass(frozen=True, slots=True)
class ProgramRun:
    """What a run came to."""

    status: RunStatus
    words: str = ""
    """Why it ended, where that is not its own end."""
    value: Value | None = None
    executed: tuple[str, ...] = ()
    """The skills that were performed, with what they gave."""
    remarks: tuple[str, ...] = ()
    actions: int = 0
    probes: int = 0
    statements: int = 0


class _Ended(Exception):  # noqa: N818 - says what is the case
    def __init__(self, status: RunStatus, words: str = "") -> None:
        self.status, self.words = status, words
        super().__init__(words)


class _Returned(Exception):  # noqa: N818 - as above
    def __init__(self, value: Value) -> None:
        self.value = value
        super().__init__()


class ProgramRunner:
    """Runs one program once."""

    def __init__(
        self, performer: SkillPerformer, *, skills: SkillTable | None = None, limits: RunLimits | None = None
    ) -> None:
        self._performer = performer
        self._skills = skills or skill_table()
        self._limits = limits or RunLimits()
        self._spent = {"statements": 0, "iterations": 0, "actions": 0, "probes": 0}
        self._executed: deque[str] = deque(maxlen=MOST_TOLD)
        self._remarks: deque[str] = deque(maxlen=MOST_REMARKS)

    def run(self, program: Program) -> ProgramRun:
        """To its end, or to whatever ends it; only what the performer raises is raised."""
        try:
            self._block(program.body, Frame(self._call))
        except _Returned as returned:
            return self._result(RunStatus.COMPLETED, value=returned.value)
        except _Ended as ended:
            return self._result(ended.status, ended.words)
        except RunFault as fault:
            return self._result(RunStatus.FAULTED, fault.words)
        return self._result(RunStatus.COMPLETED)

    def _result(self, status: RunStatus, words: str = "", value: Value | None = None) -> ProgramRun:
        return ProgramRun(
            status,
            words,
            value,
            executed=tuple(self._executed),
            remarks=tuple(self._remarks),
            actions=self._spent["actions"],
            probes=self._spent["probes"],
            statements=self._spent["statements"],
        )

    def _spend(self, what: str, number: int = 1) -> None:
        limit: int = getattr(self._limits, what)
        if self._spent[what] + number > limit:
            raise _Ended(RunStatus.LIMIT, f"the limit of {limit} {what} was reached")
        self._spent[what] += number

    def _block(self, statements: Sequence[Statement], frame: Frame) -> None:
        for statement in statements:
            self._spend("statements")
            self._statement(statement, frame)

    def _statement(self, statement: Statement, frame: Frame) -> None:
        if isinstance(statement, Assign):
            frame.variables[statement.variable] = evaluate(statement.value, frame)
        elif isinstance(statement, Act):
            self._call(statement.call, frame)
        elif isinstance(statement, Return):
            raise _Returned(evaluate(statement.value, frame))
        elif isinstance(statement, Loop):
            self._loop(statement, frame)
        else:
            self._choice(statement, frame)

    def _loop(self, loop: Loop, frame: Frame) -> None:
        for _ in range(min(loop.count, self._limits.loop)):
            self._spend("iterations")
            self._block(loop.body, frame)

    def _choice(self, choice: If, frame: Frame) -> None:
        for branch in choice.branches:
            if truth_of(branch.condition, frame):
                self._block(branch.body, frame)
                return
        self._block(choice.otherwise, frame)

    def _call(self, call: Call, frame: Frame) -> Value | None:
        skill = self._skills.find(call.name)
        if skill is None:
            raise RunFault(call.position, f"there is no skill {call.name}")
        arguments = fitted(skill, [evaluate(argument, frame) for argument in call.arguments], call.position)
        if skill.program is not None:
            return self._defined(skill, skill.program, arguments, frame)
        if skill.sort is SkillSort.CONTROL:
            is_stop = skill.name == "stop"
            raise _Ended(
                RunStatus.STOPPED if is_stop else RunStatus.REPLAN, "" if is_stop else "the program asked"
            )
        return self._performed(skill, arguments)

    def _defined(
        self, skill: MiniSkill, program: Program, arguments: tuple[Value, ...], frame: Frame
    ) -> Value | None:
        """Run a skill's own program with variables of its own."""
        if frame.depth >= self._limits.depth:
            raise _Ended(RunStatus.LIMIT, f"{skill.name} is more than {self._limits.depth} skills deep")
        try:
            self._block(program.body, Frame(self._call, arguments, depth=frame.depth + 1))
        except _Returned as returned:
            return returned.value
        return None

    def _performed(self, skill: MiniSkill, arguments: tuple[Value, ...]) -> Value | None:
        if skill.sort is SkillSort.PROBE:
            self._spend("probes")
        if skill.name == "log":
            self._remarks.append(str(arguments[0])[:_MOST_REMARK])
        performance = self._performer.perform(skill, arguments)
        told = f"{skill.short}({', '.join(value_text(argument) for argument in arguments)})"
        gave = "" if performance.value is None else f" = {value_text(performance.value)}"
        self._executed.append((told + gave)[:_MOST_REMARK])
        if performance.actions:
            self._spend_actions(performance.actions)
        if performance.replan:
            raise _Ended(RunStatus.REPLAN, performance.replan)
        return performance.value

    def _spend_actions(self, number: int) -> None:
        """Flown already, so they count even where they are too many."""
        self._spent["actions"] += number
        if self._spent["actions"] > self._limits.actions:
            raise _Ended(RunStatus.LIMIT, f"the limit of {self._limits.actions} actions was reached")
