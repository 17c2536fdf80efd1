"""The story of one flight: leg by leg, what was seen of the landmark, what was decided and done."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from airanchor.bench.diagnosis.flown import DiagnosedFlight, FlownDecision
from airanchor.bench.diagnosis.knowledge import Glimpse, glimpses
from airanchor.bench.diagnosis.truth import SceneTruth, TrueLeg
from airanchor.bench.diagnosis.verdict import Examined, FlightDiagnosis
from airanchor.bench.episodes import Episode
from airanchor.trace import ReflectionEvent

_LONGEST = 160
"""Characters of a reason or a progress text that are shown."""


@dataclass(frozen=True, slots=True)
class JudgedDecision:
    """One decision in the light of the leg it should have flown."""

    decision: FlownDecision
    leg: int | None
    """The leg's number, from 1; None where legs are not known."""
    glimpse: Glimpse | None
    off_route_m: float | None
    """How far from the leg's route the decision ended."""

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        one, seen = self.decision, self.glimpse
        return {
            "decision": one.number,
            "leg": self.leg,
            "subtask": one.subtask,
            "position_m": [round(float(value), 1) for value in one.pose.position],
            "landmark": None if seen is None else _glimpse_json(seen),
            "skill": None if one.skill is None else one.skill.skill,
            "reason": None if one.skill is None else one.skill.reason,
            "failure": one.failure,
            "status": None if one.reflection is None else one.reflection.status,
            "progress": None if one.reflection is None else one.reflection.progress,
            "off_route_m": None if self.off_route_m is None else round(self.off_route_m, 1),
        }


@dataclass(frozen=True, slots=True)
class FlightAccount:
    """All of it."""

    verdict: FlightDiagnosis
    instruction: str
    seen: Examined
    moments: tuple[JudgedDecision, ...]

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            **self.verdict.to_json(),
            "instruction": self.instruction,
            "reference": [
                {
                    "leg": leg.number,
                    "relation": leg.leg.relation,
                    "phrase": leg.phrase,
                    "object": leg.landmark.row.id,
                }
                for leg in self.seen.legs
            ],
            "decisions": [moment.to_json() for moment in self.moments],
        }

    def to_text(self) -> str:
        """For a terminal."""
        lines = [f"{self.verdict.episode_id} in {self.verdict.scene_id}", self.instruction, ""]
        lines += [_subtask_text(self.seen.flown, number) for number in sorted(self.seen.flown.subtasks)]
        for leg in (*self.seen.legs, None):
            own = [one for one in self.moments if one.leg == (None if leg is None else leg.number)]
            if leg is not None:
                lines += ["", _leg_text(leg, self.seen)]
            lines += [text for one in own for text in _moment_lines(one)]
        return "\n".join([*lines, "", *_ending_lines(self.verdict)])


def tell_story(
    verdict: FlightDiagnosis, episode: Episode, seen: Examined, truth: SceneTruth
) -> FlightAccount:
    """Put each decision under the leg that had to be flown then."""
    moments = []
    for decision in seen.flown.decisions:
        leg = leg_at(seen, decision)
        moments.append(_moment(decision, leg, seen, truth))
    return FlightAccount(verdict, episode.instruction, seen, tuple(moments))


def leg_at(seen: Examined, decision: FlownDecision) -> TrueLeg | None:
    """The first leg that was not flown when the decision was taken."""
    if not seen.legs:
        return None
    done = [
        number for number, at in enumerate(seen.progress.reached) if at is not None and at <= decision.first
    ]
    return seen.legs[min(max(done, default=-1) + 1, len(seen.legs) - 1)]


def _moment(
    decision: FlownDecision, leg: TrueLeg | None, seen: Examined, truth: SceneTruth
) -> JudgedDecision:
    if leg is None or seen.views is None:
        return JudgedDecision(decision, None, None, None)
    reached = [at for at in seen.progress.reached[: leg.number - 1] if at is not None]
    track = seen.flown.track
    off_m = leg.off_route_m(track[decision.last], track[max(reached, default=0)])
    glimpse = glimpses(seen.flown, leg, [decision], truth=truth, views=seen.views)[0]
    return JudgedDecision(decision, leg.number, glimpse, off_m)


def _glimpse_json(seen: Glimpse) -> dict[str, Any]:
    return {
        "sight": seen.sight,
        "words": seen.words,
        "view_share": round(seen.share, 5),
        "distance_m": round(seen.distance_m, 1),
        "prior": None if seen.prior is None else seen.prior.instance_id,
        "prior_off_m": None if seen.prior is None else round(seen.prior_off_m, 1),
    }


def _subtask_text(flown: DiagnosedFlight, number: int) -> str:
    told = flown.subtasks[number]
    return f"S{number} {told.text}  [{'; '.join(told.subgoals)}]"


def _leg_text(leg: TrueLeg, seen: Examined) -> str:
    at = seen.progress.reached[leg.number - 1]
    reading = seen.readings[leg.number - 1]
    first, naming = reading.first, reading.naming
    where = "in no subtask" if first is None else f"S{first}" if first == naming else f"S{first} to S{naming}"
    done = "not flown" if at is None else f"flown at decision {seen.flown.decision_at(at)}"
    facts = [leg.leg.relation, repr(leg.phrase), f"({leg.landmark.name})"]
    if leg.leg.side:
        facts.append(f"on the {leg.leg.side}")
    if leg.leg.turn_deg:
        facts.append(f"after a turn of {leg.leg.turn_deg} degrees")
    if leg.leg.climb_m:
        facts.append(f"and a climb of {leg.leg.climb_m} m")
    return f"Leg {leg.number}: {' '.join(facts)}; {where}; {done}"


def _moment_lines(moment: JudgedDecision) -> list[str]:
    one, seen = moment.decision, moment.glimpse
    lines = [f"  {one.number:2d} S{one.subtask} {_skill_text(one)}"]
    if seen is not None:
        view = f"{seen.share:.1%} of the view" if seen.is_visible else "not visible"
        prior = "" if seen.prior is None else f"; prior {seen.prior.instance_id} {seen.prior_off_m:.0f} m off"
        lines.append(f"landmark {seen.distance_m:.0f} m away, {view}: {seen.words}{prior}")
    lines += [
        f"memory {row.change} {row.instance_id or ''} {row.label!r}: {row.reason}" for row in one.memory
    ]
    if one.reflection is not None:
        off = "" if moment.off_route_m is None else f"; {moment.off_route_m:.0f} m off the route"
        lines.append(f"{one.reflection.status}: {one.reflection.progress[:_LONGEST]}{off}")
        lines += _cue_lines(one.reflection) if one.is_completed else []
    return [lines[0], *(f"       {line}" for line in lines[1:])]


def _cue_lines(reflection: ReflectionEvent) -> list[str]:
    """The cues of the objects before and after the skill, by which the subtask was found done."""
    graphs = (("before", reflection.graph_before), ("after", reflection.graph_after))
    return [
        f"{when} {line}" for when, graph in graphs for line in (graph or "").splitlines() if "[Object" in line
    ]


def _skill_text(decision: FlownDecision) -> str:
    skill = decision.skill
    if skill is None:
        return "no skill"
    failed = "" if skill.failure is None else f" FAILED: {skill.failure}"
    return f"{skill.skill}: {skill.reason[:_LONGEST]}{failed}"


def _ending_lines(verdict: FlightDiagnosis) -> Sequence[str]:
    lines = [f"ended {verdict.error_m:.0f} m from the goal; {verdict.legs_flown} of {verdict.legs} legs"]
    if verdict.primary is None:
        return [*lines, "success"]
    for name, one in (("first cause", verdict.primary), *(("also", other) for other in verdict.others)):
        leg = "" if one.leg is None else f", leg {one.leg}"
        at = "" if one.decision is None else f", decision {one.decision}"
        lines.append(f"{name}: {one.cause}{leg}{at}: {one.words}")
    return lines
