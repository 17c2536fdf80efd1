"""`airanchor bench diagnose`: why the flights of a run failed."""

from pathlib import Path
from typing import Annotated

import typer

from aircity.cli.terminal.output import JsonFlag, console, print_json, progress_bar


def diagnose(
    run: Annotated[Path, typer.Argument(help="The folder of a run.", metavar="RUN")],
    row: Annotated[str | None, typer.Option(help="The row of the run; default: airanchor.")] = None,
    episode: Annotated[str, typer.Option(help="Tell the story of this one flight.")] = "",
    as_json: JsonFlag = False,
) -> None:
    """Say of every failed flight what went wrong first: language, grounding, memory, planning, control, ...

    Each trace is laid beside what the benchmark knows: the legs of the reference, their landmarks, and what
    every view truly showed. docs/diagnosis.md has the rules. Flights that fit none are counted as such.

    Example: airanchor bench diagnose out/dev

    Example: airanchor bench diagnose out/dev --episode dev-proving-ground-000-a
    """
    from airanchor.bench.diagnosis.run import check_row, count_flights, diagnose_episode, diagnose_row
    from airanchor.bench.diagnosis.table import to_json, to_text

    chosen = check_row(run, row)
    with progress_bar(total=None if episode else count_flights(run, chosen)) as bar:
        if episode:
            story = diagnose_episode(run, chosen, episode, bar.advance)
        else:
            diagnosis = diagnose_row(run, chosen, bar.advance)
    if episode:
        print_json(story.to_json()) if as_json else console.print(story.to_text(), soft_wrap=True)
    else:
        print_json(to_json(diagnosis)) if as_json else console.print(to_text(diagnosis), soft_wrap=True)
