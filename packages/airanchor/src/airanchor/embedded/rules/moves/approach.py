"""The end of an approach: up to a landmark's near edge, or to the wall that it is."""

from airanchor.embedded.ears.clause import Mention
from airanchor.embedded.rules.moves.situation import DecisionSituation, SkillCandidate
from airanchor.embedded.rules.moves.ways import TargetPoint, free_along
from airanchor.embedded.rules.notes.track import LandmarkTrack
from airanchor.embedded.rules.space.edges import near_edge_m
from airanchor.embedded.rules.words.flat_things import is_flat
from airanchor.reasoner.roles import Skill


def come_up_to(situation: DecisionSituation, mention: Mention, track: LandmarkTrack) -> list[SkillCandidate]:
    """To a little before a landmark; a step towards it where its distance is not known."""
    config = situation.senses.config
    if track.d_xy_m is None:
        return situation.fly_to(track, 0.0)
    left_m = left_to_it_m(situation, mention, track)
    if left_m <= config.flights.there_m or _is_at_its_wall(situation, track):
        there = situation.taking(track).more("there", reach_m=track.d_xy_m)
        return [
            SkillCandidate(Skill.ALTITUDE, {"delta_h_m": 0.0}, there),
            SkillCandidate(Skill.VIEW, {}, there.more("hold", turn_deg=0.0)),
        ]
    # The flight ends by this place, so it is measured once more from near by, while it is in view.
    if situation.goal.is_final and track.d_xy_m > config.longest_m:
        again_m = track.d_xy_m - config.flights.look_again_m
        return situation.fly(TargetPoint(track.bearing_deg, min(left_m, again_m)), situation.taking(track))
    why = situation.taking(track).more("up to it", reach_m=track.d_xy_m - left_m)
    return situation.fly(TargetPoint(track.bearing_deg, max(left_m, config.shortest_m)), why)


def left_to_it_m(situation: DecisionSituation, mention: Mention, track: LandmarkTrack) -> float:
    """How far it is to where an approach ends: before the near edge, or where that is not seen the centre."""
    config, rules = situation.senses.config, situation.senses.config.flights
    centre_m, edge_m, same_deg = track.d_xy_m or 0.0, None, config.sights.agrees_deg / 2
    if is_flat(mention):
        edge_m = near_edge_m(track, situation.evidence.detection(mention), same_deg=same_deg)
    if edge_m is None:
        return centre_m - rules.before_m
    return min(edge_m - rules.edge_m, centre_m - config.standoff_m)


def _is_at_its_wall(situation: DecisionSituation, track: LandmarkTrack) -> bool:
    """Whether the way to a landmark ends at once, at what can only be the landmark itself."""
    config = situation.senses.config
    free_m = free_along(track.bearing_deg, situation.evidence.openings, config)
    if free_m is None or track.d_xy_m is None or not track.source.is_sure:
        return False
    is_it = free_m <= track.d_xy_m + config.margin_m and track.d_xy_m <= config.flights.wall_reach_m
    return is_it and free_m <= config.facade_m
