"""Whether an episode is true: its path flies free, and what its text names is where the text says."""

import itertools
import re
from collections.abc import Iterator, Sequence

from airanchor.bench.episodes.episode import Episode, replay
from airanchor.bench.episodes.paths.landmarks import NameableObject, kinds
from airanchor.bench.episodes.paths.legs import LegPlan, gap_of, holds
from airanchor.bench.episodes.paths.met import NEAR_M, is_beside
from airanchor.bench.episodes.paths.pilot import BODY_RADIUS_M
from airanchor.bench.episodes.paths.scout import Scout
from airanchor.bench.episodes.telling.facts import Leg
from airanchor.bench.episodes.telling.names import plural, wordings
from airanchor.bench.episodes.telling.traits import is_part, part_phrase, spell, words_of
from aircity.city.render.renderer import Renderer
from aircity.city.scene import CityScene
from aircity.city.world import is_within
from aircity.geometry import Pose
from aircity.world.action import Action

_TURNS = {Action.TURN_RIGHT: 15, Action.TURN_LEFT: -15}
_RISES = {Action.GO_UP: 2, Action.GO_DOWN: -2}
_ALWAYS = words_of(
    "a an the nearest closest farther further more distant of two left right hand one second third other "
    "that reads with high"
)


def check_flight(episode: Episode, scene: CityScene, renderer: Renderer) -> list[str]:
    """What is wrong with flying the reference path in its scene."""
    if episode.actions is None:
        return ["there are no actions to fly"]
    poses = replay(episode.start, episode.actions)
    problems: list[str] = []
    if not renderer.is_free(episode.start.position, BODY_RADIUS_M):
        problems.append("the start is not in free air")
    for number, (here, there) in enumerate(itertools.pairwise(poses)):
        if not is_within(there, scene.bounds):
            problems.append(f"action {number} leaves the scene")
        elif (here.x_m, here.y_m, here.z_m) != (there.x_m, there.y_m, there.z_m) and renderer.touches(
            here.position, there.position, BODY_RADIUS_M
        ):
            problems.append(f"action {number} hits something")
    return problems


def check_text(episode: Episode, scout: Scout) -> list[str]:
    """What is untrue in the facts and the text of one of our own episodes."""
    try:
        legs = [Leg.from_json(row) for row in episode.facts["legs"]]
        mentions = [(int(a), int(b), int(c)) for a, b, c in episode.facts["mentions"]]
    except (KeyError, TypeError, ValueError) as error:
        return [f"the facts cannot be read ({error!r})"]
    problems = check_legs(episode, legs, scout)
    problems += _mention_problems(episode.instruction, mentions, scout)
    named = {one for _, _, one in mentions}
    for leg in legs:
        if leg.landmark not in named or (leg.partner is not None and leg.partner not in named):
            problems.append(f"leg to object {leg.landmark} is not told")
    return problems


def check_legs(episode: Episode, legs: Sequence[Leg], scout: Scout) -> list[str]:
    """What is untrue in the legs of a path, whoever tells it."""
    if episode.actions is None or not legs:
        return ["there are no actions or legs"]
    poses = replay(episode.start, episode.actions)
    problems = [text for leg in legs for text in _leg_problems(leg, poses, episode.actions, scout)]
    if legs[-1].last != len(poses) - 1 or legs[-1].relation not in ("front", "above", "beside"):
        problems.append("the last leg does not end the path")
    return problems


def _leg_problems(leg: Leg, poses: Sequence[Pose], actions: Sequence[Action], scout: Scout) -> Iterator[str]:
    name = f"leg {leg.first}-{leg.last}"
    one = scout.landmarks.get(leg.landmark)
    partner = scout.landmarks.get(leg.partner) if leg.partner is not None else None
    if one is None or (leg.partner is not None and partner is None):
        yield f"{name}: object {leg.landmark if one is None else leg.partner} is not a landmark of the scene"
        return
    part = list(actions[leg.first : leg.last])
    if Action.MOVE_FORWARD not in part or leg.last >= len(poses):
        yield f"{name}: it does not move"
        return
    lead = part.index(Action.MOVE_FORWARD)
    if sum(_TURNS.get(action, 0) for action in part[:lead]) != leg.turn_deg:
        yield f"{name}: the turn is not {leg.turn_deg} degrees"
    if sum(_RISES.get(action, 0) for action in part) != leg.climb_m:
        yield f"{name}: the climb is not {leg.climb_m} m"
    track = list(poses[leg.first + lead : leg.last + 1])
    plan = LegPlan(one, leg.relation, leg.side, partner)
    if not holds(plan, track):
        yield f"{name}: {leg.relation} {one.thing.category} {leg.landmark} {leg.side or ''} is not so"
    if gap_of(plan, track) > leg.gap_m + 0.5:
        yield f"{name}: {one.thing.category} {leg.landmark} is farther than {leg.gap_m} m"
    for met in leg.met:
        if met.how == "cross":
            continue
        thing = scout.landmarks.get(met.object_id)
        if thing is None or not is_beside(thing, track, met.how) or _gap(thing, track) > NEAR_M:
            yield f"{name}: object {met.object_id} is not passed on the {met.how}"


def _gap(one: NameableObject, track: list[Pose]) -> float:
    return one.distance_to_path_m([pose.position for pose in track])


def _mention_problems(text: str, mentions: Sequence[tuple[int, int, int]], scout: Scout) -> Iterator[str]:
    for start, end, object_id in mentions:
        phrase = text[start:end]
        if object_id in scout.crossed:
            known = kinds("areas")[scout.crossed[object_id][0]]
            if not any(noun in phrase for noun in known.nouns + known.us + known.uk):
                yield f"{phrase!r} does not name a {scout.crossed[object_id][0]}"
            continue
        one = scout.landmarks.get(object_id)
        if one is None:
            yield f"{phrase!r} names object {object_id}, which the scene does not have"
        elif strange := [word for word in _words(phrase) if word not in _licensed(one)]:
            yield f"{phrase!r} says {' '.join(strange)} of a {one.thing.category} that is not so"


def _words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9']+", text.lower())


def _licensed(one: NameableObject) -> frozenset[str]:
    """Every word that may truly be said of a thing."""
    thing = one.thing
    nouns = [noun for dialect in ("us", "uk") for noun in one.kind.spoken(dialect)]
    said = [*nouns, *(plural(noun) for noun in nouns), thing.name or ""]
    for attribute in thing.attributes:
        said += wordings(attribute)
        if is_part(attribute):
            said.append(part_phrase(attribute, "us"))
    both = [spell(text, dialect) for text in said for dialect in ("us", "uk")] + said
    return _ALWAYS | {word for text in both for word in _words(text)}
