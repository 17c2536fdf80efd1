"""How good a reply was, by the truth of the city that no agent sees; None where nothing can tell.

- A decision is judged by where it leads in free air: how far that is from the end of the leg that is to be
  flown next. A turn leads nowhere. Going back is not judged.
- A turn after a look around, by the angle left between the new heading and the leg's end.
- A verdict is right where it says done (or guessed) of a leg that was flown by then, and otherwise of one
  that was not; judged only for the subtask that ends a leg.
- A selection, landmark by landmark: 1 for an instance that lies on the true object, -1 for another, 0 for
  none.
- An anchor query, by whether it asks for the landmark of the leg that is to be flown next.
- Going back, by how far the chosen node lies off the leg's route.
"""

import re
from collections.abc import Sequence

import numpy as np

from airanchor.bench.diagnosis.flown import FlownDecision, read_flown
from airanchor.bench.diagnosis.knowledge import glimpses, is_meant
from airanchor.bench.diagnosis.story import leg_at
from airanchor.bench.diagnosis.truth import SceneTruth, TrueLeg
from airanchor.bench.diagnosis.verdict import examine
from airanchor.bench.diagnosis.wording import label, names_it
from airanchor.bench.episodes import Episode
from airanchor.bench.information.meaning import MARGINS, Reply, asked_words, chosen, led_to, outcome
from airanchor.bench.information.recordings import Question
from airanchor.bench.lifelong.holdings import HeldInstance, Holdings
from airanchor.reasoner.roles import Status
from airanchor.trace import ExchangeEvent, MemoryEvent, Trace
from aircity.geometry import Camera, relate

MARGIN = {
    "navigation": MARGINS.distance_m,
    "panorama": MARGINS.direction_deg,
    "backtracking": MARGINS.distance_m,
    "reflection": 0.5,
    "landmark_selection": 0.5,
    "anchor_query": 0.5,
}
"""By how much one reply must be better than another."""
_DONE = (Status.COMPLETED, Status.GUESSED)
_NODE_POSE = re.compile(r"(-?\d{1,7}\.\d) m north, (-?\d{1,7}\.\d) m east")


class FlightJudge:
    """One flight beside its truth. `held` is what the scene's memory holds; it follows the flight."""

    def __init__(self, trace: Trace, episode: Episode, truth: SceneTruth, held: Holdings) -> None:
        self._flown = read_flown(trace)
        self._seen = examine(self._flown, episode, truth)
        self._truth, self._trace = truth, trace
        self._decisions = {one.number: one for one in self._flown.decisions}
        self._held = _snapshots(trace, held)

    @property
    def camera(self) -> Camera:
        """The flight's camera."""
        return self._flown.camera or Camera.from_fov()

    def score(self, question: Question, reply: Reply) -> float | None:
        """How good a reply is; higher is better."""
        if not self._seen.legs:
            return None
        if question.role == "landmark_selection":
            return self._selection(question, reply)
        decision = self._decisions.get(question.iteration)
        if decision is None:
            return None
        if question.role == "reflection":
            return self._verdict(decision, reply)
        leg = leg_at(self._seen, decision)
        if leg is None:
            return None
        if question.role == "navigation":
            end = led_to(reply, decision.pose, self.camera)
            return None if end is None else -float(np.linalg.norm(end - leg.end))
        if question.role == "panorama":
            yaw_deg = reply.get("yaw_delta_deg")
            wanted = relate(decision.pose, leg.end).bearing_deg
            return -abs((float(yaw_deg or 0.0) - wanted + 180) % 360 - 180)
        if question.role == "backtracking":
            return self._way_back(question, reply, leg)
        return float(any(is_meant(one, leg, ()) for one in asked_words(reply)))

    def has_hidden_landmark(self, question: Question) -> bool:
        """Whether a right prior is told of the subtask's landmark, which is out of view."""
        decision = self._decisions.get(question.iteration)
        leg = self._leg_of(question.subtask)
        if decision is None or leg is None or self._seen.views is None:
            return False
        look = glimpses(self._flown, leg, [decision], truth=self._truth, views=self._seen.views)[0]
        return look.prior is not None and not look.has_wrong_prior and not look.is_visible

    def _leg_of(self, subtask: int) -> TrueLeg | None:
        """The leg that ends with a subtask."""
        pairs = zip(self._seen.legs, self._seen.readings, strict=True)
        return next((leg for leg, reading in pairs if reading.naming == subtask), None)

    def _verdict(self, decision: FlownDecision, reply: Reply) -> float | None:
        leg = self._leg_of(decision.subtask)
        if leg is None:
            return None
        reached = self._seen.progress.reached[leg.number - 1]
        is_flown = reached is not None and reached <= decision.last
        return float((outcome(reply) in _DONE) == is_flown)

    def _selection(self, question: Question, reply: Reply) -> float | None:
        leg, told = self._leg_of(question.subtask), self._flown.subtasks.get(question.subtask)
        if leg is None or told is None:
            return None
        category = leg.landmark.row.category
        names = [
            row.id
            for row in told.landmarks
            if names_it(label(row.category, row.attributes), leg.phrase, category)
        ]
        held = self._held.get(question.place, {})
        picked = [one for name, one in chosen(reply).items() if name in names and one is not None]
        known = [held[one] for one in picked if one in held]
        if not names or len(known) < len(picked):
            return None
        return float(sum(1 if one.is_on(leg.landmark) else -1 for one in known))

    def _way_back(self, question: Question, reply: Reply, leg: TrueLeg) -> float | None:
        event = self._trace.events[question.place]
        assert isinstance(event, ExchangeEvent)
        text = "".join(part.text or "" for row in event.messages for part in row.parts)
        _, found, rest = text.partition(f"Node {reply.get('node_id')}\n")
        place = _NODE_POSE.search(rest) if found else None
        if place is None:
            return None
        here = np.array([float(place.group(1)), float(place.group(2)), 0.0])
        return -leg.off_route_m(here, leg.route[0])


def _snapshots(trace: Trace, held: Holdings) -> dict[int, dict[str, HeldInstance]]:
    """What the memory held at each landmark selection, by the place of its question."""
    found = {}
    for place, event in enumerate(trace.events):
        if isinstance(event, MemoryEvent):
            held.update(event)
        elif isinstance(event, ExchangeEvent) and event.role == "landmark_selection":
            found[place] = dict(held.instances)
    return found


def better(role: str, one: float | None, other: float | None) -> Sequence[bool] | None:
    """Whether the first is better than the second, and the reverse; None where one cannot be judged."""
    if one is None or other is None:
        return None
    return one - other > MARGIN[role], other - one > MARGIN[role]
