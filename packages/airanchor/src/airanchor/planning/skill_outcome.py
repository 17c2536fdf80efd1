"""What came of a skill, and how it is told to the reflection."""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from airanchor.flight.navigator import path_length_m
from airanchor.planning.execution import SkillRun
from airanchor.reasoner.roles import NavigationDecision
from aircity.geometry import Displacement, Pose
from aircity.world import Action


@dataclass(frozen=True, slots=True)
class SkillOutcome:
    """The poses a skill flew through, and why it failed, if it did."""

    poses: tuple[Pose, ...]
    """From where it began to where it ended; one pose alone is no motion."""
    failure: str | None = None
    """The cause, as failures are counted by it."""
    words: str = ""
    """The failure in a sentence, or what there is to add."""
    actions: tuple[Action, ...] = ()
    """The actions that moved the drone; a blocked one did not."""
    chosen: Mapping[str, float] = field(default_factory=dict)
    """Parameters that the skill itself asked for: the angle of a look around, the node of a way back."""
    details: str = ""
    """Sentences that are told after the report, where more is told."""

    @property
    def steps(self) -> int:
        """How many actions were executed."""
        return len(self.poses) - 1


def flown(start: Pose, run: SkillRun) -> SkillOutcome:
    """The outcome of actions that were executed, perhaps not to their end."""
    poses = (start, *(step.pose for step in run.steps))
    actions = tuple(step.action for step in run.steps if step.moved)
    if run.blocked_after is None:
        return SkillOutcome(poses, actions=actions)
    obstacle = run.steps[-1].blocked_by
    by = f" by the {obstacle.value}" if obstacle is not None else ""
    words = f"blocked{by} after {run.blocked_after} of {run.asked} steps"
    return SkillOutcome(poses, f"blocked{by}", words, actions)


def followed_by(first: SkillOutcome, then: SkillOutcome) -> SkillOutcome:
    """Two motions as one way; all that is told of it is what the second came to."""
    return replace(then, poses=(*first.poses, *then.poses[1:]), actions=(*first.actions, *then.actions))


def failed(start: Pose, cause: str, words: str) -> SkillOutcome:
    """No motion."""
    return SkillOutcome((start,), cause, words)


def executed_words(decision: NavigationDecision, outcome: SkillOutcome) -> str:
    """Skill, parameters and result, such as 'Altitude Adjustment {"delta_h_m": 12.0}: climbed 12.0 m.'"""
    told = skill_words(decision.skill.value, decision.parameters.model_dump(mode="json"))
    report = f"{told}: {result_words(outcome)}."
    return f"{report} {outcome.details}" if outcome.details else report


def skill_words(skill: str, parameters: Mapping[str, object]) -> str:
    """A skill with its parameters, such as 'Altitude Adjustment {"delta_h_m": 12.0}'."""
    return f"{skill} {json.dumps(dict(parameters))}"


def result_words(outcome: SkillOutcome) -> str:
    """What was moved in all; without motion why there is none, and a failure says FAILED."""
    if outcome.steps == 0:
        return outcome.words if outcome.failure is None else f"FAILED: {outcome.words}"
    moved = Displacement.between(outcome.poses[0], outcome.poses[-1])
    turned_deg, climbed_m = math.degrees(moved.dheading_rad), moved.dz_m
    parts = [outcome.words] if outcome.words else []
    parts.append(f"flew {path_length_m(outcome.poses):.1f} m in {outcome.steps} steps")
    parts.append(f"turned {abs(turned_deg):.0f} degrees {'right' if turned_deg >= 0 else 'left'}")
    parts.append(f"{'climbed' if climbed_m >= 0 else 'sank'} {abs(climbed_m):.1f} m")
    return ", ".join(parts)
