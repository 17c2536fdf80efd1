"""Why a flight failed: the causes, each with the rule that decides it, and the thresholds of the rules."""

from dataclasses import dataclass
from enum import StrEnum

from airanchor.anchors import AnchorConfig
from airanchor.bench.metrics import SUCCESS_M


class Stage(StrEnum):
    """The part of the agent that a cause belongs to."""

    REASONER = "reasoner"
    LANGUAGE = "language"
    GROUNDING = "grounding"
    MEMORY = "memory"
    PLANNING = "planning"
    CONTROL = "control"
    COMPLETION = "completion"
    BUDGET = "budget"
    UNKNOWN = "unattributed"


class Cause(StrEnum):
    """What went wrong first on the leg that the flight did not get through."""

    REASONER = "reasoner trouble"
    LEG_LOST = "leg lost"
    LEG_MISORDERED = "leg misordered"
    LANDMARK_MISREAD = "landmark misread"
    OMITTED = "anchor omitted"
    DEGRADED = "anchor degraded"
    WRONG_MASK = "wrong mask"
    FALSE_MERGE = "false merge"
    SPLIT = "split instance"
    WRONG_PRIOR = "wrong prior followed"
    UNRECALLED = "not recalled"
    UNSEEN = "unseen"
    PLANNING = "skill failed"
    CONTROL = "wrong motion"
    EARLY = "early completion"
    GIVEN_UP = "given up"
    LATE = "late completion"
    BUDGET = "budget spent"
    UNATTRIBUTED = "unattributed"

    @property
    def stage(self) -> Stage:
        """The part of the agent it belongs to."""
        return RULES[self].stage


@dataclass(frozen=True, slots=True)
class Rule:
    """When a cause is named, in words; `docs/diagnosis.md` has the order in which rules are tried."""

    stage: Stage
    says: str


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The numbers in the rules."""

    leg_end_m: float = SUCCESS_M
    """A leg is flown where the drone comes this near to its end, or to the landmark that is flown to, seen
    from above; the last leg, near its end in 3-D."""
    off_route_m: float = 30.0
    """Farther than this from the leg's reference, seen from above, the route is left."""
    on_object_m: float = 5.0
    """How far an anchor may lie outside its object's outline."""
    on_object_share: float = 0.5
    """The share of an anchor's footprint that must lie on its object, unless its middle does."""
    visible_share: float = 0.001
    """The share of the image that an object must fill to count as visible: 262 of 512 x 512 pixels."""
    measurable_m: float = AnchorConfig().reliable_range_m
    """Beyond this depth an anchor is only a direction, so being in view there is no fair chance."""
    passed_m: float = 30.0
    """A landmark is passed where its outline was this near and then lies behind."""
    behind_deg: float = 95.0
    """A landmark lies behind at this angle from the way flown, or more."""
    prior_m: float = 20.0
    """A prior farther than this from its landmark's outline leads elsewhere."""
    followed_deg: float = 30.0
    """A prior is followed by a flight of at least `followed_m` that heads for it this exactly."""
    followed_m: float = 10.0
    turn_deg: float = 45.0
    """A leg's turn of at least this much has a side that can be got wrong."""
    astray_deg: float = 60.0
    """A motion this far off the direction of the leg's end goes elsewhere."""
    failed_share: float = 0.5
    """The share of a leg's decisions whose skill must have failed to blame planning."""
    linger: int = 2
    """Decisions left to a flight that ends on a leg already flown; fewer are no late completion."""


THRESHOLDS = Thresholds()

RULES: dict[Cause, Rule] = {
    Cause.REASONER: Rule(
        Stage.REASONER,
        "The model refused, its allowance or time ran out, the decomposition fell back, "
        "or an answer fell back at the decision at which the route was left.",
    ),
    Cause.LEG_LOST: Rule(
        Stage.LANGUAGE,
        "The landmark was never known; no subtask names it, or none of its sub-goals is about it, "
        "or the route was left in another direction and no sub-goal has the leg's turn.",
    ),
    Cause.LEG_MISORDERED: Rule(
        Stage.LANGUAGE,
        "The landmark was never known; it is named only before the leg's predecessor or after a successor.",
    ),
    Cause.LANDMARK_MISREAD: Rule(
        Stage.LANGUAGE,
        "The landmark was never known; the subtask's landmark has a word that the instruction does not say "
        "of it, or it was never asked for, and is listed nowhere or something invented was looked for.",
    ),
    Cause.OMITTED: Rule(
        Stage.GROUNDING,
        "The landmark was never known though visible at a decision, where it was not asked for or not found.",
    ),
    Cause.DEGRADED: Rule(
        Stage.GROUNDING,
        "The landmark was asked for and found, but only as a direction, for it was far; it was never known.",
    ),
    Cause.WRONG_MASK: Rule(
        Stage.GROUNDING,
        "An object anchor asked for as the landmark lies on something else, and the landmark was never "
        "known; also where that is why the subtask of a leg that had been flown went on.",
    ),
    Cause.FALSE_MERGE: Rule(
        Stage.MEMORY,
        "A wrong prior was followed, as below, and its instance holds observations of several objects.",
    ),
    Cause.SPLIT: Rule(
        Stage.MEMORY,
        "The landmark was neither known nor visible, no prior was told of it, "
        "and the memory holds it as several instances.",
    ),
    Cause.WRONG_PRIOR: Rule(
        Stage.MEMORY,
        "A prior told as the landmark lies elsewhere, and the drone flew towards it, not the landmark.",
    ),
    Cause.UNRECALLED: Rule(
        Stage.MEMORY,
        "The landmark was neither known nor visible; the memory holds it as one instance, "
        "and no prior was told of it.",
    ),
    Cause.UNSEEN: Rule(
        Stage.MEMORY,
        "The landmark was not visible at any decision of the leg, and the memory had never held it.",
    ),
    Cause.PLANNING: Rule(
        Stage.PLANNING,
        "The landmark was known; the skill failed at the decision at which the route was left, or half of "
        "the leg's skills failed and the route was neither left nor the leg taken for done.",
    ),
    Cause.CONTROL: Rule(
        Stage.CONTROL,
        "The landmark was known and the subtask in hand, yet the motion left the route or never got through "
        "it; or the landmark was not visible and the leg's turn was read, but not made.",
    ),
    Cause.EARLY: Rule(
        Stage.COMPLETION,
        "The leg was taken for done before it had been flown and before the route was left, with its "
        "landmark known or never asked for.",
    ),
    Cause.GIVEN_UP: Rule(
        Stage.COMPLETION,
        "The same, where the flight itself said that the leg's subtask was not done.",
    ),
    Cause.LATE: Rule(
        Stage.COMPLETION,
        "The leg was flown, yet its subtask went on until the next leg's route was left or the flight ended. "
        "On the last leg: the goal was reached and left again.",
    ),
    Cause.BUDGET: Rule(
        Stage.BUDGET,
        "The iterations ended on the route, on a leg that had fewer than an even share of them.",
    ),
    Cause.UNATTRIBUTED: Rule(
        Stage.UNKNOWN,
        "None of these rules holds, or what they need is not known of the episode.",
    ),
}
