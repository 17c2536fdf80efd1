"""A sortie: one flight while it is flown, with its clock, its plan and the subtasks begun so far."""

from dataclasses import dataclass, field

from airanchor.agent.clock import FlightClock
from airanchor.agent.config import AgentConfig
from airanchor.agent.log import FlightLog
from airanchor.agent.subtask import SubtaskRun
from airanchor.flight import Mission, TrackedWorld
from airanchor.memory import ObservationTime
from airanchor.reasoner.roles import Decomposition


@dataclass(slots=True)
class Sortie:
    """What every pass of the loop shares."""

    world: TrackedWorld
    clock: FlightClock
    log: FlightLog
    config: AgentConfig
    episode: str
    mission: Mission
    plan: Decomposition | None = None
    """None until the instruction is read."""
    runs: list[SubtaskRun] = field(default_factory=list)
    """The subtasks that were begun, in order."""

    @property
    def moment(self) -> ObservationTime:
        """Now, as memories date what they are told."""
        return ObservationTime(self.episode, self.clock.iteration)
