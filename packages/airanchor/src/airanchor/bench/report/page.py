"""A table as one HTML file that needs nothing else: charts are images in it, no script, light or dark."""

import base64
import hashlib
from functools import cache
from html import escape
from importlib.resources import files

from airanchor.bench.charts import Chart, chart_svg
from airanchor.bench.report.charts import metric_chart, spread_chart
from airanchor.bench.report.facts import RunFacts
from airanchor.bench.report.grids import Entry, Grid, grids_of
from airanchor.bench.report.table import PAPER, Table, TableBlock
from airanchor.errors import MissingExtra


def to_html(table: Table) -> str:
    """The whole page; every word from elsewhere is escaped, and the page may load nothing."""
    title = escape(table.title or "Benchmark results")
    style = _style()
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = f"default-src 'none'; img-src data:; style-src 'sha256-{digest}'"
    parts = (
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        f"<title>{title}</title><style>{style}</style></head><body><main>",
        f"<h1>{title}</h1>",
        *(_facts(one) for one in table.facts),
        *(_block(block) for block in table.blocks),
        _notes(table),
        "</main></body></html>",
    )
    return "\n".join(parts) + "\n"


def _facts(one: RunFacts) -> str:
    rows = "".join(f"<dt>{escape(name)}</dt><dd>{escape(told)}</dd>" for name, told in one.words())
    return f"<details open><summary>Run <code>{escape(one.run)}</code></summary><dl>{rows}</dl></details>"


def _block(block: TableBlock) -> str:
    grids = "\n".join(_grid(grid, is_said=grid.caption == block.title) for grid in grids_of(block))
    charts = "" if block.by else _charts(block)
    return f"<section><h2>{escape(block.title)}</h2>{charts}\n{grids}</section>"


def _charts(block: TableBlock) -> str:
    try:
        figures = "".join(_figure(chart) for chart in (metric_chart([block]), spread_chart(block)))
    except MissingExtra as missing:
        return f"<p>No charts: {escape(str(missing))}</p>"
    return f'<div class="charts">{figures}</div>'


def _figure(chart: Chart) -> str:
    """The chart as an image, in which nothing runs and nothing loads, whatever its names are."""
    data = base64.b64encode(chart_svg(chart).encode()).decode()
    width = "wide" if len(chart.strips[0].panels) > 1 else "narrow"
    image = f'<img alt="{escape(chart.told())}" src="data:image/svg+xml;base64,{data}">'
    return f'<figure class="{width}">{image}</figure>'


def _grid(grid: Grid, *, is_said: bool) -> str:
    """A table that scrolls on its own, under a heading unless the one above says it already."""
    headings = "".join(
        f'<th scope="col"{_side(place, grid)}>{escape(heading)}</th>'
        for place, heading in enumerate(grid.headings)
    )
    rows = "\n".join(f"<tr>{''.join(_cell(p, e, grid) for p, e in enumerate(row))}</tr>" for row in grid.rows)
    caption = escape(grid.caption)
    return (
        f"{'' if is_said else f'<h3>{caption}</h3>'}"
        f'<div class="scroll" tabindex="0" role="region" aria-label="{caption}"><table>'
        f"<caption>{caption}</caption><thead><tr>{headings}</tr></thead>"
        f"<tbody>\n{rows}\n</tbody></table></div>"
    )


def _cell(place: int, entry: Entry, grid: Grid) -> str:
    small = "".join(f"<small>{escape(words)}</small>" for words in entry.small)
    tag = "th scope=row" if place == 0 else "td"
    return f"<{tag}{_side(place, grid)}>{escape(entry.main)}{small}</{tag.split()[0]}>"


def _side(place: int, grid: Grid) -> str:
    if grid.headings[place] == PAPER:
        return ' class="paper"'
    return ' class="words"' if place < grid.words else ""


def _notes(table: Table) -> str:
    return f"<h2>Notes</h2><ul>{''.join(f'<li>{escape(note)}</li>' for note in table.notes)}</ul>"


@cache
def _style() -> str:
    return files(__package__).joinpath("page.css").read_text("utf-8")
