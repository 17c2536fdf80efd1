"""Measures how well the rulebook reads the routes that independent writers told, writer by writer.

Run: python -m benchmarks.measure.told_reading [--all] [--json]
Of the writers that the ears were not trained on; with `--all` of all, which is in sample. The judge
is that of `voice_reading`: a leg is whole where landmark, relation, side, turn and climb are right.
"""

import argparse
import json
from collections import Counter, defaultdict
from pathlib import Path

from airanchor.embedded.rules.words.names import Names
from airanchor.learn.ears.texts import is_held_out, told_routes
from airanchor.perception.text import load_text_encoder
from benchmarks.measure.voice_reading import FIELDS, judge

FOLDER = Path(__file__).parents[1] / "data" / "route_texts"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--all", action="store_true")
    given = parser.parse_args()
    names = Names(load_text_encoder())
    right, asked, texts = defaultdict(Counter[str]), defaultdict(Counter[str]), Counter[str]()
    whole = Counter[str]()
    for one in told_routes(FOLDER):
        if not (given.all or is_held_out(one.writer)):
            continue
        judged = judge(one.episode, names)
        for writer in (one.writer, "all"):
            texts[writer] += 1
            whole[writer] += all(leg["leg"] for leg in judged)
            for leg in judged:
                asked[writer].update(list(leg))
                right[writer].update(name for name, is_right in leg.items() if is_right)
    rows = {
        writer: {
            "texts": texts[writer],
            "texts_right": whole[writer],
            **{field: right[writer][field] / max(asked[writer][field], 1) for field in FIELDS},
        }
        for writer in sorted(texts)
    }
    if given.json:
        print(json.dumps(rows))
        return
    print(f"{'writer':8}{'texts':>6}{'right':>6}" + "".join(f"{field:>10}" for field in FIELDS))
    for writer, row in rows.items():
        shares = "".join(f"{100 * row[field]:9.1f}%" for field in FIELDS)
        print(f"{writer:8}{row['texts']:6}{row['texts_right']:6}{shares}")


if __name__ == "__main__":
    main()
