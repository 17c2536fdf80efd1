"""Starts a flight: the world is fenced, recorded and guarded before a navigator gets it."""

from airanchor.flight.envelope import Envelope, EnvelopeWorld
from airanchor.flight.guard import GuardedWorld
from airanchor.flight.mission import Mission
from airanchor.flight.navigator import Flight, Navigator
from airanchor.flight.recorder import NullRecorder
from airanchor.trace import TraceWriter
from airanchor.trace.recording_world import RecordingWorld
from aircity.world import Simulator


def launch(
    navigator: Navigator,
    mission: Mission,
    world: Simulator,
    *,
    envelope: Envelope | None = None,
    writer: TraceWriter | None = None,
) -> Flight:
    """Fly a mission. With a writer, all that happens is recorded."""
    fenced = world if envelope is None else EnvelopeWorld(world, envelope)
    if writer is None:
        return navigator.fly(mission, GuardedWorld(fenced), NullRecorder())
    return navigator.fly(mission, GuardedWorld(RecordingWorld(fenced, writer)), writer)
