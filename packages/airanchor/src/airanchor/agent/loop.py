"""AirAnchor: Algorithm 1 of the paper. Decompose, then per subtask: see, remember, decide, fly, reflect."""

from airanchor.agent.clock import FlightClock
from airanchor.agent.config import AgentConfig
from airanchor.agent.history import PathNode, Transition
from airanchor.agent.log import FlightLog
from airanchor.agent.parts import Parts
from airanchor.agent.skills import SkillOutcome, SkillStart, executed_words, failed
from airanchor.agent.sortie import Sortie
from airanchor.agent.subtask import SubtaskRun
from airanchor.agent.summary import summarise
from airanchor.anchors import Grounding, ObjectRequest
from airanchor.anchors.outcome import Reason
from airanchor.flight import Flight, Mission, Recorder, TrackedWorld, fly_until_broken
from airanchor.memory import AttentiveMemory, MemoryChange, SearchedView
from airanchor.reasoner.roles import BacktrackParameters, NavigationDecision, Prior, Skill
from aircity.world import Action, Observation, Simulator

AUTOMATIC = "automatic subtask-threshold trigger"


class AirAnchor:
    """The agent. One object flies one mission at a time; its memory is the scene's."""

    def __init__(
        self,
        parts: Parts,
        config: AgentConfig | None = None,
        *,
        episode: str = "flight",
        name: str = "airanchor",
    ) -> None:
        self._parts = parts
        self._config = config or AgentConfig()
        self._episode = episode
        self.name = name

    def fly(self, mission: Mission, world: Simulator, recorder: Recorder) -> Flight:
        """From the sentence to STOP, which is executed whatever happens."""
        track, clock = TrackedWorld(world), FlightClock(self._config.iterations)
        log = FlightLog(recorder, clock, self._parts.memory)
        sortie = Sortie(track, clock, log, self._config, self._episode, mission)
        view = track.reset(mission.start)
        log.mission(self.name, mission)
        try:
            broken = fly_until_broken(lambda: self._fly_all(sortie, mission, view))
        finally:
            track.step(Action.STOP)
        flight = summarise(self.name, sortie, broken, self._parts.reasoner.ledger)
        log.end(flight)
        return flight

    def _fly_all(self, sortie: Sortie, mission: Mission, view: Observation) -> None:
        """Every subtask in its order; what was not understood is reported, never flown."""
        parts = self._parts
        plan = sortie.plan = parts.decomposer.decompose(mission.instruction)
        sortie.log.plan(plan)
        for number, subtask in enumerate(plan.subtasks, 1):
            if subtask.text in plan.not_understood:
                continue
            if sortie.clock.is_over:
                break
            known = parts.priors.identify(subtask, view.pose)
            run = SubtaskRun(subtask, known, self._config, mission.start, number=number)
            sortie.runs.append(run)
            sortie.log.subtask(run, len(plan.subtasks), parts.priors.offered)
            view = parts.fly_subtask(parts, sortie, run, view)


def fly_by_skills(parts: Parts, sortie: Sortie, run: SubtaskRun, view: Observation) -> Observation:
    """One skill after the other until the subtask is over or the clock is; returns the last view."""
    while not run.is_over and not sortie.clock.is_over:
        view = _iterate(parts, sortie, run, view)
    return view


def _iterate(parts: Parts, sortie: Sortie, run: SubtaskRun, view: Observation) -> Observation:
    """One decision: see, remember, decide, record, fly, reflect."""
    log = sortie.log
    sortie.clock.tick()
    context, priors = run.tell(view.pose), parts.priors.tell(run.identities, view.pose)
    log.decision(run, view, priors)
    seen = parts.sight.look(view, context)
    log.seen(seen)
    grounding = seen.grounding
    remember(parts, sortie, grounding, view)

    decision = parts.decider.decide(grounding, context=context, priors=priors, skills=run.skills)
    if is_automatic := run.is_overdue:  # as in Algorithm 1, after the question: its caption is kept
        decision = _going_back(decision)
    run.history.add_node(PathNode(view.pose, context, decision.scene_caption, grounding.graph.objects_only()))
    outcome = _execute(parts, sortie, run, decision, view=view, priors=priors)
    parameters = decision.parameters.model_dump(mode="json")
    run.history.add_transition(Transition(decision.skill.value, decision.reason, outcome, parameters))
    executed = executed_words(decision, outcome)
    log.skill(decision, outcome, executed, is_automatic)

    after = sortie.world.observe() if outcome.steps else view
    reflection = parts.reflector.reflect(
        grounding,
        after,
        context=context,
        executed=executed,
        reason=decision.reason,
        state_after=run.state(after.pose),
    )
    log.reflection(reflection)
    run.advance(decision.skill, outcome, reflection.verdict)
    return after


def remember(parts: Parts, sortie: Sortie, grounding: Grounding, view: Observation) -> None:
    """Merge what was asked for, and what was seen in passing, into the memory; tell it what was missed."""
    passing = parts.passing.look(view) if parts.passing is not None else ()
    objects = (*grounding.objects, *passing)
    changes = parts.memory.observe_frame(objects, sortie.moment)
    sortie.log.memory(objects, changes, _missed(parts, sortie, grounding, view))


def _missed(
    parts: Parts, sortie: Sortie, grounding: Grounding, view: Observation
) -> tuple[MemoryChange, ...]:
    """What the memory expected in this view in vain, where it can tell."""
    memory = parts.memory
    if not isinstance(memory, AttentiveMemory):
        return ()
    names = [
        one.request.phrase
        for one in grounding.outcomes
        if isinstance(one.request, ObjectRequest) and one.reason is Reason.NO_DETECTION
    ]
    searched = SearchedView(view.camera, view.pose, view.depth_m, tuple(names))
    return memory.note_absences(searched, sortie.moment)


def _going_back(decision: NavigationDecision) -> NavigationDecision:
    """What is flown instead, with the caption of the decision that it replaces."""
    return NavigationDecision.model_construct(
        skill=Skill.BACKTRACK,
        parameters=BacktrackParameters(),
        reason=AUTOMATIC,
        scene_caption=decision.scene_caption,
    )


def _execute(
    parts: Parts,
    sortie: Sortie,
    run: SubtaskRun,
    decision: NavigationDecision,
    *,
    view: Observation,
    priors: tuple[Prior, ...] | None,
) -> SkillOutcome:
    if decision.skill not in run.skills:
        return failed(view.pose, "unusable decision", "the decision could not be used")
    situation = SkillStart(
        world=sortie.world,
        view=view,
        context=run.context,
        priors=priors,
        history=run.history,
        reasoner=parts.reasoner,
        planning=parts.planning,
        panorama_views=sortie.config.panorama_views,
    )
    return parts.fly_skill(decision.parameters, situation)
