"""Times exact dynamic time warping against a plain Python loop and against numpy along anti-diagonals.

Run: python -m benchmarks.measure.metrics [--points 500] [--repeats 30] [--json]
Two random walks of as many points are aligned; all three must agree to the last bit. Times are CPU times of
the thread, medians over the repeats, which take turns so that a slow moment hits all three alike. The time
of all scores of such a flight is told too.
"""

import argparse
import json
import math
import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from airanchor.bench.metrics import dtw_m, score

Path = NDArray[np.float64]


def plain_loop(path: Path, reference: Path) -> float:
    """The recurrence over lists."""
    points = reference.tolist()
    above = [0.0] + [math.inf] * len(points)
    for x, y, z in path.tolist():
        row = [math.inf]
        for j, (a, b, c) in enumerate(points):
            cost_m = math.sqrt((x - a) * (x - a) + (y - b) * (y - b) + (z - c) * (z - c))
            row.append(cost_m + min(row[j], above[j], above[j + 1]))
        above = row
    return above[-1]


def anti_diagonals(path: Path, reference: Path) -> float:
    """The recurrence by numpy, all cells of an anti-diagonal at once."""
    n, m = len(path), len(reference)
    cost_m = np.sqrt(((path[:, None] - reference[None]) ** 2).sum(axis=-1))[:, ::-1]
    older, old = np.full(n + 1, np.inf), np.full(n + 1, np.inf)
    older[0] = 0.0
    for diagonal in range(n + m - 1):
        first, end = max(0, diagonal - m + 1), min(n, diagonal + 1)
        new = np.full(n + 1, np.inf)
        before = np.minimum(np.minimum(old[first:end], old[first + 1 : end + 1]), older[first:end])
        new[first + 1 : end + 1] = before + cost_m.diagonal(m - 1 - diagonal)
        older, old = old, new
    return float(old[n])


def walk(rng: np.random.Generator, points: int) -> Path:
    return np.cumsum(rng.normal(scale=5.0, size=(points, 3)), axis=0)


def cpu_ms(call: Callable[[], object]) -> float:
    began = time.thread_time()
    call()
    return 1e3 * (time.thread_time() - began)


def measure(points: int, repeats: int, seed: int) -> dict[str, object]:
    rng = np.random.default_rng(seed)
    path, reference = walk(rng, points), walk(rng, points)
    answers = {dtw_m(path, reference), plain_loop(path, reference), anti_diagonals(path, reference)}
    if len(answers) != 1:
        raise SystemExit(f"the three do not agree: {sorted(answers)}")
    calls: dict[str, Callable[[], object]] = {
        "dtw_m": lambda: dtw_m(path, reference),
        "numpy, anti-diagonals": lambda: anti_diagonals(path, reference),
        "plain python loop": lambda: plain_loop(path, reference),
        "all scores": lambda: score(
            path, reference=reference, goal=reference[-1].tolist(), steps=points - 1, collisions=0
        ),
    }
    times_ms: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(repeats):
        for name, call in calls.items():
            times_ms[name].append(cpu_ms(call))
    ours = np.array(times_ms["dtw_m"])
    return {
        "points": points,
        "median ms": {name: round(float(np.median(times)), 3) for name, times in times_ms.items()},
        "times slower than dtw_m, median of ratios": {
            name: round(float(np.median(np.array(times_ms[name]) / ours)), 1) for name in list(calls)[1:3]
        },
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--points", type=int, default=500, help="points of each path")
    parser.add_argument("--repeats", type=int, default=30)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    result = measure(options.points, options.repeats, options.seed)
    if options.json:
        print(json.dumps(result, indent=2))
        return
    for name, value in result.items():
        print(f"{name}: {value}")


if __name__ == "__main__":
    main()
