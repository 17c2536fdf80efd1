"""Action: a course is flown to its end, judged, followed by the next one, and the subtask ends with STOP."""

from airanchor.embedded.ears.clause import Clause, Manoeuvre
from airanchor.embedded.rules.senses import Senses
from airanchor.reasoner.roles import ACTION, ActionChoice, ActionRequest, Primitive
from tests.airanchor.embedded.rules.desk import TOWER, ask, context, cue_line, image, senses_for, to

CLIMB = Clause(Manoeuvre.ASCEND, metres=6.0)
LEFT = Clause(Manoeuvre.TURN_LEFT, degrees=90.0)


class Pilot:
    """Carries progress and plan from one answer to the next, as the agent does."""

    def __init__(self, senses: Senses) -> None:
        self._senses = senses
        self._progress, self._plan, self._executed = "NotStarted", "the subtask", "None yet."

    def act(self, graph: str = "", *, is_blocked: bool = False) -> ActionChoice:
        executed = f"{self._executed}: blocked by the building" if is_blocked else f"{self._executed}: done"
        told = context(self._progress, plan=self._plan)
        choice: ActionChoice = ask(
            ACTION, ActionRequest(image(512, 512), told, graph, (), executed), self._senses
        )
        self._progress, self._plan, self._executed = choice.progress, choice.plan, choice.action.value
        return choice

    def actions(self, count: int) -> list[Primitive]:
        return [self.act().action for _ in range(count)]


def test_a_climb_is_flown_step_by_step_and_ends_the_subtask() -> None:
    assert Pilot(senses_for(CLIMB)).actions(4) == [Primitive.GO_UP] * 3 + [Primitive.STOP]


def test_parts_follow_each_other() -> None:
    actions = Pilot(senses_for(CLIMB, LEFT)).actions(10)
    assert actions == [Primitive.GO_UP] * 3 + [Primitive.TURN_LEFT] * 6 + [Primitive.STOP]


def test_a_landmark_is_flown_to_by_the_graph() -> None:
    pilot = Pilot(senses_for(to(TOWER)))
    first = pilot.act(cue_line(1, "red tower", 32.0, 40.0))
    assert first.action is Primitive.TURN_RIGHT
    assert "MOVE_FORWARD" in first.plan


def test_progress_stays_while_a_course_is_flown() -> None:
    pilot = Pilot(senses_for(CLIMB))
    assert [pilot.act().progress for _ in range(3)] == ["NotStarted"] * 3


def test_a_blocked_action_ends_the_course_and_counts_as_a_failure() -> None:
    pilot = Pilot(senses_for(Clause(Manoeuvre.FORWARD, metres=40.0)))
    pilot.act()
    pilot.act()
    after = pilot.act(is_blocked=True)
    assert "1 failures" in after.progress and "5.0 m flown" in after.progress
    assert after.action is not Primitive.STOP


def test_nothing_left_to_do_ends_at_once() -> None:
    assert Pilot(senses_for(Clause(Manoeuvre.STOP))).act().action is Primitive.STOP
