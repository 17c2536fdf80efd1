"""Writes what the agent does to the recorder, event by event."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict

from airanchor.agent.priors import Identity, Priors
from airanchor.agent.sight import Seen
from airanchor.agent.skills import Outcome
from airanchor.agent.subtask import SubtaskRun
from airanchor.agent.thought import Reflection
from airanchor.anchors import ObjectAnchor, decision_text
from airanchor.anchors.outcome import Outcome as AnchorOutcome
from airanchor.flight import Ending, Flight, Mission, Recorder, SubtaskReport, Track, ending_of, sentence
from airanchor.flight.events import end_event, mission_event
from airanchor.memory import Memory, MemoryChange
from airanchor.reasoner import Ledger
from airanchor.reasoner.roles import ActionChoice, Decomposition, NavigationDecision, Prior, Status
from airanchor.trace import (
    AnchorRow,
    AnchorsEvent,
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
from aircity.geometry import Extent
from aircity.world import Observation


class FlightLog:
    """One flight's recording, and the counts that its summary needs."""

    def __init__(self, navigator: str, recorder: Recorder) -> None:
        self._navigator = navigator
        self._recorder = recorder
        self.iteration = 0
        self._plan: Decomposition | None = None
        self._begun: set[int] = set()
        self._ended: dict[int, tuple[Status, str]] = {}
        self.skills: Counter[str] = Counter()
        self.failures: Counter[str] = Counter()

    def mission(self, mission: Mission) -> None:
        """The flight begins."""
        self._recorder.write(mission_event(self._navigator, mission))

    def plan(self, plan: Decomposition) -> None:
        """The instruction was read."""
        self._plan = plan
        self._recorder.write(
            PlanEvent(
                subtasks=tuple(subtask.text for subtask in plan.subtasks),
                not_understood=plan.not_understood,
                corrections=plan.corrections,
                note=plan.note,
            )
        )

    def ended(self, number: int, status: Status, words: str) -> None:
        """A subtask is over."""
        self._ended[number] = status, words

    def subtask(self, run: SubtaskRun, number: int, of: int) -> None:
        """A subtask begins."""
        self._begun.add(number)
        self._recorder.write(
            SubtaskEvent(
                number=number,
                of=of,
                text=run.subtask.text,
                subgoals=run.subtask.subgoals,
                landmarks=tuple(
                    LandmarkRow(id=landmark.id, category=landmark.category, attributes=landmark.attributes)
                    for landmark in run.subtask.landmarks
                ),
                threshold=run.threshold,
            )
        )

    def decision(
        self, run: SubtaskRun, view: Observation, told: Sequence[Prior] | None, priors: Priors, number: int
    ) -> None:
        """A pass of the loop begins."""
        self.iteration += 1
        self._recorder.write(
            DecisionEvent(
                iteration=self.iteration,
                subtask=number,
                since=run.since,
                backtracks=run.backtracks,
                pose=view.pose,
                progress=run.context.progress,
                plan=run.context.plan,
                rgb=self._recorder.save_rgb(view.rgb),
                skills=run.skills,
                priors=None if told is None else _prior_rows(run.identities, told, priors),
            )
        )

    def seen(self, seen: Seen) -> None:
        """What was measured."""
        grounding = seen.grounding
        self._recorder.write(
            AnchorsEvent(
                iteration=self.iteration,
                overlay=self._recorder.save_rgb(grounding.overlay),
                graph=decision_text(grounding.graph),
                rows=tuple(map(_anchor_row, grounding.outcomes)),
                repeated=seen.repeated,
            )
        )

    def memory(
        self, memory: Memory, anchors: Sequence[ObjectAnchor], changes: Sequence[MemoryChange]
    ) -> None:
        """What was remembered of it."""
        self._recorder.write(
            MemoryEvent(
                iteration=self.iteration,
                size=len(memory.register.instances),
                rows=tuple(
                    _memory_row(memory, anchor, change)
                    for anchor, change in zip(anchors, changes, strict=True)
                ),
            )
        )

    def skill(self, decision: NavigationDecision, outcome: Outcome, words: str, is_automatic: bool) -> None:
        """What was decided and done."""
        self.skills[decision.skill.value] += 1
        if outcome.failure is not None:
            self.failures[outcome.failure] += 1
        self._recorder.write(
            SkillEvent(
                iteration=self.iteration,
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

    def action(self, choice: ActionChoice, outcome: Outcome, words: str) -> None:
        """A single action was decided and done."""
        self.skills[choice.action.value] += 1
        if outcome.failure is not None:
            self.failures[outcome.failure] += 1
        self._recorder.write(
            SkillEvent(
                iteration=self.iteration,
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
        self._recorder.write(
            ReflectionEvent(
                iteration=self.iteration,
                status=verdict.status.value,
                outcome=None if verdict.status is Status.ONGOING else verdict.outcome.value,
                progress=verdict.progress,
                plan=verdict.next_plan,
                after=self._recorder.save_rgb(reflection.after),
                graph_before=reflection.graph_before,
                graph_after=reflection.graph_after,
            )
        )

    def finish(self, track: Track, broken: tuple[Ending, str] | None, ledger: Ledger) -> Flight:
        """The flight is over: by itself, or broken off for a cause told in words."""
        reports = self._reports()
        ending, cause = broken or (ending_of(reports), "")
        if ending is Ending.ITERATIONS:
            cause = f"All {self.iteration} decisions are used up."
        elif ending is Ending.NOT_UNDERSTOOD and self._plan is not None:
            cause = self._plan.note
        flight = Flight(
            navigator=self._navigator,
            trajectory=tuple(track.poses),
            ending=ending,
            collisions=track.collisions,
            refusals=track.refusals,
            iterations=self.iteration,
            subtasks=len(self._plan.subtasks) if self._plan is not None else 0,
            subtasks_completed=sum(report.is_done for report in reports),
            reports=reports,
            skills=dict(self.skills),
            failures=dict(self.failures),
            usage=ledger.rows(),
            words=" ".join(filter(None, (sentence(reports), cause))),
        )
        self._recorder.write(end_event(flight))
        return flight

    def _reports(self) -> tuple[SubtaskReport, ...]:
        """One for each subtask, and one for each piece of the text that became none."""
        if self._plan is None:
            return ()
        unread = dict.fromkeys(self._plan.not_understood)
        reports = []
        for number, subtask in enumerate(self._plan.subtasks, 1):
            status, words = self._ended.get(number, (Status.ONGOING, "begun" * (number in self._begun)))
            if subtask.text in unread:
                del unread[subtask.text]
                status = Status.NOT_UNDERSTOOD
            reports.append(SubtaskReport(subtask.text, status, words))
        return (*reports, *(SubtaskReport(piece, Status.NOT_UNDERSTOOD) for piece in unread))


def _prior_rows(
    identities: Sequence[Identity], told: Sequence[Prior], priors: Priors
) -> tuple[PriorRow, ...]:
    return tuple(
        PriorRow(
            landmark_id=prior.landmark_id,
            label=prior.label,
            instance_id=prior.instance_id,
            point=priors.place(identity),
            reliability=prior.reliability,
            words=prior.cue,
        )
        for identity, prior in zip(identities, told, strict=True)
    )


def _anchor_row(outcome: AnchorOutcome) -> AnchorRow:
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
