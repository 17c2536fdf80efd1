"""Writes vectors.json: scores of small flights from the metrics' definitions, nothing of the package in it.

NE is the distance from the last position to the goal, SR whether the flight stopped with NE <= d, OSR whether
any position was within d, SPL = SR * l / max(l, p) with the lengths of reference l and flight p. DTW is the
least sum of distances over all monotone alignments, from first pair to last pair, of the flight without
consecutive repeats and the reference; nDTW = exp(-DTW / (m d)) for m points of it, SDTW = SR * nDTW.
Squares are exact fractions, so a distance is compared with the threshold without rounding; roots and
exponentials are decimals of fifty digits. Run as: python tests/data/metrics/make_vectors.py
"""

import json
import random
from decimal import Decimal, getcontext
from fractions import Fraction
from functools import cache
from pathlib import Path

getcontext().prec = 50
LINE = ["0 0 10", "10 0 10", "20 0 10", "30 0 10", "40 0 10"]


def point(text):
    return tuple(Fraction(number) for number in text.split())


def squared(a, b):
    return sum((p - q) ** 2 for p, q in zip(a, b, strict=True))


def root(square):
    return (Decimal(square.numerator) / Decimal(square.denominator)).sqrt()


def length(path):
    return sum((root(squared(path[i], path[i + 1])) for i in range(len(path) - 1)), Decimal(0))


def warped(path, reference):
    @cache
    def least(i, j):
        here = root(squared(path[i], reference[j]))
        before = [(i - 1, j), (i, j - 1), (i - 1, j - 1)]
        ways = [least(*cell) for cell in before if min(cell) >= 0]
        return here + (min(ways) if ways else 0)

    for i in range(len(path)):  # row by row, so that the recursion stays shallow
        for j in range(len(reference)):
            least(i, j)
    return least(len(path) - 1, len(reference) - 1)


def scores(case):
    path, reference = ([point(text) for text in case[name]] for name in ("trajectory", "reference"))
    goal, d = point(case["goal"]), Fraction(case["threshold"])
    moved = [place for i, place in enumerate(path) if i == 0 or place != path[i - 1]]
    success = case["stopped"] and squared(path[-1], goal) <= d**2
    dtw = warped(moved, reference)
    ndtw = (-dtw / (len(reference) * Decimal(d.numerator) / Decimal(d.denominator))).exp()
    flown, ideal = length(path), length(reference)
    longer = max(flown, ideal)
    spl = ideal / longer if longer else Decimal(1)
    return {
        "NE": root(squared(path[-1], goal)),
        "SR": Decimal(int(success)),
        "OSR": Decimal(int(any(squared(place, goal) <= d**2 for place in path))),
        "SPL": spl if success else Decimal(0),
        "DTW": dtw,
        "nDTW": ndtw,
        "SDTW": ndtw if success else Decimal(0),
        "TL": flown,
    }


def case(name, trajectory, reference=LINE, goal=None, threshold="20", stopped=True):
    return {
        "name": name,
        "trajectory": trajectory,
        "reference": reference,
        "goal": goal or reference[-1],
        "threshold": threshold,
        "stopped": stopped,
    }


def wander(rng, steps):
    """A flight by unit steps of 5 m along the axes, with a turn on the spot now and then."""
    place, path = [Fraction(0), Fraction(0), Fraction(20)], []
    for _ in range(steps + 1):
        path.append(" ".join(str(float(number)) for number in place))
        if rng.random() < 0.75:
            place[rng.choice([0, 0, 0, 1, 1, 2])] += rng.choice([5, 5, 5, -5])
    return path


def cases():
    yield case("along the reference", LINE)
    yield case("beside the reference", ["0 5 10", "10 5 10", "20 5 10", "30 5 10", "40 5 10"])
    yield case("turns on the spot", ["0 5 10", "0 5 10", "20 5 10", "20 5 10", "20 5 10", "40 5 10"])
    yield case("there, back and there again", [*LINE, *LINE[-2::-1], *LINE[1:]])
    yield case("a reference with repeats", LINE, [LINE[0], *LINE, LINE[4], LINE[4]])
    yield case("exactly at the threshold", ["0 0 10", "28 16 10"])
    yield case("a hair beyond the threshold", ["0 0 10", "28 16.0000001 10"])
    yield case("at the threshold by height alone", ["0 0 10", "40 0 30"])
    yield case("too high above the goal", ["0 0 10", "40 0 30.25"])
    yield case("the goal is passed", [*LINE, "55 0 10", "70 0 10"])
    yield case("only the start is near", ["40 0 10", "80 0 10"], ["40 0 10", "80 60 10"], "40 0 10")
    yield case("never stopped", LINE, stopped=False)
    yield case("never left", ["0 0 10"])
    yield case("one point each, the same", ["1 2 3"], ["1 2 3"])
    yield case("one point each, apart", ["1 2 3"], ["4 6 3"])
    yield case("a reference of one point", ["1 2 3", "4 6 3"], ["1 2 3"])
    yield case("a detour", ["0 0 10", "0 30 10", "40 0 10"])
    yield case("a short cut", ["0 0 10", "25 0 10"])
    yield case("a goal beside the reference's end", LINE, goal="40 19 10")
    yield case("a small threshold", ["0 1 10", "20 1 10", "40 1.5 10"], threshold="1.5")
    far = ["446000.25 85000.5 3", "446030.25 85040.5 3", "446060.25 85080.5 3"]
    yield case("coordinates of a projected map", far[:2], far[::2])
    yield case("below the ground's zero", ["-3 -4 -12", "-9 -12 -12"], ["0 0 -12", "-9 -12 -12"])
    yield case("backwards", LINE[::-1])
    for seed in range(6):
        rng = random.Random(seed)
        yield case(f"wandering {seed}", wander(rng, 30 + 10 * seed), wander(rng, 40))


def main():
    rows = []
    for each in cases():
        for name in ("trajectory", "reference"):
            each[name] = [" ".join(text.split()) for text in each[name]]
        rows.append({**each, "expected": {name: f"{value:.18f}" for name, value in scores(each).items()}})
    count = len(rows)
    means = {
        name: f"{sum(Decimal(row['expected'][name]) for row in rows) / count:.17f}"
        for name in rows[0]["expected"]
    }
    lines = ",\n".join("  " + json.dumps(row) for row in rows)
    text = f'{{\n "cases": [\n{lines}\n ],\n "means": {json.dumps(means)}\n}}\n'
    Path(__file__).with_name("vectors.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
