"""A table in the terminal: two lines per row, the value and under it its interval."""

import io

from rich import box
from rich.console import Console, Group, RenderableType
from rich.constrain import Constrain
from rich.table import Table as Lines
from rich.text import Text

from airanchor.bench.report.columns import BY_KEY, COLUMNS, PAPER_KEYS
from airanchor.bench.report.grids import Entry, Grid, differences_grid, scores_grid
from airanchor.bench.report.table import PAPER, Table, TableBlock


def to_text(table: Table, width: int = 120, notes_width: int | None = None) -> str:
    """The table as plain text of that many columns; its notes may take fewer, as a narrow terminal has."""
    out = io.StringIO()
    Console(file=out, width=width, markup=False, highlight=False, color_system=None).print(
        renderable(table, notes_width)
    )
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"


def renderable(table: Table, notes_width: int | None = None) -> RenderableType:
    """The table for a rich console; split so that it fits a hundred columns."""
    parts: list[RenderableType] = [Text(table.title, style="bold")] if table.title else []
    for one in table.facts:
        parts += [Text(f"run {one.run}"), *(Text(f"  {name}: {told}") for name, told in one.words())]
    for block in table.blocks:
        parts += [part for grid in _grids(block) for part in (Text(""), _lines(grid))]
    parts += [Text(""), *(Constrain(Text(f"- {note}"), notes_width) for note in table.notes)]
    return Group(*parts)


def _grids(block: TableBlock) -> tuple[Grid, ...]:
    """The paper's own metrics, the tests, then the other columns; a breakdown shows the first only."""
    first = [BY_KEY[key] for key in PAPER_KEYS]
    rest = [column for column in COLUMNS if column not in first]
    others = () if block.by else (scores_grid(block, rest, with_paper=False),)
    return (scores_grid(block, first), *((differences_grid(block),) if block.tests else ()), *others)


def _lines(grid: Grid) -> Lines:
    lines = Lines(
        title=Text(grid.caption), title_justify="left", box=box.SIMPLE_HEAD, padding=(0, 1), show_edge=False
    )
    for place, heading in enumerate(grid.headings):
        is_words = place < grid.words or heading == PAPER
        least = 17 if heading == PAPER else None
        lines.add_column(
            Text(heading),
            justify="left" if is_words else "right",
            overflow="fold",
            min_width=least,
            max_width=24,
        )
    for row in grid.rows:
        lines.add_row(*(_entry(entry) for entry in row))
    return lines


def _entry(entry: Entry) -> Text:
    text = Text(entry.main)
    for words in entry.small:
        text.append(f"\n{words}", style="dim")
    return text
