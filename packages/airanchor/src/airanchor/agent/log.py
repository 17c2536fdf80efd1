"""Writes what the agent does to the recorder, event by event; nobody asks it anything."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict

from airanchor.agent.clock import FlightClock
from airanchor.agent.observer import GroundedView
from airanchor.agent.priors import Identity
from airanchor.agent.skills import SkillOutcome
from airanchor.agent.subtask import SubtaskRun
from airanchor.agent.thought import Reflection
from airanchor.anchors import ObjectAnchor, comparison_text, decision_text
from airanchor.anchors.outcome import GroundingOutcome as AnchorOutcome
from airanchor.flight import Flight, Mission, Recorder
from airanchor.flight.events import end_event, mission_event
from airanchor.memory import CandidateSet, Memory, MemoryChange
from airanchor.reasoner.roles import ActionChoice, Decomposition, NavigationDecision, Prior, Status
from airanchor.trace import (
    AbsentRow,
    AnchorRow,
    AnchorsEvent,
    CandidateRow,
    DecisionEvent,
    LandmarkRow,
    MemoryEvent,
    MemoryRow,
    PlanEvent,
    PriorRow,
    ReflectionEvent,
    SkillEvent,
    SubtaskEvent,
)
from aircity.geometry import Cue, Extent
from aircity.world import Observation


class FlightLog:
    """One flight's recording, dated by its clock."""

    def __init__(self, recorder: Recorder, clock: FlightClock, memory: Memory) -> None:
        self._recorder = recorder
        self._clock = clock
        self._memory = memory

    def mission(self, navigator: str, mission: Mission) -> None:
        """The flight begins."""
        self._recorder.write(mission_event(navigator, mission))

    def plan(self, plan: Decomposition) -> None:
        """The instruction was read."""
        self._recorder.write(
            PlanEvent(
                subtasks=tuple(subtask.text for subtask in plan.subtasks),
                not_understood=plan.not_understood,
                corrections=plan.corrections,
                note=plan.note,
            )
        )

    def subtask(self, run: SubtaskRun, of: int, offered: Mapping[str, CandidateSet]) -> None:
        """A subtask begins; `offered` is what the memory holds for its landmarks, where it was asked."""
        chosen = {identity.landmark_id: identity.instance_id for identity in run.identities}
        self._recorder.write(
            SubtaskEvent(
                number=run.number,
                of=of,
                text=run.subtask.text,
                subgoals=run.subtask.subgoals,
                landmarks=tuple(
                    LandmarkRow(
                        id=landmark.id,
                        category=landmark.category,
                        attributes=landmark.attributes,
                        candidates=_candidate_rows(offered[landmark.id]) if landmark.id in offered else None,
                        chosen=chosen.get(landmark.id),
                    )
                    for landmark in run.subtask.landmarks
                ),
                threshold=run.threshold,
            )
        )

    def decision(self, run: SubtaskRun, view: Observation, priors: Sequence[Prior] | None) -> None:
        """A pass of the loop begins."""
        self._recorder.write(
            DecisionEvent(
                iteration=self._clock.iteration,
                subtask=run.number,
                since=run.since,
                backtracks=run.backtracks,
                pose=view.pose,
                progress=run.context.progress,
                plan=run.context.plan,
                rgb=self._recorder.save_rgb(view.rgb),
                skills=run.skills,
                priors=None if priors is None else self._prior_rows(run.identities, priors),
            )
        )

    def _prior_rows(self, identities: Sequence[Identity], priors: Sequence[Prior]) -> tuple[PriorRow, ...]:
        return tuple(
            PriorRow(
                landmark_id=prior.landmark_id,
                label=prior.label,
                instance_id=prior.instance_id,
                point=self._place(identity),
                reliability=prior.reliability,
                words=prior.cue,
            )
            for identity, prior in zip(identities, priors, strict=True)
        )

    def _place(self, identity: Identity) -> tuple[float, float, float]:
        x, y, z = self._memory.instance(identity.instance_id).center.tolist()
        return x, y, z

    def seen(self, seen: GroundedView) -> None:
        """What was measured."""
        grounding, cues = seen.grounding, seen.grounding.graph.cues
        self._recorder.write(
            AnchorsEvent(
                iteration=self._clock.iteration,
                overlay=self._recorder.save_rgb(grounding.overlay),
                graph=decision_text(grounding.graph),
                rows=tuple(_anchor_row(one, cues.get(one.request.index)) for one in grounding.outcomes),
                repeated=seen.repeated,
            )
        )

    def memory(
        self,
        anchors: Sequence[ObjectAnchor],
        changes: Sequence[MemoryChange],
        absent: Sequence[MemoryChange] = (),
    ) -> None:
        """What was remembered of it."""
        self._recorder.write(
            MemoryEvent(
                iteration=self._clock.iteration,
                size=len(self._memory.register.instances),
                rows=tuple(
                    _memory_row(self._memory, anchor, change)
                    for anchor, change in zip(anchors, changes, strict=True)
                ),
                absent=tuple(self._absent_row(change) for change in absent),
            )
        )

    def _absent_row(self, change: MemoryChange) -> AbsentRow:
        assert change.instance_id is not None
        instance = self._memory.instance(change.instance_id)
        return AbsentRow(instance_id=instance.id, reason=change.reason, confidence=instance.confidence)

    def skill(
        self, decision: NavigationDecision, outcome: SkillOutcome, words: str, is_automatic: bool
    ) -> None:
        """What was decided and done."""
        self._recorder.write(
            SkillEvent(
                iteration=self._clock.iteration,
                skill=decision.skill.value,
                parameters=decision.parameters.model_dump(mode="json"),
                reason=decision.reason,
                caption=decision.scene_caption,
                is_automatic=is_automatic,
                before=outcome.poses[0],
                after=outcome.poses[-1],
                steps=outcome.steps,
                failure=outcome.failure,
                words=words,
            )
        )

    def action(self, choice: ActionChoice, outcome: SkillOutcome, words: str) -> None:
        """A single action was decided and done."""
        self._recorder.write(
            SkillEvent(
                iteration=self._clock.iteration,
                skill=choice.action.value,
                reason=choice.reason,
                caption="",
                before=outcome.poses[0],
                after=outcome.poses[-1],
                steps=outcome.steps,
                failure=outcome.failure,
                words=words,
            )
        )

    def reflection(self, reflection: Reflection) -> None:
        """What it changed."""
        verdict = reflection.verdict
        before, after = reflection.graphs or (None, None)
        self._recorder.write(
            ReflectionEvent(
                iteration=self._clock.iteration,
                status=verdict.status.value,
                outcome=None if verdict.status is Status.ONGOING else verdict.outcome.value,
                progress=verdict.progress,
                plan=verdict.next_plan,
                after=self._recorder.save_rgb(reflection.after),
                graph_before=None if before is None else comparison_text(before),
                graph_after=None if after is None else comparison_text(after),
                cues_before=None if before is None else before.cues,
                cues_after=None if after is None else after.cues,
            )
        )

    def end(self, flight: Flight) -> None:
        """The flight is over."""
        self._recorder.write(end_event(flight))


def _candidate_rows(found: CandidateSet) -> tuple[CandidateRow, ...]:
    rows = []
    for one in found:
        x, y, z = one.instance.center.tolist()
        rows.append(
            CandidateRow(
                instance_id=one.instance.id,
                point=(x, y, z),
                score=one.rank_score,
                reliability=one.confidence,
                first_episode=one.instance.first_seen.episode,
            )
        )
    return tuple(rows)


def _anchor_row(outcome: AnchorOutcome, cue: Cue | None) -> AnchorRow:
    anchor = outcome.anchor
    thing = anchor if isinstance(anchor, ObjectAnchor) else None
    x, y, z = anchor.point_in_world.tolist() if anchor is not None else (None, None, None)
    return AnchorRow.model_validate(
        {
            **outcome.row,
            "label": thing.phrase.label if thing else None,
            "pixel": anchor.marker_px if anchor is not None else None,
            "box": thing.box_px if thing else None,
            "point": (x, y, z) if anchor is not None else None,
            "footprint": _corners(thing.extent) if thing else (),
            "heights": (thing.extent.z_min_m, thing.extent.z_max_m) if thing else None,
            "cue": cue,
        }
    )


def _memory_row(memory: Memory, anchor: ObjectAnchor, change: MemoryChange) -> MemoryRow:
    instance = None if change.instance_id is None else memory.instance(change.instance_id)
    best = change.decision.best if change.decision is not None else None
    return MemoryRow(
        anchor=anchor.index,
        change=change.kind,
        instance_id=change.instance_id,
        label=anchor.phrase.label,
        reason=change.reason,
        footprint=_corners(instance.extent) if instance else (),
        heights=(instance.extent.z_min_m, instance.extent.z_max_m) if instance else None,
        confidence=instance.confidence if instance else None,
        score=None if best is None else asdict(best),
    )


def _corners(extent: Extent) -> tuple[tuple[float, float], ...]:
    return tuple((round(x, 2), round(y, 2)) for x, y in extent.footprint.vertices.tolist())
