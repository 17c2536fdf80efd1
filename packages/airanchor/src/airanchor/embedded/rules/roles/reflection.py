"""Reflection: what the skill changed, told in numbers; whether the subtask is done; what comes next."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from airanchor.anchors.sentences import AnchorReading, read_sentences
from airanchor.embedded.ears.clause import Clause, Manoeuvre, Mention
from airanchor.embedded.eyes.reader import bearing_deg
from airanchor.embedded.rules.goal import TURNS, clause_words, mentions_of, read_goal
from airanchor.embedded.rules.moves.answers import seen_so_far
from airanchor.embedded.rules.moves.courses import course_deg
from airanchor.embedded.rules.moves.told_legs import orbit_around
from airanchor.embedded.rules.notes.intent import read_intent
from airanchor.embedded.rules.notes.leg_evidence import closed_note
from airanchor.embedded.rules.notes.note import with_note
from airanchor.embedded.rules.notes.past import PartFate, PastPart, closing_verdict, status_of, told_past
from airanchor.embedded.rules.notes.plan import plan_words
from airanchor.embedded.rules.notes.progress import SubtaskProgress, progress_words
from airanchor.embedded.rules.notes.proof import Proof
from airanchor.embedded.rules.notes.track import MAX_TRACKS, LandmarkTrack, Motion, plain, wrap_deg
from airanchor.embedded.rules.senses import Scene, Senses
from airanchor.embedded.rules.space.detections import best_detection, in_reach, track_of
from airanchor.embedded.rules.space.egomotion import motion_between
from airanchor.embedded.rules.space.evidence import is_jump, match_reading
from airanchor.embedded.rules.space.executed import Executed, read_executed
from airanchor.embedded.rules.verdicts.arrival import Pair, arrivals, gathered, landmarks_to_prove
from airanchor.embedded.rules.verdicts.completion import is_at_once_done, is_too_soon, why_done
from airanchor.embedded.rules.verdicts.flown_skill import FlownSkill
from airanchor.embedded.rules.verdicts.giving_up import given_up
from airanchor.embedded.rules.verdicts.legs import chances_of, evidence_of
from airanchor.reasoner.prompts.reader import Prompt
from airanchor.reasoner.roles import Skill, Status
from aircity.geometry import read_state

LEGS = (Manoeuvre.ALONG, Manoeuvre.FORWARD)
"""Parts of which only the end can be come closer to."""
UNREAD = "Nothing in this could be read, so nothing was flown for it."
NOT_LANDED = PastPart("it hovers there, since it cannot land", PartFate.GIVEN_UP)
_LANDING = re.compile(
    r"(?:^|[,.;!] ?|and |then |to )(?:please )?(?:land|touch down)\b(?! the hover)", re.IGNORECASE
)


def reflect(prompt: Prompt, senses: Senses) -> dict[str, Any]:
    """The verdict."""
    return _Reflector(prompt, senses).verdict()


class _Reflector:
    def __init__(self, prompt: Prompt, senses: Senses) -> None:
        values = prompt.values
        self._senses = senses
        self._goal = read_goal(values, senses)
        self._intent = read_intent(values.get("reason", ""))
        self._subtask = values.get("subtask", "")
        self._offered = values.get("statuses", "")
        self._has_plan = "plan" in values
        self._executed = read_executed(values.get("executed", ""))
        self._before, self._after = _graph(values, "graph_before"), _graph(values, "graph_after")
        self._images = prompt.images
        self._state = read_state(values.get("state_after", ""))
        self._motion = motion_between(
            self._before, self._after, self._executed, prompt.images[0].shape[1] if prompt.images else 512
        )
        self._known = self._pairs()

    def verdict(self) -> dict[str, Any]:
        goal, moment = self._goal, self.moment()
        progress = moment.progress
        after = {label: pair[1] for label, pair in self._known.items() if pair[1] is not None}
        if goal.is_unread:
            return closing_verdict(Status.NOT_UNDERSTOOD, UNREAD, self._offered)
        if goal.progress.is_sinking:
            return self._ended(progress)
        done = why_done(moment)
        if done is not None and is_too_soon(moment):  # another of its kind: that place is forgotten
            return self._ongoing(replace(progress, tracks=()))
        if done is not None:
            return self._advanced(self._judged(goal.active, done, self._with_leg(moment)), after)
        lost = given_up(moment)
        if lost is not None:
            progress = self._with_leg(moment, is_done=False)
            return self._advanced(self._without_stop(_with(progress, lost)), after)
        return self._ongoing(progress)

    def moment(self) -> FlownSkill:
        """What there is to judge by."""
        goal, mentions = self._goal, mentions_of(self._goal.active)
        after = {label: pair[1] for label, pair in self._known.items() if pair[1] is not None}
        return FlownSkill(
            goal.active,
            replace(self._counted(after), proofs=self._proofs()),
            self._executed,
            tuple(self._known[mention.label][0] for mention in mentions),
            tuple(self._known[mention.label][1] for mention in mentions),
            bool(self._before),
            self._surfaces(),
            self._intent,
            self._senses.config,
            goal.is_final,
            goal.has_turned,
            self._state,
            course_deg(goal),
        )

    def _without_stop(self, progress: SubtaskProgress) -> SubtaskProgress:
        """What was just looked for in vain need not be looked for again to stop at it."""
        following, lost = self._goal.following, self._goal.targets
        if following is None or following.manoeuvre is not Manoeuvre.STOP:
            return progress
        labels = {mention.label for mention in following.mentions}
        return progress.next_part() if labels <= {mention.label for mention in lost} else progress

    def _ended(self, progress: SubtaskProgress) -> dict[str, Any]:
        past = (*progress.past, NOT_LANDED) if self._is_landing else progress.past
        told = told_past(past)
        if progress.legs:
            told = with_note(told, closed_note(progress.legs, *chances_of(progress.legs)))
        return closing_verdict(status_of(past), told, self._offered)

    def _with_leg(self, moment: FlownSkill, *, is_done: bool = True) -> SubtaskProgress:
        """The progress with what the leg that is over has shown."""
        leg = evidence_of(moment, self._goal, self._senses, is_done=is_done)
        legs = moment.progress.legs if leg is None else (*moment.progress.legs, leg)
        return replace(moment.progress, legs=legs)

    @property
    def _is_landing(self) -> bool:
        """Whether the subtask ends with what no skill does."""
        is_stop = self._goal.clauses[-1].manoeuvre is Manoeuvre.STOP
        return is_stop and _LANDING.search(self._subtask) is not None

    def _advanced(self, progress: SubtaskProgress, after: Mapping[str, LandmarkTrack]) -> dict[str, Any]:
        clauses, active, bent_m = self._goal.clauses, self._goal.active, progress.flown_m
        progress = progress.next_part()
        if active.manoeuvre is Manoeuvre.FACE or (active.manoeuvre in TURNS and not active.mentions):
            progress = replace(progress, flown_m=bent_m)  # a bend is flown at the landmark of the next leg
        if active.manoeuvre in TURNS:
            faced_deg = self._senses.config.completion.faced_deg
            # what the words lead to lies ahead after a turn: a namesake that was turned away from is not it
            tracks = tuple(track for track in progress.tracks if abs(track.bearing_deg) <= faced_deg)
            progress = replace(progress, tracks=tracks)
            after = {}  # a turn leads to what is not here yet
        while progress.part < len(clauses) and is_at_once_done(
            clauses[progress.part],
            tuple(after.get(mention.label) for mention in mentions_of(clauses[progress.part])),
            self._senses.config,
        ):
            progress = self._judged(clauses[progress.part], None, progress).next_part()
        if progress.part == len(clauses) and progress.detour_m >= self._senses.config.completion.sink_m:
            return self._ongoing(replace(progress, part=len(clauses) - 1, is_sinking=True))
        return self._ended(progress) if progress.part == len(clauses) else self._ongoing(progress)

    def _ongoing(self, progress: SubtaskProgress) -> dict[str, Any]:
        words = clause_words(self._goal.clauses[progress.part])
        tracks = progress.tracks if self._has_plan else ()  # who is told no plan brings none back
        done = replace(progress, tracks=()) if self._has_plan else progress
        text = progress_words(done, words, len(self._goal.clauses))
        return {"progress": text, "status": "ONGOING", "next_plan": plan_words(words, tracks)}

    def _judged(self, clause: Clause, done: str | None, progress: SubtaskProgress) -> SubtaskProgress:
        """A part is done, in these words if they are worth telling: confirmed, or else what was guessed."""
        found = arrivals(clause, self._known, progress.proofs, self._scenes(), self._senses)
        doubts = [one.doubt for one in found if not one.is_confirmed(self._senses.config.confirmed)]
        if doubts:
            if (
                done is not None and clause.manoeuvre is Manoeuvre.CIRCLE
            ):  # it was flown, whatever it was around
                doubts = [done.replace("around the", "around what may be the"), *doubts[1:]]
            guessed = (PastPart(doubt, PartFate.GUESSED) for doubt in doubts)
            return _with(progress, *(part for part in guessed if part not in progress.past))
        return progress if done is None else _with(progress, PastPart(done))

    def _proofs(self) -> tuple[Proof, ...]:
        """What speaks for the landmarks of now, with this decision counted in."""
        proofs = self._goal.progress.proofs
        for mention in landmarks_to_prove(self._goal.active):
            pair, rules = self._known[mention.label], self._senses.config.arrival
            proofs = gathered(proofs, mention, pair, self._scenes(), rules)
        return proofs

    def _scenes(self) -> list[Scene]:
        """The pictures before and after, read."""
        return [self._senses.scenes.read(image) for image in self._images]

    def _pairs(self) -> dict[str, Pair]:
        """Every landmark of the subtask before and after, by the best knowledge there is of it."""
        mentions: dict[str, Mention] = {}
        for clause in self._goal.clauses:
            for mention in mentions_of(clause):
                mentions.setdefault(mention.label, mention)
        return {label: self._pair(mention) for label, mention in mentions.items()}

    def _pair(self, mention: Mention) -> tuple[LandmarkTrack | None, LandmarkTrack | None]:
        """Measured; else as the decision took it to be; else as known; else as the pictures show it."""
        if plain(mention.label) in self._intent.lost:
            return None, None  # the decision took none of what was measured for the landmark
        others = self._goal.others(mention)
        measured = match_reading(mention, self._before, others, self._senses)
        told = self._intent.place_of(mention.label)
        if told is not None and (measured is None or told.gap_m(measured) > self._senses.config.near_m):
            return self._carried(told)
        known = self._goal.progress.knows(mention.label)
        config = self._senses.config
        is_taken = (
            known is None or measured is None or told is not None or not is_jump(measured, known, config)
        )
        if measured is not None and is_taken:
            later = match_reading(mention, self._after, others, self._senses)
            return measured, later
        seen = self._seen(mention)
        if seen[1] is not None and (known is None or known.d_xy_m is None):
            return seen
        return self._carried(known) if known is not None else seen

    def _carried(self, track: LandmarkTrack) -> tuple[LandmarkTrack | None, LandmarkTrack | None]:
        if self._motion is None:
            return track, None
        return track, self._motion.carry(track)

    def _seen(self, mention: Mention) -> tuple[LandmarkTrack | None, LandmarkTrack | None]:
        if len(self._images) < 2 or self._before:  # where there are anchors a sight alone proves nothing
            return None, None
        return self._sight(mention, self._images[0]), self._sight(mention, self._images[1])

    def _sight(self, mention: Mention, image: NDArray[np.uint8]) -> LandmarkTrack | None:
        detection = best_detection(mention, image, self._senses, least_score=self._senses.config.seen_score)
        if detection is None:
            return None
        return in_reach(track_of(mention, detection), detection.score, self._senses.config)

    def _counted(self, after: Mapping[str, LandmarkTrack]) -> SubtaskProgress:
        """The progress with this skill counted in."""
        old, executed = self._goal.progress, self._executed
        motion = self._motion or Motion()
        is_flight = executed.skill in (Skill.PIXEL, Skill.ALTITUDE)
        is_detour = self._intent.is_detour and executed.skill == Skill.ALTITUDE
        # Sinking on the way undoes a detour; the text asked for neither.
        sank_m = min(max(-motion.up_m, 0.0), old.detour_m) if executed.skill == Skill.PIXEL else 0.0
        failed = is_flight and (executed.is_failed or executed.is_blocked)
        closest_m, stalled = self._closest(old, after)
        return replace(
            old,
            decisions=old.decisions + 1,
            flown_m=old.flown_m + (executed.along_m if executed.skill == Skill.PIXEL else 0.0),
            climbed_m=old.climbed_m + (0.0 if is_detour else executed.climbed_m + sank_m),
            turned_deg=old.turned_deg + executed.turn_deg,
            looks=old.looks + (executed.skill == Skill.VIEW),
            failures=old.failures + 1 if failed else 0 if is_flight else old.failures,
            closest_m=closest_m,
            stalled=stalled if executed.skill == Skill.PIXEL else old.stalled,
            aim_deg=self._aim_deg(executed),
            looked_deg=executed.turn_deg if executed.skill == Skill.VIEW else None,
            detour_m=old.detour_m - sank_m + (executed.climbed_m if is_detour else 0.0),
            tracks=self._kept(after),
            failure=None,
            **self._placed(old),
        )

    def _placed(self, old: SubtaskProgress) -> dict[str, Any]:
        """Where the part began, how far round its circle was flown, and what was seen for an answer."""
        before, after, active = self._goal.state, self._state, self._goal.active
        seen = seen_so_far(old, active, self._images, self._executed.turn_deg, self._senses)
        if before is None or after is None:
            return {"seen": seen}
        began_m = old.began_m if course_deg(self._goal) is None or old.began_m is not None else before.place_m
        orbit = old.orbit
        if orbit is None and active.manoeuvre is Manoeuvre.CIRCLE:
            orbit = orbit_around(before, self._pair(active.mentions[0])[0], self._senses.config.state)
        flown = None if orbit is None else orbit.flown(before.place_m, after.place_m)
        return {"seen": seen, "began_m": began_m, "orbit": flown}

    def _closest(self, old: SubtaskProgress, after: Mapping[str, LandmarkTrack]) -> tuple[float | None, int]:
        active = self._goal.active
        mentions = active.until if active.manoeuvre in LEGS else mentions_of(active)
        track = after.get(mentions[0].label) if mentions else None
        if track is None or track.d_xy_m is None:
            return old.closest_m, old.stalled
        less_m = self._senses.config.completion.less_m
        if old.closest_m is None or track.d_xy_m < old.closest_m - less_m:
            return track.d_xy_m, 0
        return min(old.closest_m, track.d_xy_m), old.stalled + 1

    def _aim_deg(self, executed: Executed) -> float | None:
        if executed.skill != Skill.PIXEL or executed.pixel is None or not self._images:
            return None
        return wrap_deg(bearing_deg(executed.pixel[0], self._images[0].shape[1]) - executed.turn_deg)

    def _kept(self, after: Mapping[str, LandmarkTrack]) -> tuple[LandmarkTrack, ...]:
        """Landmarks not yet flown for, under the names they are read back by; a mere bearing grows stale."""
        clauses = self._goal.clauses[self._goal.progress.part :]
        wanted = dict.fromkeys(mention.label for clause in clauses for mention in mentions_of(clause))
        kept = [
            replace(after[label], label=plain(label), source=after[label].source.carried)
            for label in wanted
            if _is_placed(after.get(label))
        ]
        return tuple(kept[:MAX_TRACKS])

    def _surfaces(self) -> tuple[tuple[AnchorReading, AnchorReading], ...]:
        later = {reading.index: reading for reading in self._after}
        return tuple(
            (one, later[one.index])
            for one in self._before
            if one.label is None and not one.is_capped and one.index in later
        )


def _with(progress: SubtaskProgress, *parts: PastPart) -> SubtaskProgress:
    return replace(progress, past=(*progress.past, *parts))


def _is_placed(track: LandmarkTrack | None) -> bool:
    return track is not None and track.d_xy_m is not None


def _graph(values: Mapping[str, str], name: str) -> tuple[AnchorReading, ...]:
    return read_sentences(values.get(name, ""))
