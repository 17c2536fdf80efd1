"""What memories hold after flights, by score and by chance: python -m benchmarks.measure.seen_memory

The rulebook flies episodes of the tuning split twice: with the embedded detector before a plain memory, and
with the calibrated one before a memory that keeps what was seen. Each instance is compared with the thing
that stands where it was placed: is it of that kind, and do the words stored for its look hold? Then the
memory is asked for the landmarks of the path in the words of the instruction.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import shapely

from airanchor.assembly import Stack, load_stack
from airanchor.bench.episodes import Episode, load_split
from airanchor.bench.episodes.episode import replay
from airanchor.bench.memory_study.truth import GroundMap
from airanchor.bench.phrases import meanings
from airanchor.bench.run.subset import choose_episodes
from airanchor.bench.run.worlds.cities import EmbeddedCities, OpenCity
from airanchor.bench.run.worlds.source import SceneKeeper
from airanchor.config import load_settings
from airanchor.embedded.eyes.detector import EmbeddedDetector
from airanchor.embedded.eyes.detector.calibrated import CalibratedDetector
from airanchor.embedded.eyes.reader.traits import TRAITS, has_trait, normal_trait
from airanchor.flight import launch
from airanchor.memory import Instance, Memory, SeenMemory, Sokb, memory_profile
from airanchor.perception import Detector, Phrase
from airanchor.perception.oracle_words import is_covered, is_named
from aircity.city.scene import CityScene
from benchmarks.fit.landmark_views import told_phrase


@dataclass(frozen=True, slots=True)
class Held:
    """One instance, judged."""

    confidence: float
    is_right: bool
    """Whether a thing of its kind stands there."""
    observations: int
    words_true: int
    words: int
    """Words of its look that name a trait, and those that the thing there has; 0 where there is none."""


def fly(stack: Stack, city: OpenCity, episode: Episode, *, is_calibrated: bool) -> Memory:
    """The memory that one flight leaves."""
    plain = EmbeddedDetector(stack.text, stack.reader)
    config = memory_profile("embedded", stack.text, stack.image).overlaid(stack.settings.memory)
    memory: Memory = Sokb(stack.text, replace(config, sightings_kept=100))
    detector: Detector = plain
    if is_calibrated:
        detector, memory = CalibratedDetector(plain), SeenMemory(memory)
    navigator = stack.navigator(
        "airanchor",
        reasoner=stack.reasoner(),
        detector=detector,
        memory=memory,
        episode=episode.episode_id,
    )
    launch(navigator, episode.mission, city.world(), envelope=stack.settings.envelope)
    return memory


def judge(memory: Memory, scene: CityScene) -> Iterator[Held]:
    """The instances whose names the city knows."""
    ground, objects = GroundMap(scene.objects), {one.id: one for one in scene.objects}
    known = sorted({one.category for one in scene.objects})
    for item in memory.register.instances.values():
        word = item.sightings[0].category
        kinds = meanings(word) | {one for one in known if _means(word, one)}
        if not kinds:
            continue
        found = ground.object_of(item.extent.footprint.shape, frozenset(kinds))
        here = _thing_at(item, ground, frozenset(known)) if found is None else found
        attributes = () if here is None else objects[here].attributes
        traits = _traits(item) if here is not None else []
        true = sum(has_trait(trait, attributes) for trait in traits)
        yield Held(item.confidence, found is not None, item.observations, true, len(traits))


def recall(memory: Memory, episode: Episode, scene: CityScene) -> Iterator[bool]:
    """Whether the first candidate for each told landmark is that landmark, asked where its leg begins."""
    ground, objects = GroundMap(scene.objects), {one.id: one for one in scene.objects}
    assert episode.actions is not None
    poses = replay(episode.start, episode.actions)
    for leg in episode.facts["legs"]:
        spans = [row for row in episode.facts["mentions"] if row[2] == leg["landmark"]]
        if not spans:
            continue
        phrase = told_phrase(episode.instruction[spans[0][0] : spans[0][1]])
        found = memory.retrieve(phrase, poses[leg["first"]])
        kind = frozenset((objects[leg["landmark"]].category,))
        shapes = [one.instance.extent.footprint.shape for one in found.candidates[:1]]
        yield [ground.object_of(shape, kind) for shape in shapes] == [leg["landmark"]]


def _means(word: str, category: str) -> bool:
    return is_named(Phrase(word), category) or is_covered(Phrase(word), category)


def _thing_at(item: Instance, ground: GroundMap, known: frozenset[str]) -> int | None:
    """Whatever stands there, the ground itself excepted."""
    shape: shapely.Geometry = item.extent.footprint.shape
    return ground.object_of(shape, known - {"field", "lawn", "pavement", "hills", "park", "courtyard"})


def _traits(item: Instance) -> list[str]:
    words = [word for text in item.appearances.texts if text for word in text.split(", ")]
    return [trait for trait in map(normal_trait, dict.fromkeys(words)) if trait in TRAITS]


def show(name: str, held: list[Held], recalled: list[bool]) -> None:
    """A few lines."""
    for often, rows in (
        ("all", held),
        ("seen once", [one for one in held if one.observations == 1]),
        ("seen more than once", [one for one in held if one.observations > 1]),
    ):
        right = [one.confidence for one in rows if one.is_right]
        wrong = [one.confidence for one in rows if not one.is_right]
        print(
            f"{name}, {often}: reliability of {len(right)} right {_mean(right)}, "
            f"of {len(wrong)} wrong {_mean(wrong)}"
        )
    sure = [one.is_right for one in held if one.confidence >= 0.5]
    words, true = sum(one.words for one in held), sum(one.words_true for one in held)
    print(
        f"  of {len(sure)} with 0.5 or more, {_mean(sure)} right; "
        f"of {words} words of looks {true / max(words, 1):.2f} true"
    )
    print(f"  landmarks first among candidates: {sum(recalled)} of {len(recalled)}", flush=True)


def _mean(values: Sequence[float]) -> str:
    return f"{np.mean(values):.3f}" if values else "-"


def main() -> None:
    """Fly, judge and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--flights", default="6", help="how many episodes of the tuning split")
    options = parser.parse_args()
    stack, keeper = load_stack(load_settings("embedded")), SceneKeeper()
    held: dict[bool, list[Held]] = {False: [], True: []}
    recalled: dict[bool, list[bool]] = {False: [], True: []}
    for episode in choose_episodes(load_split("dev"), options.flights):
        city = keeper.open(EmbeddedCities(), episode.scene_id, None)
        for is_calibrated, rows in held.items():
            memory = fly(stack, city, episode, is_calibrated=is_calibrated)
            rows += judge(memory, city.scene)
            recalled[is_calibrated] += recall(memory, episode, city.scene)
    keeper.close()
    show("scores", held[False], recalled[False])
    show("chances", held[True], recalled[True])


if __name__ == "__main__":
    main()
