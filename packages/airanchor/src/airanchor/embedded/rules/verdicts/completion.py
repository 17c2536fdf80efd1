"""When a part of a subtask is done: one rule per manoeuvre, on where its landmarks were and are now."""

from collections.abc import Callable

from airanchor.embedded.ears.clause import Clause, Manoeuvre
from airanchor.embedded.rules.config import RulebookConfig
from airanchor.embedded.rules.goal import CLIMBS, is_between, mentions_of
from airanchor.embedded.rules.moves.answers import answer
from airanchor.embedded.rules.moves.courses import away_from_start_m, gone_along_m
from airanchor.embedded.rules.notes.orbit import FULL_DEG
from airanchor.embedded.rules.notes.track import LandmarkTrack, wrap_deg
from airanchor.embedded.rules.space.expectation import usual_m
from airanchor.embedded.rules.space.turn_angles import wanted_turn_deg
from airanchor.embedded.rules.verdicts.climbs import climbed
from airanchor.embedded.rules.verdicts.flown_skill import FlownSkill
from airanchor.reasoner.roles import Skill

PASSING = (Manoeuvre.PAST, Manoeuvre.OVER, Manoeuvre.BETWEEN)
"""Legs that lead on beyond their landmarks."""


def why_done(moment: FlownSkill) -> str | None:
    """Why the active part counts as done, in a few words; None while it does not."""
    done = _RULES[moment.clause.manoeuvre](moment)
    return None if done is not None and _is_short(moment) else done


def _is_short(moment: FlownSkill) -> bool:
    """Whether a flight past something has yet to lead as far beyond it as such flights do."""
    known = [track for track in moment.after[:2] if track is not None and track.d_xy_m is not None]
    if moment.clause.manoeuvre not in PASSING or not known:
        return False
    places = known if is_between(moment.clause) else known[:1]
    ahead_m = sum(track.forward_m for track in places) / len(places)
    return ahead_m > -moment.config.completion.beyond_m


def is_too_soon(moment: FlownSkill) -> bool:
    """Whether a landmark was passed so early in a told leg that it was another of its kind."""
    is_passing = moment.clause.manoeuvre in PASSING
    is_told = moment.has_turned or moment.clause.metres is not None
    is_sure = any(track is not None and track.source.is_sure for track in moment.before)
    rules = moment.config.completion
    least_m = (rules.soon if is_sure else rules.soon_unsure) * usual_m(moment.clause, moment.config)
    return is_passing and is_told and moment.progress.flown_m < least_m


def is_at_once_done(clause: Clause, after: tuple[LandmarkTrack | None, ...], config: RulebookConfig) -> bool:
    """Whether a part needs no skill of its own, from where the part before it ended."""
    if not mentions_of(clause):
        is_remark = clause.manoeuvre is Manoeuvre.FORWARD and bool(clause.beside) and clause.metres is None
        return clause.manoeuvre is Manoeuvre.STOP or is_remark
    if clause.manoeuvre not in (Manoeuvre.STOP, Manoeuvre.TO):
        return False
    first = after[0] if after else None
    return first is not None and first.d_xy_m is not None and first.d_xy_m <= _reach_m(clause, config)


def _reach_m(clause: Clause, config: RulebookConfig) -> float:
    return config.above_m if clause.relation in ("above", "over") else config.near_m


def _arrival_m(moment: FlownSkill) -> float:
    """How far from its centre a landmark is reached: as near as the decision meant to come at least."""
    reach_m, meant_m = _reach_m(moment.clause, moment.config), moment.intent.reach_m
    return reach_m if meant_m is None else max(reach_m, meant_m + moment.config.completion.short_m)


def _counts(track: LandmarkTrack, moment: FlownSkill) -> bool:
    """Whether a place is known well enough to judge by; where a mere sight has led, the flight ends too."""
    is_flown_to = track.d_xy_m is not None and track.d_xy_m <= _arrival_m(moment)
    return track.source.is_sure or not moment.is_measured or is_flown_to


def _reached(moment: FlownSkill) -> str | None:
    """TO and STOP."""
    if not mentions_of(moment.clause):
        return "held" if moment.clause.manoeuvre is Manoeuvre.STOP else _far_enough(moment)
    track = moment.after[0]
    if track is None or track.d_xy_m is None or not _counts(track, moment):
        return None
    if track.d_xy_m <= _arrival_m(moment):
        return f"reached the {track.label}, {track.d_xy_m:.0f} m away"
    if _is_abeam(moment, track):
        return f"beside the {track.label}"
    if _is_at_facade(moment, track):
        return f"in front of the {track.label}"
    return _behind(moment)


def _is_abeam(moment: FlownSkill, track: LandmarkTrack) -> bool:
    """Whether a landmark to stop beside is beside."""
    is_beside = moment.clause.manoeuvre is Manoeuvre.STOP and bool(mentions_of(moment.clause)[0].side)
    is_near = (track.d_xy_m or 0.0) <= moment.config.completion.abeam_reach * moment.config.beside_m
    return is_beside and is_near and track.forward_m <= moment.config.completion.abeam_m


def _is_at_facade(moment: FlownSkill, track: LandmarkTrack) -> bool:
    """A surface in the landmark's direction, no farther than its centre, was come close to."""
    config, earlier = moment.config, moment.before[0]
    if earlier is None or earlier.d_xy_m is None or moment.clause.relation == "above":
        return False
    if (track.d_xy_m or 0.0) > config.flights.wall_reach_m:
        return False  # something else is in the way
    return any(
        abs(one.bearing_deg - earlier.bearing_deg) <= config.same_way_deg
        and (one.d_xy_m or 0.0) <= earlier.d_xy_m + config.margin_m
        and (other.d_xy_m or 0.0) <= config.facade_m
        for one, other in moment.surfaces
    )


def _behind(moment: FlownSkill) -> str | None:
    """A landmark that was ahead lies beside or behind now."""
    earlier, track, config = moment.before[0], moment.after[0], moment.config
    if earlier is None or track is None or moment.executed.along_m < config.completion.moved_m:
        return None  # a turn on the spot brings things abeam as well
    is_near = track.d_xy_m is None or track.d_xy_m <= config.facade_reach_m
    crossed = abs(track.bearing_deg + moment.executed.turn_deg) >= config.abeam_deg
    if is_near and crossed and abs(track.bearing_deg) >= config.abeam_deg - config.completion.behind_deg:
        return f"passed the {track.label}"
    return None


def _passed(moment: FlownSkill) -> str | None:
    """PAST and AROUND."""
    return _behind(moment) if mentions_of(moment.clause) else _far_enough(moment)


def _crossed(moment: FlownSkill) -> str | None:
    """OVER, UNDER, ACROSS and THROUGH: at its middle, or beyond."""
    track = moment.after[0] if moment.after else None
    is_known = track is not None and track.d_xy_m is not None and _counts(track, moment)
    is_over, level_m = moment.clause.manoeuvre is Manoeuvre.OVER, moment.config.completion.level_m
    if is_over and track is not None and (track.dz_m or 0.0) > level_m:
        return None  # beside it, then, however near
    if track is not None and is_known and (track.d_xy_m or 0.0) <= moment.config.above_m:
        return f"crossed the {track.label}"
    return _passed(moment)


def _between(moment: FlownSkill) -> str | None:
    known = [track for track in moment.after if track is not None and track.d_xy_m is not None]
    if len(known) < 2:
        return _passed(moment)
    ahead_m, moved_m = sum(track.forward_m for track in known[:2]) / 2, moment.config.completion.moved_m
    if moment.executed.along_m >= moved_m and ahead_m <= moment.config.above_m:
        return "flew between both"
    return None


def _far_enough(moment: FlownSkill) -> str | None:
    """FORWARD, ALONG and what has no landmark: the distance flown, or the landmark that ends it."""
    clause, progress, config = moment.clause, moment.progress, moment.config
    if moment.course_deg is not None and not _is_on_course(moment):
        return None
    if clause.until:
        ends = moment.after[len(mentions_of(clause)) - len(clause.until) :]
        has_moved = moment.executed.along_m >= config.completion.moved_m
        for track in ends:
            is_known = track is not None and _counts(track, moment) and has_moved
            if track is not None and is_known and track.d_xy_m is not None:
                reach_m = config.completion.end_reach * config.near_m
                is_beside = abs(track.bearing_deg) >= config.abeam_deg and track.d_xy_m <= reach_m
                if track.d_xy_m <= config.near_m or is_beside:
                    return f"reached the {track.label}"
        if clause.metres is None or any(ends):  # what ends a leg does, once seen, and not its length
            return None
    wanted_m = clause.metres if clause.metres is not None else config.forward_m
    if progress.flown_m >= wanted_m - config.short_m:
        return f"flew {progress.flown_m:.0f} m"
    return None


def _is_on_course(moment: FlownSkill) -> bool:
    """Whether the drone has gone the way that the compass tells, and as far."""
    metres, config = moment.clause.metres, moment.config
    went_m = gone_along_m(moment.course_deg, moment.progress.began_m, moment.state, off_deg=config.faced_deg)
    return went_m is not None and (metres is None or went_m >= metres - config.short_m)


def _home(moment: FlownSkill) -> str | None:
    """HOME."""
    away_m, home_m = away_from_start_m(moment.state), moment.config.completion.home_m
    return None if away_m is None or away_m > home_m else f"back at the start {away_m:.0f} m away"


def _circled(moment: FlownSkill) -> str | None:
    """CIRCLE: swept as far round as asked for."""
    orbit, wanted_deg = moment.progress.orbit, moment.clause.degrees or FULL_DEG
    if orbit is None or abs(orbit.swept_deg) < wanted_deg - moment.config.completion.round_deg:
        return None
    label = next((mention.label for mention in mentions_of(moment.clause)), "place")
    return f"flew {abs(orbit.swept_deg):.0f} degrees around the {label}"


def _left_behind(moment: FlownSkill) -> str | None:
    """AWAY."""
    if moment.progress.flown_m >= moment.config.completion.away_share * moment.config.forward_m:
        return f"flew {moment.progress.flown_m:.0f} m away"
    return None


def _turned(moment: FlownSkill) -> str | None:
    """Turns: a turn to the right side of at least half the angle, or a landmark faced on the way."""
    clause, progress, rules = moment.clause, moment.progress, moment.config.completion
    wanted_deg = wanted_turn_deg(clause, moment.config)
    turned_deg = progress.turned_deg
    if clause.manoeuvre is Manoeuvre.TURN_AROUND:
        turned_deg = abs(turned_deg)
    share = turned_deg / wanted_deg if wanted_deg else 1.0
    off_deg = abs(wrap_deg(turned_deg - wanted_deg))
    is_there = off_deg <= rules.nearly_turned_deg  # the other way round, perhaps
    has_looked = share >= rules.looked_share or is_there or progress.looks >= rules.turn_looks
    if moment.executed.skill == Skill.VIEW and has_looked:
        return f"turned {abs(progress.turned_deg):.0f} degrees"
    is_flown_into = moment.executed.skill == Skill.PIXEL and moment.intent.is_flight
    # A bend is the turn only where it was flown on: to the place of a turn one bends as well.
    is_begun = is_flown_into and share >= rules.looked_share and not clause.mentions
    if share >= rules.turned_share or is_begun:
        return f"turned {abs(progress.turned_deg):.0f} degrees while flying"
    return None


def _faced(moment: FlownSkill) -> str | None:
    if moment.course_deg is not None:
        off_deg = 180.0 if moment.state is None else moment.course_deg - moment.state.heading_deg
        return (
            f"faced {moment.clause.relation}" if abs(wrap_deg(off_deg)) <= moment.config.faced_deg else None
        )
    track = moment.after[0] if moment.after else None
    if track is not None and abs(track.bearing_deg) <= moment.config.faced_deg:
        return f"faced the {track.label}"
    return "looked around" if moment.executed.skill == Skill.VIEW else None


def _answered(moment: FlownSkill) -> str | None:
    """TELL."""
    turned_deg = moment.config.lookout.asked_turn_deg
    return answer(moment.clause, moment.progress, moment.before, turned_deg=turned_deg)


_RULES: dict[Manoeuvre, Callable[[FlownSkill], str | None]] = {
    Manoeuvre.TO: _reached,
    Manoeuvre.STOP: _reached,
    Manoeuvre.PAST: _passed,
    Manoeuvre.AROUND: _passed,
    Manoeuvre.OVER: _crossed,
    Manoeuvre.UNDER: _crossed,
    Manoeuvre.ACROSS: _crossed,
    Manoeuvre.THROUGH: _crossed,
    Manoeuvre.BETWEEN: _between,
    Manoeuvre.ALONG: _far_enough,
    Manoeuvre.FORWARD: _far_enough,
    Manoeuvre.AWAY: _left_behind,
    Manoeuvre.TURN_LEFT: _turned,
    Manoeuvre.TURN_RIGHT: _turned,
    Manoeuvre.TURN_AROUND: _turned,
    Manoeuvre.FACE: _faced,
    Manoeuvre.CIRCLE: _circled,
    Manoeuvre.HOME: _home,
    Manoeuvre.TELL: _answered,
    **dict.fromkeys(CLIMBS, climbed),
}
