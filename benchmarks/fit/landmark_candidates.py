"""Flies instructions and notes, at every decision, what may be the landmark of the leg and whether it is."""

import math
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from airanchor.assembly import Stack
from airanchor.bench.episodes import Episode
from airanchor.bench.episodes.paths.landmarks import NameableObject, nameable
from airanchor.bench.run.worlds.cities import EmbeddedCities
from airanchor.bench.run.worlds.source import SceneKeeper
from airanchor.embedded.ears import read_clauses
from airanchor.embedded.rules.goal import Goal, is_between, read_goal
from airanchor.embedded.rules.notes.track import LandmarkTrack, wrap_deg
from airanchor.embedded.rules.roles.decomposition import decompose
from airanchor.embedded.rules.senses import Senses
from airanchor.embedded.rules.space.detections import phrase_of, track_of
from airanchor.embedded.rules.space.evidence import LandmarkEvidence
from airanchor.embedded.rules.space.expectation import ahead, leads_to, reach_weight
from airanchor.embedded.rules.words.names import Names
from airanchor.flight import launch
from airanchor.perception.one_thread import one_thread
from airanchor.reasoner.prompts.reader import Prompt, read_prompt
from airanchor.reasoner.reasoner import Answer, Exchange
from airanchor.reasoner.roles import NAVIGATION
from aircity.geometry import Pose
from aircity.world import Simulator
from benchmarks.measure.instruction_stretch import words_of

MOST_OFF = 9.0
"""Squared spreads off the words' way from where on it makes no difference."""
LEAST_OFF_DEG, WIDE_M = 8.0, 12.0
"""What lies within this of the landmark's centre, as an angle or across, is the landmark,"""
NEAR_M, NEAR_SHARE = 15.0, 0.2
"""if a measured distance is right to within so many metres and this share of it."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """Something that may be the landmark, at one decision."""

    episode: str
    is_measured: bool
    score: float
    off: float
    """Its bearing from where the words lead, in spreads, squared."""
    reach: float
    """The weight of its distance."""
    is_landmark: bool


def rivals(
    measured: LandmarkTrack | None, sights: Sequence[tuple[float, LandmarkTrack]], same_deg: float
) -> Iterator[tuple[float, LandmarkTrack]]:
    """What is measured, with the best score of a sight of it, and every sight of something else."""
    if measured is None:
        yield from sights
        return
    offs_deg = [abs(sight.bearing_deg - measured.bearing_deg) for _, sight in sights]
    near = [score for (score, _), off_deg in zip(sights, offs_deg, strict=True) if off_deg <= same_deg]
    yield max(near, default=0.0), measured
    yield from (one for one, off_deg in zip(sights, offs_deg, strict=True) if off_deg > same_deg)


def lies_at(bearing_deg: float, distance_m: float | None, *, pose: Pose, centre: tuple[float, float]) -> bool:
    """Whether something lies where the landmark does; a sight without a distance by its bearing alone."""
    north_m, east_m = centre[0] - pose.x_m, centre[1] - pose.y_m
    true_m = math.hypot(north_m, east_m)
    off_deg = wrap_deg(bearing_deg - math.degrees(math.atan2(east_m, north_m) - pose.heading_rad))
    if abs(off_deg) > max(LEAST_OFF_DEG, math.degrees(math.atan2(WIDE_M, max(true_m, 1.0)))):
        return False
    return distance_m is None or abs(distance_m - true_m) <= NEAR_M + NEAR_SHARE * true_m


def meant(episode: Episode, subtask: str, label: str) -> int | None:
    """The landmark of a subtask's leg that a label names, by its id: "between" has two."""
    texts = [one["text"] for one in decompose(episode.instruction)["subtasks"]]
    legs = episode.facts["legs"]
    if subtask not in texts or len(texts) != len(legs):
        return None
    leg = legs[texts.index(subtask)]
    told = [
        (len(words_of(label) & words_of(episode.instruction[at:end])), thing)
        for at, end, thing in episode.facts["mentions"]
        if thing in (leg["landmark"], leg.get("partner"))
    ]
    words, thing = max(told, default=(0, None))
    return thing if words else None


@dataclass(slots=True)
class Notes:
    """Listens to the navigation questions of one flight and notes the candidates of each."""

    episode: Episode
    world: Simulator
    senses: Senses
    landmarks: dict[int, NameableObject]
    found: list[Candidate] = field(default_factory=list)

    def exchanged(self, exchange: Exchange) -> None:
        """Note what the question told of the landmark of the leg, unless earlier ones had found it."""
        if exchange.role != NAVIGATION.name or exchange.attempt > 1:
            return
        prompt = read_prompt(exchange.request.messages)
        goal = read_goal(prompt.values, self.senses)
        if not leads_to(goal.active) or not goal.active.mentions:
            return
        mention = goal.active.mentions[0]
        truth = meant(self.episode, prompt.values.get("subtask", ""), mention.label)
        if truth is not None and goal.progress.knows(mention.label) is None:
            self.found += self._candidates(prompt, goal, self.landmarks[truth])

    def answered(self, role: str, answer: Answer[Any]) -> None:
        """Nothing to note."""

    def _candidates(self, prompt: Prompt, goal: Goal, truth: NameableObject) -> Iterator[Candidate]:
        image, active, pose = prompt.images[0], goal.active, self.world.observe().pose
        mention, config = active.mentions[0], self.senses.config
        measured = LandmarkEvidence(prompt.values, image, goal, self.senses).measured(mention)
        seen = self.senses.scenes.read(image).find(phrase_of(mention))
        sector = ahead(mention, config, is_told=goal.is_heading_told and not is_between(active))
        sights = [(one.score, track_of(mention, one)) for one in seen]
        for score, track in rivals(measured, sights, config.sights.same_deg):
            off = wrap_deg(track.bearing_deg - sector.middle_deg) / sector.spread_deg
            far_m = None if track.d_xy_m is None else goal.progress.flown_m + track.forward_m
            yield Candidate(
                episode=self.episode.episode_id,
                is_measured=track is measured,
                score=score,
                off=min(off**2, MOST_OFF),
                reach=1.0 if far_m is None else reach_weight(active, far_m, config.legs),
                is_landmark=lies_at(
                    track.bearing_deg,
                    track.d_xy_m if track is measured else None,
                    pose=pose,
                    centre=(truth.x_m, truth.y_m),
                ),
            )


def fly(episodes: Sequence[Episode], stack: Stack) -> Iterator[Candidate]:
    """The candidates of every flight; the memory of a scene grows from flight to flight."""
    rules = stack.settings.rulebook
    senses = Senses(Names(stack.text, rules.naming), stack.reader, read_clauses, rules)
    cities, began_s = SceneKeeper(), time.monotonic()
    with one_thread, stack.memory_store(None) as store:
        for number, episode in enumerate(episodes, 1):
            city = cities.open(EmbeddedCities(), episode.scene_id, None)
            with store.episode(episode.scene_id, episode.episode_id) as transaction:
                world = city.world()
                notes = Notes(episode, world, senses, nameable(city.scene))
                navigator = stack.navigator(
                    "airanchor",
                    reasoner=stack.reasoner(notes),
                    detector=stack.detector("embedded"),
                    memory=transaction.memory,
                    episode=episode.episode_id,
                )
                launch(navigator, episode.mission, world, envelope=stack.settings.envelope)
            yield from notes.found
            left_s = (time.monotonic() - began_s) / number * (len(episodes) - number)
            told = f"{number} of {len(episodes)} flown, {left_s / 60:.0f} min left"
            print(f"{told}: {episode.episode_id}, {len(notes.found)} candidates", file=sys.stderr)
    cities.close()
