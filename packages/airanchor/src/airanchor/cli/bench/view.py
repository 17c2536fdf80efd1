"""`airanchor bench view`: all flights of a run on one page, each with its replay."""

import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from airanchor.cli.city import city_of
from aircity.cli.terminal.output import JsonFlag, console, print_json, progress_bar, say

if TYPE_CHECKING:
    from airanchor.bench.board.known_causes import CauseTold


def view_run(
    run: Annotated[Path, typer.Argument(help="The folder of a run, packed or not.", metavar="RUN")],
    out: Annotated[
        Path | None, typer.Option(help="Write the page to this .html file instead of serving it.")
    ] = None,
    causes: Annotated[
        bool,
        typer.Option("--causes/--no-causes", help="Find out why flights failed, where traces were kept."),
    ] = True,
    port: Annotated[int, typer.Option(help="Port; 0 takes any free one.", min=0, max=65535)] = 0,
    is_opened: Annotated[bool, typer.Option("--open/--no-open", help="Open it in the browser.")] = True,
    as_json: JsonFlag = False,
) -> None:
    """Look at all flights of a run: filter them, search their words, sort them, and open their replays.

    Serves the page on 127.0.0.1 until Ctrl-C; a replay is built when it is opened. With --out the page is
    one file that can be sent to somebody, without replays. A packed run has none either way. Causes are
    found once and kept in the run (rows/ROW/causes.json). With --json the flights are printed, and nothing is
    served.

    Example: airanchor bench view out/dev

    Example: airanchor bench view docs/results/runs/nets/dev --out dev.html
    """
    from airanchor.bench.board import BoardView, fill_board, read_board

    document = read_board(run, _causes(run) if causes else _kept(run))
    files = {}
    if out is not None:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text(fill_board(document), encoding="utf-8")
        files["page"] = str(out)
    if as_json:
        print_json({"run": document["run"], "flights": document["flights"], "files": files})
        return
    if out is not None:
        console.print(f"{len(document['flights'])} flights; page: {out}", soft_wrap=True)
        return
    with BoardView(document, lambda row, episode: _replay(run, row, episode), port) as served:
        say(f"{served.url} shows {len(document['flights'])} flights of {run}; Ctrl-C ends it")
        if is_opened:
            webbrowser.open(served.url)
        served.wait()


def _kept(run: Path) -> "dict[str, dict[str, CauseTold]]":
    from airanchor.bench.board.known_causes import kept_causes, rows_to_diagnose

    return {row: kept_causes(run, row) or {} for row in rows_to_diagnose(run)}


def _causes(run: Path) -> "dict[str, dict[str, CauseTold]]":
    """The first cause of each failure, row by row; what was found before is not looked for again."""
    from airanchor.bench.board.known_causes import find_causes, kept_causes, rows_to_diagnose

    counts = rows_to_diagnose(run)
    found = {row: kept_causes(run, row) for row in counts}
    missing = {row: count for row, count in counts.items() if found[row] is None}
    if missing:
        say(f"finding out why flights failed: {sum(missing.values())} flights; --no-causes leaves it out")
    with progress_bar(total=sum(missing.values())) as bar:
        for row in missing:
            found[row] = find_causes(run, row, bar.advance)
    return {row: told or {} for row, told in found.items()}


def _replay(run: Path, row: str, episode: str) -> tuple[str, str]:
    """The replay of one flight over its city, and what its page may do."""
    from airanchor.bench.results import RunFolder
    from airanchor.trace import read_trace
    from airanchor.viewer.page import build_page, content_policy
    from airanchor.viewer.story import tell

    trace = read_trace(RunFolder(run).trace(row, episode))
    with city_of(tell(trace)) as city:
        pictured, why = (None, city) if isinstance(city, str) else (city, "")
        return build_page(trace, pictured, no_city=why), content_policy(is_live=False)
