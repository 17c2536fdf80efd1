"""A mission with all that its checks know and its navigator does not."""

from dataclasses import dataclass

from airanchor.reasoner.roles import Skill
from aircity.geometry import Pose
from tests.e2e.path_checks import Check


@dataclass(frozen=True, slots=True, kw_only=True)
class FlightPlan:
    """What is flown, and how its path is judged."""

    name: str
    scene: str
    start: Pose
    instruction: str
    length_m: float
    """About how long the way is; all that the fly-straight navigator is told."""
    checks: tuple[Check, ...]
    """The end first."""
    needs: tuple[Skill, ...] = (Skill.PIXEL,)
    """Skills without which it cannot be done."""
    shows: tuple[str, ...]
    """What it is there for, in the words of `missions.WANTED`."""
