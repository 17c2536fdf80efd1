"""A table as Markdown, LaTeX and CSV; names that come from elsewhere are escaped in each."""

import csv
import io
import re

from airanchor.bench.report.columns import COLUMNS, PAPER_KEYS, TESTED
from airanchor.bench.report.grids import Entry, Grid, grids_of
from airanchor.bench.report.table import PAPER, Line, Table, TableBlock

_TEX = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "%": r"\%",
    "#": r"\#",
    "_": r"\_",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "↑": r"$\uparrow$",
    "↓": r"$\downarrow$",
    "Δ": r"$\Delta$",
    "σ": r"$\sigma$",
}
_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>#!|~&$])")
_FORMULAS = ("=", "+", "-", "@", "\t", "\r")
"""With these a spreadsheet takes a cell for a formula."""


def to_markdown(table: Table) -> str:
    """GitHub's Markdown: a heading, the facts, a table per grid, and the notes."""
    parts = [f"# {_md(table.title)}"] if table.title else []
    for one in table.facts:
        told = "".join(f"\n- {name}: {_md_code(words)}" for name, words in one.words())
        parts.append(f"Run {_md_code(one.run)}{told}")
    for block in table.blocks:
        parts += [f"## {_md(grid.caption)}\n\n{_md_grid(grid)}" for grid in grids_of(block)]
    if table.notes:
        parts.append("\n".join(f"- {_md(note)}" for note in table.notes))
    return "\n\n".join(parts) + "\n"


def _md_grid(grid: Grid) -> str:
    rule = ["---"] * grid.words + ["---:"] * (len(grid.headings) - grid.words)
    rows = [[_md(heading) for heading in grid.headings], rule]
    rows += [[_md_entry(entry) for entry in row] for row in grid.rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _md_entry(entry: Entry) -> str:
    return " ".join((_md(entry.main), *entry.small))


def _md(text: str) -> str:
    """Words in which nothing is markup."""
    return _MARKDOWN.sub(r"\\\1", " ".join(text.split()))


def _md_code(text: str) -> str:
    """Words shown as they are, in as many backquotes as they need."""
    flat = " ".join(text.split())
    longest = max((len(run) for run in re.findall(r"`+", flat)), default=0)
    fence = "`" * (longest + 1)
    space = " " if flat.startswith("`") or flat.endswith("`") else ""
    return f"{fence}{space}{flat}{space}{fence}"


def to_latex(table: Table) -> str:
    """A table* per grid for the booktabs package; notes and facts as comments and a caption."""
    head = [f"% {_comment(name)}: {_comment(told)}" for one in table.facts for name, told in one.words()]
    grids = [_tex_grid(grid) for block in table.blocks for grid in grids_of(block)]
    notes = "\n".join(rf"\noindent {_tex(note)}\par" for note in table.notes)
    return "\n\n".join(("\n".join(["% needs \\usepackage{booktabs,graphicx}", *head]), *grids, notes)) + "\n"


def _tex_grid(grid: Grid) -> str:
    columns = "l" * grid.words + "r" * (len(grid.headings) - grid.words)
    rows = "\n".join(f"{' & '.join(_tex_entry(entry) for entry in row)} \\\\" for row in grid.rows)
    return "\n".join(
        (
            r"\begin{table*}[t]",
            r"\centering\small",
            r"\resizebox{\linewidth}{!}{%",
            rf"\begin{{tabular}}{{{columns}}}",
            r"\toprule",
            f"{' & '.join(_tex(heading) for heading in grid.headings)} \\\\",
            r"\midrule",
            rows,
            r"\bottomrule",
            r"\end{tabular}}",
            rf"\caption{{{_tex(grid.caption)}}}",
            r"\end{table*}",
        )
    )


def _tex_entry(entry: Entry) -> str:
    small = rf" {{\scriptsize {_tex(' '.join(entry.small))}}}" if entry.small else ""
    return f"{_tex(entry.main)}{small}"


def _tex(text: str) -> str:
    return "".join(_TEX.get(letter, letter) for letter in " ".join(text.split()))


def _comment(text: str) -> str:
    """One line, so that nothing of it leaves the comment."""
    return " ".join(text.split())


def to_csv(table: Table) -> str:
    """One line per row, split, reading and group with every number unrounded, for programs."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_csv_headings())
    for block in table.blocks:
        writer.writerows(_csv_line(block, line) for line in block.lines)
    return out.getvalue()


def _csv_headings() -> list[str]:
    scores = [f"{column.key}{end}" for column in COLUMNS for end in ("", "_low", "_high")]
    tests = [f"{column.key}_{end}" for column in TESTED for end in ("difference", "p", "p_holm")]
    start = ["split", "metrics", "by", "group", "row", "title", "is_upper_bound", "episodes", "paths"]
    counts = ["successes", "oracle_successes"]
    return [*start, *counts, *scores, "against", *tests, *(f"{PAPER} {key}" for key in PAPER_KEYS)]


def _csv_line(block: TableBlock, line: Line) -> list[object]:
    cells = [line.cells[column.key] for column in COLUMNS]
    tests = [line.comparisons.get(column.key) for column in TESTED]
    return [
        *map(_csv_text, (block.split, block.profile.value, block.by, line.group, line.row, line.label.title)),
        int(line.label.is_upper_bound),
        line.episodes,
        line.paths,
        line.successes,
        line.oracle_successes,
        *(number for cell in cells for number in (cell.value, cell.low, cell.high)),
        _csv_text(block.against if line.comparisons else ""),
        *(
            number
            for test in tests
            for number in (
                ("", "", "") if test is None else (test.difference.value, test.p_value, test.p_holm)
            )
        ),
        *(line.paper.get(key, "") for key in PAPER_KEYS),
    ]


def _csv_text(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULAS) else text
