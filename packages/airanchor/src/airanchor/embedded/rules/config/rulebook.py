"""Every number that governs the rulebook's judgement, with a range for each: the most used first."""

from dataclasses import dataclass, field

from airanchor.embedded.rules.config.finecog import FineCogRules
from airanchor.embedded.rules.config.fitted import (
    LandmarkOdds,
    LegPriors,
    OfferedOdds,
    PriorOdds,
    TurnPriors,
    landmark_odds,
    leg_priors,
    offered_odds,
    prior_odds,
    turn_priors,
)
from airanchor.embedded.rules.config.flying import BendRules, DetourRules, HeightRules, LegRules, StateRules
from airanchor.embedded.rules.config.judging import ArrivalRules, CompletionRules, GivingUpRules
from airanchor.embedded.rules.config.peers import PeerRules
from airanchor.embedded.rules.config.ranges import Ranged, ranged
from airanchor.embedded.rules.config.reading import NamingRules, SelectionRules, StageRules
from airanchor.embedded.rules.config.seeing import (
    ExpectationRules,
    HeadingRules,
    LookoutRules,
    QueryRules,
    SightRules,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RulebookConfig(Ranged):
    """Settings of the spatial rules. A flight has few decisions, so steps are long and looks are rare."""

    near_m: float = ranged(15.0, 3.0, 60.0)
    """Horizontal distance to a landmark's centre at which it counts as reached."""
    above_m: float = ranged(10.0, 3.0, 60.0)
    """The same where the text asks to be above, over or under it."""
    facade_m: float = ranged(12.0, 3.0, 60.0)
    """Distance to the surface in front of a wide landmark at which it counts as reached."""
    facade_reach_m: float = ranged(60.0, 5.0, 200.0)
    """A landmark counts as passed only if it is no farther aside than this."""
    standoff_m: float = ranged(10.0, 0.0, 40.0)
    """How far before a landmark's centre an approach ends."""
    beyond_m: float = ranged(22.0, 0.0, 50.0)
    """How far behind a landmark a flight past, over, through or across it ends."""
    beside_m: float = ranged(14.0, 0.0, 50.0)
    """How far beside a landmark's centre a flight past it leads."""
    abeam_deg: float = ranged(75.0, 45.0, 135.0)
    """From this bearing on a landmark counts as passed."""
    view_deg: float = ranged(41.0, 15.0, 44.0)
    """Bearings up to this are steered to by pixel; others need a turn."""
    same_way_deg: float = ranged(9.0, 1.0, 30.0)
    """A measured direction tells of ways no farther from it than this."""
    level_deg: float = ranged(10.0, 1.0, 30.0)
    """A measured direction tells of level flight if it points no more than this up or down."""
    margin_m: float = ranged(3.0, 0.0, 10.0)
    """What is left of a free distance before its end."""
    least_gain_m: float = ranged(6.0, 1.0, 30.0)
    """A way that brings the drone less than this closer counts as blocked."""
    shortest_m: float = ranged(5.0, 1.0, 50.0)
    """The shortest flight that is asked for."""
    longest_m: float = ranged(50.0, 5.0, 50.0)
    """The longest flight that is asked for at once."""
    blind_step_m: float = ranged(36.0, 5.0, 50.0)
    """How far to fly towards something whose distance is not known."""
    forward_m: float = ranged(40.0, 5.0, 200.0)
    """How far "go straight on" leads where the text gives no distance and no end."""
    leg_m: float = ranged(200.0, 20.0, 1000.0)
    """How far to fly on for a landmark that ends a leg and never shows."""
    short_m: float = ranged(8.0, 0.0, 30.0)
    """How much of a distance in the text may be left unflown: another decision costs more."""
    climb_m: float = ranged(12.0, 2.0, 30.0)
    """How far "ascend" and "descend" lead where the text gives no number."""
    detour_climb_m: float = ranged(14.0, 2.0, 30.0)
    """How far to climb in front of an obstacle."""
    clearance_m: float = ranged(6.0, 1.0, 30.0)
    """How far above a thing's top to fly over it."""
    turn_deg: float = ranged(90.0, 15.0, 135.0)
    """What "turn left" means without a number."""
    faced_deg: float = ranged(15.0, 5.0, 45.0)
    """A landmark is faced if its bearing is no larger."""
    same_name: float = ranged(0.55, 0.0, 1.0)
    """The least agreement of names for two things to be the same."""
    seen_score: float = ranged(0.35, 0.0, 1.0)
    """The least score of something seen in a picture to be flown to."""
    around_score: float = ranged(0.3, 0.0, 1.0)
    """The least score of something seen in a look around to turn to it, its neighbouring views counted in."""
    bare_score: float = ranged(0.5, 0.0, 1.0)
    """The same where only the category agrees."""
    astray_score: float = ranged(0.7, 0.0, 1.0)
    """The same for something that lies where the words do not lead."""
    sight_range_m: float = ranged(140.0, 20.0, 1000.0)
    """Something seen in a picture from here on has a bearing but no distance."""
    far_score: float = ranged(0.75, 0.0, 1.0)
    """The least score of something seen that far away to be flown to."""
    jump_m: float = ranged(30.0, 5.0, 200.0)
    """A measurement this far from where a landmark is known to be is of something else."""
    unseen_tries: int = ranged(6, 1, 20)
    """Decisions after which a landmark that was never seen is given up, and the way flown counts instead."""
    seen_tries: int = ranged(12, 1, 20)
    """Decisions after which any part of a subtask is given up."""
    looks: int = ranged(3, 0, 10)
    """Looks around that one part of a subtask may take to find its landmark."""
    confirmed: float = ranged(0.8, 0.0, 1.0)
    """The least likelihood of having been at a landmark for saying that it was reached; less is a guess."""

    legs: LegPriors = field(default_factory=leg_priors)
    """How long legs are and where their landmarks lie; measured."""
    turns: TurnPriors = field(default_factory=turn_priors)
    """How far turns lead; measured."""
    odds: LandmarkOdds = field(default_factory=landmark_odds)
    """How likely a thing is the landmark, by its looks; fitted."""
    offered: OfferedOdds = field(default_factory=offered_odds)
    """How likely a remembered thing that is offered for a landmark is that landmark; fitted."""
    remembered: PriorOdds = field(default_factory=prior_odds)
    """The same of the one that is told as the landmark, at every decision; fitted."""
    expectation: ExpectationRules = field(default_factory=ExpectationRules)
    """Where the words let one expect a landmark."""
    heading: HeadingRules = field(default_factory=HeadingRules)
    """The heading after a turn."""
    sights: SightRules = field(default_factory=SightRules)
    """What is taken for a landmark."""
    lookout: LookoutRules = field(default_factory=LookoutRules)
    """Which sight of a look around is turned to."""
    queries: QueryRules = field(default_factory=QueryRules)
    """Which directions are measured."""
    heights: HeightRules = field(default_factory=HeightRules)
    """Climbs and descents."""
    flights: LegRules = field(default_factory=LegRules)
    """Legs to, past and beyond landmarks."""
    detours: DetourRules = field(default_factory=DetourRules)
    """What is done where the way is blocked."""
    bends: BendRules = field(default_factory=BendRules)
    """Turns that are flown."""
    state: StateRules = field(default_factory=StateRules)
    """Legs by the compass, home and round a landmark."""
    completion: CompletionRules = field(default_factory=CompletionRules)
    """When a part is done."""
    giving_up: GivingUpRules = field(default_factory=GivingUpRules)
    """When a part ends without proof."""
    arrival: ArrivalRules = field(default_factory=ArrivalRules)
    """What proves a landmark."""
    naming: NamingRules = field(default_factory=NamingRules)
    """How far names agree."""
    selection: SelectionRules = field(default_factory=SelectionRules)
    """Which remembered object a landmark is."""
    stages: StageRules = field(default_factory=StageRules)
    """How texts become subtasks."""
    finecog: FineCogRules = field(default_factory=FineCogRules)
    """Answers to FineCog-Nav's questions."""
    peers: PeerRules = field(default_factory=PeerRules)
    """Answers to other methods' questions."""
