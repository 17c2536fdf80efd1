"""A chart of what a set of episodes is like: one histogram per quantity."""

from collections.abc import Mapping, Sequence

from airanchor.bench.charts import Chart, Histogram, Strip

QUANTITIES = (
    (
        ("path_m", "path length (m)"),
        ("actions", "actions per path"),
        ("words", "words per instruction"),
    ),
    (
        ("altitude_m", "altitude along paths (m)"),
        ("landmarks", "landmarks named per instruction"),
        ("turns", "turns of 30 degrees or more per path"),
    ),
)


def histogram_chart(values: Mapping[str, Sequence[float]], paper: Mapping[str, float], title: str) -> Chart:
    """Six panels; the paper's mean is a second line where there is one."""
    strips = [
        Strip(
            tuple(
                Histogram(axis, values.get(name, ()), paper.get(name), "AerialVLN-S (paper)")
                for name, axis in row
            )
        )
        for row in QUANTITIES
    ]
    return Chart(tuple(strips), title)
