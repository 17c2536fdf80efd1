"""Every number that governs the rulebook's judgement of space, with a range for each."""

from dataclasses import dataclass

from airanchor.errors import InputError


@dataclass(frozen=True, slots=True, kw_only=True)
class RulebookConfig:
    """Settings of the spatial rules. A flight has few decisions, so steps are long and looks are rare."""

    near_m: float = 15.0
    """Horizontal distance to a landmark's centre at which it counts as reached."""
    above_m: float = 10.0
    """The same where the text asks to be above, over or under it."""
    facade_m: float = 12.0
    """Distance to the surface in front of a wide landmark at which it counts as reached."""
    facade_reach_m: float = 60.0
    """A surface stands for a landmark only if the landmark's centre is no farther than this."""
    standoff_m: float = 10.0
    """How far before a landmark's centre an approach ends."""
    beyond_m: float = 22.0
    """How far behind a landmark a flight past, over, through or across it ends."""
    beside_m: float = 14.0
    """How far beside a landmark's centre a flight past it leads."""
    abeam_deg: float = 75.0
    """From this bearing on a landmark counts as passed."""
    view_deg: float = 41.0
    """Bearings up to this are steered to by pixel; others need a turn."""
    same_way_deg: float = 9.0
    """A measured direction tells of ways no farther from it than this."""
    level_deg: float = 10.0
    """A measured direction tells of level flight if it points no more than this up or down."""
    margin_m: float = 3.0
    """What is left of a free distance before its end."""
    least_gain_m: float = 6.0
    """A way that brings the drone less than this closer counts as blocked."""
    longest_m: float = 50.0
    """The longest flight that is asked for at once."""
    blind_step_m: float = 36.0
    """How far to fly towards something whose distance is not known."""
    forward_m: float = 40.0
    """How far "go straight on" leads where the text gives no distance and no end."""
    leg_m: float = 200.0
    """How far to fly on for a landmark that ends a leg and never shows."""
    short_m: float = 8.0
    """How much of a distance in the text may be left unflown: another decision costs more."""
    climb_m: float = 12.0
    """How far "ascend" and "descend" lead where the text gives no number."""
    detour_climb_m: float = 14.0
    """How far to climb in front of an obstacle."""
    clearance_m: float = 6.0
    """How far above a thing's top to fly over it."""
    turn_deg: float = 75.0
    """What "turn left" means without a number: the mean of such turns in our training paths, 45 to 110."""
    faced_deg: float = 15.0
    """A landmark is faced if its bearing is no larger."""
    same_name: float = 0.55
    """The least agreement of names for two things to be the same."""
    seen_score: float = 0.35
    """The least score of something seen in a picture to be flown to."""
    around_score: float = 0.3
    """The least score of something seen in a look around to turn to it, its neighbouring views counted in."""
    bare_score: float = 0.5
    """The same where only the category agrees."""
    astray_score: float = 0.7
    """The same for something that lies where the words do not lead."""
    sight_range_m: float = 140.0
    """Something seen in a picture from here on has a bearing but no distance."""
    far_score: float = 0.75
    """The least score of something seen that far away to be flown to."""
    jump_m: float = 30.0
    """A measurement this far from where a landmark is known to be is of something else."""
    believed: float = 0.7
    """The least memory reliability to fly to a place that nothing else tells of."""
    trusted: float = 0.9
    """The least memory reliability that outweighs a contradicting measurement."""
    unseen_tries: int = 6
    """Decisions after which a landmark that was never seen is given up, and the way flown counts instead."""
    seen_tries: int = 12
    """Decisions after which any part of a subtask is given up."""
    looks: int = 2
    """Looks around that one part of a subtask may take to find its landmark."""
    confirmed: float = 0.55
    """The least likelihood of having been at a landmark for saying that it was reached; less is a guess."""
    match_score: float = 0.5
    """The least score of a remembered object to be a landmark."""

    def __post_init__(self) -> None:
        for name, (least, most) in _RANGES.items():
            value = getattr(self, name)
            if not least <= value <= most:
                raise InputError(f"rulebook {name} = {value!r} must be between {least} and {most}")


_RANGES: dict[str, tuple[float, float]] = {
    "near_m": (3.0, 60.0),
    "above_m": (3.0, 60.0),
    "facade_m": (3.0, 60.0),
    "facade_reach_m": (5.0, 200.0),
    "standoff_m": (0.0, 40.0),
    "beyond_m": (0.0, 50.0),
    "beside_m": (0.0, 50.0),
    "abeam_deg": (45.0, 135.0),
    "view_deg": (15.0, 44.0),
    "same_way_deg": (1.0, 30.0),
    "level_deg": (1.0, 30.0),
    "margin_m": (0.0, 10.0),
    "least_gain_m": (1.0, 30.0),
    "longest_m": (5.0, 50.0),
    "blind_step_m": (5.0, 50.0),
    "forward_m": (5.0, 200.0),
    "leg_m": (20.0, 1000.0),
    "short_m": (0.0, 30.0),
    "climb_m": (2.0, 30.0),
    "detour_climb_m": (2.0, 30.0),
    "clearance_m": (1.0, 30.0),
    "turn_deg": (15.0, 135.0),
    "faced_deg": (5.0, 45.0),
    "same_name": (0.0, 1.0),
    "seen_score": (0.0, 1.0),
    "around_score": (0.0, 1.0),
    "bare_score": (0.0, 1.0),
    "astray_score": (0.0, 1.0),
    "sight_range_m": (20.0, 1000.0),
    "far_score": (0.0, 1.0),
    "jump_m": (5.0, 200.0),
    "believed": (0.0, 1.0),
    "trusted": (0.0, 1.0),
    "unseen_tries": (1, 20),
    "seen_tries": (1, 20),
    "looks": (0, 10),
    "confirmed": (0.0, 1.0),
    "match_score": (0.0, 1.0),
}
