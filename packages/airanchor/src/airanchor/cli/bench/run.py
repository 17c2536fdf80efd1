"""`airanchor bench run` and `bench collect`: fly rows of the benchmark over episodes, resumable."""

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from airanchor.cli.bench.run_world import BuildsOption, DataOption, WorldOption, served_by
from airanchor.cli.fly.options import (
    SPLITS_TOLD,
    CacheOption,
    ConfigOption,
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
from airanchor.cli.granting import installed
from airanchor.cli.reasoner.reasoners import ReasonerOption
from airanchor.errors import AirAnchorError, InputError
from airanchor.own_parts import PartKind
from aircity.cli.conditions import NoiseOption, TrafficOption, WorldSeedOption
from aircity.cli.terminal.output import JsonFlag, print_json, say
from aircity.machine import interruption

if TYPE_CHECKING:
    from airanchor.bench.run import Driver, RunOutcome

INCOMPLETE = 1


def run(
    agent: Annotated[
        str,
        typer.Option(
            "--agent",
            help="Rows of the tables by name, separated by commas; agents and rows of your own as "
            "module:attribute, see docs/own-parts.md." + installed(PartKind.AGENT, PartKind.ROW),
        ),
    ] = "airanchor",
    split: Annotated[
        str,
        typer.Option(help=f"One of {SPLITS_TOLD}; or aerialvln-s:val_seen and the like, with --data."),
    ] = "",
    data: DataOption = None,
    episodes: Annotated[
        Path | None, typer.Option(help="Or: a file of episodes (.json, .json.gz) in AerialVLN's format.")
    ] = None,
    scenes: Annotated[
        str, typer.Option(help="Only episodes of these scenes, separated by commas; the subset is of those.")
    ] = "",
    subset: Annotated[
        str,
        typer.Option(
            help="all, paths (one instruction per path), a count spread evenly, 4-paths, or ids a,b."
        ),
    ] = "all",
    in_passes: Annotated[
        bool, typer.Option("--in-passes", help="Fly every path of a scene once before any returns.")
    ] = False,
    world: WorldOption = "city",
    builds: BuildsOption = None,
    reasoner: ReasonerOption = "rules",
    perception: PerceptionOption = "embedded",
    text_encoder: TextEncoderOption = None,
    image_encoder: ImageEncoderOption = None,
    profile: ProfileOption = "paper",
    config: ConfigOption = None,
    sets: SetOption = None,
    charge_panoramas: Annotated[
        bool, typer.Option(help="Count the turns that looks around would take as steps.")
    ] = False,
    noise: NoiseOption = 0,
    traffic: TrafficOption = 0,
    world_seed: WorldSeedOption = 0,
    jobs: JobsOption = 1,
    ray: RayOption = "",
    piece: Annotated[
        str, typer.Option(help="I/N: only this share, as one task of N; collect afterwards.", metavar="I/N")
    ] = "",
    out: Annotated[
        Path, typer.Option(help="The run's folder; the same command goes on where it ended.")
    ] = Path("out/run"),
    images: Annotated[
        str, typer.Option(help="Images to keep: none, viewing (for replays), colour, exact.")
    ] = "none",
    calls: Annotated[
        bool | None,
        typer.Option(help="Keep every prompt word for word; by default those of models, not of the rules."),
    ] = None,
    cache: CacheOption = None,
    max_calls: MaxCallsOption = None,
    max_tokens: MaxTokensOption = None,
    max_money: MaxMoneyOption = None,
    allow_unprobed: UnprobedOption = False,
    as_json: JsonFlag = False,
) -> None:
    """Fly episodes with one or more rows of the tables, and write results, traces and memories.

    Every scene has one memory per row, empty at first and kept from episode to episode in the split's order.
    A run that was broken off goes on with the same command, and ends with the same results. The exit code
    is 1 if episodes are missing at the end, because the budget is used up, and 2 if something went wrong.

    Example: airanchor bench run --agent airanchor,random --split dev --subset 12 --jobs 2 --out out/dev

    Example: airanchor bench run --split val_seen --reasoner my-model --max-money 20 --out out/val_seen

    Example: airanchor bench run --split aerialvln-s:val_seen --data DATA --world airsim --builds ENVs
    """
    from airanchor.bench.run import Conduct, RunOrder, fly_run, prepare_run, share_of, world_source
    from airanchor.cli.bench.run_watch import RunWatch

    served = served_by(world, builds)
    order = RunOrder(
        rows=names_in(agent),
        episodes=_source(split, episodes, data),
        scenes=names_in(scenes),
        subset=subset,
        in_passes=in_passes,
        world=served.world,
        profile=profile,
        settings_file=None if config is None else str(config),
        sets=(*encoder_sets(text_encoder, image_encoder), *(sets or ())),
        reasoner=reasoner,
        perception=perception,
        charge_panoramas=charge_panoramas,
        noise=noise,
        traffic=traffic,
        world_seed=world_seed,
    )
    conduct = Conduct(
        images=images,
        calls=calls,
        allow_unprobed=allow_unprobed,
        cache=None if cache is None else str(cache.absolute()),
        builds=served.builds,
        address=served.address,
        max_calls=max_calls,
        max_tokens=max_tokens,
        max_money=max_money,
    )
    driver = driver_of(jobs, ray)
    world_source(order, conduct).check_jobs(2 if ray else jobs)
    if piece:
        share_of((), piece)  # a share that is none must not begin a run
    prepare_run(out, order, conduct=conduct, command=shlex.join(["airanchor", *sys.argv[1:]]), tell=say)
    with interruption.held(stopping(out)), RunWatch() as watch:
        outcome = fly_run(out, driver=driver, share=piece or None, watch=watch.tell)
    _finish(out, outcome, is_share=bool(piece), as_json=as_json)
    interruption.check()


def stopping(out: Path) -> str:
    """What Ctrl-C says while a run flies."""
    return (
        f"stopping: what is flown is kept in {out}, and the same command goes on; Ctrl-C again ends at once"
    )


def collect_command(
    folder: Annotated[Path, typer.Argument(help="The run's folder.")], as_json: JsonFlag = False
) -> None:
    """Write results.jsonl from what a run has flown so far, marked as incomplete if it is.

    Example: airanchor bench collect out/run
    """
    from airanchor.bench.run import RunOutcome, collect

    _finish(folder, RunOutcome(collect(folder), None), is_share=False, as_json=as_json)


def names_in(text: str) -> tuple[str, ...]:
    """Names that were given separated by commas."""
    return tuple(name.strip() for name in text.split(",") if name.strip())


def _source(split: str, episodes: Path | None, data: Path | None) -> str:
    from airanchor.bench.episodes import SPLIT_NAMES
    from airanchor.bench.episodes.published import find_published

    if bool(split) == (episodes is not None):
        raise InputError(f"give either --split ({', '.join(SPLIT_NAMES)}) or --episodes FILE")
    if ":" in split:
        return str(find_published(split, data))
    if data is not None:
        raise InputError("--data is where published files lie; name one, as in --split aerialvln-s:val_seen")
    if split and split not in SPLIT_NAMES:
        raise InputError(f"unknown split {split!r}; valid are {', '.join(SPLIT_NAMES)}")
    return split or str(episodes)


def driver_of(jobs: int, ray: str) -> "Driver":
    from airanchor.bench.run import processes, serial

    if not ray:
        return serial if jobs == 1 else processes(jobs)
    if jobs != 1:
        raise InputError("give either --jobs or --ray; Ray itself knows its processors")
    from airanchor.bench.run.drivers.cluster import on_ray

    return on_ray(ray)


def _finish(folder: Path, outcome: "RunOutcome", *, is_share: bool, as_json: bool) -> None:
    """Print what there is, and say how to go on where something is missing."""
    from airanchor.cli.bench.run_summary import print_summary, summary_of

    if outcome.spent is not None:
        say(
            f"{outcome.spent}\nEpisodes flown so far are kept in {folder}; the same command with a larger "
            "budget goes on from there"
        )
    if not is_share:
        summary = summary_of(folder, outcome.record)
        if as_json:
            print_json(summary)
        else:
            print_summary(summary)
    if outcome.failed:
        raise AirAnchorError(
            f"{outcome.failed[0]}\n{len(outcome.failed)} of the run's pieces failed; what is flown is kept, "
            "and the same command goes on"
        )
    if outcome.spent is not None or not (is_share or outcome.is_complete):
        raise typer.Exit(INCOMPLETE)
