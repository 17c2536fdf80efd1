"""Measures how well the rulebook reads the city benchmark's instructions, against the facts of their paths.

Run: python -m benchmarks.measure.instruction_reading [--splits train dev] [--every 1] [--misses FIELD]
    [--json]
No flight and no picture: every leg of every text of `train` and `dev` is compared with the clauses that the
subtasks of its decomposition read back to. A field counts only where the text says it (`n`); a leg is whole
where all of its fields are right.
"""

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from airanchor.bench.episodes import Episode, load_split
from benchmarks.measure.instruction_truth import Judged, judge

SPLITS = ("train", "dev")
FIELDS = (
    "landmark", "name", "mark", "relation", "side", "turn", "turn size", "climb", "height", "distance",
    "way", "order", "subtask", "leg",
)  # fmt: skip


def judged(splits: Sequence[str] = SPLITS, every: int = 1) -> Iterator[tuple[Episode, list[Judged]]]:
    """Every so many-th episode with its legs."""
    for split in splits:
        for episode in load_split(split)[::every]:
            yield episode, judge(episode)


def accuracies(rows: Sequence[tuple[Episode, Sequence[Judged]]]) -> dict[str, dict[str, tuple[int, int]]]:
    """Right and asked per voice (and "all") and field."""
    table: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(lambda: [0, 0]))
    for episode, legs in rows:
        for leg in legs:
            for field, is_right in leg.fields.items():
                for voice in ("all", episode.facts["voice"]):
                    table[voice][field][0] += is_right
                    table[voice][field][1] += 1
    return {voice: {name: (cell[0], cell[1]) for name, cell in row.items()} for voice, row in table.items()}


def print_table(table: dict[str, dict[str, tuple[int, int]]]) -> None:
    voices = ["all", *sorted(set(table) - {"all"})]
    print(f"{'field':11}" + "".join(f"{voice:>17}" for voice in voices))
    for field in FIELDS:
        cells = [table[voice].get(field, (0, 0)) for voice in voices]
        print(f"{field:11}" + "".join(f"{100 * a / max(n, 1):8.1f} % {n:6d}" for a, n in cells))


def main() -> None:
    """Print the table, or the texts in which one field is misread."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--splits", nargs="+", default=SPLITS, choices=SPLITS)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--misses", choices=FIELDS)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    rows = list(judged(given.splits, given.every))
    if given.misses:
        _print_misses(rows, given.misses)
        return
    table = accuracies(rows)
    if given.json:
        print(json.dumps({"texts": len(rows), "right_and_asked": table}))
        return
    print_table(table)
    subtasks = Counter(len(legs[0].subtasks) - len(legs) for _, legs in rows)
    print(f"{len(rows)} texts; subtasks less legs: {dict(sorted(subtasks.items()))}")


def _print_misses(rows: Sequence[tuple[Episode, Sequence[Judged]]], field: str) -> None:
    for episode, legs in rows:
        for leg in legs:
            if leg.fields.get(field) is False:
                print(
                    f"{episode.episode_id} {episode.facts['voice']} {leg.wanted}\n  {leg.text}\n  {leg.read}"
                )


if __name__ == "__main__":
    main()
