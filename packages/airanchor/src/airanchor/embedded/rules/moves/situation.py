"""What the navigation rules decide on, and the skills that they may choose from."""

import math
from dataclasses import dataclass
from typing import Any

from airanchor.embedded.ears.clause import Clause, Mention
from airanchor.embedded.eyes.reader import bearing_deg, pixel_of_bearing
from airanchor.embedded.rules.goal import Goal, clause_words
from airanchor.embedded.rules.moves.ways import TargetPoint, Way, choose_way, free_along
from airanchor.embedded.rules.notes.intent import Intent, Why
from airanchor.embedded.rules.notes.track import LandmarkTrack, plain, side_words
from airanchor.embedded.rules.senses import Scene, Senses
from airanchor.embedded.rules.space.evidence import LandmarkEvidence
from airanchor.embedded.rules.space.openings import height_above_ground_m
from airanchor.reasoner.prompts.reader import SkillRanges
from airanchor.reasoner.roles import Skill

HALF_VIEW_DEG = 45.0
"""What lies within this bearing is in the picture."""


@dataclass(frozen=True, slots=True)
class SkillCandidate:
    """A skill that would serve."""

    skill: Skill
    parameters: dict[str, Any]
    why: Why


@dataclass(frozen=True, slots=True)
class DecisionSituation:
    """One decision to take."""

    goal: Goal
    evidence: LandmarkEvidence
    scene: Scene
    senses: Senses
    ranges: SkillRanges
    """What the skills may be asked for."""

    @property
    def clause(self) -> Clause:
        """The active part."""
        return self.goal.active

    def track(self, mention: Mention) -> LandmarkTrack | None:
        """Where a landmark is."""
        return self.evidence.track(mention)

    @property
    def measured_height_m(self) -> float | None:
        """How high above the ground the drone is, by what was measured below it."""
        return height_above_ground_m(self.evidence.openings, self.senses.config.sights.down_deg)

    @property
    def height_m(self) -> float:
        """The same, or else by the picture."""
        measured_m = self.measured_height_m
        return self.scene.height_m if measured_m is None else measured_m

    def fly(self, point: TargetPoint, why: Why) -> list[SkillCandidate]:
        """Get to a point: by pixel where it is in view and the way is free, else what opens the way."""
        config = self.senses.config
        if abs(point.bearing_deg) > HALF_VIEW_DEG:
            return self.turn(point.bearing_deg, why)
        edge_deg = min(abs(point.bearing_deg), config.view_deg)  # a turn for so little costs a decision
        point = TargetPoint(math.copysign(edge_deg, point.bearing_deg), point.distance_m)
        progress = self.goal.progress
        avoid_deg = progress.aim_deg if progress.is_failing else None  # what failed would fail again
        way = choose_way(
            point, self.evidence.openings, config, guesses_deg=self._guesses(point), avoid_deg=avoid_deg
        )
        is_there = point.distance_m < self.senses.config.shortest_m
        least_m = min(config.least_gain_m, config.detours.least_share * point.distance_m)
        if way is None or (not is_there and way.gain_m < least_m):
            return self.clear_the_way(point, way, why)
        return [self.pixel(way, why.more(_free_words(way))), *self.clear_the_way(point, way, why)]

    def fly_to(self, track: LandmarkTrack, extra_m: float) -> list[SkillCandidate]:
        """Towards a landmark, so much farther than its centre; a step where its distance is not known."""
        unknown_m = self.senses.config.blind_step_m
        distance_m = (
            unknown_m if track.d_xy_m is None else max(track.d_xy_m + extra_m, self.senses.config.shortest_m)
        )
        return self.fly(TargetPoint(track.bearing_deg, distance_m), self.taking(track))

    def clear_the_way(self, point: TargetPoint, way: Way | None, why: Why) -> list[SkillCandidate]:
        """The way is blocked: climb over it, or look for another; and fly the best way if neither may be."""
        free_m = free_along(point.bearing_deg, self.evidence.openings, self.senses.config)
        blocked = why.more("blocked" if free_m is None else f"blocked after {free_m:.0f} m")
        progress, config, candidates = self.goal.progress, self.senses.config, []
        is_low = progress.detour_m + config.detour_climb_m <= config.detours.highest_m
        if is_low and progress.failures < config.detours.failures:
            over = blocked.more("climb to clear the way", is_detour=True)
            candidates += self.climb(config.detour_climb_m, over)[:1]
        candidates.append(SkillCandidate(Skill.VIEW, {}, blocked.more("look for another way")))
        sideways = way or Way(self.open_bearing(point.bearing_deg), config.detours.sideways_m, None, 0.0)
        return [*candidates, self.pixel(sideways, blocked)]

    def turn(self, angle_deg: float, why: Why) -> list[SkillCandidate]:
        """Turn by about this angle; without that skill by flying a little to the picture's edge."""
        edge_deg = math.copysign(min(abs(angle_deg), self.senses.config.detours.edge_deg), angle_deg)
        edge = Way(edge_deg, self.senses.config.shortest_m, None, 0.0)
        bend = self.pixel(edge, why.more(f"bend {side_words(edge_deg)}"))
        if self.goal.progress.looks >= self.senses.config.looks:
            return [bend]
        about = why.more(f"turn about {side_words(angle_deg)}", turn_deg=angle_deg)
        return [SkillCandidate(Skill.VIEW, {}, about), bend]

    def climb(self, height_m: float, why: Why) -> list[SkillCandidate]:
        """Change height; without that skill by flying steeply."""
        most_deg = self.senses.config.detours.steep_deg
        steep_deg = math.copysign(most_deg, height_m)
        length_m = self._distance_m(abs(height_m) / math.sin(math.radians(most_deg)))
        pixel = pixel_of_bearing(0.0, steep_deg, self.scene.size_px)
        wanted = why.more(f"height change {height_m:.1f} m wanted", climb_m=height_m)
        steeply = {"pixel": list(pixel), "distance_m": length_m}
        return [
            SkillCandidate(Skill.ALTITUDE, {"delta_h_m": self.climb_m(height_m)}, wanted),
            SkillCandidate(Skill.PIXEL, steeply, wanted.more("flown steeply")),
        ]

    def pixel(self, way: Way, why: Why) -> SkillCandidate:
        """Level flight, or sinking back after a detour when the last leg is long enough for it."""
        progress, rules = self.goal.progress, self.senses.config.detours
        is_past_it = progress.aim_deg is not None or progress.decisions == 0  # not right after the climb
        is_free = way.free_m is None or way.free_m > way.distance_m + rules.sink_room_m
        sink_m = progress.detour_m if is_free and is_past_it else 0.0
        steepness_deg = math.degrees(math.atan2(sink_m, way.distance_m))
        elevation_deg = -steepness_deg if sink_m and steepness_deg <= rules.steep_deg else 0.0
        pixel = pixel_of_bearing(way.bearing_deg, elevation_deg, self.scene.size_px)
        distance_m = self._distance_m(way.distance_m / math.cos(math.radians(elevation_deg)))
        flown = why.more(f"fly {distance_m:.0f} m at {side_words(way.bearing_deg)}", is_flight=True)
        return SkillCandidate(Skill.PIXEL, {"pixel": list(pixel), "distance_m": distance_m}, flown)

    def climb_m(self, height_m: float) -> float:
        """As much of a change of height as is asked for at once and may be."""
        most_m = self.senses.config.heights.most_climb_m
        own_m = round(min(max(height_m, -most_m), most_m), 1)
        return min(max(own_m, -self.ranges.greatest_climb_m), self.ranges.greatest_climb_m)

    def _distance_m(self, length_m: float) -> float:
        """As much of a length as is flown at once and may be."""
        own_m = round(min(max(length_m, self.senses.config.shortest_m), self.senses.config.longest_m), 1)
        return min(max(own_m, self.ranges.least_distance_m), self.ranges.greatest_distance_m)

    def forward(self, distance_m: float, why: Why) -> list[SkillCandidate]:
        """Straight on."""
        return self.fly(TargetPoint(0.0, distance_m), why)

    def open_bearing(self, toward_deg: float) -> float:
        """Where the picture looks open, near a bearing."""
        pixel = pixel_of_bearing(toward_deg, 0.0, self.scene.size_px)
        return bearing_deg(self.scene.open_pixel(pixel)[0], self.scene.size_px[0])

    @property
    def words(self) -> str:
        """The active part, for reasons."""
        return clause_words(self.clause)

    def because(self, words: str = "") -> Why:
        """The active part as a reason, with what else there is to say."""
        return Why(f"{self.words}: {words}" if words else self.words)

    def taking(self, *tracks: LandmarkTrack) -> Why:
        """The reason that landmarks are taken to be there."""
        told = "; ".join(track.words for track in tracks)
        return Why(f"{self.words}: {told}", Intent(places=tracks))

    def missing(self, mention: Mention) -> Why:
        """The reason that nothing in view is taken for a landmark."""
        return Why(f"{self.words}: {mention.label} not found", Intent(lost=(plain(mention.label),)))

    def _guesses(self, point: TargetPoint) -> tuple[float, ...]:
        """Ways to try after a failure: where it looks open, and a little to either side."""
        if not self.goal.progress.is_failing:
            return ()
        aside_deg = self.senses.config.detours.guess_deg
        sides_deg = (point.bearing_deg - aside_deg, point.bearing_deg + aside_deg)
        return (self.open_bearing(point.bearing_deg), *sides_deg)


def _free_words(way: Way) -> str:
    return "free distance not measured" if way.free_m is None else f"free {way.free_m:.0f} m"
