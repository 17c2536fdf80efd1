"""Whole flights say what was recognised and what was only guessed."""

from dataclasses import dataclass, field
from typing import Any

import pytest

from airanchor.assembly import Stack, load_stack
from airanchor.config import load_settings
from airanchor.flight import Mission, launch
from airanchor.reasoner.reasoner import Answer, Exchange
from airanchor.reasoner.roles import REFLECTION
from aircity.city.city import scenic_pose
from aircity.cli.worlds import open_city


@dataclass
class Verdicts:
    """Listens to what reflection says."""

    texts: list[str] = field(default_factory=list)

    def exchanged(self, exchange: Exchange) -> None:
        """Only answers matter."""

    def answered(self, role: str, answer: Answer[Any]) -> None:
        if role == REFLECTION.name:
            self.texts.append(f"{answer.reply.outcome}: {answer.reply.achieved}")


@pytest.fixture(scope="module")
def stack() -> Stack:
    return load_stack(load_settings("paper"))


def last_words(text: str, scene: str, stack: Stack) -> str:
    """What the last reflection of a flight says."""
    verdicts = Verdicts()
    with open_city(scene) as city, stack.memory_store(None) as store, store.episode(scene, "flight") as kept:
        navigator = stack.navigator(
            "airanchor",
            reasoner=stack.reasoner(verdicts),
            detector=stack.detector("embedded"),
            memory=kept.memory,
            episode="flight",
        )
        start = scenic_pose(city.surveyor())
        launch(navigator, Mission(text, scene, start), city.world(), envelope=stack.settings.envelope)
    return verdicts.texts[-1]


def test_a_landmark_that_is_there_is_reached(stack: Stack) -> None:
    words = last_words("Go to the hospital.", "practice-square", stack)
    assert words.startswith("COMPLETED: Reached the hospital")


def test_a_made_up_landmark_is_at_best_guessed(stack: Stack) -> None:
    words = last_words("Fly to the Eiffel Tower.", "trial-green", stack)
    outcome, _, told = words.partition(": ")
    assert outcome in ("GUESSED", "GIVEN_UP") and "Eiffel Tower" in told, words
