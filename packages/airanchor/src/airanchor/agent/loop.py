"""AirAnchor: Algorithm 1 of the paper. Decompose, then per subtask: see, remember, decide, fly, reflect."""

from dataclasses import dataclass

from airanchor.agent.config import AgentConfig
from airanchor.agent.history import Node, Transition
from airanchor.agent.log import FlightLog
from airanchor.agent.priors import Priors
from airanchor.agent.sight import Sight
from airanchor.agent.skills import Outcome, Situation, SkillFunction, executed_words, failed, fly_skill
from airanchor.agent.subtask import SubtaskRun
from airanchor.agent.thought import Decider, Decomposer, Reflector
from airanchor.errors import BudgetSpent, ChatRefused, FlightTimeSpent
from airanchor.flight import Ending, Flight, Mission, Recorder, Track
from airanchor.memory import Memory, Moment
from airanchor.planning import PlanningConfig
from airanchor.reasoner import Reasoner
from airanchor.reasoner.roles import BacktrackParameters, NavigationDecision, Prior, Skill, Status, Verdict
from aircity.world import Action, Observation, Simulator

AUTOMATIC = "automatic subtask-threshold trigger"


@dataclass(frozen=True, slots=True)
class Parts:
    """What the agent is made of; an ablation substitutes one of them."""

    reasoner: Reasoner
    decomposer: Decomposer
    sight: Sight
    priors: Priors
    decider: Decider
    reflector: Reflector
    memory: Memory
    planning: PlanningConfig
    fly_skill: SkillFunction = fly_skill


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
        track, log = Track(world), FlightLog(self.name, recorder)
        view = track.reset(mission.start)
        log.mission(mission)
        broken: tuple[Ending, str] | None = None
        try:
            self._fly_all(mission, view, track=track, log=log)
        except BudgetSpent as error:
            broken = Ending.SPENT, str(error)
        except ChatRefused as error:
            broken = Ending.REFUSED, str(error)
        except FlightTimeSpent as error:
            broken = Ending.TIME, str(error)
        except KeyboardInterrupt:
            broken = Ending.INTERRUPTED, ""
        track.step(Action.STOP)
        return log.finish(track, broken, self._parts.reasoner.ledger)

    def _fly_all(self, mission: Mission, view: Observation, *, track: Track, log: FlightLog) -> None:
        """Every subtask in its order; what was not understood is reported, never flown."""
        plan = self._parts.decomposer.decompose(mission.instruction)
        log.plan(plan)
        for number, subtask in enumerate(plan.subtasks, 1):
            if subtask.text in plan.not_understood:
                continue
            if log.iteration >= self._config.iterations:
                break
            known = self._parts.priors.identify(subtask, view.pose)
            run = SubtaskRun(subtask, known, self._config, mission.start)
            log.subtask(run, number, len(plan.subtasks))
            view = self._fly_subtask(run, number, view=view, track=track, log=log)

    def _fly_subtask(
        self, run: SubtaskRun, number: int, *, view: Observation, track: Track, log: FlightLog
    ) -> Observation:
        """Iterate until the subtask is done or the budget is; returns the last view."""
        while log.iteration < self._config.iterations:
            view, verdict = self._iterate(run, number, view=view, track=track, log=log)
            if verdict.status is not Status.ONGOING:
                log.ended(number, verdict.outcome, verdict.achieved)
                break
        return view

    def _iterate(
        self, run: SubtaskRun, number: int, *, view: Observation, track: Track, log: FlightLog
    ) -> tuple[Observation, Verdict]:
        """One decision: see, remember, decide, record, fly, reflect."""
        parts, context = self._parts, run.tell(view.pose)
        priors = parts.priors.tell(run.identities, view.pose)
        log.decision(run, view, priors, parts.priors, number)
        seen = parts.sight.look(view, context)
        grounding = seen.grounding
        log.seen(seen)
        changes = parts.memory.observe_frame(grounding.objects, Moment(self._episode, log.iteration))
        log.memory(parts.memory, grounding.objects, changes)

        decision = parts.decider.decide(grounding, context=context, priors=priors, skills=run.skills)
        is_automatic = run.is_overdue
        if is_automatic:
            decision = _automatic(decision)
        run.history.add_node(Node(view.pose, context, decision.scene_caption, grounding.graph.objects_only()))
        outcome = self._execute(decision, run, view=view, priors=priors, track=track)
        run.history.add_transition(Transition(decision.skill.value, decision.reason, outcome.poses))
        words = executed_words(decision, outcome)
        log.skill(decision, outcome, words, is_automatic)

        after = track.observe() if outcome.steps else view
        reflection = parts.reflector.reflect(
            grounding,
            after,
            context=context,
            executed=words,
            reason=decision.reason,
            state_after=run.state(after.pose),
        )
        log.reflection(reflection)
        run.advance(decision.skill, outcome, reflection.verdict)
        return after, reflection.verdict

    def _execute(
        self,
        decision: NavigationDecision,
        run: SubtaskRun,
        *,
        view: Observation,
        priors: tuple[Prior, ...] | None,
        track: Track,
    ) -> Outcome:
        parts = self._parts
        if decision.skill not in run.skills:
            return failed(view.pose, "unusable decision", "the decision could not be used")
        situation = Situation(
            world=track,
            view=view,
            context=run.context,
            priors=priors,
            history=run.history,
            reasoner=parts.reasoner,
            planning=parts.planning,
            panorama_views=self._config.panorama_views,
        )
        return parts.fly_skill(decision.parameters, situation)


def _automatic(decision: NavigationDecision) -> NavigationDecision:
    """Going back instead, with the caption of the decision that it replaces."""
    return NavigationDecision.model_construct(
        skill=Skill.BACKTRACK,
        parameters=BacktrackParameters(),
        reason=AUTOMATIC,
        scene_caption=decision.scene_caption,
    )
