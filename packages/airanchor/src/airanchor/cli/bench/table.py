"""`airanchor bench table`: the results of runs with intervals and tests, for people, papers and pages."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from aircity.cli.terminal.output import JsonFlag, console, print_json, print_text, say

if TYPE_CHECKING:
    from airanchor.bench.report import Table

Format = Literal["text", "md", "csv", "latex", "html"]
_BY_SUFFIX: dict[str, Format] = {".md": "md", ".csv": "csv", ".tex": "latex", ".html": "html", ".htm": "html"}
_LEAST_WIDTH = 110


def table(
    runs: Annotated[list[Path], typer.Argument(help="Folders of runs.", metavar="RUN...")],
    metrics: Annotated[
        Literal["paper", "airvln", "both"],
        typer.Option(help="paper: in three dimensions; airvln: from above, as AerialVLN's code; both."),
    ] = "paper",
    against: Annotated[
        str | None, typer.Option(help="The row others are tested against; default AirAnchor or the first.")
    ] = None,
    by: Annotated[
        Literal["scene", "style", "ending", "voice", "landmarks"] | None,
        typer.Option(help="Break the results down by a trait of the episodes."),
    ] = None,
    shared: Annotated[bool, typer.Option("--shared", help="Only episodes that all rows flew.")] = False,
    title: Annotated[str, typer.Option(help="What stands above the table.")] = "AirAnchor benchmark",
    form: Annotated[
        Format | None, typer.Option("--format", help="Default: by the ending of --out, else text.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Write to this file instead of the terminal.")] = None,
    chart: Annotated[
        Path | None, typer.Option(help="Also draw SR, OSR and NE with their intervals: .pdf, .svg or .png.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Decides the resamples.", min=0)] = 20,
    as_json: JsonFlag = False,
) -> None:
    """Tabulate runs: SR, OSR, NE, nDTW, SDTW, SPL, said, false, length, steps, collisions per split, with
    95 % intervals.

    Rows that flew the same episodes stand side by side and are tested in pairs. Instructions of one path are
    not independent, so intervals and tests take paths as units. The paper's figures have their own column.

    "said" is the share of flights that said all was done, "false" the share that said so elsewhere than at
    the goal; --by ending shows what each ending was worth.

    Example: airanchor bench table out/run --by voice

    Example: airanchor bench table out/run out/other --metrics both --out results.html

    Example: airanchor bench table out/run --out results.tex --chart results.pdf
    """
    from airanchor.bench.charts import check_chart_file, write_chart
    from airanchor.bench.metrics import Profile
    from airanchor.bench.report import metric_chart, table_of, trait_by
    from airanchor.bench.report.runs import load_runs

    if chart is not None:
        check_chart_file(chart)
    loaded = load_runs(runs)
    made = table_of(
        loaded.rows,
        title=title,
        labels=loaded.labels,
        profiles=tuple(Profile) if metrics == "both" else (Profile(metrics),),
        against=loaded.base(against),
        by=None if by is None else trait_by(by, loaded.episodes),
        by_title=by or "",
        shared=shared,
        facts=loaded.facts,
        seed=seed,
    )
    for facts in loaded.facts:
        if facts.incomplete:
            say(f"warning: {facts.run} is not flown to the end: {facts.incomplete}")
    if out is not None:
        out.parent.mkdir(parents=True, exist_ok=True)
        text = _rendered(made, form or _BY_SUFFIX.get(out.suffix.lower(), "text"))
        out.write_text(text, encoding="utf-8")
        say(f"written: {out}")
    if chart is not None:
        write_chart(metric_chart(made.blocks), chart)
        say(f"written: {chart}")
    if as_json:
        print_json(made.to_json())
    elif out is None:
        print_text(_rendered(made, form or "text"))


def _rendered(made: "Table", form: Format) -> str:
    from airanchor.bench.report import to_csv, to_html, to_latex, to_markdown, to_text

    if form == "text":
        return to_text(made, max(_LEAST_WIDTH, console.width), console.width)
    makers = {"md": to_markdown, "csv": to_csv, "latex": to_latex, "html": to_html}
    return makers[form](made)
