"""Which pictures a question shows: what is seen now, then remembered places as long as there is room."""

from collections.abc import Sequence

from airanchor.baselines.mapgpt.places import Place, TopologicalMap
from airanchor.baselines.mapgpt.surroundings import MapView
from airanchor.baselines.mapgpt.words import by_interest
from aircity.geometry import Pose


def shown_views(views: Sequence[MapView], limit: int, *, with_blocked: bool) -> tuple[MapView, ...]:
    """The views of now, those nearest to ahead first."""
    return tuple(view for view in views if with_blocked or view.place is not None)[:limit]


def remembered_places(
    chart: TopologicalMap, pose: Pose, shown: Sequence[MapView], limit: int
) -> tuple[Place, ...]:
    """Places whose picture is shown though they are not in sight: seen last, then nearest; by number."""
    in_sight = {view.place.id for view in shown if view.place is not None}
    others = [place for place in chart.places if place.image is not None and place.id not in in_sight]
    kept = by_interest(others, pose)[: max(limit - len(shown), 0)]
    return tuple(sorted(kept, key=lambda place: place.id))
