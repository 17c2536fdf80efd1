"""When a part of a subtask ends without proof that it is done.

A landmark that no decision could find, or that comes no closer, must not use up a flight of twenty decisions,
so the way flown for it is taken instead and told so.
"""

from airanchor.embedded.ears.clause import Manoeuvre
from airanchor.embedded.rules.goal import CLIMBS, TURNS, mentions_of
from airanchor.embedded.rules.moves.courses import UNTOLD
from airanchor.embedded.rules.notes.past import PartFate, PastPart
from airanchor.embedded.rules.space.expectation import usual_m
from airanchor.embedded.rules.verdicts.climbs import unclimbed
from airanchor.embedded.rules.verdicts.flown_skill import FlownSkill
from airanchor.embedded.rules.words.plain_words import with_article
from airanchor.reasoner.roles import Skill

_TOLD = (Manoeuvre.HOME, Manoeuvre.CIRCLE)


def given_up(moment: FlownSkill) -> PastPart | None:
    """What becomes of the active part where it ends without proof that it is done; None while it goes on."""
    progress, config, rules = moment.progress, moment.config, moment.config.giving_up
    label = next((mention.label for mention in mentions_of(moment.clause)), "end")
    called = with_article(label)
    if _is_untold(moment):
        return _given_up(f"{moment.clause.manoeuvre.value} {moment.clause.relation or label}: {UNTOLD}")
    if progress.orbit is not None:  # a circle takes more decisions than other parts may
        is_late = progress.decisions >= rules.orbit_tries
        told = f"{label} circled only by {abs(progress.orbit.swept_deg):.0f} degrees"
        return _given_up(told) if is_late else None
    if (cut_short := unclimbed(moment)) is not None:
        return cut_short
    if progress.decisions >= config.seen_tries:
        return _given_up(f"{called} was not reached in {progress.decisions} decisions")
    if moment.clause.until and progress.flown_m >= config.leg_m and not _knows_end(moment):
        return _not_found(f"{called} was not found within {progress.flown_m:.0f} m")
    is_near = progress.closest_m is not None and progress.closest_m <= rules.stalled_reach * config.near_m
    if progress.stalled >= rules.stalled and is_near:
        return _given_up(f"{called} was not reached, no way closer than {progress.closest_m:.0f} m")
    if _is_led_astray(moment):
        where = "where it seemed to be"
        return _not_found(f"{called} was not found {where}, {progress.flown_m:.0f} m flown instead")
    if any(track is not None for track in moment.after) or not mentions_of(moment.clause):
        return None
    is_blocked = moment.executed.is_blocked and progress.failures >= rules.blocked
    if is_blocked or progress.detour_m > config.detours.climbs * config.detour_climb_m:
        return _not_found(f"{called} was not found and no way on, {progress.flown_m:.0f} m flown instead")
    if progress.decisions >= config.unseen_tries or _is_flown_blindly(moment):
        return _not_found(f"{called} was not found, {progress.flown_m:.0f} m flown instead")
    return None


def _is_untold(moment: FlownSkill) -> bool:
    """Whether the part needs the compass or the start, of which nothing is told."""
    return moment.state is None and (moment.course_deg is not None or moment.clause.manoeuvre in _TOLD)


def _given_up(words: str) -> PastPart:
    return PastPart(words, PartFate.GIVEN_UP)


def _not_found(words: str) -> PastPart:
    return PastPart(words, PartFate.NOT_FOUND)


def _is_led_astray(moment: FlownSkill) -> bool:
    """Whether mere sights have led much farther than a leg leads whose heading a turn has told."""
    is_sure = any(track is not None and track.source.is_sure for track in moment.after)
    is_leg = moment.clause.manoeuvre not in (Manoeuvre.ALONG, Manoeuvre.FORWARD, *TURNS, *CLIMBS)
    most_m = moment.config.giving_up.astray * usual_m(moment.clause, moment.config)
    is_far = moment.progress.flown_m >= most_m
    return is_leg and moment.has_turned and bool(moment.after) and not is_sure and is_far


def _is_flown_blindly(moment: FlownSkill) -> bool:
    """Whether the way to a landmark that never showed is flown; where all ends there, after one more look."""
    if moment.clause.manoeuvre in (Manoeuvre.ALONG, Manoeuvre.FORWARD, *TURNS, *CLIMBS):
        return False
    progress, config, rules = moment.progress, moment.config, moment.config.giving_up
    is_turned_to = moment.executed.skill == Skill.VIEW and progress.is_turned_to(rules.turned_to_deg)
    has_looked = moment.executed.skill == Skill.VIEW or progress.looks >= config.looks
    is_looked = not moment.is_final or has_looked
    patience = 1.0 if moment.has_turned or moment.clause.metres is not None else rules.untold_patience
    wanted_m = patience * usual_m(moment.clause, config)
    is_far = progress.flown_m >= max(wanted_m - config.short_m, config.shortest_m)
    return is_far and is_looked and not is_turned_to


def _knows_end(moment: FlownSkill) -> bool:
    """Whether a landmark that ends the part is in sight."""
    return any(moment.after[len(moment.after) - len(moment.clause.until) :])
