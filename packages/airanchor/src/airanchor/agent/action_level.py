"""The action-level ablation: the model chooses every primitive action, and nothing plans or reflects for it.

Subtasks, identities of landmarks and priors are the agent's. Anchors are asked for once, as a subtask begins,
and told from wherever the drone then is. Every action costs one call. The model writes its own progress and
plan; STOP ends a subtask, and the flight after the last one. The budget is `actions`, not `iterations`.
"""

from dataclasses import replace

from airanchor.agent.config import AgentConfig
from airanchor.agent.history import Transition
from airanchor.agent.loop import AirAnchor
from airanchor.agent.parts import Parts
from airanchor.agent.skills import SkillOutcome
from airanchor.agent.sortie import Sortie
from airanchor.agent.subtask import SubtaskRun
from airanchor.anchors import AnchorGraph, comparison_text, draw_anchors_again
from airanchor.reasoner.roles import ACTION, ActionRequest, Context, Primitive, Prior, read_outcome
from aircity.world import Action, Observation, Simulator

NOTHING_YET = "None yet."


def action_level(parts: Parts, config: AgentConfig | None = None, *, episode: str = "flight") -> AirAnchor:
    """The agent with another way to fly a subtask, and another budget."""
    config = config or AgentConfig()
    return AirAnchor(
        replace(parts, fly_subtask=fly_by_actions),
        replace(config, iterations=config.actions),
        episode=episode,
        name="action-level",
    )


def fly_by_actions(parts: Parts, sortie: Sortie, run: SubtaskRun, view: Observation) -> Observation:
    """Action by action until the model says STOP or the clock is over; returns the last view."""
    graph: AnchorGraph | None = None
    executed = NOTHING_YET
    while not sortie.clock.is_over:
        sortie.clock.tick()
        priors = parts.priors.tell(run.identities, view.pose)
        sortie.log.decision(run, view, priors)
        graph = graph or _look(parts, sortie, run, view)
        request = _asked(graph, view, context=run.tell(view.pose), priors=priors, executed=executed)
        choice = parts.reasoner.ask(ACTION, request).reply
        outcome, executed = _act(choice.action, view, sortie.world)
        run.history.add_transition(Transition(choice.action.value, choice.reason, outcome))
        sortie.log.action(choice, outcome, executed)
        if choice.action is Primitive.STOP:
            run.end(*read_outcome(choice.progress))
            return view
        run.context = Context(run.subtask.text, choice.progress, choice.plan or run.subtask.text)
        view = sortie.world.observe()
    return view


def _look(parts: Parts, sortie: Sortie, run: SubtaskRun, view: Observation) -> AnchorGraph:
    """The anchors of the subtask, which the memory takes in."""
    seen = parts.sight.look(view, run.context)
    sortie.log.seen(seen)
    objects = seen.grounding.objects
    changes = parts.memory.observe_frame(objects, sortie.moment)
    sortie.log.memory(objects, changes)
    return seen.grounding.graph


def _act(action: Primitive, view: Observation, world: Simulator) -> tuple[SkillOutcome, str]:
    """Do it, and say what came of it; STOP ends the subtask and not yet the flight."""
    if action is Primitive.STOP:
        return SkillOutcome((view.pose,)), "the subtask is done"
    result = world.step(Action[action.name])
    by = f" by the {result.blocked_by.value}" if result.blocked_by is not None else ""
    failure = None if result.moved else f"blocked{by}"
    return SkillOutcome(
        (view.pose, result.pose), failure, failure or ""
    ), f"{action.value}: {failure or 'done'}"


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
