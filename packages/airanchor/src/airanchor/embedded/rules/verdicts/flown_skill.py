"""What the rules judge a part of a subtask by: the skill just flown for it, and what it changed."""

from dataclasses import dataclass

from airanchor.anchors.sentences import AnchorReading
from airanchor.embedded.ears.clause import Clause
from airanchor.embedded.rules.config import RulebookConfig
from airanchor.embedded.rules.notes.intent import Intent
from airanchor.embedded.rules.notes.progress import SubtaskProgress
from airanchor.embedded.rules.notes.track import LandmarkTrack
from airanchor.embedded.rules.space.executed import Executed
from aircity.geometry import ToldState


@dataclass(frozen=True, slots=True)
class FlownSkill:
    """A skill has just been flown for this clause."""

    clause: Clause
    progress: SubtaskProgress
    """Already counting this skill."""
    executed: Executed
    before: tuple[LandmarkTrack | None, ...]
    """The clause's landmarks as they were, in their order."""
    after: tuple[LandmarkTrack | None, ...]
    is_measured: bool
    """Whether there are anchors: then a sight alone proves nothing."""
    surfaces: tuple[tuple[AnchorReading, AnchorReading], ...]
    """Measured points of surfaces, before and after."""
    intent: Intent
    """What was wanted."""
    config: RulebookConfig
    is_final: bool = False
    """Whether the flight ends where the clause leads."""
    has_turned: bool = True
    """Whether a turn has told where it leads."""
    state: ToldState | None = None
    """The drone's heading and where its start lies, after the skill."""
    course_deg: float | None = None
    """The compass course of the clause, clockwise from north."""
