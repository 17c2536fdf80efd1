"""What is true of a path leg by leg, in plain lines, for a writer to check a description against."""

import itertools
import math
from collections.abc import Iterator, Sequence

from airanchor.bench.episodes import Episode, path_length_m, replay
from airanchor.bench.episodes.paths.landmarks import NameableObject
from airanchor.bench.episodes.paths.scout import Scout, bearing_to
from airanchor.bench.episodes.telling.distinction import NAME, traits_of
from airanchor.bench.episodes.telling.facts import Leg
from aircity.city.library import open_scene
from aircity.city.render.renderer import Renderer
from aircity.geometry import Pose
from aircity.world.action import Action

POINTS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
_OTHERS_WITHIN_M = 45.0
_MOST_OTHERS = 4
_TURN_DEG = 15
_SIDES = {Action.TURN_RIGHT: _TURN_DEG, Action.TURN_LEFT: -_TURN_DEG}


def legs_of(path: Episode) -> list[Leg]:
    """The legs of a path."""
    return [Leg.from_json(row) for row in path.facts["legs"]]


def flown(path: Episode) -> tuple[tuple[Action, ...], list[Pose]]:
    """The actions of a path and a pose before each."""
    if path.actions is None:
        raise SystemExit(f"{path.trajectory_id} has no actions")
    return path.actions, replay(path.start, path.actions)


def scouted(paths: Sequence[Episode]) -> Iterator[tuple[Episode, Scout]]:
    """Each path with the scout of its city, which is opened once for all of its paths."""
    for scene_id in dict.fromkeys(one.scene_id for one in paths):
        scene = open_scene(scene_id)
        renderer = Renderer(scene)
        scout = Scout(scene, renderer)
        yield from ((one, scout) for one in paths if one.scene_id == scene_id)
        renderer.close()


def departure(actions: Sequence[Action], leg: Leg) -> int:
    """The row at which a leg has climbed and turned, and moves ahead."""
    return leg.first + list(actions[leg.first : leg.last]).index(Action.MOVE_FORWARD)


def compass(heading_rad: float) -> str:
    """A heading as people read it: "NE 42"."""
    degrees = round(math.degrees(heading_rad)) % 360
    return f"{POINTS[round(degrees / 45) % 8]} {degrees}"


def facts_of(path: Episode, scout: Scout) -> str:
    """The whole of facts.txt."""
    actions, poses = flown(path)
    legs = legs_of(path)
    apart = math.dist(poses[0].position, poses[-1].position)
    lines = [
        f"{path.trajectory_id}: {path_length_m(path.known_path()):.0f} m in {len(legs)} legs; "
        f"start to goal {apart:.0f} m",
        f"start: {poses[0].z_m:.0f} m up, facing {compass(poses[0].heading_rad)}",
        "Turns, climbs and metres are exact; names are the scene's. Describe what the pictures show.",
    ]
    for number, leg in enumerate(legs, start=1):
        lines += ["", f"LEG {number} of {len(legs)}: {_motion(leg, actions, poses)}"]
        lines += [f"  {line}" for line in _surroundings(leg, actions, poses, scout)]
    return "\n".join(lines) + "\n"


def _motion(leg: Leg, actions: Sequence[Action], poses: Sequence[Pose]) -> str:
    begun = departure(actions, leg)
    parts = []
    if leg.climb_m:
        parts.append(f"{'climb' if leg.climb_m > 0 else 'sink'} {abs(leg.climb_m)} m")
    parts.append(_turn(leg.turn_deg) if leg.turn_deg else "no turn")
    parts.append(f"fly {leg.length_m} m" + (f" along the {leg.way}" if leg.way else ""))
    found = bends(actions[begun : leg.last])
    parts += [f"{_turn(turn)} after {metres} m" for metres, turn in found if abs(turn) > _TURN_DEG]
    drift = sum(turn for _, turn in found if abs(turn) <= _TURN_DEG)  # steps that keep or bend the course
    if abs(drift) > _TURN_DEG:
        parts.append(f"bearing {'right' if drift > 0 else 'left'} {abs(drift)} degrees little by little")
    end = poses[leg.last]
    return f"{', '.join(parts)}; ends {end.z_m:.0f} m up, heading {compass(end.heading_rad)}"


def _turn(degrees: int) -> str:
    return f"turn {'right' if degrees > 0 else 'left'} {abs(degrees)} degrees"


def bends(actions: Sequence[Action]) -> list[tuple[int, int]]:
    """The turns within a leg: after how many metres, and how many degrees, right positive."""
    found, metres = [], 0
    for action, run in itertools.groupby(actions):
        count = len(list(run))
        if action is Action.MOVE_FORWARD:
            metres += 5 * count
        elif action in _SIDES:
            found.append((metres, count * _SIDES[action]))
    return found


def _surroundings(leg: Leg, actions: Sequence[Action], poses: Sequence[Pose], scout: Scout) -> Iterator[str]:
    track = list(poses[departure(actions, leg) : leg.last + 1])
    one = scout.landmarks[leg.landmark]
    yield f"about: {_name(one)}"
    yield f"  as the leg begins it is {_seen(track[0], one)}; {_relation(leg, one, track)}"
    if leg.partner is not None:
        partner = scout.landmarks[leg.partner]
        yield f"  the other of the two: {_name(partner)}, {_seen(track[0], partner)}"
    others = _others(one, track, scout)
    for other in others[:_MOST_OTHERS]:
        yield f"  another of its kind: {_name(other)}, {_seen(track[0], other)}"
    if len(others) > _MOST_OTHERS:
        yield f"  and {len(others) - _MOST_OTHERS} more of its kind near this leg"
    for met in leg.met:
        if met.how == "cross":
            yield f"on the way: crosses the {scout.crossed[met.object_id][0]}"
        else:
            yield f"on the way: {_name(scout.landmarks[met.object_id])} on the {met.how}"


def _others(one: NameableObject, track: Sequence[Pose], scout: Scout) -> list[NameableObject]:
    points = [pose.position for pose in track]
    found = [
        other
        for other in scout.landmarks.values()
        if other.id != one.id
        and other.thing.category == one.thing.category
        and other.distance_to_path_m(points) <= _OTHERS_WITHIN_M
    ]
    return sorted(found, key=lambda other: other.distance_m(track[0].x_m, track[0].y_m))


def _name(one: NameableObject) -> str:
    """Colour and kind as the scene knows them, with what is written on the thing and how high it is."""
    thing = one.thing
    words = ", ".join(thing.attributes)
    written = f' that reads "{thing.name}"' if NAME in traits_of(one) else ""
    return f"{thing.category.upper()} ({words}){written}, {thing.z_max_m - thing.z_min_m:.0f} m high"


def _seen(here: Pose, one: NameableObject) -> str:
    degrees = round(math.degrees(bearing_to(here, one)))
    side = (
        "straight ahead" if abs(degrees) < 5 else f"{abs(degrees)} deg {'right' if degrees > 0 else 'left'}"
    )
    return f"{side}, {one.distance_m(here.x_m, here.y_m):.0f} m away"


def _relation(leg: Leg, one: NameableObject, track: Sequence[Pose]) -> str:
    nearest = one.distance_to_path_m([pose.position for pose in track])
    final = one.distance_m(track[-1].x_m, track[-1].y_m)
    return {
        "toward": f"flown towards, the leg ends {final:.0f} m before it",
        "pass": f"passed {nearest:.0f} m away, on the {leg.side}",
        "over": "flown over",
        "between": f"flown between it, on the {leg.side}, and the other of the two",
        "front": f"STOP in front of it, {final:.0f} m before it",
        "above": "STOP above it",
        "beside": f"STOP beside it, {final:.0f} m away on the {leg.side}",
    }[leg.relation]
