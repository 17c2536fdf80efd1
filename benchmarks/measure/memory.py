"""Times the object memory at growing numbers of instances against a plain loop and a flat memory.

Run: python -m benchmarks.measure.memory [1000 10000 100000] [--rounds 100] [--json]
"""

import argparse
import json
import sys

from benchmarks.measure.memory_scaling import measure_scaling

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("sizes", nargs="*", type=int, default=[1_000, 10_000, 100_000])
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()
    table = measure_scaling(
        wanted.sizes, rounds=wanted.rounds, progress=lambda text: print(text, file=sys.stderr)
    )
    print(json.dumps(table.to_json(), indent=2) if wanted.json else table.to_text())
