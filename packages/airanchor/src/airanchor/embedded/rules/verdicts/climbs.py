"""Climbs and descents: when they are done, and what is told of one that air, roof or ground ends."""

from airanchor.embedded.ears.clause import Manoeuvre
from airanchor.embedded.rules.goal import CLIMBS
from airanchor.embedded.rules.moves.altitude import is_to_the_ground
from airanchor.embedded.rules.notes.past import PartFate, PastPart
from airanchor.embedded.rules.verdicts.flown_skill import FlownSkill
from airanchor.reasoner.roles import Skill

_UP_OR_DOWN = {Manoeuvre.ASCEND: "up", Manoeuvre.DESCEND: "down"}


def climbed(moment: FlownSkill) -> str | None:
    """Why a climb is done: the metres are flown, or where none were told as many as the air allows."""
    if not _is_change_of_height(moment) or _is_cut_short(moment):
        return None
    if moment.executed.is_failed:
        is_some = moment.progress.climbed_m != 0 or is_to_the_ground(moment.clause)
        return "no farther this way" if is_some and _is_late(moment) else None
    if _fell_short(moment) and is_to_the_ground(moment.clause) and moment.progress.flown_m == 0:
        return None  # a roof ended it: it is tried again to the side
    is_flown = _left_m(moment) <= moment.config.completion.climb_left_m
    return _height_change(moment) if is_flown or _fell_short(moment) else None


def unclimbed(moment: FlownSkill) -> PastPart | None:
    """What becomes of a climb that ends before its metres are flown; None while it goes on or is done."""
    if moment.clause.manoeuvre not in CLIMBS:
        return None
    if moment.executed.is_failed and moment.progress.climbed_m == 0 and _is_late(moment):
        return PastPart(f"no way {_UP_OR_DOWN[moment.clause.manoeuvre]} was found", PartFate.GIVEN_UP)
    if _is_cut_short(moment):
        return PastPart(f"{_part_of_told(moment)}, no farther this way", PartFate.PARTLY)
    decisions = moment.progress.decisions
    if _is_told(moment) and moment.progress.climbed_m != 0 and decisions >= moment.config.seen_tries:
        return PastPart(f"{_part_of_told(moment)} in {decisions} decisions", PartFate.PARTLY)
    return None


def _is_change_of_height(moment: FlownSkill) -> bool:
    return moment.executed.skill in (Skill.ALTITUDE, Skill.PIXEL)


def _is_told(moment: FlownSkill) -> bool:
    """Whether the words tell by how much, or up to what height; the ground is as far down as it goes."""
    return moment.clause.metres is not None and not is_to_the_ground(moment.clause)


def _is_cut_short(moment: FlownSkill) -> bool:
    """Whether air, roof, ground or limits have ended a climb before the metres that the words tell."""
    if not (_is_change_of_height(moment) and _is_told(moment)) or moment.progress.climbed_m == 0:
        return False
    is_ended = _is_late(moment) if moment.executed.is_failed else _fell_short(moment)
    return is_ended and _left_m(moment) > moment.config.completion.climb_left_m


def _is_late(moment: FlownSkill) -> bool:
    """Whether a climb that fails now has been tried often enough."""
    return moment.progress.decisions >= moment.config.completion.climb_tries


def _fell_short(moment: FlownSkill) -> bool:
    """Whether less was flown than the skill was asked for."""
    executed = moment.executed
    asked_m, cut_m = executed.asked_climb_m, moment.config.completion.cut_m
    return asked_m is not None and abs(executed.climbed_m) < abs(asked_m) - cut_m


def _left_m(moment: FlownSkill) -> float:
    """How much of the change of height is left after this decision."""
    wanted_m = moment.intent.climb_m
    if wanted_m is None:
        wanted_m = moment.clause.metres or moment.config.climb_m
    return abs(wanted_m) - abs(moment.executed.climbed_m)


def _height_change(moment: FlownSkill) -> str:
    """All that was climbed for this part, in however many decisions."""
    climbed_m = moment.progress.climbed_m
    return f"{'climbed' if climbed_m >= 0 else 'sank'} {abs(climbed_m):.0f} m"


def _part_of_told(moment: FlownSkill) -> str:
    climbed_m = moment.progress.climbed_m
    told_m = abs(climbed_m) + _left_m(moment)
    if moment.clause.metres is not None and not moment.clause.is_absolute:
        told_m = moment.clause.metres
    return f"{'climbed' if climbed_m >= 0 else 'sank'} {abs(climbed_m):.0f} of {told_m:.0f} m"
