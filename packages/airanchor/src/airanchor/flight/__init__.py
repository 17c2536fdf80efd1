"""What every navigator shares: contract, flight, safety envelope, the guarded world."""

from airanchor.flight.breaking_off import Broken, fly_until_broken
from airanchor.flight.ending import Ending
from airanchor.flight.envelope import Envelope, EnvelopeWorld
from airanchor.flight.guard import GuardedWorld
from airanchor.flight.launch import launch
from airanchor.flight.mission import Mission
from airanchor.flight.navigator import Flight, Navigator
from airanchor.flight.policy import Policy, PolicyFlyer
from airanchor.flight.recorder import NullRecorder, Recorder
from airanchor.flight.report import SubtaskReport, ending_of, sentence
from airanchor.flight.track import TrackedWorld

__all__ = [
    "Broken",
    "Ending",
    "Envelope",
    "EnvelopeWorld",
    "Flight",
    "GuardedWorld",
    "Mission",
    "Navigator",
    "NullRecorder",
    "Policy",
    "PolicyFlyer",
    "Recorder",
    "SubtaskReport",
    "TrackedWorld",
    "ending_of",
    "fly_until_broken",
    "launch",
    "sentence",
]
