"""Panorama: the heading to take, from the priors, from what the views show, or from the words of a turn."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from airanchor.perception.scene_reader import column_of_bearing
from airanchor.reasoner.reading import Prompt
from airanchor.reasoner.roles.panorama import side_of
from airanchor.rulebook.evidence import Evidence
from airanchor.rulebook.goal import TURNS, Goal, clause_words, is_between, mentions_of, read_goal
from airanchor.rulebook.language.clause import Manoeuvre, Mention
from airanchor.rulebook.lookout import Sector, View, look_out
from airanchor.rulebook.senses import Senses
from airanchor.rulebook.track import Track, wrap_deg
from airanchor.rulebook.turns import wanted_turn_deg
from airanchor.rulebook.ways import gap

STAY_DEG = 1.0
"""A turn of 0 is no answer; this one is rounded to none."""
STEP_DEG = 15.0
HALF_VIEW_DEG = 45.0
WRONG_DEG = 30.0
"""What a look around turned to and did not find there is not so near ahead."""
STATED_SEARCH_DEG = 20.0
"""How far a turn of a stated angle may be bent."""
OFF_COST = 0.006
"""What a degree away from the wished heading costs against openness."""


def choose_heading(prompt: Prompt, senses: Senses) -> dict[str, Any]:
    """The turn."""
    goal = read_goal(prompt.values, senses)
    looker = _Looker(goal, _views(prompt), Evidence(prompt.values, None, goal, senses), senses)
    angle_deg, why = looker.heading()
    return _answer(angle_deg, f"{clause_words(goal.active)}: {why}")


def _answer(angle_deg: float, reason: str) -> dict[str, Any]:
    angle_deg = round(wrap_deg(angle_deg), 1) or STAY_DEG
    side = side_of(angle_deg)
    assert side is not None
    return {"turning_direction": side.value, "yaw_delta_deg": angle_deg, "reason": reason}


def _views(prompt: Prompt) -> tuple[View, ...]:
    offsets = [_number(text) for name, text in prompt.all_values if name == "offset"]
    return tuple(View(*pair) for pair in zip(offsets, prompt.images, strict=False))


def _number(text: str) -> float:
    try:
        return wrap_deg(float(text))
    except ValueError:
        return 0.0


class _Looker:
    def __init__(self, goal: Goal, views: tuple[View, ...], evidence: Evidence, senses: Senses) -> None:
        self._goal, self._views, self._evidence, self._senses = goal, views, evidence, senses

    def heading(self) -> tuple[float, str]:
        clause = self._goal.active
        if clause.manoeuvre in TURNS and clause.manoeuvre is not Manoeuvre.FACE:
            return self._turn()
        mentions = mentions_of(clause)
        if not mentions:
            return STAY_DEG, "nothing to turn to"
        if is_between(clause) and (gap_deg := self._gap_deg(mentions)) is not None:
            return gap_deg, "towards the middle of both"
        known = self._evidence.track(mentions[0])
        if known is not None and not known.source.is_sure:
            known = None
        track = known or self._seen(mentions[0])
        if track is None:
            return self._back()
        if clause.manoeuvre is Manoeuvre.AWAY:
            return wrap_deg(track.bearing_deg + 180.0), f"away from {track.words}"
        is_ahead = abs(track.bearing_deg) <= self._senses.config.faced_deg
        if known is not None and is_ahead and clause.manoeuvre is not Manoeuvre.FACE:
            return self._around(track)
        return track.bearing_deg or STAY_DEG, track.words

    def _gap_deg(self, mentions: Sequence[Mention]) -> float | None:
        """The bearing of the middle between two landmarks that are both known or seen."""
        tracks = [self._evidence.track(mention) or self._seen(mention) for mention in mentions[:2]]
        known = [track for track in tracks if track is not None]
        if len(known) < 2:
            return None
        return gap(known[0], known[1], self._senses.config.blind_step_m).bearing_deg or STAY_DEG

    def _back(self) -> tuple[float, str]:
        """Nothing to turn to: the heading before, if an earlier look around turned to what is not there."""
        progress = self._goal.progress
        if progress.is_turned_to:
            return -(progress.looked_deg or 0.0), "not in any view, back to the heading before"
        return STAY_DEG, "not in any view, stay"

    def _turn(self) -> tuple[float, str]:
        """The angle of the words, bent to a landmark or an open street near it."""
        clause, config = self._goal.active, self._senses.config
        wanted_deg = wanted_turn_deg(clause.manoeuvre, clause.degrees, config.turn_deg)
        search_deg = config.turn_search_deg
        if clause.degrees is not None:
            search_deg = min(search_deg, STATED_SEARCH_DEG)
        following = self._goal.following
        mentions = clause.until or (following.mentions if following else ())
        for mention in mentions[:1]:
            track = self._evidence.track(mention) or self._seen(mention, wanted_deg, search_deg)
            if track is not None and self._fits(
                track.bearing_deg, wanted_deg, search_deg, bool(clause.until)
            ):
                return track.bearing_deg, f"towards {track.words}"
        return self._most_open(wanted_deg, min(search_deg, 30.0), f"turn of {abs(wanted_deg):.0f} degrees")

    def _fits(self, bearing_deg: float, wanted_deg: float, search_deg: float, is_stated: bool) -> bool:
        """Near the wanted angle; a landmark that the turn itself names may lie anywhere on that side."""
        if abs(wrap_deg(bearing_deg - wanted_deg)) <= search_deg:
            return True
        return is_stated and bearing_deg * wanted_deg > 0 and abs(bearing_deg) >= STEP_DEG

    def _seen(self, mention: Mention, near_deg: float = 0.0, within_deg: float = 180.0) -> Track | None:
        """The landmark in the views; not straight ahead where a look around has just found it in error."""
        progress = self._goal.progress
        sector = Sector(near_deg, within_deg, WRONG_DEG if progress.is_turned_to else 0.0)
        config = self._senses.config
        least_score = config.second_score if progress.is_turned_to else config.around_score
        found = look_out(mention, self._views, sector, self._senses, least_score=least_score)
        if found is not None or not mention.attributes:
            return found
        bare = replace(mention, attributes=())
        track = look_out(bare, self._views, sector, self._senses, least_score=least_score)
        return None if track is None else replace(track, label=mention.label)

    def _around(self, track: Track) -> tuple[float, str]:
        """The landmark is ahead and yet the drone looks around: its way is blocked."""
        sides = (*np.arange(-90.0, -29.0, STEP_DEG), *np.arange(30.0, 91.0, STEP_DEG))
        angle_deg = self._best(sides, track.bearing_deg)
        return angle_deg, f"way round, {track.words}"

    def _most_open(self, wanted_deg: float, within_deg: float, why: str) -> tuple[float, str]:
        reach = int(within_deg // STEP_DEG)
        steps = sorted(range(-reach, reach + 1), key=abs)
        angle_deg = self._best([wanted_deg + STEP_DEG * step for step in steps], wanted_deg)
        return angle_deg or STAY_DEG, f"{why}, open way"

    def _best(self, angles_deg: Iterable[float], wanted_deg: float) -> float:
        def worth(angle_deg: float) -> float:
            return self._openness(angle_deg) - OFF_COST * abs(wrap_deg(angle_deg - wanted_deg))

        return float(max(angles_deg, key=worth))

    def _openness(self, angle_deg: float) -> float:
        """How open the views look in a direction; a middling value where none shows it."""
        near = min(self._views, key=lambda view: abs(wrap_deg(angle_deg - view.offset_deg)), default=None)
        off_deg = 180.0 if near is None else wrap_deg(angle_deg - near.offset_deg)
        if near is None or abs(off_deg) > HALF_VIEW_DEG:
            return 0.5
        openness = self._senses.scenes.read(near.image).openness()
        column = column_of_bearing(off_deg, len(openness))
        reach = max(len(openness) // 40, 1)
        return float(openness[max(column - reach, 0) : column + reach + 1].mean())
