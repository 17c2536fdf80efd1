"""Legs of flights over paths, as their traces note them, beside where each should have ended."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from airanchor.bench.episodes import Episode, load_split
from airanchor.bench.results import EpisodeResult, RunFolder
from airanchor.embedded.rules.config import RulebookConfig
from airanchor.embedded.rules.notes.leg_evidence import ClosedNote, LegEvidence
from airanchor.embedded.rules.notes.note import read_note
from airanchor.embedded.rules.notes.progress import ProgressNote
from airanchor.embedded.rules.notes.proof import Proof
from airanchor.embedded.rules.verdicts.arrival import confidence
from airanchor.reasoner.roles import Status
from airanchor.trace import ReflectionEvent, StartEvent, StepEvent, SubtaskEvent, read_trace

RIGHT_M = 25.0
"""How near its true end a leg ends that is right, seen from above; the last one as success counts."""
ROW = "airanchor"
_FLOWN = {Status.COMPLETED.value, Status.GUESSED.value}


@dataclass(frozen=True, slots=True)
class FlownLeg:
    """One leg to a landmark."""

    evidence: LegEvidence
    is_right: bool
    is_astray: bool
    """Whether the leg before it was wrong."""

    def is_recognised(self, least: float) -> bool:
        """As `airanchor.embedded.rules.verdicts.arrival` judges."""
        one = self.evidence
        proof = Proof("landmark", measured=one.measured, missed=one.missed, best=one.best)
        is_sure = confidence(proof, RulebookConfig().arrival) >= least
        return one.is_done and one.is_known and one.measured > 0 and is_sure


@dataclass(frozen=True, slots=True)
class FlownRoute:
    """One flight."""

    episode: str
    scene: str
    is_success: bool
    """Ended within 20 m of the goal."""
    has_passed: bool
    """Was within 20 m of it at any time."""
    ending: str
    statuses: tuple[str, ...]
    """What the verdicts called its subtasks."""
    legs: tuple[FlownLeg, ...]

    def may_be_completed(self, least: float) -> bool:
        """Whether every landmark is recognised from a likelihood on, so that the chance of all decides."""
        is_flown = bool(self.statuses) and set(self.statuses) <= _FLOWN
        return is_flown and all(leg.is_recognised(least) for leg in self.legs)


@dataclass(frozen=True, slots=True)
class _Closed:
    evidence: LegEvidence
    place: NDArray[np.float64]


def routes(folder: Path) -> Iterator[FlownRoute]:
    """Every flight of a run over paths of which the legs are known."""
    results = RunFolder(folder).results(ROW)
    told = {one.episode_id: one for split in {one.split for one in results} for one in load_split(split)}
    for result in results:
        episode = told[result.episode_id]
        if episode.facts.get("legs") and episode.reference_path is not None:
            yield _route(result, episode, RunFolder(folder).trace(ROW, result.episode_id))


def _route(result: EpisodeResult, episode: Episode, trace: Path) -> FlownRoute:
    statuses, closed = _read(trace)
    score = result.scores.paper
    return FlownRoute(
        result.episode_id,
        result.scene_id,
        score.is_success,
        score.is_oracle_success,
        result.ending,
        statuses,
        tuple(_judged(closed, episode, score.is_success)),
    )


def _read(trace: Path) -> tuple[tuple[str, ...], list[_Closed]]:
    """The outcome of each subtask begun, and its legs with where the drone was when each was over."""
    statuses: dict[int, str] = {}
    closed: list[_Closed] = []
    place, subtask, told = np.zeros(2), 0, 0
    for event in read_trace(trace).events:
        match event:
            case StartEvent() | StepEvent():
                place = np.array([event.pose.x_m, event.pose.y_m])
            case SubtaskEvent():
                subtask, told = event.number, 0
                statuses = {**dict.fromkeys(range(1, event.of + 1), Status.ONGOING.value), **statuses}
            case ReflectionEvent():
                legs = _legs(event.progress)
                closed += [_Closed(leg, place) for leg in legs[told:]]
                told = max(told, len(legs))
                statuses[subtask] = event.outcome or Status.ONGOING.value
    return tuple(statuses.values()), closed


def _legs(progress: str) -> tuple[LegEvidence, ...]:
    ended, going_on = read_note(progress, ClosedNote), read_note(progress, ProgressNote)
    return ended.legs if ended is not None else going_on.progress.legs if going_on is not None else ()


def _judged(closed: Sequence[_Closed], episode: Episode, is_success: bool) -> Iterator[FlownLeg]:
    """A leg is right that ends where a true leg does, one after the last such; the last leg at the goal."""
    path = episode.known_path()
    ends = [path[leg["last"]][:2] for leg in episode.facts["legs"]]
    at, is_astray = 0, False
    for number, leg in enumerate(closed, 1):
        near = [k for k in range(at, len(ends)) if np.linalg.norm(ends[k] - leg.place) <= RIGHT_M]
        is_right = is_success if number == len(closed) else bool(near)
        at = near[0] + (number < len(closed)) if near else at
        yield FlownLeg(leg.evidence, is_right, is_astray)
        is_astray = not is_right
