"""How often pictures show something of a landmark's name at a remembered place, of right and wrong places."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace

from airanchor.bench.diagnosis.flown import FlownDecision
from airanchor.bench.diagnosis.knowledge import glimpses
from airanchor.bench.diagnosis.truth import TrueLeg
from airanchor.embedded.ears.clause import Mention
from airanchor.embedded.rules.goal import mentions_of, read_goal
from airanchor.embedded.rules.senses import Senses
from airanchor.embedded.rules.space.lookout import PanoramaPicture, is_shown_at
from airanchor.trace import DecisionEvent, PriorRow
from aircity.geometry import relate
from benchmarks.fit.prior_candidates import ExaminedFlight


@dataclass(frozen=True, slots=True)
class Glances:
    """Decisions with a told place in the picture, not so near that it may lie below."""

    right: int = 0
    right_shown: int = 0
    wrong: int = 0
    wrong_shown: int = 0

    def added(self, *, is_right: bool, is_shown: bool) -> "Glances":
        """With one more."""
        if is_right:
            return replace(self, right=self.right + 1, right_shown=self.right_shown + is_shown)
        return replace(self, wrong=self.wrong + 1, wrong_shown=self.wrong_shown + is_shown)

    def to_json(self) -> dict[str, float]:
        """The counts, and by how much odds change by what a picture shows."""
        if not self.right or not self.wrong:
            return dict(asdict(self))
        right, wrong = self.right_shown / self.right, self.wrong_shown / self.wrong
        shown = round(right / wrong, 2) if wrong else 0.0
        unseen = round((1.0 - right) / (1.0 - wrong), 2) if wrong < 1.0 else 0.0
        return {**asdict(self), "shown": shown, "unseen": unseen}


def glances_of(flight: ExaminedFlight, senses: Senses, so_far: Glances) -> Glances:
    """With those of a flight, whose pictures must be kept."""
    pictures = {one.iteration: one.rgb for one in flight.trace.events if isinstance(one, DecisionEvent)}
    for leg, decision in _told_decisions(flight):
        views = flight.seen.views
        assert views is not None
        look = glimpses(flight.flown, leg, [decision], truth=flight.truth, views=views)[0]
        mention = None if look.prior is None else _mention(flight, decision, look.prior, senses)
        if look.prior is None or mention is None:
            continue
        cue = relate(decision.pose, look.prior.point)
        if cue.d_xy_m < senses.config.sights.below_m:
            continue
        picture = PanoramaPicture(0.0, flight.trace.rgb(pictures[decision.number]))
        is_shown = is_shown_at(cue.bearing_deg, cue.d_xy_m, mention, (picture,), senses)
        if is_shown is not None:
            so_far = so_far.added(is_right=not look.has_wrong_prior, is_shown=is_shown)
    return so_far


def _told_decisions(flight: ExaminedFlight) -> Iterator[tuple[TrueLeg, FlownDecision]]:
    for leg, reading in zip(flight.seen.legs, flight.seen.readings, strict=True):
        for decision in flight.flown.decisions:
            if decision.subtask == reading.naming and decision.priors:
                yield leg, decision


def _mention(
    flight: ExaminedFlight, decision: FlownDecision, prior: PriorRow, senses: Senses
) -> Mention | None:
    """The landmark of the subtask that a prior was told for."""
    text = flight.flown.subtasks[decision.subtask].text
    clauses = read_goal({"subtask": text}, senses).clauses
    return max(
        (one for clause in clauses for one in mentions_of(clause)),
        key=lambda one: senses.names.same_thing(one.category, one.attributes, prior.label),
        default=None,
    )
