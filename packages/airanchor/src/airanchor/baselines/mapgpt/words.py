"""The map in words: where the drone went, what is connected with what, and what was seen beside the way."""

from collections.abc import Collection, Sequence

from airanchor.baselines.mapgpt.places import Place, TopologicalMap
from aircity.geometry import Pose, relate

NOTHING = "Nothing yet."


def trajectory_words(chart: TopologicalMap) -> str:
    """The places in the order they were visited."""
    return "Place " + " ".join(str(id) for id in chart.trajectory)


def connection_words(chart: TopologicalMap) -> str:
    """One line for every place that was visited, with all that it is connected with."""
    return "\n".join(_connected(place, chart) for place in chart.places if place.is_visited)


def supplement_words(chart: TopologicalMap, pose: Pose, adjacent: Collection[int], limit: int) -> str:
    """Places seen on the way but neither visited nor next to here, with where they lie from here."""
    beside = [place for place in chart.places if not place.is_visited and place.id not in adjacent]
    told = sorted(by_interest(beside, pose)[:limit], key=lambda place: place.id)
    return "\n".join(_aside(place, pose) for place in told) or NOTHING


def history_words(steps: Sequence[str]) -> str:
    """What was chosen and what came of it, a line a step."""
    return "\n".join(f"step {number}: {words}" for number, words in enumerate(steps)) or (
        "The flight has just begun."
    )


def by_interest(places: Sequence[Place], pose: Pose) -> list[Place]:
    """Those seen last first; of those seen at one step the nearest."""
    return sorted(places, key=lambda place: (-place.last_seen, relate(pose, place.position).d_3d_m, place.id))


def _connected(place: Place, chart: TopologicalMap) -> str:
    others = [str(id) for id in chart.neighbours(place.id)]
    if not others:
        return f"Place {place.id} is connected with no place"
    return (
        f"Place {place.id} is connected with {'Place' if len(others) == 1 else 'Places'} {', '.join(others)}"
    )


def _aside(place: Place, pose: Pose) -> str:
    cue = relate(pose, place.position)
    side = "right" if cue.bearing_deg >= 0 else "left"
    height = f", {abs(cue.dz_m):.0f} m {'higher' if cue.dz_m > 0 else 'lower'}" if abs(cue.dz_m) >= 1 else ""
    where = f"{cue.d_xy_m:.0f} m away, {abs(cue.bearing_deg):.0f} degrees to the {side}{height}"
    return f"Place {place.id}, seen at step {place.last_seen}, {where}"
