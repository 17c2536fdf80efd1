"""The same paths by several methods with one model behind all: who arrives, at which price, pair by pair.

Every folder, given as NAME=FOLDER, holds a run of one flight in each folder below it. Only paths that all of
them flew are counted. The first is compared with each of the others.

Run: python -m benchmarks.measure.peer_model_flights AirAnchor=FOLDER SPF=FOLDER ... [--json]
"""

import argparse
import json
from pathlib import Path
from typing import Any

from airanchor.bench.statistics import mcnemar
from benchmarks.measure.model_flights import Flights, flight_cell, read_flights, summarise


def shared_flights(folders: dict[str, Path]) -> dict[str, Flights]:
    """The flights of each method on the paths that all of them flew."""
    flown = {name: read_flights(folder) for name, folder in folders.items()}
    paths = sorted(set.intersection(*(set(flights) for flights in flown.values())))
    return {name: {path: flights[path] for path in paths} for name, flights in flown.items()}


def pairs(first: Flights, other: Flights) -> dict[str, Any]:
    """Where only one of two arrives, and whether that could be chance."""
    ours, theirs = ([flights[path].is_success for path in sorted(first)] for flights in (first, other))
    return {
        "only the first": sum(one and not two for one, two in zip(ours, theirs, strict=True)),
        "only the other": sum(two and not one for one, two in zip(ours, theirs, strict=True)),
        "McNemar p": mcnemar(ours, theirs).p_value,
    }


def table(flown: dict[str, Flights]) -> str:
    """One line per path, as a table in Markdown."""
    lines = [f"| path | {' | '.join(flown)} |", "|---" * (len(flown) + 1) + "|"]
    for path in sorted(next(iter(flown.values()))):
        cells = " | ".join(flight_cell(flights[path]) for flights in flown.values())
        lines.append(f"| {path.removesuffix('-v')} | {cells} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("methods", nargs="+", metavar="NAME=FOLDER")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    named = dict(one.partition("=")[::2] for one in given.methods)
    flown = shared_flights({name: Path(folder) for name, folder in named.items()})
    first, *others = flown
    found: dict[str, Any] = {name: summarise(flights) for name, flights in flown.items()}
    found["pairs"] = {f"{first} and {name}": pairs(flown[first], flown[name]) for name in others}
    if not given.json:
        print(table(flown))
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
