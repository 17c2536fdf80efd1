"""Times the object memory at 1,000, 10,000 and 100,000 instances against a plain loop and a flat memory.

Run: python benchmarks/memory_scaling.py [sizes ...]
The same measurement is `airanchor memory bench`.
"""

import sys

from airanchor.memory.scaling import measure_scaling

if __name__ == "__main__":
    sizes = [int(size) for size in sys.argv[1:]] or [1_000, 10_000, 100_000]
    print(measure_scaling(sizes, progress=lambda text: print(text, file=sys.stderr)).to_text())
