"""The agent's settings; the defaults are the paper's."""

from dataclasses import dataclass

from airanchor.errors import InputError
from airanchor.reasoner.roles import Skill

PART_SETS = ("paper", "plus")


@dataclass(frozen=True, slots=True)
class AgentConfig:
    """How long and with what the agent flies."""

    iterations: int = 20
    """Passes of the loop granted to a flight, whatever they do."""
    iterations_per_subgoal: int = 3
    """λ_step: backtracking is triggered after more than this many iterations per sub-goal."""
    backtracks: int = 2
    """How often one subtask may go back, chosen and automatic together."""
    skills: tuple[Skill, ...] = tuple(Skill)
    """The skills there are; leaving one out is the paper's skill ablation."""
    panorama_views: int = 8
    """Views of a look around, evenly spaced."""
    tells_outcomes: bool = False
    """Whether a verdict may also say that a subtask was only guessed at, partly done, not found, given up or
    not understood. The paper's verdict has two statuses; its progress text must tell the rest."""
    tells_state: bool = False
    """Whether the model is told the drone's heading by the compass and where its start lies; the paper's is
    not."""
    remembers_in_passing: bool = False
    """Whether each view is also asked for what lasts in it, for the memory alone: one more question each."""
    priors_of_earlier_flights: bool = False
    """Whether only what earlier flights saw is offered as a prior: what this one saw of a kind is, more often
    than not, another thing than the one that comes next."""
    parts: str = "paper"
    """Which parts the agent is made of: the paper's, or those that tell the model more (plus)."""
    actions: int = 500
    """Actions granted to a flight that decides action by action: AerialVLN's limit. Such a flight knows no
    iterations."""

    def __post_init__(self) -> None:
        for name, low, high in (
            ("iterations", 1, 10_000),
            ("iterations_per_subgoal", 1, 1000),
            ("backtracks", 0, 1000),
            ("panorama_views", 2, 24),
            ("actions", 1, 100_000),
        ):
            value = getattr(self, name)
            if not low <= value <= high:
                raise InputError(f"{name} = {value!r} must be from {low} to {high}")
        if self.parts not in PART_SETS:
            raise InputError(f"parts {self.parts!r} are unknown; valid are {', '.join(PART_SETS)}")
        if not self.skills:
            raise InputError(f"the agent needs at least one skill of {[skill.value for skill in Skill]}")
