"""Who flies a piece: its row, stack, scene and detector, and how one episode becomes a trace and a result."""

import shutil
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from airanchor import own_parts
from airanchor.assembly import Stack, own_facts
from airanchor.bench.episodes import Episode
from airanchor.bench.metrics import Scores, score
from airanchor.bench.results import EpisodeResult, RunFolder, timeless
from airanchor.bench.rows import Row
from airanchor.bench.run.hit_count import HitCount
from airanchor.bench.run.panorama_charge import ChargedWorld
from airanchor.bench.run.record import RunRecord
from airanchor.bench.run.worlds.source import OpenScene
from airanchor.errors import BudgetSpent, ChatRefused, WorldLost
from airanchor.flight import Ending, Flight, launch
from airanchor.memory import FrozenMemory, Memory
from airanchor.perception import Detector
from airanchor.reasoner import ExchangeListener
from airanchor.reasoner.exchanges import RecordingListener
from airanchor.reasoner.reasoner import Answer, Exchange
from airanchor.trace import EvaluationEvent, TraceWriter
from aircity.city.city import noise_seed
from aircity.city.conditions import CLEAR, Conditions
from aircity.geometry import Pose
from aircity.world import Simulator
from aircity.wrappers.levels import NoisyWorld, add_noise


@dataclass(frozen=True, slots=True, eq=False)
class Crew:
    """All that stays the same from episode to episode of a piece."""

    folder: RunFolder
    record: RunRecord
    row: Row
    stack: Stack
    scene: OpenScene
    detector: Detector
    conditions: Conditions = CLEAR

    def fly(self, episode: Episode, memory: Memory, ordinal: int) -> EpisodeResult:
        """Fly it, leave its trace in its place, and return its result, which is not committed yet."""
        place = self.folder.trace(self.row.name, episode.episode_id)
        half = self.folder.row(self.row.name) / "flying" / place.name
        shutil.rmtree(half, ignore_errors=True)
        with TraceWriter(half, self._facts(episode), keep=self.record.conduct.keep) as writer:
            hits = HitCount(self.scene.world())
            seed = noise_seed(self.conditions.seed, episode.episode_id)
            sensed = add_noise(hits, self.conditions.noise, seed=seed)
            world = ChargedWorld(sensed)
            flight = self._launch(episode, memory, world, writer)
            _check_counts(flight)
            charged = world.turns if self.record.order.charge_panoramas else 0
            scores = score_flight(flight, episode, charged, true_path(flight, sensed))
            writer.write(_evaluation(episode, scores))
        _move(half, place)
        result = self._result(episode, flight, scores, ordinal=ordinal, instances=len(memory.register))
        return replace(result, moving_collisions=hits.hits)

    def _launch(self, episode: Episode, memory: Memory, world: Simulator, writer: TraceWriter) -> Flight:
        row, listener = self.row, self._listener(writer)
        navigator = self.stack.navigator(
            row.agent,
            reasoner=self.stack.reasoner(listener),
            detector=self.detector,
            memory=FrozenMemory(memory) if row.memory == "frozen" else memory,
            episode=episode.episode_id,
            substitute=row.substitute,
            reference=episode.actions if row.knows_truth else None,
        )
        envelope = self.stack.settings.envelope
        with own_parts.blamed():
            return launch(navigator, episode.mission, world, envelope=envelope, writer=writer)

    def _listener(self, writer: TraceWriter) -> ExchangeListener:
        if self.record.conduct.keeps_calls(self.record.order.reasoner):
            return RecordingListener(writer)
        return AnswersOnly(writer)

    def _facts(self, episode: Episode) -> dict[str, Any]:
        """What the trace begins with."""
        return {
            "settings": self.stack.settings.to_json(),
            "scene": episode.scene_id,
            "world": self.record.order.world,
            "row": self.row.name,
            "agent": self.row.agent,
            "split": episode.split,
            "episode": episode.episode_id,
            "memory": self.row.memory,
            "knows_truth": self.row.knows_truth,
            "charge_panoramas": self.record.order.charge_panoramas,
            **self.conditions.facts(),
            **self.stack.names(self.detector),
            **own_facts(world=self.record.order.world),
            **({"agent_part": self.row.part} if self.row.part else {}),
        }

    def _result(
        self, episode: Episode, flight: Flight, scores: Scores, *, ordinal: int, instances: int
    ) -> EpisodeResult:
        return EpisodeResult(
            row=self.row.name,
            episode_id=episode.episode_id,
            trajectory_id=episode.trajectory_id,
            scene_id=episode.scene_id,
            split=episode.split,
            ordinal=ordinal,
            scores=scores,
            start_goal_m=_start_goal_m(episode),
            ending=flight.ending.value,
            iterations=flight.iterations,
            subtasks=flight.subtasks,
            subtasks_completed=flight.subtasks_completed,
            refusals=flight.refusals,
            instances=instances,
            skills=dict(flight.skills),
            failures=dict(flight.failures),
            usage=timeless(flight),
            outcomes=dict(Counter(report.status.words for report in flight.reports)),
        )


class AnswersOnly:
    """Records each role's reply and leaves out the prompts, two thirds of a trace."""

    def __init__(self, writer: TraceWriter) -> None:
        self._recording = RecordingListener(writer)

    def exchanged(self, exchange: Exchange) -> None:
        """The prompt and its answer are not kept."""

    def answered(self, role: str, answer: Answer[Any]) -> None:
        """A role has its reply."""
        self._recording.answered(role, answer)


def true_path(flight: Flight, world: Simulator) -> tuple[Pose, ...]:
    """Where the drone really was, which a noisy world does not report."""
    if isinstance(world, NoisyWorld):
        return tuple(world.true_pose(pose) for pose in flight.trajectory)
    return flight.trajectory


def score_flight(flight: Flight, episode: Episode, charged: int, path: Sequence[Pose]) -> Scores:
    """The true path against the episode's reference; `charged` are steps on top of those it flew."""
    return score(
        [pose.position for pose in path],
        reference=episode.known_path(),
        goal=episode.known_goal(),
        steps=flight.steps + charged,
        collisions=flight.collisions,
    )


def _evaluation(episode: Episode, scores: Scores) -> EvaluationEvent:
    paper = scores.paper
    north_m, east_m, up_m = episode.known_goal().tolist()
    return EvaluationEvent(
        episode_id=episode.episode_id,
        goal=(north_m, east_m, up_m),
        reference=tuple((x, y, z) for x, y, z in episode.known_path().tolist()),
        metrics={
            "NE": paper.navigation_error_m,
            "SR": float(paper.is_success),
            "OSR": float(paper.is_oracle_success),
            "nDTW": scores.ndtw,
            "SDTW": paper.sdtw,
            "SPL": paper.spl,
        },
    )


def _start_goal_m(episode: Episode) -> float:
    x, y, z = (episode.known_goal() - episode.start.position).tolist()
    return float((x * x + y * y + z * z) ** 0.5)


def _check_counts(flight: Flight) -> None:
    """Raise where the flight ended for a reason that says nothing of the agent; it is then flown again."""
    if flight.ending is Ending.SPENT:
        raise BudgetSpent(flight.words)
    if flight.ending is Ending.REFUSED:
        raise ChatRefused(flight.words)
    if flight.ending is Ending.LOST:
        raise WorldLost(flight.words)
    if flight.ending is Ending.INTERRUPTED:
        raise KeyboardInterrupt


def _move(half: Path, place: Path) -> None:
    """Put a finished trace in its place, over one whose episode was never committed."""
    shutil.rmtree(place, ignore_errors=True)
    place.parent.mkdir(parents=True, exist_ok=True)
    half.replace(place)
