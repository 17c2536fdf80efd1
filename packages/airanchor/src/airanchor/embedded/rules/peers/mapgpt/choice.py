"""The place that a thought would go to. To turn on the spot is no choice here, but all views are shown: so a
thought that turns is followed by one that looks the new way, until one would move.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from airanchor.embedded.eyes.reader import bearing_deg, pixel_of_bearing
from airanchor.embedded.rules.notes.track import LandmarkTrack, Motion, wrap_deg
from airanchor.embedded.rules.peers.corrected import corrected
from airanchor.embedded.rules.peers.mapgpt.landmarks import flown_to, seen_ahead, seen_beside, sentences
from airanchor.embedded.rules.peers.mapgpt.question import MapQuestion, OfferedPlace, read_question
from airanchor.embedded.rules.peers.mind import Sight, Thought, remembered_move, report_words, think
from airanchor.embedded.rules.peers.nearness import coming_nearer
from airanchor.embedded.rules.senses import Senses
from airanchor.embedded.rules.space.egomotion import motion_between
from airanchor.embedded.rules.space.executed import read_executed
from airanchor.reasoner.prompts.reader import Prompt
from airanchor.reasoner.roles import Skill

MAX_THOUGHTS = 6
"""Thoughts at one step before the place ahead is taken."""
FLOWN = "All of it is flown."
_FACED = re.compile(r"Turned (left|right) by (\d{1,3}) degrees first\. ")


@dataclass(frozen=True, slots=True)
class ChosenPlace:
    """A letter, and what to remember of how it was chosen."""

    letter: str
    words: str
    planning: str


def choose_place(prompt: Prompt, senses: Senses) -> dict[str, Any]:
    """The reply."""
    question = read_question(prompt)
    chosen = _Chooser(prompt.values.get("instruction", ""), question, senses).choose()
    return {"thought": chosen.words, "new_planning": chosen.planning, "action": chosen.letter}


class _Chooser:
    def __init__(self, instruction: str, question: MapQuestion, senses: Senses) -> None:
        self._instruction, self._question, self._senses = instruction, question, senses

    def choose(self) -> ChosenPlace:
        memory, executed = self._question.planning, self._executed()
        if memory.startswith(FLOWN):
            return self._done()
        faced_deg, thought = 0.0, None
        for _ in range(MAX_THOUGHTS):
            thought = self._think(memory, executed, faced_deg)
            if thought.skill is None:
                return self._done()
            memory = thought.memory
            if thought.skill is Skill.VIEW:
                turned_deg = self._turn(faced_deg, thought.turn_deg or 0.0)
                faced_deg = wrap_deg(faced_deg + turned_deg)
                executed = report_words(Skill.VIEW, turned_deg=turned_deg)
                continue
            place = self._place_of(thought, faced_deg)
            if place is not None:
                return _chosen(place, thought, faced_deg)
            executed = report_words(thought.skill, thought.parameters, failure="no place lies that way")
        assert thought is not None
        return _chosen(self._nearest(faced_deg), thought, faced_deg)

    def _executed(self) -> str:
        """The last hop, told from where the thought looked that chose it."""
        move, last = remembered_move(self._question.planning), self._question.last
        if move is None or last is None:
            return ""
        place, done = last
        faced_deg = _faced(self._question.planning)
        is_blocked = done.is_blocked or done.is_failed
        if place.climb_m:
            parameters = move[1] if move[0] is Skill.ALTITUDE else {"delta_h_m": place.climb_m}
            if done.is_failed:
                return report_words(Skill.ALTITUDE, parameters, failure="no room")
            return report_words(Skill.ALTITUDE, parameters, climbed_m=done.climbed_m, is_blocked=is_blocked)
        aim_deg = wrap_deg(place.offset_deg - faced_deg)
        asked = {
            "pixel": list(pixel_of_bearing(aim_deg, 0.0, self._question.size_px)),
            "distance_m": place.distance_m,
        }
        return report_words(
            Skill.PIXEL,
            asked,
            flown_m=done.along_m,
            climbed_m=done.climbed_m,
            turned_deg=wrap_deg(done.turn_deg - faced_deg),
            is_blocked=is_blocked,
        )

    def _think(self, memory: str, executed: str, faced_deg: float) -> Thought:
        """The next thought, after a turn of so many degrees."""
        views = tuple((wrap_deg(offset - faced_deg), image) for offset, image in self._question.views)
        ahead: NDArray[np.uint8] | None = next((image for offset, image in views if abs(offset) < 1.0), None)
        seen = seen_ahead(self._instruction, ahead, self._senses)
        motion = motion_between((), (), read_executed(executed), self._question.size_px[0]) or Motion()
        memory = self._corrected(memory, motion, views, seen)
        known = (*seen, *flown_to(memory, motion, seen))
        sight = Sight(image=ahead, graph=sentences(known), views=views)
        return think(self._instruction, memory, executed, sight, coming_nearer(self._senses))

    def _corrected(
        self,
        memory: str,
        motion: Motion,
        views: Sequence[tuple[float, NDArray[np.uint8]]],
        seen: Sequence[LandmarkTrack],
    ) -> str:
        """The memory by what is seen ahead; beside, where more is in view, a sight must agree better."""
        agrees_deg = self._senses.config.sights.agrees_deg
        beside = seen_beside(memory, self._instruction, views, seen, self._senses)
        return corrected(corrected(memory, motion, seen, agrees_deg), motion, beside, agrees_deg / 2)

    def _turn(self, faced_deg: float, wanted_deg: float) -> float:
        """The turn to the view nearest to a wish; none where there is no view."""
        offsets = [wrap_deg(offset - faced_deg) for offset, _ in self._question.views]
        return min(offsets, key=lambda offset: abs(wrap_deg(offset - wanted_deg)), default=0.0)

    def _place_of(self, thought: Thought, faced_deg: float) -> OfferedPlace | None:
        """Where a thought would move, if a place lies that way."""
        if thought.skill is Skill.ALTITUDE:
            return self._above(float(thought.parameters["delta_h_m"]))
        most_deg = self._senses.config.peers.place_deg
        wanted_deg = faced_deg + bearing_deg(thought.parameters["pixel"][0], self._question.size_px[0])
        near = [
            place
            for place in self._question.places
            if not place.climb_m and abs(wrap_deg(place.offset_deg - faced_deg)) <= most_deg
        ]
        best = min(near, key=lambda place: abs(wrap_deg(place.offset_deg - wanted_deg)), default=None)
        is_there = best is not None and abs(wrap_deg(best.offset_deg - wanted_deg)) <= most_deg
        return best if is_there else None

    def _above(self, climb_m: float) -> OfferedPlace | None:
        least = self._senses.config.peers.climb_share
        for place in self._question.places:
            is_enough = abs(climb_m) >= least * abs(place.climb_m)
            if place.climb_m * climb_m > 0 and is_enough:
                return place
        return None

    def _nearest(self, wanted_deg: float) -> OfferedPlace:
        """A place around, nearest to a direction; above or below where none is around."""
        return min(
            self._question.places,
            key=lambda place: (bool(place.climb_m), abs(wrap_deg(place.offset_deg - wanted_deg))),
        )

    def _done(self) -> ChosenPlace:
        """STOP; before it is offered up and down again, which leaves the place least."""
        if self._question.stop is not None:
            return ChosenPlace(self._question.stop, FLOWN, FLOWN)
        last = self._question.last
        down = last is not None and last[0].climb_m > 0
        ways = sorted(
            self._question.places, key=lambda place: (not place.climb_m, (place.climb_m < 0) != down)
        )
        return ChosenPlace(ways[0].letter, f"{FLOWN} Wait until the flight may end.", FLOWN)


def _chosen(place: OfferedPlace, thought: Thought, faced_deg: float) -> ChosenPlace:
    return ChosenPlace(place.letter, thought.reason, f"{_faced_words(faced_deg)}{thought.memory}")


def _faced_words(faced_deg: float) -> str:
    if not round(faced_deg):
        return ""
    return f"Turned {'right' if faced_deg > 0 else 'left'} by {abs(faced_deg):.0f} degrees first. "


def _faced(planning: str) -> float:
    """How far the thought that chose the last hop had turned before."""
    told = _FACED.match(planning)
    if told is None:
        return 0.0
    return wrap_deg(float(told.group(2)) * (1 if told.group(1) == "right" else -1))
