"""Draws how reliability agrees with the truth: python -m benchmarks.measure.memory_calibration OUT.png

Reads what `benchmarks.fit.flight_reliability` measured (in-sample); prints n, Brier score, calibration error.
"""

import json
import sys
from importlib import resources
from pathlib import Path

from airanchor.memory.odds import ODDS_FILE


def main() -> None:
    """Print and draw."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    stored = json.loads(resources.files("airanchor.memory").joinpath(ODDS_FILE).read_text("utf-8"))
    told = stored["measured"]["reliability"]["calibration"]
    said, right, counts = zip(*told["tenths"], strict=True)
    figure, axes = pyplot.subplots(figsize=(4.4, 4.2), layout="constrained")
    axes.plot([0, 1], [0, 1], color="#999999", linewidth=1)
    axes.scatter(said, right, s=[8 + count for count in counts], color="#1f77b4", alpha=0.7)
    for x, y, count in zip(said, right, counts, strict=True):
        axes.annotate(str(count), (x, y), textcoords="offset points", xytext=(8, -10), fontsize=8)
    axes.set(xlim=(0, 1), ylim=(0, 1.02), xlabel="reliability told", ylabel="share that is what it is called")
    axes.set_title(
        f"n = {told['n']}, Brier {told['brier']:.3f}, ECE {told['ece']:.3f} (in-sample)", fontsize=9
    )
    figure.savefig(Path(sys.argv[1]), dpi=140)
    print({name: value for name, value in told.items() if name != "tenths"})


if __name__ == "__main__":
    main()
