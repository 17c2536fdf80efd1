"""`airanchor bench verify`: compute every result of a run again from its traces."""

from pathlib import Path
from typing import Annotated

import typer

from aircity.cli.terminal.output import JsonFlag, console, print_json, progress_bar

MISMATCH = 1


def verify(
    runs: Annotated[list[Path], typer.Argument(help="Folders of runs.", metavar="RUN...")],
    as_json: JsonFlag = False,
) -> None:
    """Check runs: every score computed again from the traces, and compared with all that was written.

    The poses come from the world's own events, goal and reference from the episodes. Also checked: that every
    episode is there once and in its order, that the memories hold the same results in the order of flight,
    that every trace begins with the run's settings, and that nothing was evaluated before the flight ended.
    The exit code is 0 if all agrees and 1 if anything does not.

    Example: airanchor bench verify out/run
    """
    from airanchor.bench.report.verify import verify_run
    from airanchor.bench.run import read_record
    from airanchor.bench.run.inputs import RunInputs

    orders = [(run, read_record(run).order) for run in runs]
    total = sum(len(order.rows) * len(RunInputs(run).episodes(order)) for run, order in orders)
    with progress_bar(total=total) as bar:
        verdicts = [verify_run(run, bar.advance) for run in runs]
    is_right = all(verdict.is_right for verdict in verdicts)
    if as_json:
        print_json({"is_right": is_right, "runs": [verdict.to_json() for verdict in verdicts]})
    else:
        for verdict in verdicts:
            for finding in verdict.findings:
                console.print(f"MISMATCH {finding}", soft_wrap=True)
            console.print(verdict.words(), soft_wrap=True)
    if not is_right:
        raise typer.Exit(MISMATCH)
