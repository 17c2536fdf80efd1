"""The world with a helm: every look and step of a navigator waits for whoever steers."""

from collections.abc import Callable, Sequence

from airanchor.cockpit.hand import HandPilot
from airanchor.cockpit.helm import Helm
from airanchor.flight import Envelope, EnvelopeWorld, Flight, GuardedWorld, Mission, Navigator
from airanchor.trace import NoteEvent, TraceWriter
from airanchor.trace.recording_world import RecordingWorld
from aircity.geometry import Pose
from aircity.world import Action, Observation, Obstacle, Simulator, StepResult
from aircity.world.wrapper import WorldWrapper

BY_HAND = "a person flew by hand"
Filming = Callable[[Pose, Pose], None]
"""Shows the way from one pose to the next, in the time that it takes."""


class FilmedWorld(WorldWrapper):
    """A world whose drone is seen on its way."""

    def __init__(self, world: Simulator, film: Filming) -> None:
        super().__init__(world)
        self._film = film
        self._pose = Pose(0.0, 0.0, 0.0)

    def reset(self, start: Pose) -> Observation:
        """Put the drone at `start`."""
        observation = super().reset(start)
        self._pose = observation.pose
        self._film(self._pose, self._pose)
        return observation

    def step(self, action: Action) -> StepResult:
        """Fly one action and show it."""
        before, result = self._pose, super().step(action)
        self._pose = result.pose
        if not result.stopped:
            self._film(before, self._pose)
        return result


class HelmWorld(FilmedWorld):
    """A person's actions are flown here, on the flight's own thread, and recorded like any other.

    The step during which a navigator was relieved is not flown: it comes back as not allowed, with the pose
    to which the person took the drone, and the navigator looks again.
    """

    def __init__(self, world: Simulator, helm: Helm, film: Filming, note: Callable[[str], None]) -> None:
        super().__init__(world, film)
        self._helm, self._note = helm, note

    def observe(self) -> Observation:
        """The forward view from where the drone is left."""
        self._meet_helm()
        self._film(self._pose, self._pose)
        return super().observe()

    def look_up(self) -> Observation:
        """The view straight up."""
        self._meet_helm()
        return super().look_up()

    def look_down(self) -> Observation:
        """The view straight down."""
        self._meet_helm()
        return super().look_down()

    def panorama(self, yaw_offsets_rad: Sequence[float]) -> tuple[Observation, ...]:
        """Forward views turned right by each offset."""
        self._meet_helm()
        return super().panorama(yaw_offsets_rad)

    def step(self, action: Action) -> StepResult:
        """Fly one action, unless a person flew meanwhile. STOP is never held up."""
        if action is not Action.STOP and self._meet_helm():
            return StepResult(action, self._pose, False, False, Obstacle.ENVELOPE)
        return super().step(action)

    def _meet_helm(self) -> bool:
        """Wait while the drone is held, and fly what a person wants; whether that moved it."""
        flown = 0
        while (action := self._helm.next_action()) is not None:
            flown += super().step(action).moved
        if flown:
            self._note(f"{BY_HAND}: {flown} step{'' if flown == 1 else 's'}")
        return flown > 0


def lift_with(helm: Helm, film: Filming) -> Callable[..., Flight]:
    """How a flight is launched with a helm: outside the recording, so that a hand is recorded and fenced."""

    def lift(
        navigator: Navigator,
        mission: Mission,
        world: Simulator,
        *,
        envelope: Envelope,
        writer: TraceWriter,
    ) -> Flight:
        fenced = RecordingWorld(EnvelopeWorld(world, envelope, clock=helm.clock), writer)
        if isinstance(navigator, HandPilot):
            return navigator.fly(mission, FilmedWorld(fenced, film), writer)
        steered = HelmWorld(fenced, helm, film, lambda text: writer.write(NoteEvent(text=text)))
        return navigator.fly(mission, GuardedWorld(steered), writer)

    return lift
