"""Where the time of a decision goes: render, detect, ground, remember, plan, trace, and the rulebook itself.

CPU seconds of the whole process per stage and decision, over a few flights on the tuning cities. Wall time is
shown beside it and means little on a busy machine.

Run: python -m benchmarks.measure.decision [--json]
"""

import argparse
import json
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from airanchor.agent import build as agent_build
from airanchor.agent.loop import AirAnchor
from airanchor.agent.observer import Eyes
from airanchor.assembly import load_stack
from airanchor.config import load_settings
from airanchor.flight import Mission, launch
from airanchor.reasoner import Reasoner
from airanchor.reasoner.exchanges import RecordingListener
from airanchor.trace import DecisionEvent, EndEvent, Event, Keep, MissionEvent, TraceWriter
from aircity.city.library import open_scene
from aircity.city.world import CityWorld
from aircity.geometry import Pose

FLIGHTS = (
    ("practice-square", Pose.at(-65, -187, 28, 29), "Climb 10 metres, fly to the church and stop near it."),
    ("practice-square", Pose.at(150, 95, 26, 270), "Fly past the church and stop at the castle."),
    ("trial-green", Pose.at(0, 0, 40, 90), "Turn left and fly to the water tower. Then fly to the church."),
)


class Stopwatch:
    """Seconds per stage; an inner stage's time is taken off the outer one's."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._inner = [0.0]
        self.decisions: list[dict[str, float]] = []
        self._totals: dict[str, float] = defaultdict(float)
        self._began = clock()

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        began = self._clock()
        self._inner.append(0.0)
        try:
            yield
        finally:
            took = self._clock() - began
            self._totals[name] += took - self._inner.pop()
            self._inner[-1] += took

    def next_decision(self, *, is_counted: bool = True) -> None:
        now = self._clock()
        if self._totals and is_counted:
            self.decisions.append({**self._totals, "all": now - self._began})
        self._totals = defaultdict(float)
        self._began = now


class Timed:
    """Anything, with some of its methods timed."""

    def __init__(self, inner: Any, watches: Sequence[Stopwatch], stages: dict[str, str]) -> None:
        self._inner, self._watches, self._stages = inner, watches, stages

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._inner, name)
        if name not in self._stages:
            return value

        def timed(*args: Any, **named: Any) -> Any:
            stage = self._stages[name]
            with self._watches[0].stage(stage), self._watches[1].stage(stage):
                return value(*args, **named)

        return timed


class WatchedWriter(TraceWriter):
    """A trace whose own time is a stage, and whose decisions part the time."""

    watches: Sequence[Stopwatch] = ()

    def write(self, event: Event, timing: Any = None) -> None:
        if isinstance(event, MissionEvent | DecisionEvent | EndEvent):
            for watch in self.watches:
                watch.next_decision(is_counted=not isinstance(event, MissionEvent))
        with _both(self.watches, "trace"):
            super().write(event, timing)

    def save_rgb(self, rgb: Any) -> str:
        with _both(self.watches, "trace"):
            return super().save_rgb(rgb)

    def save_depth(self, depth_m: Any) -> str:
        with _both(self.watches, "trace"):
            return super().save_depth(depth_m)


@contextmanager
def _both(watches: Sequence[Stopwatch], name: str) -> Iterator[None]:
    if not watches:
        yield
        return
    with watches[0].stage(name), watches[1].stage(name):
        yield


def fly_all(folder: Path) -> tuple[Stopwatch, Stopwatch]:
    stack = load_stack(load_settings("embedded"))
    watches = (Stopwatch(time.process_time), Stopwatch(time.perf_counter))
    views = dict.fromkeys(("reset", "observe", "look_up", "look_down", "panorama", "step"), "render and step")
    for warm in (True, False):
        for number, (scene, start, text) in enumerate(FLIGHTS[:1] if warm else FLIGHTS):
            world = Timed(CityWorld(open_scene(scene)), watches, views)
            chat = Timed(stack.chat, watches, {"complete": "rulebook"})
            detector = Timed(stack.detector("embedded"), watches, {"detect": "detect"})
            image = Timed(stack.image, watches, {"encode": "encode crops"})
            with (
                stack.memory_store(None) as store,
                store.episode(scene, f"{warm}{number}") as episode,
                WatchedWriter(folder / f"{warm}{number}", keep=Keep.VIEWING) as writer,
            ):
                writer.watches = watches
                memory = Timed(episode.memory, watches, {"observe_frame": "remember", "retrieve": "remember"})
                reasoner = Reasoner(chat, listener=RecordingListener(writer))
                parts = agent_build.build_parts(
                    reasoner,
                    Eyes(detector, image, stack.settings.anchors),
                    memory,
                    planning=stack.settings.planning,
                    config=stack.settings.agent,
                )
                parts = replace(parts, sight=Timed(parts.sight, watches, {"look": "ground"}))
                parts = replace(parts, fly_skill=_planned(parts.fly_skill, watches))
                launch(
                    AirAnchor(parts, stack.settings.agent), Mission(text, scene, start), world, writer=writer
                )
        if warm:
            for watch in watches:
                watch.decisions.clear()
    return watches


def _planned(run: Callable[..., Any], watches: Sequence[Stopwatch]) -> Callable[..., Any]:
    def planned(*args: Any) -> Any:
        with _both(watches, "plan"):
            return run(*args)

    return planned


def summarise(watch: Stopwatch) -> dict[str, Any]:
    """Medians over decisions in milliseconds; stages a decision does not have count as 0."""
    stages = sorted({name for row in watch.decisions for name in row if name != "all"})
    rest = [row["all"] - row.get("rulebook", 0.0) for row in watch.decisions]
    return {
        "decisions": len(watch.decisions),
        "all": _ms([row["all"] for row in watch.decisions]),
        "all but the rulebook": _ms(rest),
        "stages": {name: _ms([row.get(name, 0.0) for row in watch.decisions]) for name in stages},
    }


def _ms(seconds: list[float]) -> dict[str, float]:
    ordered = sorted(seconds)
    return {
        "median_ms": round(1e3 * statistics.median(ordered), 1),
        "mean_ms": round(1e3 * statistics.fmean(ordered), 1),
        "p90_ms": round(1e3 * ordered[int(0.9 * (len(ordered) - 1))], 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        cpu, wall = fly_all(Path(folder))
    result = {"cpu": summarise(cpu), "wall": summarise(wall)}
    if options.json:
        print(json.dumps(result, indent=2))
        return
    for name, table in result.items():
        print(f"{name}, {table['decisions']} decisions: median / mean / p90 ms")
        rows = {"all": table["all"], "all but the rulebook": table["all but the rulebook"], **table["stages"]}
        for stage, row in rows.items():
            print(f"  {stage:<22} {row['median_ms']:>8} {row['mean_ms']:>8} {row['p90_ms']:>8}")


if __name__ == "__main__":
    main()
