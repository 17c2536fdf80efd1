"""One episode of a run: its scores computed again from the trace, and every statement about it compared."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from airanchor.bench.episodes import Episode
from airanchor.bench.metrics import Scores, score
from airanchor.bench.report.verify.findings import Notebook
from airanchor.bench.report.verify.flown import RecordedFlight, read_flown
from airanchor.bench.results import EpisodeResult
from airanchor.bench.rows import Row
from airanchor.bench.run.panorama_charge import turns_of
from airanchor.errors import TraceError
from airanchor.reasoner.roles import Status
from airanchor.trace import Trace, read_trace
from aircity.city.conditions import CLEAR, Conditions
from aircity.geometry import Pose
from aircity.world import StepSizes


@dataclass(frozen=True, slots=True, eq=False)
class ExpectedTrace:
    """What every trace of a row begins with."""

    row: Row
    settings: Mapping[str, Any]
    names: Mapping[str, str]
    """Reasoner, detector and encoders."""
    charge_panoramas: bool
    """Whether the turns of looks around count as steps."""
    conditions: Conditions = CLEAR

    def header(self, episode: Episode) -> dict[str, Any]:
        """The facts of one episode's trace."""
        return {
            "settings": dict(self.settings),
            "scene": episode.scene_id,
            "row": self.row.name,
            "agent": self.row.agent,
            "split": episode.split,
            "episode": episode.episode_id,
            "memory": self.row.memory,
            "knows_truth": self.row.knows_truth,
            "charge_panoramas": self.charge_panoramas,
            **self.conditions.facts(),
            **self.names,
            **({"agent_part": self.row.part} if self.row.part else {}),
        }


def check_flight(
    result: EpisodeResult, episode: Episode, folder: Path, expected: ExpectedTrace, notes: Notebook
) -> bool:
    """Compare a result with its episode and its trace; False where there is no trace to read."""
    notes.same("results", "result", _identity(result), _true_identity(episode, expected.row.name))
    try:
        trace = read_trace(folder)
    except TraceError as error:
        notes.note("trace", str(error))
        return False
    _check_header(trace, expected.header(episode), notes)
    flown = read_flown(trace, notes)
    if flown is not None:
        _check_mission(flown, episode, notes)
        charged = _turns(flown) if expected.charge_panoramas else 0
        path = flown.true_poses(episode.start) if expected.conditions.noise else flown.poses
        scores = _score(flown, episode, charged, path)
        notes.same("scores", "scores", asdict(result.scores), asdict(scores))
        notes.same("scores", "evaluation", dict(flown.evaluation.metrics), _metrics(scores))
        notes.same("results", "result", _account(result), _true_account(flown))
        _check_usage(result, flown, notes)
    return True


def _identity(result: EpisodeResult) -> dict[str, Any]:
    return {
        "row": result.row,
        "episode_id": result.episode_id,
        "trajectory_id": result.trajectory_id,
        "scene_id": result.scene_id,
        "split": result.split,
        "start_goal_m": result.start_goal_m,
    }


def _true_identity(episode: Episode, row: str) -> dict[str, Any]:
    away = episode.known_goal() - episode.start.position
    return {
        "row": row,
        "episode_id": episode.episode_id,
        "trajectory_id": episode.trajectory_id,
        "scene_id": episode.scene_id,
        "split": episode.split,
        "start_goal_m": float((away**2).sum() ** 0.5),
    }


def _check_header(trace: Trace, expected: Mapping[str, Any], notes: Notebook) -> None:
    told = {key: trace.header.settings.get(key) for key in expected}
    notes.same("settings", "the trace's first event", told, expected)


def _check_mission(flown: RecordedFlight, episode: Episode, notes: Notebook) -> None:
    mission, evaluation = flown.mission, flown.evaluation
    notes.same("trace", "instruction", mission.instruction, episode.instruction)
    notes.same("trace", "scene", mission.scene_id, episode.scene_id)
    notes.same("trace", "start", asdict(mission.start), asdict(episode.start))
    notes.same("trace", "episode of the evaluation", evaluation.episode_id, episode.episode_id)
    notes.same("trace", "goal", list(evaluation.goal), episode.known_goal().tolist())
    notes.same("trace", "reference", evaluation.reference, episode.known_path().tolist())


def _turns(flown: RecordedFlight) -> int:
    turn_rad = StepSizes().turn_rad
    return sum(turns_of(offsets, turn_rad) for offsets in flown.panoramas)


def _score(flown: RecordedFlight, episode: Episode, charged: int, path: Sequence[Pose]) -> Scores:
    return score(
        [pose.position for pose in path],
        reference=episode.known_path(),
        goal=episode.known_goal(),
        steps=flown.steps + charged,
        collisions=flown.collisions,
    )


def _metrics(scores: Scores) -> dict[str, float]:
    paper = scores.paper
    return {
        "NE": paper.navigation_error_m,
        "SR": float(paper.is_success),
        "OSR": float(paper.is_oracle_success),
        "nDTW": scores.ndtw,
        "SDTW": paper.sdtw,
        "SPL": paper.spl,
    }


def _account(result: EpisodeResult) -> dict[str, Any]:
    return {
        "ending": result.ending,
        "iterations": result.iterations,
        "subtasks": result.subtasks,
        "subtasks_completed": result.subtasks_completed,
        "refusals": result.refusals,
        "skills": dict(result.skills),
        "failures": dict(result.failures),
        "outcomes": dict(result.outcomes),
        "moving_collisions": result.moving_collisions,
    }


def _true_account(flown: RecordedFlight) -> dict[str, Any]:
    end = flown.end
    return {
        "ending": end.ending,
        "iterations": end.iterations,
        "subtasks": end.subtasks,
        "subtasks_completed": end.subtasks_completed,
        "refusals": flown.refusals,
        "skills": dict(end.skills),
        "failures": dict(end.failures),
        "outcomes": dict(Counter(Status(report.status).words for report in end.reports)),
        "moving_collisions": flown.moving_collisions,
    }


def _check_usage(result: EpisodeResult, flown: RecordedFlight, notes: Notebook) -> None:
    """What the model was asked, by all that the trace says of it; clock readings are in neither."""
    told = [asdict(row) for row in result.usage]
    if len(told) == len(flown.end.usage):
        told = [
            {key: one[key] for key in row if key in one}
            for one, row in zip(told, flown.end.usage, strict=True)
        ]
    notes.same("results", "usage", told, [dict(row) for row in flown.end.usage])
