"""`airanchor bench pack`: a run as small as it can be published."""

from pathlib import Path
from typing import Annotated

import typer

from aircity.cli.terminal.output import JsonFlag, console, print_json


def pack(
    run: Annotated[Path, typer.Argument(help="The folder of a finished run.", metavar="RUN")],
    out: Annotated[Path, typer.Option(help="A new folder for the packed run.")],
    recordings: Annotated[
        bool, typer.Option("--recordings", help="Also every flight's recording, packed and without images.")
    ] = False,
    as_json: JsonFlag = False,
) -> None:
    """Pack a run for publishing: its order and every episode's result, without traces and memories.

    Tables are made from it as from the run itself; the name of the machine is left out. With --recordings
    each flight can be flown again with its model's answers: give its folder as --reasoner.

    Example: airanchor bench pack out/main --out published/main
    """
    from airanchor.bench.publication import pack_run

    files = pack_run(run, out, with_recordings=recordings)
    sizes = {str(file): file.stat().st_size for file in files}
    if as_json:
        print_json({"files": sizes})
        return
    for name, size in sizes.items():
        console.print(f"{name}: {size:,} bytes", soft_wrap=True)
