"""Panorama: the heading to take, from the priors, from what the views show, or from the words of a turn."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from airanchor.embedded.ears.clause import Manoeuvre, Mention
from airanchor.embedded.eyes.reader import column_of_bearing
from airanchor.embedded.rules.goal import Goal, clause_words, is_between, mentions_of, read_goal
from airanchor.embedded.rules.moves.answers import LOOK_DEG
from airanchor.embedded.rules.moves.courses import steering_point
from airanchor.embedded.rules.moves.situation import HALF_VIEW_DEG
from airanchor.embedded.rules.moves.ways import gap
from airanchor.embedded.rules.notes.track import LandmarkTrack, PlaceSource, wrap_deg
from airanchor.embedded.rules.senses import Senses
from airanchor.embedded.rules.space.evidence import LandmarkEvidence
from airanchor.embedded.rules.space.expectation import TURNING, Sector, ahead, anywhere, facing, side_deg
from airanchor.embedded.rules.space.heading import (
    ExpectedHeading,
    expected_heading,
    likeliest_heading_deg,
    untold_heading,
)
from airanchor.embedded.rules.space.lookout import PanoramaPicture, look_out, sights_of
from airanchor.embedded.rules.space.remembered import chance
from airanchor.reasoner.prompts.reader import Prompt
from airanchor.reasoner.roles.panorama import side_of

STAY_DEG = 1.0
"""A turn of 0 is no answer; this one is rounded to none."""


def choose_heading(prompt: Prompt, senses: Senses) -> dict[str, Any]:
    """The turn."""
    goal = read_goal(prompt.values, senses)
    looker = _Looker(goal, _views(prompt), LandmarkEvidence(prompt.values, None, goal, senses), senses)
    angle_deg, why = looker.heading()
    return _answer(angle_deg, f"{clause_words(goal.active)}: {why}")


def _answer(angle_deg: float, reason: str) -> dict[str, Any]:
    angle_deg = round(wrap_deg(angle_deg), 1) or STAY_DEG
    side = side_of(angle_deg)
    assert side is not None
    return {"turning_direction": side.value, "yaw_delta_deg": angle_deg, "reason": reason}


def _views(prompt: Prompt) -> tuple[PanoramaPicture, ...]:
    offsets = [_number(text) for name, text in prompt.all_values if name == "offset"]
    return tuple(PanoramaPicture(*pair) for pair in zip(offsets, prompt.images, strict=False))


def _number(text: str) -> float:
    try:
        return wrap_deg(float(text))
    except ValueError:
        return 0.0


class _Looker:
    def __init__(
        self, goal: Goal, views: tuple[PanoramaPicture, ...], evidence: LandmarkEvidence, senses: Senses
    ) -> None:
        self._goal, self._views, self._evidence, self._senses = goal, views, evidence, senses
        self._rules = senses.config.lookout

    def heading(self) -> tuple[float, str]:
        clause = self._goal.active
        if clause.manoeuvre in TURNING:
            return self._turn()
        if clause.manoeuvre is Manoeuvre.TELL:
            return self._look_for(mentions_of(clause))
        if (told := steering_point(self._goal, self._senses.config.state)) is not None:
            return told.bearing_deg or STAY_DEG, "the way that the state tells"
        mentions = self._sought
        if not mentions:
            return STAY_DEG, "nothing to turn to"
        if is_between(clause) and (gap_deg := self._gap_deg(mentions)) is not None:
            return gap_deg, "towards the middle of both"
        known = self._placed(mentions[0])
        if known is None and self._is_beginning:
            return self._likeliest(untold_heading(self._senses.config), mentions[:1])
        track = known or self._found(mentions[0])
        if track is None:
            return STAY_DEG, "not in any view, stay"
        if clause.manoeuvre is Manoeuvre.AWAY:
            return wrap_deg(track.bearing_deg + 180.0), f"away from {track.words}"
        is_ahead = abs(track.bearing_deg) <= self._senses.config.faced_deg
        if known is not None and is_ahead and clause.manoeuvre is not Manoeuvre.FACE:
            return self._around(track)  # it needs no look to be found, so something is in the way
        return track.bearing_deg or STAY_DEG, track.words

    @property
    def _sought(self) -> tuple[Mention, ...]:
        """The landmarks of now; under way along something that which ends it."""
        clause, is_under_way = self._goal.active, self._goal.progress.flown_m > 0
        return clause.until if is_under_way and clause.until else mentions_of(clause)

    def _look_for(self, mentions: Sequence[Mention]) -> tuple[float, str]:
        """What is asked for, wherever it is clearest to see; without it a quarter on, to see all around."""
        if not mentions:
            return LOOK_DEG, "look on"
        sights = self._all_sights(mentions[0])
        best = max(sights, key=lambda sight: sight[1], default=None)
        if best is None or best[1] < self._rules.asked_worth:
            return STAY_DEG, "not in any view, stay"
        return best[0] or STAY_DEG, f"{mentions[0].label} seems to be there"

    @property
    def _is_beginning(self) -> bool:
        """Whether a leg begins of which no turn has told the heading."""
        is_leg = self._goal.active.manoeuvre not in (Manoeuvre.FACE, Manoeuvre.AWAY)
        return is_leg and self._goal.progress.flown_m == 0

    def _gap_deg(self, mentions: Sequence[Mention]) -> float | None:
        """The bearing of the middle between two landmarks that are both known or seen."""
        config = self._senses.config
        tracks = [
            self._evidence.track(mention) or self._seen(mention, ahead(mention, config))
            for mention in mentions[:2]
        ]
        known = [track for track in tracks if track is not None]
        if len(known) < 2:
            return None
        return gap(known[0], known[1], config.blind_step_m).bearing_deg or STAY_DEG

    def _sector(self, mention: Mention) -> Sector:
        """Ahead of where the leg began."""
        if self._goal.active.manoeuvre is Manoeuvre.FACE:
            return facing(mention, self._senses.config)
        return ahead(mention, self._senses.config)

    def _turn(self) -> tuple[float, str]:
        """By the words, and towards where the landmark of the leg that the turn begins is likeliest."""
        clause = self._goal.active
        expected = expected_heading(clause, self._senses.config)
        return self._likeliest(expected, self._goal.led_to[:1])

    def _likeliest(self, expected: ExpectedHeading, mentions: Sequence[Mention]) -> tuple[float, str]:
        known = self._trusted(mentions[0]) if mentions and expected.spread_deg > 0.0 else None
        if known is not None:  # its odds have weighed already what the words tell of the heading
            aside_deg = side_deg(mentions[0], self._senses.config)
            return wrap_deg(known.bearing_deg - aside_deg) or STAY_DEG, known.words
        sights = [sight for mention in mentions for sight in self._all_sights(mention)]
        angle_deg = likeliest_heading_deg(expected, sights, self._senses.config)
        words = f"turn of {abs(angle_deg):.0f} degrees"
        within_deg = self._rules.told_within_deg
        near = max(
            (worth for at, worth in sights if abs(wrap_deg(at - angle_deg)) <= within_deg), default=0.0
        )
        if near >= self._rules.least_worth and mentions:
            words += f", {mentions[0].label} seems to be there"
        return angle_deg or STAY_DEG, words

    def _placed(self, mention: Mention) -> LandmarkTrack | None:
        """The landmark where it is surely known; where a leg begins, a doubtful memory is none such."""
        known = self._evidence.track(mention)
        if known is None or not known.source.is_sure:
            return None
        is_remembered = known.source is PlaceSource.REMEMBERED
        return self._trusted(mention) if is_remembered and self._is_beginning else known

    def _trusted(self, mention: Mention) -> LandmarkTrack | None:
        """The landmark where it is remembered, if that is likelier than not after a glance there."""
        known = self._evidence.track(mention)
        is_remembered = known is not None and known.source is PlaceSource.REMEMBERED
        if known is None or not is_remembered or self._known_worth(mention, known) < self._rules.doubted:
            return None
        return known

    def _all_sights(self, mention: Mention) -> list[tuple[float, float]]:
        """Bearings and scores: what the views show, and what is known already."""
        rules, sights = self._rules, sights_of(mention, self._views, self._senses)
        best = max((worth for _, worth in sights), default=0.0)
        if mention.attributes and best < rules.bare_below:
            bare = replace(mention, attributes=())
            others = sights_of(bare, self._views, self._senses)
            sights += [(at, rules.bare_share * worth) for at, worth in others]
        known = self._evidence.track(mention)
        if known is not None and known.source.is_sure:
            heading_deg = wrap_deg(known.bearing_deg - side_deg(mention, self._senses.config))
            sights.append((heading_deg, self._known_worth(mention, known)))
        return sights

    def _known_worth(self, mention: Mention, known: LandmarkTrack) -> float:
        """What a known place counts against a sight: of one only remembered its chance, after a glance."""
        if known.source is not PlaceSource.REMEMBERED:
            return self._rules.known_worth
        rated = self._evidence.remembered(mention, self._views)
        return 0.0 if rated is None else chance(rated[0])

    def _seen(self, mention: Mention, sector: Sector) -> LandmarkTrack | None:
        """The landmark in the views, by its category alone where nothing answers the whole name."""
        config = self._senses.config
        least_score = config.around_score if sector.half_deg < 180.0 else config.bare_score
        found = self._look_out(mention, sector, least_score)
        if found is not None or not mention.attributes:
            return found
        track = self._look_out(replace(mention, attributes=()), sector, config.bare_score)
        return None if track is None else replace(track, label=mention.label)

    def _found(self, mention: Mention) -> LandmarkTrack | None:
        """The landmark where it is expected, or clear to see anywhere, or else in doubt where expected."""
        least_score, sector = self._senses.config.astray_score, self._sector(mention)
        clear = self._look_out(mention, sector, least_score)
        if clear is None and not self._goal.has_turned:  # a turn that is told leads nowhere else
            clear = self._look_out(mention, anywhere(self._senses.config), least_score)
        return clear or self._seen(mention, sector)

    def _look_out(self, mention: Mention, sector: Sector, least_score: float) -> LandmarkTrack | None:
        flown_m = self._goal.progress.flown_m
        return look_out(mention, self._views, sector, self._senses, least_score=least_score, flown_m=flown_m)

    def _around(self, track: LandmarkTrack) -> tuple[float, str]:
        """The landmark is ahead and yet the drone looks around: its way is blocked."""
        round_deg = self._rules.round_deg
        angle_deg = self._best(
            (*(-angle_deg for angle_deg in reversed(round_deg)), *round_deg), track.bearing_deg
        )
        return angle_deg, f"way round, {track.words}"

    def _best(self, angles_deg: Iterable[float], wanted_deg: float) -> float:
        def worth(angle_deg: float) -> float:
            return self._openness(angle_deg) - self._rules.off_cost * abs(wrap_deg(angle_deg - wanted_deg))

        return float(max(angles_deg, key=worth))

    def _openness(self, angle_deg: float) -> float:
        """How open the views look in a direction; a middling value where none shows it."""
        near = min(self._views, key=lambda view: abs(wrap_deg(angle_deg - view.offset_deg)), default=None)
        off_deg = 180.0 if near is None else wrap_deg(angle_deg - near.offset_deg)
        if near is None or abs(off_deg) > HALF_VIEW_DEG:
            return self._rules.unseen_openness
        openness = self._senses.scenes.read(near.image).openness()
        column = column_of_bearing(off_deg, len(openness))
        reach = max(len(openness) // 40, 1)
        return float(openness[max(column - reach, 0) : column + reach + 1].mean())
