"""From one place to the next: turn to it and fly, or climb; all by the motions that every method shares."""

from dataclasses import replace

from airanchor.baselines.cockpit import Cockpit
from airanchor.baselines.mapgpt.surroundings import PlaceCandidate
from airanchor.planning.skill_outcome import SkillOutcome, followed_by


def fly_hop(candidate: PlaceCandidate, cockpit: Cockpit) -> SkillOutcome:
    """One motion in all, as far as it could be flown."""
    if candidate.climb_m:
        return cockpit.climb(candidate.climb_m)
    if not candidate.offset_deg:
        return _ahead(candidate, cockpit)
    turned = cockpit.turn(candidate.offset_deg)
    return turned if turned.failure is not None else joined(turned, _ahead(candidate, cockpit))


def _ahead(candidate: PlaceCandidate, cockpit: Cockpit) -> SkillOutcome:
    camera = cockpit.view.camera
    return cockpit.fly_pixel((camera.width_px // 2, camera.height_px // 2), candidate.distance_m)


def joined(first: SkillOutcome, second: SkillOutcome) -> SkillOutcome:
    """Two motions as one; a second that failed without moving says so, whatever the first did."""
    is_stuck = second.failure is not None and second.steps == 0
    both = followed_by(first, second)
    return replace(both, words=f"FAILED: {second.words}") if is_stuck else both
