"""Times pixel plans on views of the three dev scenes, flies them, and sets them beside a textbook A*.

Run: python -m benchmarks.measure.planning [--views 8] [--pixels 20] [--json]
Every view is 512x512 and gets random pixels at 5 to 50 m, every other one at a surface. Three settings are
measured: the paper's, the body's radius as lateral clearance, and that with two metres of vertical
tolerance. Times are CPU times of the thread, so that what else the machine does is not counted.
"""

import argparse
import heapq
import json
import math
import time
from collections import Counter
from dataclasses import dataclass, field, replace

import numpy as np

from airanchor.planning import ActionPlan, FreeSpace, Infeasible, PlanningConfig, execute, plan_pixel
from airanchor.planning.pixel import executable_m
from aircity.cli.worlds import open_city
from aircity.geometry import Camera, Pose
from aircity.world import Action, Observation, Obstacle, Simulator, StepSizes, advance

SCENES = ("proving-ground", "practice-square", "trial-green")
BODY_RADIUS_M = 0.5
PAPER = PlanningConfig()
BODY = replace(PAPER, lateral_clearance_m=BODY_RADIUS_M)
SETTINGS = {"paper": PAPER, "body": BODY, "body, 2 m vertical": replace(BODY, vertical_tolerance_m=2.0)}
PEER_CAP = 2000
PEER_EVERY = 10

Command = tuple[tuple[int, int], float]


@dataclass
class Tally:
    """What the plans of one setting came to."""

    ours_ms: list[float] = field(default_factory=list)
    causes: Counter[str] = field(default_factory=Counter)
    open_asked: int = 0
    open_failed: int = 0
    blocked: Counter[str] = field(default_factory=Counter)
    misses_m: list[float] = field(default_factory=list)
    peer_ms: list[float] = field(default_factory=list)
    beside_peer_ms: list[float] = field(default_factory=list)
    peer_failed: int = 0

    def summary(self) -> dict[str, object]:
        asked, planned = len(self.ours_ms), len(self.misses_m)
        surface_failed, surface_asked = asked - planned - self.open_failed, asked - self.open_asked
        return {
            "plans asked": asked,
            "median ms": round(float(np.median(self.ours_ms)), 2),
            "p99 ms": round(float(np.percentile(self.ours_ms, 99)), 1),
            "planned": round(planned / asked, 4),
            "infeasible by cause": dict(sorted(self.causes.items())),
            "infeasible towards open air": f"{self.open_failed} of {self.open_asked}",
            "infeasible up to a surface": f"{surface_failed} of {surface_asked}",
            "mean miss m": round(float(np.mean(self.misses_m)), 2),
            "blocked in flight by objects": f"{self.blocked[Obstacle.OBJECT]} of {planned}",
            "blocked in flight by the boundary": f"{self.blocked[Obstacle.BOUNDARY]} of {planned}",
            "textbook A* median ms": round(float(np.median(self.peer_ms)), 1) if self.peer_ms else None,
            "textbook A* gave up": f"{self.peer_failed} of {self.peer_failed + len(self.peer_ms)}",
            "times faster, median of ratios": self._ratio(),
        }

    def _ratio(self) -> float | None:
        if not self.peer_ms:
            return None
        return round(float(np.median(np.array(self.peer_ms) / np.array(self.beside_peer_ms))), 1)


def commands(rng: np.random.Generator, view: Observation, count: int) -> list[Command]:
    """Half anywhere and any distance; half at a surface within 50 m, as far as it lets."""
    rows, columns = np.nonzero((view.depth_m > 7) & (view.depth_m < 50))
    asked: list[Command] = []
    for number in range(count):
        u, v = rng.integers(0, 512, 2)
        distance_m = float(rng.uniform(5, 50))
        if number % 2 and rows.size:
            k = int(rng.integers(rows.size))
            u, v, distance_m = columns[k], rows[k], 50.0
        asked.append(((int(u), int(v)), distance_m))
    return asked


def measure(
    tally: Tally, view: Observation, command: Command, config: PlanningConfig
) -> ActionPlan | Infeasible:
    """Plan once and note time and outcome."""
    pixel, distance_m = command
    began = time.thread_time()
    plan = plan_pixel(view, pixel, distance_m, config=config)
    tally.ours_ms.append(1e3 * (time.thread_time() - began))
    depth_m = float(view.depth_m[pixel[1], pixel[0]])
    is_open = executable_m(distance_m, depth_m, config) == distance_m
    tally.open_asked += is_open
    if isinstance(plan, Infeasible):
        tally.causes[plan.cause.value] += 1
        tally.open_failed += is_open
    else:
        tally.misses_m.append(plan.miss_m)
    return plan


def measure_flight(tally: Tally, plan: ActionPlan, world: Simulator) -> None:
    world.reset(plan.poses[0])
    run = execute(plan.actions, world)
    if run.blocked_after is not None:
        tally.blocked[run.steps[-1].blocked_by] += 1


def measure_peer(tally: Tally, view: Observation, plan: ActionPlan, config: PlanningConfig) -> None:
    began = time.thread_time()
    found = textbook(view, plan.goal, config)
    elapsed_ms = 1e3 * (time.thread_time() - began)
    if found:
        tally.peer_ms.append(elapsed_ms)
        tally.beside_peer_ms.append(tally.ours_ms[-1])
    else:
        tally.peer_failed += 1


def textbook(view: Observation, goal: np.ndarray, config: PlanningConfig) -> bool:
    """A* with a dictionary, a straight-line bound and every step tested when it is found."""
    space, sizes = FreeSpace(view, config), StepSizes()
    actions = [action for action in Action if action is not Action.STOP]
    cost_m = dict.fromkeys(actions, 5.0) | {Action.GO_UP: 2.0, Action.GO_DOWN: 2.0}
    cost_m |= {Action.TURN_LEFT: config.turn_cost_m, Action.TURN_RIGHT: config.turn_cost_m}
    best, queue, count = {}, [(0.0, 0, 0.0, view.pose)], 0
    while queue and len(best) < PEER_CAP:
        _, _, flown_m, pose = heapq.heappop(queue)
        key = (*np.round(pose.position, 3).tolist(), round(math.degrees(pose.heading_rad)) % 360)
        if key in best:
            continue
        best[key] = flown_m
        dx, dy, dz = goal - pose.position
        if math.hypot(dx, dy) <= config.horizontal_tolerance_m and abs(dz) <= config.vertical_tolerance_m:
            return True
        for action in actions:
            there = advance(pose, action, sizes)
            if space.contains_sweep(pose.position, there.position, config.sampling_m):
                count += 1
                total_m = flown_m + cost_m[action]
                left_m = float(np.linalg.norm(goal - there.position))
                heapq.heappush(queue, (total_m + left_m, count, total_m, there))
    return False


def run(views: int, pixels: int, seed: int) -> dict[str, Tally]:
    tallies = {name: Tally() for name in SETTINGS}
    rng = np.random.default_rng(seed)
    for scene in SCENES:
        with open_city(scene) as city:
            world = city.world()
            starts = city.surveyor().sample_poses(views, rng, lowest_m=5.0, highest_m=45.0)
            for view in map(world.reset, starts):
                for number, command in enumerate(commands(rng, view, pixels)):
                    for name, config in SETTINGS.items():
                        plan = measure(tallies[name], view, command, config)
                        if isinstance(plan, ActionPlan):
                            measure_flight(tallies[name], plan, world)
                            if number % PEER_EVERY == 0 and name != "body, 2 m vertical":
                                measure_peer(tallies[name], view, plan, config)
    return tallies


def compile_kernels() -> None:
    """One plan of each kind outside the clock: the first on a machine compiles."""
    rgb, depth_m = np.zeros((64, 64, 3), np.uint8), np.full((64, 64), 50, np.float32)
    for config in SETTINGS.values():
        plan_pixel(
            Observation(rgb, depth_m, Pose(0, 0, 30), Camera.from_fov(64, 64)), (32, 32), 20, config=config
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--views", type=int, default=8, help="views per scene")
    parser.add_argument("--pixels", type=int, default=20, help="commands per view")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    compile_kernels()
    result = {
        name: tally.summary() for name, tally in run(options.views, options.pixels, options.seed).items()
    }
    if options.json:
        print(json.dumps(result, indent=2))
        return
    for name, summary in result.items():
        print(name)
        for key, value in summary.items():
            print(f"  {key:36} {value}")


if __name__ == "__main__":
    main()
