"""`airanchor bench study information`: which fields of its questions a reasoner uses, and to what end."""

import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from airanchor.cli.bench.run import driver_of, names_in, stopping
from airanchor.cli.fly.options import (
    JobsOption,
    MaxCallsOption,
    MaxMoneyOption,
    MaxTokensOption,
    ProfileOption,
    SetOption,
    UnprobedOption,
)
from airanchor.cli.reasoner.reasoners import ReasonerOption
from aircity.cli.terminal.output import JsonFlag, console, print_json, say, written_charts
from aircity.machine import interruption

ASKING_S = 0.1
"""Core seconds of one asking of the rules; only for the forecast."""


def information(
    run: Annotated[
        Path | None,
        typer.Option(
            help="A run recorded with --calls --images colour; without it, one is flown by the rules."
        ),
    ] = None,
    row: Annotated[str, typer.Option(help="Which row of that run.")] = "airanchor",
    split: Annotated[str, typer.Option(help="What is flown where no run is given.")] = "dev",
    subset: Annotated[str, typer.Option(help="Which part of it: paths, all, or a count.")] = "paths",
    scenes: Annotated[str, typer.Option(help="Only these scenes, separated by commas.")] = "",
    profile: ProfileOption = "paper",
    sets: SetOption = None,
    reasoner: ReasonerOption = "rules",
    seed: Annotated[int, typer.Option(help="Decides whose fields are lent.", min=0)] = 0,
    every: Annotated[int, typer.Option(help="Ask only every so many-th question of a role.", min=1)] = 1,
    fields: Annotated[
        str, typer.Option(help="Vary only these fields, separated by commas, as in priors,plan.")
    ] = "",
    jobs: JobsOption = 1,
    out: Annotated[
        Path, typer.Option(help="The folder for answers and page; a second run goes on from it.")
    ] = Path("out/information"),
    max_calls: MaxCallsOption = None,
    max_tokens: MaxTokensOption = None,
    max_money: MaxMoneyOption = None,
    allow_unprobed: UnprobedOption = False,
    as_json: JsonFlag = False,
) -> None:
    """Ask recorded questions again with each field left out or taken from another, and count what changes.

    For each role and field: how often something else would be flown or judged, with intervals, and how
    often the answer with the field was the better one by the city's own truth, which no reasoner sees. Any
    reasoner can be asked: the rules, a model's profile, a mailbox. Each answer is kept at once, so that the
    same command goes on. Writes information.md with its chart information.png, and information.pdf for
    papers.

    Example: airanchor bench study information --subset 6

    Example: airanchor bench study information --run out/run --reasoner my-model --every 10 --max-calls 500
    """
    from airanchor.bench.information.asking import InformationOrder
    from airanchor.bench.information.fields import check_fields
    from airanchor.bench.information.run import record_flights, write_information, write_information_chart
    from airanchor.bench.information.study import ask_all, count_all, count_questions
    from airanchor.bench.run import RunOrder
    from airanchor.cli.bench.run_watch import RunWatch
    from airanchor.reasoner.client.budget import Allowance

    check_fields(names_in(fields))
    command = shlex.join(["airanchor", *sys.argv[1:]])
    recorded = run or out / "run"
    with interruption.held(stopping(out)):
        if run is None:
            order = RunOrder(
                rows=(row,),
                episodes=split,
                subset=subset,
                scenes=names_in(scenes),
                profile=profile,
                sets=tuple(sets or ()),
            )
            with RunWatch() as watch:
                tell = watch.next_run()
                record_flights(recorded, order, driver_of(jobs, ""), command=command, watch=tell, tell=say)
        limits = Allowance(max_calls, max_tokens, max_money)
        asked = InformationOrder(
            run=str(recorded),
            row=row,
            reasoner=reasoner,
            seed=seed,
            every=every,
            fields=names_in(fields),
            allow_unprobed=allow_unprobed,
            allowance=None if limits == Allowance() else limits,
        )
        questions, askings = count_questions(asked)
        say(
            f"{questions} questions, at most {askings} askings; by the rules about "
            f"{askings * ASKING_S / jobs / 60:.0f} min"
        )
        ask_all(asked, out, jobs=jobs, tell=say)
    found = count_all(asked, out)
    page = write_information(out, found, command)
    charts = written_charts(lambda: write_information_chart(out, found))
    if as_json:
        print_json({"command": command, **found.to_json()})
    else:
        console.print(page, soft_wrap=True)
        files = ", ".join(str(file) for file in (out / "information.md", *charts))
        console.print(f"written: {files}", soft_wrap=True)
    interruption.check()
