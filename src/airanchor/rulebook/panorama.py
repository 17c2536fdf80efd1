"""Panorama: the heading to take, from the priors, from what the views show, or from the words of a turn."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from airanchor.perception.scene_reader import column_of_bearing
from airanchor.reasoner.reading import Prompt
from airanchor.reasoner.roles.panorama import side_of
from airanchor.rulebook.evidence import Evidence
from airanchor.rulebook.expectation import TURNING, Sector, ahead, facing
from airanchor.rulebook.goal import Goal, clause_words, is_between, mentions_of, read_goal
from airanchor.rulebook.heading import UNTOLD, Expected, expected_heading, likeliest_heading_deg
from airanchor.rulebook.language.clause import Manoeuvre, Mention
from airanchor.rulebook.lookout import View, look_out, sights_of
from airanchor.rulebook.senses import Senses
from airanchor.rulebook.track import Track, wrap_deg
from airanchor.rulebook.ways import gap

STAY_DEG = 1.0
"""A turn of 0 is no answer; this one is rounded to none."""
STEP_DEG = 15.0
HALF_VIEW_DEG = 45.0
BARE_SHARE = 0.8
"""What a sight counts that answers the category alone."""
KNOWN_SCORE = 0.8
"""What a remembered or measured place counts against the score of a sight."""
ALL_AROUND = Sector()
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
        if clause.manoeuvre in TURNING:
            return self._turn()
        mentions = mentions_of(clause)
        if not mentions:
            return STAY_DEG, "nothing to turn to"
        if is_between(clause) and (gap_deg := self._gap_deg(mentions)) is not None:
            return gap_deg, "towards the middle of both"
        known = self._evidence.track(mentions[0])
        if known is not None and not known.source.is_sure:
            known = None
        if known is None and self._is_beginning:
            return self._likeliest(UNTOLD, mentions[:1])
        track = known or self._found(mentions[0])
        if track is None:
            return STAY_DEG, "not in any view, stay"
        if clause.manoeuvre is Manoeuvre.AWAY:
            return wrap_deg(track.bearing_deg + 180.0), f"away from {track.words}"
        is_ahead = abs(track.bearing_deg) <= self._senses.config.faced_deg
        if known is not None and is_ahead and clause.manoeuvre is not Manoeuvre.FACE:
            return self._around(track)
        return track.bearing_deg or STAY_DEG, track.words

    @property
    def _is_beginning(self) -> bool:
        """Whether a leg begins of which no turn has told the heading."""
        is_leg = self._goal.active.manoeuvre not in (Manoeuvre.FACE, Manoeuvre.AWAY)
        return is_leg and self._goal.progress.flown_m == 0

    def _gap_deg(self, mentions: Sequence[Mention]) -> float | None:
        """The bearing of the middle between two landmarks that are both known or seen."""
        tracks = [
            self._evidence.track(mention) or self._seen(mention, ahead(mention)) for mention in mentions[:2]
        ]
        known = [track for track in tracks if track is not None]
        if len(known) < 2:
            return None
        return gap(known[0], known[1], self._senses.config.blind_step_m).bearing_deg or STAY_DEG

    def _sector(self, mention: Mention) -> Sector:
        """Ahead at the beginning of a leg; anywhere once it was flown without finding the landmark."""
        if self._goal.active.manoeuvre is Manoeuvre.FACE:
            return facing(mention, self._senses.config.turn_deg)
        return ALL_AROUND if self._goal.progress.flown_m > 0 else ahead(mention)

    def _turn(self) -> tuple[float, str]:
        """By the words, and towards where the landmark of the leg that the turn begins is likeliest."""
        clause = self._goal.active
        expected = expected_heading(clause, self._senses.config.turn_deg)
        return self._likeliest(expected, self._goal.led_to[:1])

    def _likeliest(self, expected: Expected, mentions: Sequence[Mention]) -> tuple[float, str]:
        sights = [sight for mention in mentions for sight in self._all_sights(mention)]
        angle_deg = likeliest_heading_deg(expected, sights)
        words = f"turn of {abs(angle_deg):.0f} degrees"
        near = max((score for at, score in sights if abs(wrap_deg(at - angle_deg)) <= STEP_DEG), default=0.0)
        if near >= self._senses.config.around_score and mentions:
            words += f", {mentions[0].label} seems to be there"
        return angle_deg or STAY_DEG, words

    def _all_sights(self, mention: Mention) -> list[tuple[float, float]]:
        """Bearings and scores: what the views show, and what is known already."""
        sights = sights_of(mention, self._views, self._senses)
        best = max((score for _, score in sights), default=0.0)
        if mention.attributes and best < self._senses.config.bare_score:
            bare = replace(mention, attributes=())
            sights += [(at, BARE_SHARE * score) for at, score in sights_of(bare, self._views, self._senses)]
        known = self._evidence.track(mention)
        if known is not None and known.source.is_sure:
            sights.append((known.bearing_deg, KNOWN_SCORE))
        return sights

    def _seen(self, mention: Mention, sector: Sector) -> Track | None:
        """The landmark in the views, by its category alone where nothing answers the whole name."""
        config = self._senses.config
        least_score = config.around_score if sector.half_deg < 180.0 else config.bare_score
        found = look_out(mention, self._views, sector, self._senses, least_score=least_score)
        if found is not None or not mention.attributes:
            return found
        bare = replace(mention, attributes=())
        track = look_out(bare, self._views, sector, self._senses, least_score=self._senses.config.bare_score)
        return None if track is None else replace(track, label=mention.label)

    def _found(self, mention: Mention) -> Track | None:
        """The landmark where it is expected, or clear to see anywhere, or else in doubt where expected."""
        least_score, sector = self._senses.config.astray_score, self._sector(mention)
        for where in (sector, ALL_AROUND):
            clear = look_out(mention, self._views, where, self._senses, least_score=least_score)
            if clear is not None:
                return clear
        return self._seen(mention, sector)

    def _around(self, track: Track) -> tuple[float, str]:
        """The landmark is ahead and yet the drone looks around: its way is blocked."""
        sides = (*np.arange(-90.0, -29.0, STEP_DEG), *np.arange(30.0, 91.0, STEP_DEG))
        angle_deg = self._best(sides, track.bearing_deg)
        return angle_deg, f"way round, {track.words}"

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
