"""Remembering in passing: what a flight sees besides what it looks for, kept for the flights after it.

The paper's flights remember only the references that a decision asked for, so a scene's memory grows by a few
things a flight, and the next one asks for others. Here every view is also asked for what lasts in it, by the
role of the paper's survey that knows no mission; nothing of the answer is told to a decision of this flight.
"""

from airanchor.agent.observer import Eyes
from airanchor.anchors import ObjectAnchor, ObjectRequest
from airanchor.anchors.object import ground_objects
from airanchor.perception import Phrase
from airanchor.reasoner import Reasoner
from airanchor.reasoner.roles import OBJECT_SURVEY, SurveyRequest
from aircity.world import Observation


class PassingSurvey:
    """Names and grounds what a view shows, whatever the mission is."""

    def __init__(self, reasoner: Reasoner, eyes: Eyes) -> None:
        self._reasoner = reasoner
        self._eyes = eyes

    def look(self, view: Observation) -> tuple[ObjectAnchor, ...]:
        """The lasting things of a view; their numbers follow those of the anchors that were asked for."""
        named = self._reasoner.ask(OBJECT_SURVEY, SurveyRequest(view.rgb)).reply.objects
        phrases = dict.fromkeys(Phrase(thing.category, thing.attributes) for thing in named)
        eyes = self._eyes
        requests = [ObjectRequest(eyes.config.count + at, phrase) for at, phrase in enumerate(phrases, 1)]
        found = ground_objects(
            requests, view, detector=eyes.detector, image_encoder=eyes.image_encoder, config=eyes.config
        )
        return tuple(one.anchor for one in found if isinstance(one.anchor, ObjectAnchor))
