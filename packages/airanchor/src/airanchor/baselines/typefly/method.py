"""The loop of TypeFly: list the scene, ask for a program, check it, fly it, and plan anew when it says so."""

from pydantic import JsonValue

from airanchor.baselines.cockpit import BudgetOver, Cockpit
from airanchor.baselines.flyer import Decision
from airanchor.baselines.typefly.config import TypeflyConfig
from airanchor.baselines.typefly.drone_skills import DroneSkills
from airanchor.baselines.typefly.minispec import (
    Checked,
    Dialect,
    ProgramRun,
    ProgramRunner,
    RunStatus,
    check,
    faults_text,
)
from airanchor.baselines.typefly.scene_board import SceneBoard
from airanchor.baselines.typefly.told import skill_lines, status_of
from airanchor.planning.skill_outcome import SkillOutcome
from airanchor.reasoner.roles.peers.typefly.planning import (
    TYPEFLY_PLAN,
    PlannedProgram,
    PreviousProgram,
    ProgramRequest,
)
from airanchor.trace import plain_text

SKILL = "Program"
LOOK_DEG = 45.0
"""The turn that is made where no program could be read: it shows another scene, and stops nothing."""
MOST_ERRORS = 12
"""Told to the planner at once."""


class TypeFly:
    """It remembers its last program, the thoughts with it, and what came of it; no map and no past scene."""

    def __init__(self, config: TypeflyConfig) -> None:
        self._config, self._dialect = config, Dialect(config.dialect)
        self._previous: PreviousProgram | None = None
        self._programs = self._probes = 0
        self._board: SceneBoard | None = None

    @property
    def progress(self) -> str:
        """What came of the last program."""
        return "" if self._previous is None else self._previous.status

    @property
    def plan(self) -> str:
        """The last program."""
        return "" if self._previous is None else self._previous.program

    def begin(self, cockpit: Cockpit) -> None:
        """Nothing is asked before the first program."""
        cockpit.part(1, 1, cockpit.mission.instruction)
        self._board = SceneBoard(cockpit)

    def decide(self, cockpit: Cockpit) -> Decision:
        """One program, from the scene list to its end."""
        if self._programs >= self._config.programs:
            raise BudgetOver(f"{self._config.programs} programs were granted")
        self._programs += 1
        board = self._board or SceneBoard(cockpit)
        planned, checked = self._planned(cockpit, board)
        if not checked.is_sound:
            return self._unsound(cockpit, planned, checked)
        return self._flown(cockpit, board, planned, checked)

    def _planned(self, cockpit: Cockpit, board: SceneBoard) -> tuple[PlannedProgram, Checked]:
        """A program that was checked; one with errors is asked for once more with the list of them."""
        planned, checked = self._asked(cockpit, board, self._previous)
        if checked.is_sound:
            return planned, checked
        faulty = self._faulty(planned, checked)
        return self._asked(cockpit, board, faulty)

    def _asked(
        self, cockpit: Cockpit, board: SceneBoard, previous: PreviousProgram | None
    ) -> tuple[PlannedProgram, Checked]:
        config, (plain, combined) = self._config, skill_lines(self._dialect)
        request = ProgramRequest(
            instruction=cockpit.mission.instruction,
            objects=board.objects,
            free_ahead_m=board.free_ahead_m,
            skills=plain,
            combined=combined,
            dialect=self._dialect.value,
            most_loops=config.loops,
            change_m=config.change_m,
            change_deg=config.change_deg,
            previous=previous,
        )
        planned = cockpit.ask(TYPEFLY_PLAN, request)
        checked = check(planned.plan, self._dialect, limits=config.limits(config.probes))
        faults: list[JsonValue] = [fault.to_json() for fault in checked.faults]
        cockpit.note("program", planned.plan, dialect=self._dialect.value, faults=faults)
        return planned, checked

    def _faulty(self, planned: PlannedProgram, checked: Checked) -> PreviousProgram:
        """For the second question: the thoughts stay those of the last program that flew."""
        thoughts = planned.thoughts if self._previous is None else self._previous.thoughts
        status = "" if self._previous is None else self._previous.status
        errors = faults_text(checked.errors[:MOST_ERRORS])
        return PreviousProgram(thoughts, planned.plan, status, errors)

    def _unsound(self, cockpit: Cockpit, planned: PlannedProgram, checked: Checked) -> Decision:
        """Neither program could be read: look elsewhere and ask anew, for this must not end the flight."""
        outcome = cockpit.turn(LOOK_DEG)
        errors = faults_text(checked.errors[:MOST_ERRORS])
        before = "" if self._previous is None else self._previous.status
        status = " ".join(filter(None, (before, f"Then the drone turned {LOOK_DEG:g} degrees right.")))
        self._previous = PreviousProgram(planned.thoughts, planned.plan, status, errors)
        words = f"a program with {len(checked.errors)} errors, not flown"
        moved = SkillOutcome(outcome.poses, "program with errors", words, outcome.actions)
        return Decision(SKILL, {"plan": planned.plan}, plain_text(planned.thoughts), moved)

    def _flown(
        self, cockpit: Cockpit, board: SceneBoard, planned: PlannedProgram, checked: Checked
    ) -> Decision:
        skills = DroneSkills(cockpit, board, self._config)
        limits = self._config.limits(self._config.probes - self._probes)
        run = ProgramRunner(skills, limits=limits).run(checked.program)
        self._probes += run.probes
        outcome = _outcome(run, skills)
        status = status_of(run, SkillOutcome(outcome.poses))
        self._previous = PreviousProgram(planned.thoughts, planned.plan, status)
        cockpit.note("execution", status, status=run.status.value, executed=list(run.executed))
        return Decision(
            skill=SKILL,
            parameters={"plan": planned.plan, "status": run.status.value},
            reason=plain_text(planned.thoughts),
            outcome=outcome,
            is_stop=run.status in (RunStatus.STOPPED, RunStatus.COMPLETED),
        )


def _outcome(run: ProgramRun, skills: DroneSkills) -> SkillOutcome:
    """All motions of a program as one; it failed where it broke off or its last motion did."""
    failure = skills.failure
    if run.status in (RunStatus.FAULTED, RunStatus.LIMIT):
        failure = "program broken off"
    return SkillOutcome(tuple(skills.poses), failure, run.words)
