"""The action-level ablation: the model chooses every primitive action, and nothing plans or reflects for it.

Subtasks, identities of landmarks and priors are the agent's. Anchors are asked for once, as a subtask begins,
and told from wherever the drone then is. Every action costs one call. The model writes its own progress and
plan; STOP ends a subtask, and the flight after the last one. The budget is `actions`, not `iterations`.
"""

from dataclasses import replace

from airanchor.agent.config import AgentConfig
from airanchor.agent.log import FlightLog
from airanchor.agent.loop import AirAnchor, Parts
from airanchor.agent.skills import Outcome
from airanchor.agent.subtask import SubtaskRun
from airanchor.anchors import AnchorGraph, comparison_text, draw_anchors_again
from airanchor.flight import Track
from airanchor.memory import Moment
from airanchor.reasoner.roles import (
    ACTION,
    ActionChoice,
    ActionRequest,
    Context,
    Primitive,
    Prior,
    read_outcome,
)
from aircity.world import Action, Observation

NOTHING_YET = "None yet."


class ActionLevel(AirAnchor):
    """The agent without skills."""

    def __init__(
        self,
        parts: Parts,
        config: AgentConfig | None = None,
        *,
        episode: str = "flight",
        name: str = "action-level",
    ) -> None:
        config = config or AgentConfig()
        super().__init__(parts, replace(config, iterations=config.actions), episode=episode, name=name)

    def _fly_subtask(
        self, run: SubtaskRun, number: int, *, view: Observation, track: Track, log: FlightLog
    ) -> Observation:
        """Action by action until the model says STOP or the budget is used up; returns the last view."""
        graph: AnchorGraph | None = None
        executed = NOTHING_YET
        while log.iteration < self._config.iterations:
            priors = self._parts.priors.tell(run.identities, view.pose)
            log.decision(run, view, priors, self._parts.priors, number)
            graph = graph or self._look(run, view, log)
            request = _asked(graph, view, context=run.tell(view.pose), priors=priors, executed=executed)
            choice = self._parts.reasoner.ask(ACTION, request).reply
            if choice.action is Primitive.STOP:
                log.action(choice, Outcome((view.pose,)), "the subtask is done")
                log.ended(number, *read_outcome(choice.progress))
                break
            executed = self._act(choice, view, track, log)
            run.context = Context(run.subtask.text, choice.progress, choice.plan or run.subtask.text)
            view = track.observe()
        return view

    def _look(self, run: SubtaskRun, view: Observation, log: FlightLog) -> AnchorGraph:
        """The anchors of the subtask, which the memory takes in."""
        seen = self._parts.sight.look(view, run.context)
        log.seen(seen)
        objects = seen.grounding.objects
        changes = self._parts.memory.observe_frame(objects, Moment(self._episode, log.iteration))
        log.memory(self._parts.memory, objects, changes)
        return seen.grounding.graph

    def _act(self, choice: ActionChoice, view: Observation, track: Track, log: FlightLog) -> str:
        """Do it, and say what came of it."""
        result = track.step(Action[choice.action.name])
        by = f" by the {result.blocked_by.value}" if result.blocked_by is not None else ""
        failure = None if result.moved else f"blocked{by}"
        words = f"{choice.action.value}: {failure or 'done'}"
        log.action(choice, Outcome((view.pose, result.pose), failure, failure or ""), words)
        return words


def _asked(
    graph: AnchorGraph,
    view: Observation,
    *,
    context: Context,
    priors: tuple[Prior, ...] | None,
    executed: str,
) -> ActionRequest:
    """What the model is told: the subtask's anchors from here, marked where they are in sight."""
    told = comparison_text(graph.recentered(view.pose))
    return ActionRequest(draw_anchors_again(view, graph), context, told, priors, executed)
