"""Names for a survey from the navigation-agnostic role, found in the view by a detector: no ground truth."""

from airanchor.anchors import AnchorConfig
from airanchor.bench.survey.scene_survey import Ids, Spotted
from airanchor.perception import Detector, Phrase
from airanchor.reasoner import Reasoner
from airanchor.reasoner.roles import OBJECT_SURVEY, SurveyRequest
from aircity.world import Observation


class RoleSpotter:
    """Asks the model what in the view is worth remembering, and the detector where it is."""

    def __init__(self, reasoner: Reasoner, detector: Detector, config: AnchorConfig | None = None) -> None:
        self._reasoner = reasoner
        self._detector = detector
        self._config = config or AnchorConfig()

    def spot(self, view: Observation, ids: Ids) -> tuple[Spotted, ...]:
        """What was named and found; the ids are not looked at."""
        named = self._reasoner.ask(OBJECT_SURVEY, SurveyRequest(view.rgb)).reply.objects
        phrases = dict.fromkeys(Phrase(thing.category, thing.attributes) for thing in named)
        found = []
        for phrase in phrases:
            detections = self._detector.detect(
                phrase,
                view,
                box_threshold=self._config.box_threshold,
                text_threshold=self._config.text_threshold,
            )
            if detections:
                found.append(Spotted(phrase, detections[0]))
        return tuple(found)
