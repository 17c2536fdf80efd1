"""The verdict on one flight: what went wrong first on the leg it did not get through, and what else did."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from airanchor.bench.diagnosis.blame import Case, blame
from airanchor.bench.diagnosis.causes import THRESHOLDS, Cause
from airanchor.bench.diagnosis.finding import Finding
from airanchor.bench.diagnosis.flown import DiagnosedFlight, FlownDecision
from airanchor.bench.diagnosis.knowledge import Glimpse, glimpses
from airanchor.bench.diagnosis.ledger import AnchorLedger, book
from airanchor.bench.diagnosis.progress import PathProgress, leg_decisions, measure
from airanchor.bench.diagnosis.told_landmarks import LegReading, read_legs
from airanchor.bench.diagnosis.truth import SceneTruth, TrueLeg, mentioned_in, true_legs
from airanchor.bench.diagnosis.views import Views
from airanchor.bench.episodes import Episode
from airanchor.flight import Ending

Distances = NDArray[np.float64]
_BROKEN = (Ending.REFUSED, Ending.SPENT, Ending.TIME)


@dataclass(frozen=True, slots=True)
class FlightDiagnosis:
    """One flight: whether it succeeded, how far it got, and the primary and other findings."""

    episode_id: str
    scene_id: str
    is_success: bool
    is_oracle_success: bool
    error_m: float
    """The distance to the goal at the end."""
    legs: int
    """0 where the episode has no facts."""
    legs_flown: int
    primary: Finding | None
    """None of a success."""
    others: tuple[Finding, ...] = ()

    @property
    def cause(self) -> Cause | None:
        """The primary cause."""
        return None if self.primary is None else self.primary.cause

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "episode_id": self.episode_id,
            "scene_id": self.scene_id,
            "is_success": self.is_success,
            "is_oracle_success": self.is_oracle_success,
            "error_m": round(self.error_m, 2),
            "legs": self.legs,
            "legs_flown": self.legs_flown,
            "primary": None if self.primary is None else self.primary.to_json(),
            "others": [one.to_json() for one in self.others],
        }


@dataclass(frozen=True, slots=True)
class Examined:
    """A flight beside its legs: what verdict and story are made from."""

    flown: DiagnosedFlight
    legs: tuple[TrueLeg, ...]
    readings: tuple[LegReading, ...]
    """Per leg, how the decomposition has it."""
    progress: PathProgress
    views: Views | None


def examine(flown: DiagnosedFlight, episode: Episode, truth: SceneTruth | None) -> Examined:
    """Lay the flight beside the legs."""
    legs = () if truth is None else true_legs(episode, truth)
    views = None if truth is None else truth.views(flown)
    readings = read_legs(flown, legs, mentioned_in(episode))
    progress = measure(flown, legs, [one.first for one in readings])
    return Examined(flown, legs, readings, progress, views)


def judge(
    flown: DiagnosedFlight, episode: Episode, truth: SceneTruth | None, ledger: AnchorLedger
) -> FlightDiagnosis:
    """The verdict on a flight; `ledger` holds the scene's flights before it, and this one afterwards."""
    seen = examine(flown, episode, truth)
    apart = np.linalg.norm(flown.track - episode.known_goal(), axis=1)
    is_success = bool(flown.is_stopped and apart[-1] <= THRESHOLDS.leg_end_m)
    found, slips = _findings(seen, truth, ledger, apart=None if is_success else apart)
    primary = None if is_success else (found or [Finding(Cause.UNATTRIBUTED, None, None, "no rule holds")])[0]
    return FlightDiagnosis(
        episode_id=episode.episode_id,
        scene_id=episode.scene_id,
        is_success=is_success,
        is_oracle_success=bool((apart <= THRESHOLDS.leg_end_m).any()),
        error_m=float(apart[-1]),
        legs=len(seen.legs),
        legs_flown=seen.progress.legs_flown if seen.legs else 0,
        primary=primary,
        others=(*found[1:], *slips),
    )


def _findings(
    seen: Examined, truth: SceneTruth | None, ledger: AnchorLedger, *, apart: Distances | None
) -> tuple[list[Finding], tuple[Finding, ...]]:
    """All that the rules find, the primary one first, and the slips of the memory; the flight is booked.

    `apart` holds the distances to the goal of a failure, None of a success.
    """
    if truth is None or seen.views is None:
        return ([] if apart is None else _plain(seen, apart) or _without_facts(seen.flown)), ()
    decisions = _lost_decisions(seen)
    first = decisions[0].number if decisions else 0
    before = [one for one in seen.flown.decisions if one.number < first]
    slips = book(before, ledger, truth=truth, views=seen.views)
    found: list[Finding] = []
    if apart is not None:
        found = _plain(seen, apart) or _on_leg(seen, decisions, truth, ledger)
    slips += book(seen.flown.decisions[len(before) :], ledger, truth=truth, views=seen.views)
    return found, slips


def _plain(seen: Examined, apart: Distances) -> list[Finding]:
    """What needs no legs: a reasoner that failed, a goal that was reached and left."""
    broken = _broken(seen.flown, seen.progress)
    is_reached = seen.progress.lost is None and bool((apart <= THRESHOLDS.leg_end_m).any())
    return broken if broken or not is_reached else [_overshot(seen.flown, len(seen.legs), apart)]


def _lost_decisions(seen: Examined) -> list[FlownDecision]:
    lost = seen.progress.lost
    return [] if lost is None else leg_decisions(seen.flown, seen.progress, seen.readings[lost].first)


def _on_leg(
    seen: Examined, decisions: list[FlownDecision], truth: SceneTruth, ledger: AnchorLedger
) -> list[Finding]:
    """What the rules find on the lost leg."""
    flown, progress = seen.flown, seen.progress
    if progress.lost is None or seen.views is None:
        return _without_facts(flown)
    leg = seen.legs[progress.lost]
    case = Case(
        flown=flown,
        leg=leg,
        legs=len(seen.legs),
        reading=seen.readings[progress.lost],
        progress=progress,
        decisions=decisions,
        glimpses=glimpses(flown, leg, decisions, truth=truth, views=seen.views),
        before=_glimpses_before(seen, progress.lost, truth, seen.views),
        ledger=ledger,
    )
    return blame(case)


def _glimpses_before(seen: Examined, lost: int, truth: SceneTruth, views: Views) -> tuple[Glimpse, ...]:
    """What the subtasks of the leg before the lost one gave of that leg's landmark."""
    own, next_ = (None if lost == 0 else seen.readings[lost - 1].first), seen.readings[lost].first
    if own is None or next_ is None:
        return ()
    decisions = [one for one in seen.flown.decisions if own <= one.subtask < next_]
    return glimpses(seen.flown, seen.legs[lost - 1], decisions, truth=truth, views=views)


def _broken(flown: DiagnosedFlight, progress: PathProgress) -> list[Finding]:
    """The reasoner failed the whole flight, or the decision at which the route was left."""
    end = flown.end
    if end is not None and end.ending in _BROKEN:
        last = flown.decisions[-1].number if flown.decisions else None
        return [Finding(Cause.REASONER, None, last, f"ended by {end.ending}")]
    if "decomposition" in flown.fallbacks:
        return [Finding(Cause.REASONER, None, None, "the decomposition fell back")]
    at = next((one for one in flown.decisions if one.number == progress.left and one.fallbacks), None)
    if at is None:
        return []
    leg = None if progress.lost is None else progress.lost + 1
    return [Finding(Cause.REASONER, leg, at.number, f"{', '.join(at.fallbacks)} fell back")]


def _overshot(flown: DiagnosedFlight, legs: int, apart: Distances) -> Finding:
    index = int(np.flatnonzero(apart <= THRESHOLDS.leg_end_m)[-1])
    words = f"came within {apart.min():.0f} m of the goal and ended {apart[-1]:.0f} m away"
    return Finding(Cause.LATE, legs or None, flown.decision_at(index) or None, words)


def _without_facts(flown: DiagnosedFlight) -> list[Finding]:
    """What can be told without legs."""
    decisions = flown.decisions
    failed = [one for one in decisions if one.failure is not None]
    if decisions and len(failed) >= THRESHOLDS.failed_share * len(decisions):
        words = f"{len(failed)} of {len(decisions)} skills failed"
        return [Finding(Cause.PLANNING, None, failed[0].number, words)]
    if flown.end is not None and flown.end.ending == Ending.ITERATIONS:
        done = f"{flown.end.subtasks_completed} of {flown.end.subtasks} subtasks done"
        return [Finding(Cause.BUDGET, None, decisions[-1].number if decisions else None, done)]
    return []
