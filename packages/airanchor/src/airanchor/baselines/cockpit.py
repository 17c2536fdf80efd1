"""The cockpit: all that a method may do in a flight, counted against its budget and recorded."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray
from pydantic import JsonValue

from airanchor.errors import InputError
from airanchor.flight import Mission, Recorder, TrackedWorld
from airanchor.planning import PlanningConfig, execute
from airanchor.planning.motions import fly_climb, fly_towards, fly_turn
from airanchor.planning.skill_outcome import SkillOutcome, failed, flown
from airanchor.reasoner import Reasoner, Reply, Role
from airanchor.trace import LandmarkRow, NoteEvent, PictureEvent, SubtaskEvent, plain_text
from aircity.world import Action, Observation, Simulator, StepResult
from aircity.world.wrapper import WorldWrapper

QueryT = TypeVar("QueryT")
ReplyT = TypeVar("ReplyT", bound=Reply)


class BudgetOver(Exception):  # noqa: N818 - says what is the case; it ends the flight and is no error
    """The questions or actions granted to a flight are used up."""


@dataclass(frozen=True, slots=True)
class FlightBudget:
    """What one flight of a method may use."""

    calls: int
    """Questions to the model; one that is asked again with its fault counts once."""
    actions: int
    """Primitive actions."""

    def __post_init__(self) -> None:
        for name in ("calls", "actions"):
            if not 1 <= getattr(self, name) <= 100_000:
                raise InputError(f"{name} = {getattr(self, name)!r} must be from 1 to 100000")


class MeteredWorld(WorldWrapper):
    """A world in which only so many actions can be done."""

    def __init__(self, world: Simulator, granted: int) -> None:
        super().__init__(world)
        self.left = self._granted = granted

    def step(self, action: Action) -> StepResult:
        """Do one action, while there is one left; STOP is always done."""
        if action is not Action.STOP:
            if self.left == 0:
                raise BudgetOver(f"{self._granted} actions were granted")
            self.left -= 1
        return super().step(action)


class Cockpit:
    """One flight's controls. Depth serves motions, and is not shown to the model unless a method tells it."""

    def __init__(
        self,
        mission: Mission,
        track: TrackedWorld,
        *,
        reasoner: Reasoner,
        recorder: Recorder,
        planning: PlanningConfig,
        budget: FlightBudget,
        rng: np.random.Generator,
    ) -> None:
        self.mission = mission
        self.planning = planning
        self.rng = rng
        self.calls_left = budget.calls
        self.iteration = 0
        """The decision that is being taken, from 1."""
        self.part_number = 1
        """The part of the instruction that is being flown, from 1."""
        self._budget = budget
        self._reasoner, self._recorder = reasoner, recorder
        self._world = MeteredWorld(track, budget.actions)
        self._view: Observation | None = None

    @property
    def actions_left(self) -> int:
        """How many primitive actions are left."""
        return self._world.left

    def check_budget(self) -> None:
        """Raise where nothing could be asked or done any more."""
        if self.calls_left == 0:
            raise BudgetOver(f"{self._budget.calls} questions were granted")
        if self.actions_left == 0:
            raise BudgetOver(f"{self._budget.actions} actions were granted")

    @property
    def view(self) -> Observation:
        """The forward view from here."""
        if self._view is None:
            self._view = self._world.observe()
        return self._view

    def look_around(self, offsets_deg: Sequence[float]) -> tuple[Observation, ...]:
        """Forward views turned right by each offset: observations, which cost no action."""
        return self._world.panorama([math.radians(offset) for offset in offsets_deg])

    def ask(self, role: Role[QueryT, ReplyT], request: QueryT) -> ReplyT:
        """A valid reply, or the role's fallback; the flight ends where no question is left."""
        self.check_budget()
        self.calls_left -= 1
        return self._reasoner.ask(role, request).reply

    def fly_pixel(self, pixel: Sequence[int], distance_m: float) -> SkillOutcome:
        """Towards a pixel of the view, as AirAnchor's Pixel Navigation flies."""
        return self._moved(fly_towards(self._world, self.view, pixel, distance_m, self.planning))

    def turn(self, yaw_deg: float) -> SkillOutcome:
        """By whole steps to the right, or to the left where negative; at most half around either way."""
        return self._moved(fly_turn(self._world, self.view.pose, yaw_deg))

    def climb(self, climb_m: float) -> SkillOutcome:
        """Up, or down where negative, as AirAnchor's Altitude Adjustment flies."""
        return self._moved(fly_climb(self._world, self.view.pose, climb_m, self.planning))

    def fly(self, actions: Sequence[Action]) -> SkillOutcome:
        """Actions as they are, up to the first that is blocked."""
        here = self.view.pose
        return self._moved(flown(here, execute(actions, self._world)) if actions else self.stay())

    def stay(self, words: str = "") -> SkillOutcome:
        """No motion, and none was wanted."""
        return SkillOutcome((self.view.pose,), words=words)

    def failed(self, cause: str, words: str) -> SkillOutcome:
        """No motion where one was wanted; failures are counted by their cause."""
        return failed(self.view.pose, cause, words)

    def _moved(self, outcome: SkillOutcome) -> SkillOutcome:
        self._view = None if outcome.steps else self._view
        return outcome

    def picture(self, title: str, rgb: NDArray[np.uint8]) -> None:
        """A picture of this decision for the replay."""
        image = self._recorder.save_rgb(rgb)
        self._recorder.write(PictureEvent(iteration=self.iteration, title=title, image=image))

    def note(self, title: str, text: str = "", **data: JsonValue) -> None:
        """Anything of this decision for the replay: a program, a memory, a map."""
        words = "\n".join(filter(None, (plain_text(line) for line in text.split("\n"))))
        self._recorder.write(NoteEvent(text=title, data={"text": words, **data}))

    def part(self, number: int, of: int, text: str, landmarks: Sequence[str] = ()) -> None:
        """A part of the instruction begins, with the landmarks it names."""
        self.part_number = number
        rows = tuple(LandmarkRow(id=f"L{place}", category=name) for place, name in enumerate(landmarks, 1))
        self._recorder.write(
            SubtaskEvent(number=number, of=of, text=text, subgoals=(), landmarks=rows, threshold=0)
        )
