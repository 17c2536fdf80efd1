"""Flights of the asking baselines in a world of boxes, answered by a function of the question."""

import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from airanchor.assembly import Stack
from airanchor.config import load_settings
from airanchor.embedded.eyes.reader import SceneReader
from airanchor.flight import Flight, Mission, launch
from airanchor.reasoner import ChatAnswer, ChatRequest, PixelConvention, Prompt, read_prompt
from airanchor.reasoner.exchanges import RecordingListener
from airanchor.trace import Keep, TraceWriter
from aircity.geometry import Pose
from tests.airanchor.agent.scripts import FlatImages, NoDetector
from tests.airanchor.memory.scenes import WordEncoder
from tests.contract.box_world import BoxWorld

MISSION = Mission("fly to the red box and stop there", "boxes", Pose.at(0, -100, 12, 20))
Answering = Callable[[int, Prompt], Any]


class AnsweredChat:
    """Gives each question to a function with its number, from 1; texts are sent as they are, else as JSON."""

    name = "answered"

    def __init__(self, answering: Answering) -> None:
        self.prompts: list[Prompt] = []
        self._answering = answering

    def complete(self, request: ChatRequest) -> ChatAnswer:
        self.prompts.append(read_prompt(request.messages))
        said = self._answering(len(self.prompts), self.prompts[-1])
        return ChatAnswer(said if isinstance(said, str) else json.dumps(said))


def fly(
    agent: str, answering: Answering, *sets: str, mission: Mission = MISSION, folder: Path | None = None
) -> tuple[Flight, AnsweredChat]:
    """A flight and the chat that it asked; recorded in a folder if one is given."""
    chat, text = AnsweredChat(answering), WordEncoder()
    settings = load_settings("paper", sets=sets)
    stack = Stack(settings, text, FlatImages(), SceneReader(text), chat, PixelConvention())
    with TraceWriter(folder or Path(tempfile.mkdtemp()), keep=Keep.VIEWING) as writer:
        navigator = stack.navigator(
            agent,
            reasoner=stack.reasoner(RecordingListener(writer)),
            detector=NoDetector(),
            memory=stack.memory_store(None).memory("boxes"),
            episode="e7",
        )
        return launch(navigator, mission, BoxWorld(), envelope=settings.envelope, writer=writer), chat


def views_of(flight: Flight) -> list[NDArray[np.uint8]]:
    """What the drone saw ahead at each pose of a flight."""
    return [BoxWorld().reset(pose).rgb for pose in flight.trajectory]
