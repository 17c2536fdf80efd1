"""`airanchor bench study lifelong`: three passes through every scene, with four kinds of memory."""

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
    PerceptionOption,
    ProfileOption,
    RayOption,
    SetOption,
    UnprobedOption,
)
from airanchor.cli.reasoner.reasoners import ReasonerOption
from aircity.cli.terminal.output import JsonFlag, console, print_json, say, written_charts
from aircity.machine import interruption


def lifelong(
    split: Annotated[str, typer.Option(help="The split whose paths are flown.")] = "val_seen",
    subset: Annotated[
        str, typer.Option(help="all, or a count of paths with all their instructions, as in 4-paths.")
    ] = "all",
    scenes: Annotated[str, typer.Option(help="Only these scenes, separated by commas.")] = "",
    arms: Annotated[
        str,
        typer.Option(
            help="Only these arms beside no-prior, separated by commas: airanchor, flat-kb, memory-frozen."
        ),
    ] = "",
    reasoner: ReasonerOption = "rules",
    perception: PerceptionOption = "embedded",
    profile: ProfileOption = "paper",
    sets: SetOption = None,
    jobs: JobsOption = 1,
    ray: RayOption = "",
    out: Annotated[Path, typer.Option(help="The folder of all studies.")] = Path("out/studies"),
    max_calls: MaxCallsOption = None,
    max_tokens: MaxTokensOption = None,
    max_money: MaxMoneyOption = None,
    allow_unprobed: UnprobedOption = False,
    as_json: JsonFlag = False,
) -> None:
    """Fly every scene in three passes and tell what its memory is worth the second and the third time.

    Arms: the SOKB, a flat memory, no priors, a memory surveyed beforehand. Wordings change from pass to
    pass by a Latin square. Writes lifelong.md with scores by pass, the rise against the arm without priors,
    and what became of each landmark in the memory; lifelong.png, and lifelong.pdf for papers. Each arm is a
    run of its own, which bench verify checks; broken off, the same command goes on.

    Example: airanchor bench study lifelong --jobs 2

    Example: airanchor bench study lifelong --split dev --scenes practice-square --subset 4-paths
    """
    from airanchor.bench.lifelong.run import (
        FLIGHT_S,
        count_flights,
        fly_lifelong,
        plan_lifelong,
        write_lifelong_chart,
    )
    from airanchor.bench.run import Conduct, RunOrder
    from airanchor.cli.bench.run_watch import RunWatch

    order = RunOrder(
        rows=(),
        episodes="",
        subset=subset,
        scenes=names_in(scenes),
        profile=profile,
        sets=tuple(sets or ()),
        reasoner=reasoner,
        perception=perception,
    )
    conduct = Conduct(
        allow_unprobed=allow_unprobed, max_calls=max_calls, max_tokens=max_tokens, max_money=max_money
    )
    command = shlex.join(["airanchor", *sys.argv[1:]])
    plan = plan_lifelong(out, split, order, conduct, command, arms=names_in(arms))
    driver = driver_of(jobs, ray)
    flights, rows = count_flights(plan)
    cost_s = flights * rows * FLIGHT_S
    say(f"{rows} arms x {flights} flights, about {cost_s / 3600:.1f} core hours by the rules in all")
    with interruption.held(stopping(out)), RunWatch() as watch:
        page = fly_lifelong(plan, driver, jobs=jobs, watch=watch.next_run, tell=say)
    charts = written_charts(lambda: write_lifelong_chart(plan, page))
    if as_json:
        print_json(page.json)
    else:
        console.print(page.markdown, soft_wrap=True)
        files = ", ".join(str(file) for file in (out / "lifelong.md", *charts))
        console.print(f"written: {files}", soft_wrap=True)
    interruption.check()
