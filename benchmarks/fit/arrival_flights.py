"""Flies short missions and notes what each reflection knew of its landmarks, and what was truly there.

Run: python -m benchmarks.fit.arrival_flights --out arrivals.jsonl [--dev] [--scenes 27] [--rounds 1]
One JSON object per reflection; some five seconds of one processor per flight. Flights that the file already
holds are not flown again.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from airanchor.assembly import Stack, load_stack
from airanchor.bench.episodes.paths.landmarks import NameableObject, nameable
from airanchor.bench.run.worlds.cities import EmbeddedCities, OpenCity
from airanchor.bench.run.worlds.source import SceneKeeper
from airanchor.config import load_settings
from airanchor.embedded.ears import read_clauses
from airanchor.embedded.rules.goal import mentions_of, read_goal
from airanchor.embedded.rules.roles.reflection import _Reflector
from airanchor.embedded.rules.senses import Senses
from airanchor.embedded.rules.space.detections import phrase_of
from airanchor.embedded.rules.verdicts.completion import FlownSkill, is_too_soon, why_done
from airanchor.embedded.rules.words.names import Names
from airanchor.flight import Mission, launch
from airanchor.perception import Phrase
from airanchor.perception.one_thread import one_thread
from airanchor.reasoner.prompts.reader import Prompt, read_prompt
from airanchor.reasoner.reasoner import Answer, Exchange
from airanchor.reasoner.roles import PANORAMA, REFLECTION
from aircity.city.surveyor import CitySurveyor
from aircity.geometry import Pose
from aircity.world import Simulator
from benchmarks.fit.arrival_missions import DEV_SCENES, Order, Told, orders, train_scenes

LEAST = 0.05
LIMIT = 5


@dataclass(slots=True)
class Notes:
    """Listens to one flight."""

    order: Order
    world: Simulator
    senses: Senses
    landmarks: Sequence[NameableObject]
    rows: list[dict[str, Any]] = field(default_factory=list)
    before: Pose | None = None
    prompt: Prompt | None = None
    looked: list[Any] | None = None

    def exchanged(self, exchange: Exchange) -> None:
        """Keep the prompt: the answer comes next."""
        if exchange.attempt == 1 and exchange.role in (REFLECTION.name, PANORAMA.name):
            self.prompt = read_prompt(exchange.request.messages)

    def answered(self, role: str, answer: Answer[Any]) -> None:
        """Note what there was to know."""
        if self.prompt is None:
            return
        if role == PANORAMA.name:
            self.looked = self._looked(self.prompt)
        if role == REFLECTION.name:
            self.rows.append(self._row(self.prompt, answer.reply))
            self.looked = None

    def _looked(self, prompt: Prompt) -> list[Any]:
        goal = read_goal(prompt.values, self.senses)
        return [
            {mention.label: self._sights(mention, image) for mention in mentions_of(goal.active)}
            for image in prompt.images
        ]

    def _row(self, prompt: Prompt, reply: Any) -> dict[str, Any]:
        pose = self.world.observe().pose
        goal = read_goal(prompt.values, self.senses)
        moment = _Reflector(prompt, self.senses).moment()
        places = zip(moment.before, moment.after, strict=True)
        row = {
            **asdict(self.order),
            "pose": _pose(pose),
            "before": None if self.before is None else _pose(self.before),
            "number": len(self.rows),
            "values": {key: text for key, text in prompt.values.items() if key != "memory"},
            "progress_after": reply.progress,
            "status": reply.status.value,
            "is_done": is_done(moment) and not goal.progress.is_sinking,
            "manoeuvre": goal.active.manoeuvre.value,
            "part": goal.progress.part,
            "parts": len(goal.clauses),
            "looked": self.looked,
            "mentions": [
                {
                    "label": mention.label,
                    "category": mention.category,
                    "attributes": mention.attributes,
                    "tracks": [None if one is None else asdict(one) for one in pair],
                    "sights": [self._sights(mention, image) for image in prompt.images[:2]],
                }
                for mention, pair in zip(mentions_of(goal.active), places, strict=True)
            ],
            "truth": [self._truth(told, pose) for told in self.order.told],
        }
        self.before = pose
        return row

    def _sights(self, mention: Any, image: Any) -> dict[str, Any]:
        reading = self.senses.scenes.read(image)
        phrase = phrase_of(mention)
        found = {"full": phrase, "bare": Phrase(phrase.category)}
        return {
            key: [
                [
                    round(one.score, 3),
                    round(one.bearing_deg, 1),
                    one.range_m and round(one.range_m, 1),
                    one.width_px,
                ]
                for one in reading.find(phrase, LIMIT, least_score=LEAST)  # type: ignore[call-arg]
            ]
            for key, phrase in found.items()
            if key == "full" or mention.attributes
        } | {
            "objects": [
                [one.label, round(one.detection.score, 2), round(one.detection.bearing_deg, 1)]
                for one in reading.objects()
            ]
        }

    def _truth(self, told: Told, pose: Pose) -> dict[str, float | None]:
        alike = [one for one in self.landmarks if one.thing.category == told.category]
        same = [one for one in alike if set(told.attributes) <= set(one.thing.attributes)]
        return {
            name: min((one.distance_m(pose.x_m, pose.y_m) for one in some), default=None)
            for name, some in (("kind_m", alike), ("same_m", same))
        }


def is_done(moment: FlownSkill) -> bool:
    """Whether reflection calls the part done."""
    return why_done(moment) is not None and not is_too_soon(moment)


def _pose(pose: Pose) -> list[float]:
    return [round(one, 2) for one in (pose.x_m, pose.y_m, pose.z_m, pose.heading_rad)]


def fly(order: Order, city: OpenCity, stack: Stack, senses: Senses, memory: Any) -> list[dict[str, Any]]:
    """One flight's notes."""
    world = city.world()
    notes = Notes(order, world, senses, list(nameable(city.scene).values()))
    navigator = stack.navigator(
        "airanchor",
        reasoner=stack.reasoner(notes),
        detector=stack.detector("embedded"),
        memory=memory,
        episode=order.name,
    )
    launch(navigator, Mission(order.text, order.scene, order.start), world, envelope=stack.settings.envelope)
    return notes.rows


def flights(
    scenes: Sequence[str], rounds: int, stack: Stack, flown: set[str]
) -> Iterator[tuple[Order, list[dict[str, Any]]]]:
    """All flights that are not flown yet; in every second scene the memory is kept from flight to flight."""
    rules = stack.settings.rulebook
    senses = Senses(Names(stack.text, rules.naming), stack.reader, read_clauses, rules)
    cities = SceneKeeper()
    with one_thread, stack.memory_store(None) as store:
        for number, scene in enumerate(scenes):
            city = cities.open(EmbeddedCities(), scene, None)
            surveyor = CitySurveyor(city.scene, renderer=city.renderer)
            for order in orders(city.scene, surveyor, scene, rounds):
                if order.name in flown:
                    continue
                place = scene if number % 2 else order.name.replace("/", "-")
                with store.episode(place, order.name) as transaction:
                    yield order, fly(order, city, stack, senses, transaction.memory)
    cities.close()


def main() -> None:
    """Fly and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--scenes", type=int, default=len(train_scenes()))
    parser.add_argument("--rounds", type=int, default=1, help="eleven missions per scene each")
    parser.add_argument("--dev", action="store_true", help="the tuning scenes instead of made ones")
    given = parser.parse_args()
    scenes = DEV_SCENES if given.dev else train_scenes()[: given.scenes]
    lines = given.out.read_text("utf-8").splitlines() if given.out.is_file() else []
    flown = {json.loads(line)["name"] for line in lines}
    began_s = time.monotonic()
    with given.out.open("a", encoding="utf-8") as file:
        stack = load_stack(load_settings("paper"))
        for number, (order, rows) in enumerate(flights(scenes, given.rounds, stack, flown), 1):
            file.writelines(json.dumps(row) + "\n" for row in rows)
            file.flush()
            each_s = (time.monotonic() - began_s) / number
            print(
                f"{number} flown, {each_s:.1f} s each: {order.name} {order.text}", file=sys.stderr, flush=True
            )


if __name__ == "__main__":
    main()
