"""A block as grids of words, for any format: the scores, and how rows differ from the one compared with."""

from collections.abc import Sequence
from dataclasses import dataclass

from airanchor.bench.report.columns import BY_KEY, COLUMNS, PAPER_KEYS, TESTED, Column
from airanchor.bench.report.comparison import Comparison
from airanchor.bench.report.table import PAPER, Line, TableBlock
from airanchor.bench.statistics import Estimate

UPPER_BOUND = "(upper bound)"


@dataclass(frozen=True, slots=True)
class Entry:
    """One cell: what it says, and lines of smaller words, which are numbers and our own."""

    main: str
    small: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Grid:
    """Headings and rows of equal length; the first `words` columns are text, the rest numbers."""

    caption: str
    headings: tuple[str, ...]
    rows: tuple[tuple[Entry, ...], ...]
    words: int = 1


def grids_of(block: TableBlock) -> tuple[Grid, ...]:
    """The grids of a block: scores, and differences where something was tested."""
    return (scores_grid(block), *((differences_grid(block),) if block.tests else ()))


def scores_grid(block: TableBlock, columns: Sequence[Column] = COLUMNS, *, with_paper: bool = True) -> Grid:
    """Columns with their intervals; n with paths; what the paper says in a column of its own."""
    has_paper = with_paper and any(line.paper for line in block.lines)
    headings = (
        *((block.by,) if block.by else ()),
        "row",
        "n",
        *(column.heading for column in columns),
        *((PAPER,) if has_paper else ()),
    )
    rows = tuple(
        (
            *((Entry(line.group),) if block.by else ()),
            Entry(line.label.title, (UPPER_BOUND,) if line.label.is_upper_bound else ()),
            Entry(str(line.episodes), (f"({line.paths} paths)",) if line.paths < line.episodes else ()),
            *(_score(line, column) for column in columns),
            *((Entry(paper_words(line)),) if has_paper else ()),
        )
        for line in block.lines
    )
    return Grid(block.title, headings, rows, words=2 if block.by else 1)


def differences_grid(block: TableBlock) -> Grid:
    """Each row minus the one compared with: interval, p as it is and corrected, and a mark beyond 2 sigma."""
    base = next(line.label.title for line in block.lines if line.row == block.against)
    headings = ("row", *(f"Δ {column.heading}" for column in TESTED))
    rows = tuple(
        (Entry(line.label.title), *(_difference(line.comparisons[column.key], column) for column in TESTED))
        for line in block.lines
        if line.comparisons
    )
    return Grid(f"{block.title}: difference from {base}", headings, rows)


def paper_words(line: Line) -> str:
    """The paper's figures of a row in one cell."""
    return ", ".join(
        f"{key} {line.paper[key]:.{BY_KEY[key].decimals}f}" for key in PAPER_KEYS if key in line.paper
    )


def _score(line: Line, column: Column) -> Entry:
    found = line.cells[column.key]
    counts = {"SR": line.successes, "OSR": line.oracle_successes}
    small = [f"({counts[column.key]}/{line.episodes})"] if column.key in counts else []
    if line.paths > 1:
        small.append(_interval(found, column.decimals))
    return Entry(f"{found.value:.{column.decimals}f}", tuple(small))


def _difference(found: Comparison, column: Column) -> Entry:
    gap = found.difference
    mark = ""
    if found.is_shown:
        mark = " better" if (gap.value > 0) == column.is_higher_better else " worse"
    small = (_interval(gap, column.decimals, sign="+"), f"p {_p(found.p_value)},", f"Holm {_p(found.p_holm)}")
    return Entry(f"{gap.value:+.{column.decimals}f}{mark}", small)


def _p(value: float) -> str:
    return "< 0.001" if value < 0.001 else f"= {value:.3f}"


def _interval(found: Estimate, decimals: int, sign: str = "") -> str:
    return f"[{found.low:{sign}.{decimals}f}, {found.high:{sign}.{decimals}f}]"
