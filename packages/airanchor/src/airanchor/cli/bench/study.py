"""`airanchor bench study NAME`: the studies of the paper over flights, each with its table and picture."""

import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from airanchor.cli.bench.run import driver_of, names_in, stopping
from airanchor.cli.fly.options import (
    ImageEncoderOption,
    JobsOption,
    MaxCallsOption,
    MaxMoneyOption,
    MaxTokensOption,
    PerceptionOption,
    ProfileOption,
    RayOption,
    SetOption,
    TextEncoderOption,
    UnprobedOption,
    encoder_sets,
)
from airanchor.cli.reasoner.reasoners import ReasonerOption
from aircity.cli.terminal.output import JsonFlag, console, print_json, say, written_charts
from aircity.machine import interruption

_TOLD = {
    "main": "Compare all agents on both validation splits.",
    "ablation": "Compare AirAnchor with ten rows that each lack or replace one part.",
    "skills": "Compare the full set of skills with four smaller ones.",
    "anchors": "Compare one, three and six anchors per decision.",
    "memory-construction": "Compare memories built while flying, before flying, and both.",
    "episode-order": "Compare the canonical order of episodes with three permutations.",
    "workload": "Count calls and tokens per episode, role by role.",
    "robustness": "Compare clean flights with three levels of noise and with dense traffic.",
}
STUDY_NAMES = tuple(_TOLD)
"""As in bench.studies, which is imported only when a study is asked for."""


def study_command(name: str) -> Callable[..., None]:
    """The command of one study."""

    def study(
        subset: Annotated[
            str, typer.Option(help="paths (the first instruction of each path), all, or a count.")
        ] = "paths",
        split: Annotated[
            str, typer.Option(help="These splits, as in val_seen,hard, instead of the study's own.")
        ] = "",
        reasoner: ReasonerOption = "rules",
        perception: PerceptionOption = "embedded",
        text_encoder: TextEncoderOption = None,
        image_encoder: ImageEncoderOption = None,
        profile: ProfileOption = "paper",
        sets: SetOption = None,
        jobs: JobsOption = 1,
        ray: RayOption = "",
        out: Annotated[
            Path, typer.Option(help="The folder of all studies; rows they share are flown once.")
        ] = Path("out/studies"),
        max_calls: MaxCallsOption = None,
        max_tokens: MaxTokensOption = None,
        max_money: MaxMoneyOption = None,
        allow_unprobed: UnprobedOption = False,
        as_json: JsonFlag = False,
    ) -> None:
        from dataclasses import replace

        from airanchor.bench.run import Conduct, RunOrder
        from airanchor.bench.studies import (
            StudyPlan,
            find_study,
            fly_study,
            forecast_s,
            write_page,
            write_page_chart,
        )
        from airanchor.cli.bench.run_watch import RunWatch

        found = find_study(name)
        plan = StudyPlan(
            study=replace(found, splits=names_in(split)) if split else found,
            root=out,
            order=RunOrder(
                rows=(),
                episodes="",
                subset=subset,
                profile=profile,
                sets=(*encoder_sets(text_encoder, image_encoder), *(sets or ())),
                reasoner=reasoner,
                perception=perception,
            ),
            conduct=Conduct(
                allow_unprobed=allow_unprobed,
                max_calls=max_calls,
                max_tokens=max_tokens,
                max_money=max_money,
            ),
            command=shlex.join(["airanchor", *sys.argv[1:]]),
        )
        driver = driver_of(jobs, ray)
        say(f"{plan.study.title}: {len(plan.runs())} runs, about {forecast_s(plan, jobs) / 3600:.1f} hours")

        with interruption.held(stopping(out)), RunWatch() as watch:
            results = fly_study(plan, driver, watch=watch.next_run, tell=say)
        page = write_page(plan, results)
        charts = written_charts(lambda: write_page_chart(plan, page))
        if as_json:
            print_json(page.to_json())
        else:
            console.print(page.markdown, soft_wrap=True)
            files = ", ".join(str(file) for file in (out / f"{name}.md", *charts))
            console.print(f"written: {files}", soft_wrap=True)
        interruption.check()

    study.__doc__ = _help(name)
    return study


def _help(name: str) -> str:
    return (
        f"{_TOLD[name]}\n\n"
        "Rows are flown as runs of their own under --out, where other studies find them again; a "
        "study that was broken off goes on with the same command. The page NAME.md is written with its chart "
        "NAME.png, and NAME.pdf for papers.\n\n"
        f"Example: airanchor bench study {name} --jobs 2"
    )
