"""The rules: what was to blame on the leg that a flight did not get through, the primary cause first."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from airanchor.bench.diagnosis.causes import THRESHOLDS, Cause
from airanchor.bench.diagnosis.finding import Finding
from airanchor.bench.diagnosis.flown import DiagnosedFlight, FlownDecision
from airanchor.bench.diagnosis.knowledge import Glimpse
from airanchor.bench.diagnosis.ledger import AnchorLedger
from airanchor.bench.diagnosis.motion import heading_off_deg, wrong_motion
from airanchor.bench.diagnosis.progress import PathProgress
from airanchor.bench.diagnosis.told_landmarks import LegReading, misreading, tells_turn
from airanchor.bench.diagnosis.truth import TrueLeg
from airanchor.flight import Ending


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A lost leg and all that is known of it."""

    flown: DiagnosedFlight
    leg: TrueLeg
    legs: int
    reading: LegReading
    progress: PathProgress
    decisions: Sequence[FlownDecision]
    """Those in which it had to be flown."""
    glimpses: Sequence[Glimpse]
    before: Sequence[Glimpse]
    """What the subtasks of the leg before gave of that leg's landmark."""
    ledger: AnchorLedger

    @property
    def is_known(self) -> bool:
        """Whether the landmark's true place was ever known on the leg."""
        return any(one.is_known for one in self.glimpses)

    @property
    def first(self) -> int | None:
        """The first decision of the leg."""
        return self.decisions[0].number if self.decisions else None

    def found(self, cause: Cause, decision: int | None, words: str) -> Finding:
        """A finding on this leg."""
        return Finding(cause, self.leg.number, decision, words)


def blame(case: Case) -> list[Finding]:
    """Before the leg's subtask; then language, memory and grounding if the landmark was never known, else
    memory, planning, completion and control."""
    if not case.flown.has_anchors:
        return _by_motion(case)
    late = _late(case)
    if late:
        return late
    spent = _spent(case)
    if spent:
        return spent
    if not case.decisions and case.progress.completed is not None:
        return [_early(case, case.progress.completed)]
    if case.is_known:
        return _misled(case) or _known(case)
    return _unknown(case)


def _by_motion(case: Case) -> list[Finding]:
    """Of a navigator without anchors only the way itself can be judged, and what was in its views."""
    at = next((one for one in case.decisions if one.number == case.progress.left), None)
    unseen = [] if any(one.is_visible for one in case.glimpses) else _lacked(case)
    if at is not None and at.failure is not None:
        words = f"{at.skill.skill if at.skill else ''}: {at.failure}"
        return [case.found(Cause.PLANNING, at.number, words), *unseen]
    if at is not None:
        words = wrong_motion(case.flown, case.leg, case.progress.begun, at)
        return [case.found(Cause.CONTROL, at.number, words), *unseen]
    end = case.flown.end
    if end is not None and case.flown.decisions and Ending(end.ending).is_own:
        return [_early(case, case.flown.decisions[-1].number), *unseen]
    return [*_failed(case), *_budget(case), *unseen]


def _budget(case: Case) -> list[Finding]:
    end = case.flown.end
    if end is None or end.ending != Ending.ITERATIONS:
        return []
    spent = f"{end.iterations} decisions" if end.iterations else f"{end.steps} actions"
    words = f"all {spent} were spent by leg {case.leg.number} of {case.legs}"
    return [case.found(Cause.BUDGET, end.iterations or None, words)]


def _late(case: Case) -> list[Finding]:
    """The leg before was flown, but its subtask went on until the route was left or the flight ended."""
    progress, flown = case.progress, case.flown
    if progress.lost == 0 or case.reading.first is None or not flown.decisions:
        return []
    reached, since = flown.decision_at(progress.begun), flown.since(case.reading.first)
    until = flown.decisions[-1].number if since is None else since - 1
    is_left = progress.left is not None and reached <= progress.left <= until
    if not is_left and (since is not None or until - reached < THRESHOLDS.linger):
        return []
    how = f"left the next route at {progress.left}" if is_left else f"spent the other {until - reached} there"
    words = f"flown at decision {reached}, but its subtask went on and {how}"
    late = Finding(Cause.LATE, case.leg.number - 1, reached, words)
    wrong = [one for one in case.before if one.sight == "wrong"]
    if not wrong or any(one.is_known for one in case.before):
        return [late]
    return [Finding(Cause.WRONG_MASK, case.leg.number - 1, wrong[0].decision, wrong[0].words), late]


def _spent(case: Case) -> list[Finding]:
    """The budget ended on the route, on a leg that had had little of it."""
    end = case.flown.end
    if end is None or end.ending != Ending.ITERATIONS or case.progress.left is not None:
        return []
    if case.progress.completed is not None or len(case.decisions) * case.legs >= end.iterations:
        return []
    left = f"{len(case.decisions)} of {end.iterations} decisions"
    words = f"{left} were left for leg {case.leg.number} of {case.legs}"
    return [case.found(Cause.BUDGET, end.iterations, words)]


def _unknown(case: Case) -> list[Finding]:
    """Why the landmark was never known: words, a memory that misled, eyes, a memory that lacked."""
    found = [*_language(case), *_misled(case), *_skipped(case), *_eyes(case)]
    return found or _misturned(case) or _lacked(case)


def _language(case: Case) -> list[Finding]:
    asked = [row.asked for one in case.decisions for row in one.anchors]
    wrong = misreading(case.reading, asked)
    return [] if wrong is None else [case.found(wrong[0], case.first, wrong[1])]


def _misled(case: Case) -> list[Finding]:
    """A prior that is something else was followed."""
    for one in case.glimpses:
        if one.prior is None or not (one.has_wrong_prior and one.is_followed):
            continue
        objects = case.ledger.objects_of(one.prior.instance_id)
        cause = Cause.FALSE_MERGE if len(objects) > 1 else Cause.WRONG_PRIOR
        name = f"{one.prior.instance_id} ({one.prior.label!r})"
        also = f" and holds {len(objects)} objects" if len(objects) > 1 else ""
        words = f"prior {name} lies {one.prior_off_m:.0f} m from the landmark{also}"
        return [case.found(cause, one.decision, words)]
    return []


def _skipped(case: Case) -> list[Finding]:
    """The leg was taken for done without its landmark ever having been asked for."""
    left, completed = case.progress.left, case.progress.completed
    if completed is None or (left is not None and left <= completed):
        return []
    return [_early(case, completed)] if all(one.sight == "omitted" for one in case.glimpses) else []


def _eyes(case: Case) -> list[Finding]:
    """What the views gave instead of the landmark, the worst first."""
    wrong = next((one for one in case.glimpses if one.sight == "wrong"), None)
    far = next((one for one in case.glimpses if one.sight == "direction"), None)
    visible = [one for one in case.glimpses if one.is_visible]
    missed = [one for one in visible if one.sight in ("nothing", "omitted")]
    found = []
    if wrong is not None:
        found.append(case.found(Cause.WRONG_MASK, wrong.decision, wrong.words))
    if far is not None:
        found.append(case.found(Cause.DEGRADED, far.decision, far.words))
    if missed:
        unasked = sum(one.sight == "omitted" for one in missed)
        best = max(missed, key=lambda one: one.share)
        where = f"at best {best.share:.1%} of the view, {best.distance_m:.0f} m away at {best.decision}"
        words = f"visible {len(missed)} times, {where}; not asked for {unasked} times, else not found"
        found.append(case.found(Cause.OMITTED, missed[0].decision, words))
    return sorted(found, key=lambda one: one.decision or 0)


def _misturned(case: Case) -> list[Finding]:
    """The leg begins with a turn, and the route was left in another direction."""
    at = next((one for one in case.decisions if one.number == case.progress.left), None)
    wanted = case.leg.leg.turn_deg
    if at is None or abs(wanted) < THRESHOLDS.turn_deg:
        return []
    off_deg = heading_off_deg(case.flown, case.leg, case.progress.begun, at)
    if off_deg <= THRESHOLDS.astray_deg:
        return []
    words = f"left {off_deg:.0f} degrees off the way; the leg begins with a turn of {wanted} degrees"
    if not tells_turn(case.reading):
        return [case.found(Cause.LEG_LOST, case.first, f"{words}, which is in no sub-goal")]
    return [case.found(Cause.CONTROL, at.number, words)]


def _lacked(case: Case) -> list[Finding]:
    """Never in view, and the memory did not help."""
    name, at = case.leg.landmark.name, case.first
    if not case.decisions:
        return []
    instances = case.ledger.instances_of(case.leg.landmark.row.id)
    if len(instances) > 1:
        return [case.found(Cause.SPLIT, at, f"{name} is held as {', '.join(instances)}, none was told")]
    if instances:
        return [case.found(Cause.UNRECALLED, at, f"{name} is {instances[0]} in memory, but was not told")]
    return [case.found(Cause.UNSEEN, at, f"{name} was in no view of {len(case.glimpses)} decisions")]


def _known(case: Case) -> list[Finding]:
    """Planning at the place where the route was left; completion before it; else the motion itself."""
    left, completed = case.progress.left, case.progress.completed
    at = next((one for one in case.decisions if one.number == left), None)
    if at is not None and at.failure is not None:
        return [case.found(Cause.PLANNING, at.number, f"{at.skill.skill if at.skill else ''}: {at.failure}")]
    if completed is not None and (left is None or completed < left):
        return [_early(case, completed), *_failed(case)]
    if at is not None:
        return [
            case.found(Cause.CONTROL, at.number, wrong_motion(case.flown, case.leg, case.progress.begun, at))
        ]
    return _failed(case) or _ran_out(case)


def _failed(case: Case) -> list[Finding]:
    failed = [one for one in case.decisions if one.failure is not None]
    if not failed or len(failed) < THRESHOLDS.failed_share * len(case.decisions):
        return []
    words = f"{len(failed)} of {len(case.decisions)} skills failed: {failed[0].failure}"
    return [case.found(Cause.PLANNING, failed[0].number, words)]


def _ran_out(case: Case) -> list[Finding]:
    end = case.flown.end
    if end is None or end.ending != Ending.ITERATIONS or not case.decisions:
        return []
    words = f"{len(case.decisions)} decisions on leg {case.leg.number}, its landmark known, did not end it"
    return [case.found(Cause.CONTROL, case.decisions[-1].number, words)]


def _early(case: Case, decision: int) -> Finding:
    at = next((one for one in case.flown.decisions if one.number == decision), None)
    index = at.last if at is not None else 0
    apart = float(np.linalg.norm(case.flown.track[index, :2] - case.leg.end[:2]))
    if at is not None and at.is_given_up:
        return case.found(Cause.GIVEN_UP, decision, f"given up {apart:.0f} m before its end")
    return case.found(Cause.EARLY, decision, f"taken for done {apart:.0f} m before its end")
