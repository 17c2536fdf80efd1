"""What the main study tells beside its table: AirAnchor's success by style of city, split by split."""

from collections.abc import Mapping, Sequence

from airanchor.bench.report.traits import trait_by
from airanchor.bench.results import EpisodeResult
from airanchor.bench.statistics import Estimate, wilson

Styles = Mapping[str, Mapping[str, tuple[int, Estimate]]]
"""Style, split: episodes and their SR."""


def success_by_style(results: Mapping[str, Mapping[str, Sequence[EpisodeResult]]], row: str) -> Styles:
    """The SR of a row in each style of city, over each split that has it."""
    style = trait_by("style")
    found: dict[str, dict[str, tuple[int, Estimate]]] = {}
    for split, rows in results.items():
        flown = rows.get(row, ())
        for name in sorted({style(one) for one in flown}):
            own = [one.scores.paper.is_success for one in flown if style(one) == name]
            found.setdefault(name, {})[split] = (len(own), wilson(sum(own), len(own)))
    return dict(sorted(found.items()))


def style_lines(styles: Styles, splits: Sequence[str]) -> list[str]:
    """As a Markdown table."""
    lines = [f"| style, SR % of AirAnchor | {' | '.join(splits)} |", "|---|" + "---|" * len(splits)]
    for style, of in styles.items():
        lines.append(f"| {style} | {' | '.join(_told(of.get(split)) for split in splits)} |")
    return [*lines, ""]


def _told(found: tuple[int, Estimate] | None) -> str:
    if found is None:
        return ""
    count, rate = found
    return f"{100 * rate.value:.1f} [{100 * rate.low:.1f}, {100 * rate.high:.1f}] (n = {count})"
