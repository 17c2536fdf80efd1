"""What a flight knew of a landmark on its leg: what was asked for, what came of it, what it was told."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from airanchor.anchors.outcome import RequestFate
from airanchor.bench.diagnosis.causes import THRESHOLDS
from airanchor.bench.diagnosis.flown import DiagnosedFlight, FlownDecision
from airanchor.bench.diagnosis.truth import SceneTruth, TrueLeg
from airanchor.bench.diagnosis.views import Views
from airanchor.bench.diagnosis.wording import label, names_it, words_of
from airanchor.trace import AnchorRow, PriorRow
from aircity.geometry import relate

Sight = Literal["right", "wrong", "direction", "nothing", "omitted"]
"""What a decision's view gave of the landmark: its place, another thing's, a direction, or nothing though it
was asked for; or it was not asked for."""
_RANK: tuple[Sight, ...] = ("right", "wrong", "direction", "nothing", "omitted")


@dataclass(frozen=True, slots=True)
class Glimpse:
    """One decision, as far as one landmark is concerned."""

    decision: int
    sight: Sight
    words: str
    """The request and its fate."""
    share: float
    """The share of the view that the landmark truly fills."""
    distance_m: float
    """How far the landmark's outline is, seen from above."""
    prior: PriorRow | None
    prior_off_m: float
    """How far the told prior is from the landmark's outline."""
    is_followed: bool
    """Whether the drone flew towards the prior and not towards the landmark."""

    @property
    def is_visible(self) -> bool:
        """Whether enough of the landmark is in the view, near enough to be measured."""
        return self.share >= THRESHOLDS.visible_share and self.distance_m <= THRESHOLDS.measurable_m

    @property
    def is_known(self) -> bool:
        """Whether the landmark's true place was measured or told."""
        return self.sight == "right" or (self.prior is not None and self.prior_off_m <= THRESHOLDS.prior_m)

    @property
    def has_wrong_prior(self) -> bool:
        """Whether something else was told as the landmark."""
        return self.prior is not None and self.prior_off_m > THRESHOLDS.prior_m


@dataclass(frozen=True, slots=True)
class _Search:
    """A landmark, what the subtasks call it, and the eyes to judge by."""

    leg: TrueLeg
    labels: tuple[str, ...]
    truth: SceneTruth
    views: Views


def glimpses(
    flown: DiagnosedFlight,
    leg: TrueLeg,
    decisions: Sequence[FlownDecision],
    *,
    truth: SceneTruth,
    views: Views,
) -> tuple[Glimpse, ...]:
    """What the decisions gave of a leg's landmark."""
    search = _Search(leg, _labels(flown, leg), truth, views)
    return tuple(_glimpse(one, search) for one in decisions)


def _labels(flown: DiagnosedFlight, leg: TrueLeg) -> tuple[str, ...]:
    """What the subtasks call the leg's landmark."""
    names = [
        label(row.category, row.attributes) for told in flown.subtasks.values() for row in told.landmarks
    ]
    return tuple(one for one in names if names_it(one, leg.phrase, leg.landmark.row.category))


def is_meant(asked: str, leg: TrueLeg, labels: Sequence[str]) -> bool:
    """Whether a request or a prior's label means the leg's landmark."""
    said = words_of(asked)
    return names_it(asked, leg.phrase, leg.landmark.row.category) or any(
        said == words_of(one) for one in labels
    )


def _glimpse(decision: FlownDecision, search: _Search) -> Glimpse:
    sight, words = _sight(decision, search)
    prior = _prior(decision, search)
    leg = search.leg
    off_m = float("inf") if prior is None else leg.landmark.distance_m(prior.point[0], prior.point[1])
    return Glimpse(
        decision=decision.number,
        sight=sight,
        words=words,
        share=search.views.share(decision.number, leg.landmark.row.id),
        distance_m=leg.landmark.distance_m(decision.pose.x_m, decision.pose.y_m),
        prior=prior,
        prior_off_m=off_m,
        is_followed=prior is not None and flies_towards(decision, prior.point) and not _nears(decision, leg),
    )


def _sight(decision: FlownDecision, search: _Search) -> tuple[Sight, str]:
    """The best that the requests for the landmark gave."""
    found: list[tuple[int, str]] = [(_RANK.index("omitted"), "not asked for")]
    for row in decision.anchors:
        if not row.asked.startswith("pixel ") and is_meant(row.asked, search.leg, search.labels):
            sight, words = _fate(decision.number, row, search)
            found.append((_RANK.index(sight), words))
    rank, words = min(found)
    return _RANK[rank], words


def _fate(decision: int, row: AnchorRow, search: _Search) -> tuple[Sight, str]:
    if row.fate == RequestFate.OBJECT:
        landmark, shown = search.leg.landmark, search.views.shown(decision, row)
        if shown == landmark.row.id or landmark.holds(row.footprint, row.point):
            return "right", f"{row.asked!r} measured on it"
        other = None if shown is None else search.truth.thing(shown)
        return "wrong", f"{row.asked!r} measured on {other.name if other else 'nothing known'}"
    if row.fate == RequestFate.DEGRADED:
        return "direction", f"{row.asked!r} only a direction ({row.reason or 'far'})"
    return "nothing", f"{row.asked!r} {row.fate} ({row.reason or 'no reason told'})"


def _prior(decision: FlownDecision, search: _Search) -> PriorRow | None:
    """The nearest to the truth of the priors told as the landmark."""
    leg = search.leg
    told = [row for row in decision.priors or () if is_meant(row.label, leg, search.labels)]
    return min(told, key=lambda row: leg.landmark.distance_m(row.point[0], row.point[1]), default=None)


def _nears(decision: FlownDecision, leg: TrueLeg) -> bool:
    middle = leg.landmark.outline.centroid
    return flies_towards(decision, (middle.x, middle.y, 0.0))


def flies_towards(decision: FlownDecision, point: tuple[float, float, float]) -> bool:
    """Whether the decision's motion heads for a point."""
    skill = decision.skill
    if skill is None:
        return False
    goes, wanted = relate(skill.before, skill.after.position), relate(skill.before, point)
    apart = abs((goes.bearing_deg - wanted.bearing_deg + 180) % 360 - 180)
    return goes.d_xy_m >= THRESHOLDS.followed_m and apart <= THRESHOLDS.followed_deg
