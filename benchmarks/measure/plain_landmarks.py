"""Competence: does a navigator reach a single landmark that stands in plain view? Dev scenes, by the rules.

Twenty missions "Fly to the X and stop there." are drawn by seed: one landmark ahead, 30 to 80 m away, large
enough in the picture, the only one of its kind in it. One counts as reached where the flight ends within 20 m
of the landmark's outline, seen from above.

Run: python -m benchmarks.measure.plain_landmarks --agent spf [--agent airanchor] [--count 20] [--seed 17]
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import shapely

from airanchor.assembly import AGENTS, Stack, load_stack
from airanchor.bench.episodes import load_split
from airanchor.bench.grounding.phrases import colour_of
from airanchor.bench.statistics import wilson
from airanchor.config import load_settings
from airanchor.flight import Flight, Mission, launch
from aircity.city.city import City, rendered
from aircity.city.landmarks import LANDMARKS
from aircity.city.library import open_scene
from aircity.city.scene import SceneObject
from aircity.geometry import Camera, Pose, relate

NEAR_M, FAR_M = 30.0, 80.0
AHEAD_DEG = 20.0
LEAST_SHARE = 0.04
"""Of the picture that the landmark fills."""
SPECK_PX = 30
"""Another of its kind with fewer pixels is not noticed."""
REACHED_M = 20.0
POSES = 400


@dataclass(frozen=True, slots=True)
class PlainMission:
    """A landmark in plain view and where it is seen from."""

    scene: str
    start: Pose
    landmark: SceneObject
    instruction: str

    def miss_m(self, end: Pose) -> float:
        """How far the end of a flight is from the landmark's outline."""
        outline = shapely.MultiPoint(list(self.landmark.footprint)).convex_hull
        return float(outline.distance(shapely.Point(end.x_m, end.y_m)))


def missions_of(city: City, scene: str, rng: np.random.Generator) -> Iterator[PlainMission]:
    """Missions of one scene, in the order of its drawn poses; a landmark is taken once."""
    camera, taken = Camera.from_fov(192, 192), set()
    things = {one.id: one for one in city.scene.objects}
    for pose in city.surveyor().sample_poses(POSES, rng):
        ids = city.renderer.render(pose, camera).object_id
        for thing in _in_plain_view(ids, pose, things):
            if thing.id not in taken:
                taken.add(thing.id)
                colour = colour_of(thing)
                name = f"{colour} {thing.category}" if colour else thing.category
                yield PlainMission(scene, pose, thing, f"Fly to the {name} and stop there.")


def _in_plain_view(ids: np.ndarray, pose: Pose, things: dict[int, SceneObject]) -> Iterator[SceneObject]:
    seen, counts = np.unique(ids, return_counts=True)
    shown = {things[one]: int(count) for one, count in zip(seen, counts, strict=True) if one in things}
    kinds = Counter(one.category for one, count in shown.items() if count >= SPECK_PX)
    for thing, count in shown.items():
        if thing.category not in LANDMARKS or kinds[thing.category] != 1 or count < LEAST_SHARE * ids.size:
            continue
        middle = np.mean(thing.footprint, axis=0)
        cue = relate(pose, (float(middle[0]), float(middle[1]), pose.z_m))
        if abs(cue.bearing_deg) <= AHEAD_DEG and NEAR_M <= cue.d_xy_m <= FAR_M:
            yield thing


def draw(count: int, seed: int) -> list[PlainMission]:
    """As many missions, the scenes in turn, kinds as different as can be."""
    rng, kinds = np.random.default_rng(seed), Counter[str]()
    found: list[list[PlainMission]] = []
    scenes = sorted({one.scene_id for one in load_split("dev")})
    for scene in scenes:
        with rendered(open_scene(scene)) as city:
            found.append(list(missions_of(city, scene, rng)))
    drawn: list[PlainMission] = []
    while len(drawn) < count and any(found):
        for missions in found:
            if not missions or len(drawn) == count:
                continue
            one = min(missions, key=lambda mission: kinds[mission.landmark.category])
            missions.remove(one)
            kinds[one.landmark.category] += 1
            drawn.append(one)
    return drawn


def fly(mission: PlainMission, agent: str, stack: Stack, city: City) -> Flight:
    """One flight with an empty memory."""
    navigator = stack.navigator(
        agent,
        reasoner=stack.reasoner(),
        detector=stack.detector("embedded"),
        memory=stack.memory_store(None).memory(mission.scene),
        episode=f"plain-{mission.scene}-{mission.landmark.id}",
    )
    task = Mission(mission.instruction, mission.scene, mission.start)
    return launch(navigator, task, city.world(), envelope=stack.settings.envelope)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--agent", action="append", required=True, choices=AGENTS)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=17)
    parser.add_argument("--set", action="append", default=[], dest="sets")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    stack = load_stack(load_settings("embedded", sets=given.sets))
    missions, rows = draw(given.count, given.seed), []
    for scene in dict.fromkeys(one.scene for one in missions):
        with rendered(open_scene(scene)) as city:
            for mission in (one for one in missions if one.scene == scene):
                for agent in given.agent:
                    flight = fly(mission, agent, stack, city)
                    miss_m = mission.miss_m(flight.end)
                    calls = sum(row.calls for row in flight.usage)
                    rows.append((agent, mission, miss_m, flight.ending.value, flight.iterations, calls))
                    if not given.json:
                        print(
                            f"{agent:22s} {scene:16s} {mission.instruction:52s} {miss_m:6.1f} m"
                            f"  {flight.ending.value:18s} {flight.iterations:3d} decisions {calls:4d} calls"
                        )
    for agent in given.agent:
        reached = sum(row[2] <= REACHED_M for row in rows if row[0] == agent)
        share = wilson(reached, len(missions))
        table = {"agent": agent, "reached": reached, "n": len(missions), "low": share.low, "high": share.high}
        print(json.dumps(table) if given.json else f"{agent}: reached {reached} of {len(missions)}")


if __name__ == "__main__":
    main()
