"""The state of the active subtask: its clocks, its context, its path. A new subtask begins with a new one."""

import re
from collections.abc import Sequence
from dataclasses import replace

from airanchor.agent.config import AgentConfig
from airanchor.agent.history import History
from airanchor.agent.priors import Identity
from airanchor.agent.skills import SkillOutcome
from airanchor.reasoner.roles import NOT_STARTED, Context, Skill, Status, Subtask, Verdict
from aircity.geometry import Pose, state_words

_FAILED = re.compile(r"\s*\[last action failed: [^\]]{0,500}\]")


def without_failure(progress: str) -> str:
    """A progress text without what it says of the last action."""
    return _FAILED.sub("", progress)


class SubtaskRun:
    """One subtask while it is flown."""

    def __init__(
        self,
        subtask: Subtask,
        identities: Sequence[Identity],
        config: AgentConfig,
        start: Pose | None = None,
        *,
        number: int = 1,
    ) -> None:
        self.number = number
        """Its place in the plan, from 1."""
        self.subtask = subtask
        self.identities = tuple(identities)
        self.context = Context(subtask.text, NOT_STARTED, subtask.text)
        self.history = History()
        self.threshold = config.iterations_per_subgoal * len(subtask.subgoals)
        """B_n = λ_step |U_n|."""
        self.since = 0
        """c: iterations since the beginning or the last backtracking."""
        self.backtracks = 0
        """r: backtrackings in this subtask, chosen and automatic."""
        self.status = Status.ONGOING
        self.achieved = "begun"
        """What was achieved, as people are told."""
        self.chances = (1.0, 0.0)
        """How likely it ended where it should: begun where it should, and begun elsewhere."""
        self._config = config
        self._start = start

    @property
    def skills(self) -> tuple[Skill, ...]:
        """S_t: going back needs an earlier decision, and is granted only so often."""
        can_go_back = self.history.nodes and self.backtracks < self._config.backtracks
        return tuple(skill for skill in self._config.skills if skill is not Skill.BACKTRACK or can_go_back)

    def state(self, pose: Pose) -> str | None:
        """The drone's state at a pose in words; None where it is not told."""
        is_told = self._config.tells_state and self._start is not None
        return state_words(self._start, pose) if is_told and self._start else None

    def tell(self, pose: Pose) -> Context:
        """The context with the state at a pose."""
        self.context = replace(self.context, state=self.state(pose))
        return self.context

    @property
    def is_over(self) -> bool:
        """Whether it has ended, done or not."""
        return self.status is not Status.ONGOING

    @property
    def is_overdue(self) -> bool:
        """Whether backtracking is triggered: c > B_n, while it is available."""
        return self.since > self.threshold and Skill.BACKTRACK in self.skills

    def advance(self, skill: Skill, outcome: SkillOutcome, verdict: Verdict) -> None:
        """One iteration is over."""
        self.since += 1
        if skill is Skill.BACKTRACK:
            self.backtracks += 1
            self.since = 0
        progress = without_failure(verdict.progress)
        if outcome.failure is not None:  # told for one iteration, whatever the model repeats of it
            progress = f"{progress} [last action failed: {outcome.words[:400]}]"
        self.context = Context(self.subtask.text, progress, verdict.next_plan or self.context.plan)
        if verdict.status is not Status.ONGOING:
            self.end(verdict.outcome, verdict.achieved)
            self.chances = verdict.chances

    def end(self, status: Status, achieved: str) -> None:
        """It is over."""
        self.status, self.achieved = status, achieved
