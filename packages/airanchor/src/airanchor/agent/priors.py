"""Landmark priors: which remembered instances the subtask's landmarks are, told from wherever the drone is.

Identities are chosen once per subtask and then fixed; geometry is read live, so a merge moves the prior.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from airanchor.memory import Candidate, CandidateSet, Memory
from airanchor.perception import Phrase
from airanchor.reasoner import Reasoner
from airanchor.reasoner.roles import (
    LANDMARK_SELECTION,
    CandidateLine,
    Landmark,
    Prior,
    SelectionRequest,
    Subtask,
    WantedLandmark,
)
from aircity.geometry import Pose, cue_words, relate


@dataclass(frozen=True, slots=True)
class Identity:
    """A landmark and the instance it was found to be."""

    landmark_id: str
    label: str
    instance_id: str


class Selector(Protocol):
    """Chooses an instance, or none, for each landmark of a subtask."""

    def select(self, subtask: Subtask, candidates: Sequence[CandidateSet]) -> tuple[str | None, ...]:
        """One instance id or None per landmark."""
        ...


class AskedSelector:
    """Asks the model, once for all landmarks; with no candidate at all there is nothing to ask."""

    def __init__(self, reasoner: Reasoner) -> None:
        self._reasoner = reasoner

    def select(self, subtask: Subtask, candidates: Sequence[CandidateSet]) -> tuple[str | None, ...]:
        """One instance id or None per landmark."""
        if not any(candidates):
            return (None,) * len(subtask.landmarks)
        wanted = tuple(map(_wanted, subtask.landmarks, candidates))
        answer = self._reasoner.ask(LANDMARK_SELECTION, SelectionRequest(subtask.text, wanted))
        return tuple(match.instance_id for match in answer.reply.matches)


def _wanted(landmark: Landmark, candidates: CandidateSet) -> WantedLandmark:
    return WantedLandmark(landmark.id, landmark.category, landmark.attributes, tuple(map(_line, candidates)))


def _line(candidate: Candidate) -> CandidateLine:
    return CandidateLine(
        candidate.instance.id,
        candidate.categories,
        candidate.appearances,
        candidate.confidence,
        cue_words(candidate.cue),
    )


class EarlierFlights:
    """Offers only what was seen before this flight."""

    def __init__(self, selector: Selector, episode: str) -> None:
        self._selector = selector
        self._episode = episode

    def select(self, subtask: Subtask, candidates: Sequence[CandidateSet]) -> tuple[str | None, ...]:
        """One instance id or None per landmark."""
        earlier = [
            CandidateSet(tuple(one for one in found if self._is_older(one)), found.passed)
            for found in candidates
        ]
        return self._selector.select(subtask, earlier)

    def _is_older(self, candidate: Candidate) -> bool:
        return candidate.instance.first_seen.episode != self._episode


class Priors:
    """Looks landmarks up in a memory."""

    def __init__(self, memory: Memory, selector: Selector) -> None:
        self._memory = memory
        self.selector = selector
        self.offered: dict[str, CandidateSet] = {}
        """What the memory offered for each landmark of the latest subtask, by its id; for recordings."""

    def identify(self, subtask: Subtask, pose: Pose) -> tuple[Identity, ...]:
        """Which instances the landmarks are, as far as is known at the subtask's beginning."""
        phrases = [Phrase(landmark.category, landmark.attributes) for landmark in subtask.landmarks]
        candidates = [self._memory.retrieve(phrase, pose) for phrase in phrases]
        self.offered = {one.id: found for one, found in zip(subtask.landmarks, candidates, strict=True)}
        chosen = self.selector.select(subtask, candidates)
        return tuple(
            Identity(landmark.id, phrase.label, instance_id)
            for landmark, phrase, instance_id in zip(subtask.landmarks, phrases, chosen, strict=True)
            if instance_id is not None
        )

    def tell(self, identities: Sequence[Identity], pose: Pose) -> tuple[Prior, ...] | None:
        """P_t: each identity where it now is from here."""
        return tuple(self._told(identity, pose) for identity in identities)

    def _told(self, identity: Identity, pose: Pose) -> Prior:
        instance = self._memory.instance(identity.instance_id)
        cue = relate(pose, instance.center)
        return Prior(
            identity.landmark_id, identity.label, identity.instance_id, cue_words(cue), instance.confidence
        )
