"""NavGPT's loop: look around, have it described, think in words, act, write down.

After Zhou, Hong, Wu: NavGPT (AAAI 2024), for a drone over a city: seven motions instead of viewpoints.
"""

from dataclasses import dataclass, replace

from airanchor.baselines.cockpit import Cockpit
from airanchor.baselines.flyer import Decision
from airanchor.baselines.navgpt.config import NavGptConfig
from airanchor.baselines.navgpt.looking import DescribedView, surroundings
from airanchor.baselines.navgpt.scratchpad import ReactStep, Scratchpad
from airanchor.baselines.navgpt.words import moved_words, scene_sentence
from airanchor.planning.skill_outcome import SkillOutcome
from airanchor.reasoner.roles.peers.navgpt import NAVGPT_ACTION, NAVGPT_CAPTION, NAVGPT_SUMMARY
from airanchor.reasoner.roles.peers.navgpt.action import (
    NavGptActionRequest,
    NavGptChoice,
    ReactAction,
    UnreadChoice,
)
from airanchor.reasoner.roles.peers.navgpt.caption import DirectionPicture, NavGptCaptionRequest
from airanchor.reasoner.roles.peers.navgpt.directions import Octant
from airanchor.reasoner.roles.peers.navgpt.observation import ToldSurroundings, surroundings_words
from airanchor.reasoner.roles.peers.navgpt.summary import NavGptSummaryRequest
from airanchor.trace import plain_text
from aircity.geometry import state_words
from aircity.world import Action, Observation

GAVE_UP = "No answer could be followed, so I turn a little and look again."


@dataclass(frozen=True, slots=True)
class _Done:
    """A choice that was carried out and waits for what is seen after it."""

    thought: str
    action: ReactAction
    repeat: int
    outcome: SkillOutcome

    def step(self, scene: str) -> ReactStep:
        """As the scratchpad keeps it, with the scene that is seen now."""
        poses, failure = self.outcome.poses, self.outcome.words if self.outcome.failure else ""
        came = moved_words(poses[0], poses[-1])
        told = f"{failure[:1].upper()}{failure[1:]}. {came}" if failure else came
        return ReactStep(self.thought, self.action.value, str(self.repeat), told, scene)


class NavGpt:
    """One flight."""

    def __init__(self, config: NavGptConfig) -> None:
        self._config = config
        self._pad = Scratchpad(self._config.scratchpad_chars)
        self._done: _Done | None = None
        self._looks = 0

    def begin(self, cockpit: Cockpit) -> None:
        """Nothing is asked: the instruction is not taken apart, it is the plan."""
        cockpit.part(1, 1, cockpit.mission.instruction)

    @property
    def progress(self) -> str:
        """The newest thought."""
        return self._done.thought if self._done is not None else ""

    @property
    def plan(self) -> str:
        """None beside the thoughts."""
        return ""

    def decide(self, cockpit: Cockpit) -> Decision:
        """One step of the loop."""
        seen = self._look(cockpit)
        self._write_down(cockpit, seen)
        choice = self._think(cockpit)
        caption = seen.blocks[0].caption if seen.blocks else ""
        if choice.action is ReactAction.FINISHED:
            outcome = cockpit.stay("finished")
            return Decision("Finished!", {}, choice.thought, outcome, caption, is_stop=True)
        outcome = cockpit.fly([Action[choice.action.name]] * choice.repeat)
        self._done = _Done(choice.thought, choice.action, choice.repeat, outcome)
        return Decision(choice.action.value, {"repeat": choice.repeat}, choice.thought, outcome, caption)

    def _look(self, cockpit: Cockpit) -> ToldSurroundings:
        """The directions of this step, described and measured."""
        views = self._views(cockpit)
        self._looks += 1
        pictures = tuple(DirectionPicture(octant, view.rgb) for octant, view in views)
        request = NavGptCaptionRequest(cockpit.mission.instruction, pictures, self._config.most_objects)
        told = {one.direction: one for one in cockpit.ask(NAVGPT_CAPTION, request).views}
        described = []
        for octant, view in views:
            boxes = tuple((one.name, _exclusive(one.box)) for one in told[octant].objects)
            described.append(DescribedView(octant, view, told[octant].caption, boxes))
        pose = cockpit.view.pose
        seen = surroundings(described, pose, self._config, cockpit.planning.reliable_range_m)
        return replace(seen, state=state_words(cockpit.mission.start, pose))

    def _views(self, cockpit: Cockpit) -> tuple[tuple[Octant, Observation], ...]:
        if self._looks % self._config.around_every:
            return ((Octant.FRONT, cockpit.view),)
        views = cockpit.look_around([octant.offset_deg for octant in Octant])
        return tuple(zip(Octant, views, strict=True))

    def _write_down(self, cockpit: Cockpit, seen: ToldSurroundings) -> None:
        """The scratchpad with the last step and what is seen now."""
        text, scene = surroundings_words(seen, self._config.object_range_m), scene_sentence(seen)
        if self._done is None:
            self._pad = Scratchpad(self._config.scratchpad_chars, text, begun=scene)
        else:
            self._pad = self._pad.with_step(self._done.step(scene), text)
            if self._config.summarises:
                self._pad = self._pad.digested(self._summarised(cockpit))
        cockpit.note("observation", text)
        cockpit.note("scratchpad", self._pad.history)

    def _summarised(self, cockpit: Cockpit) -> str:
        step = self._pad.steps[-1].words(is_newest=True)
        request = NavGptSummaryRequest(self._pad.digest, plain_text(step), self._pad.observation)
        return cockpit.ask(NAVGPT_SUMMARY, request).history

    def _think(self, cockpit: Cockpit) -> NavGptChoice:
        """The choice; an answer that cannot be followed is answered by its error, and then by a turn."""
        for _ in range(self._config.error_tries + 1):
            choice = cockpit.ask(NAVGPT_ACTION, self._asked(cockpit))
            if not isinstance(choice, UnreadChoice):
                return choice
            self._pad = self._pad.with_error(choice.thought, choice.said, "", choice.error)
        return NavGptChoice.model_construct(thought=GAVE_UP, action=ReactAction.TURN_RIGHT, repeat=1)

    def _asked(self, cockpit: Cockpit) -> NavGptActionRequest:
        return NavGptActionRequest(
            cockpit.mission.instruction,
            self._pad.history,
            self._pad.observation,
            self._config.greatest_repeat,
        )


def _exclusive(box: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """The box with right and bottom one past the last pixel."""
    return box[0], box[1], box[2] + 1, box[3] + 1
