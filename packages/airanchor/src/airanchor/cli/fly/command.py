"""`airanchor fly`: one mission from a sentence to STOP, with its recording, memory and replay."""

from pathlib import Path
from typing import Annotated, Any

import typer

from airanchor.cli.fly.options import (
    CacheOption,
    ConfigOption,
    FittingProfileOption,
    ImageEncoderOption,
    MaxCallsOption,
    MaxMoneyOption,
    MaxTokensOption,
    PerceptionOption,
    SetOption,
    TextEncoderOption,
    UnprobedOption,
    encoder_sets,
)
from airanchor.cli.fly.out_folder import claimed
from airanchor.cli.granting import installed
from airanchor.cli.reasoner.reasoners import ReasonerOption
from airanchor.cli.view import counted
from airanchor.flight.ending import Ending
from airanchor.own_parts import PartKind
from airanchor.reasoner.profiles.profile import RULES
from aircity.cli.conditions import NoiseOption, TrafficOption, WorldSeedOption
from aircity.cli.terminal.output import JsonFlag, complain, console, print_json
from aircity.machine import interruption

SceneOption = Annotated[
    str | None,
    typer.Option(
        help="A city by name, STYLE@SEED, or a file; see airanchor sim list. Default practice-square; with "
        "--world, only the name of the scene, for its memory."
    ),
]
WorldOption = Annotated[
    str | None,
    typer.Option(
        help="Fly in an AirSim build instead: airsim://HOST:PORT, see docs/airsim.md; or in a world of your "
        "own: module:attribute, see docs/own-parts.md." + installed(PartKind.WORLD)
    ),
]
StartOption = Annotated[
    str | None,
    typer.Option(
        help="NORTH,EAST,UP[,HEADING] in metres and degrees; by --seed if left out, or where the "
        "build's drone is."
    ),
]

EXIT_CODES = {Ending.COMPLETED: 0, Ending.REFUSED: 2, Ending.LOST: 2, Ending.INTERRUPTED: 130}
UNDONE = 3
"""The exit code of every other ending: something was not done, or nobody can tell that it was."""


def fly(
    instruction: Annotated[str, typer.Argument(help="Where to fly, in plain English.")],
    scene: SceneOption = None,
    world: WorldOption = None,
    start: StartOption = None,
    reasoner: ReasonerOption = "rules",
    perception: PerceptionOption = "embedded",
    text_encoder: TextEncoderOption = None,
    image_encoder: ImageEncoderOption = None,
    memory: Annotated[
        Path | None, typer.Option(help="Folder of memories to fly with and add to; none is kept if left out.")
    ] = None,
    frozen: Annotated[bool, typer.Option(help="Only read the memory; nothing seen is added to it.")] = False,
    agent: Annotated[
        str,
        typer.Option(
            help="Who flies: airanchor, action-level, another method (finecog-nav, mapgpt, navgpt, pivot, "
            "spf, typefly), random, action-sampling; or your own: module:attribute, see docs/own-parts.md."
            + installed(PartKind.AGENT)
        ),
    ] = "airanchor",
    profile: FittingProfileOption = None,
    config: ConfigOption = None,
    sets: SetOption = None,
    seed: Annotated[int, typer.Option(help="Seed of the start, where none is given.", min=0)] = 0,
    noise: NoiseOption = 0,
    traffic: TrafficOption = 0,
    world_seed: WorldSeedOption = 0,
    out: Annotated[Path, typer.Option(help="Folder for the recording, the replay and summary.json.")] = Path(
        "out/flight"
    ),
    images: Annotated[
        str,
        typer.Option(
            help="Images to keep: exact (can be replayed), colour (no depth), viewing (small), none."
        ),
    ] = "viewing",
    live: Annotated[bool, typer.Option(help="Serve the replay on 127.0.0.1 while flying.")] = False,
    allow_unprobed: UnprobedOption = False,
    cache: CacheOption = None,
    max_calls: MaxCallsOption = None,
    max_tokens: MaxTokensOption = None,
    max_money: MaxMoneyOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Fly one instruction through a city.

    Writes the recording (trace/), a replay to look at (replay.html) and summary.json to the folder --out.
    Ctrl-C ends the flight with STOP and keeps all of them, and the memory. The exit code is 0 if all was
    done, 3 if something was not (not found, not understood, only guessed, given up, out of budget; the last
    lines say what and why), 2 for bad input, a model that refuses or a build that is lost, 130 after Ctrl-C.

    Example: airanchor fly "Climb 30 metres and stop next to the silver water tower." --scene trial-green
    """
    with claimed(out):
        from airanchor.cli.fly.flights import FlightOrder, fly_order
        from aircity.city.conditions import Conditions

        order = FlightOrder(
            instruction=instruction,
            scene=scene,
            world=world,
            start=start,
            reasoner=reasoner,
            perception=perception,
            memory=memory,
            frozen=frozen,
            agent=agent,
            profile=profile,
            config=config,
            sets=(*encoder_sets(text_encoder, image_encoder), *(sets or ())),
            seed=seed,
            conditions=Conditions(noise=noise, traffic=traffic, seed=world_seed),
            out=out,
            images=images,
            live=live,
            allow_unprobed=allow_unprobed,
            cache=cache,
            max_calls=max_calls,
            max_tokens=max_tokens,
            max_money=max_money,
        )
        summary = fly_order(order)
    if as_json:
        print_json(summary)
    else:
        kind = "city's centre" if world is None else "build's origin" if "://" in world else "world's origin"
        describe_flight(summary, f"the {kind}")
    if summary["ending"] == Ending.LOST:
        complain(f"{summary['words']}; the flight so far is recorded in {summary['files']['trace']}")
    interruption.check()
    raise typer.Exit(EXIT_CODES.get(Ending(summary["ending"]), UNDONE))


def describe_flight(summary: dict[str, Any], middle: str = "the city's centre") -> None:
    """What a person wants to know after a flight."""
    from airanchor.viewer.meanings import ENDINGS
    from airanchor.viewer.places import place_words

    end = summary["end"]
    if summary["words"] and summary["ending"] != Ending.LOST:  # which is told as an error
        console.print(summary["words"], soft_wrap=True)
    console.print(f"{summary['ending']}: {_done(summary)}, {summary['path_m']:.0f} m flown", soft_wrap=True)
    if summary["ending"] != Ending.COMPLETED and (meaning := ENDINGS.get(summary["ending"])):
        console.print(meaning, soft_wrap=True)
    where = place_words(end["north_m"], end["east_m"], end["up_m"], middle)
    console.print(f"stopped {where}; {counted(summary['collisions'], 'collision')}", soft_wrap=True)
    if summary["reasoner"] != RULES:
        calls = counted(summary["calls"], "call")
        console.print(f"{calls}, {summary['tokens']} tokens ({summary['token_source']})", soft_wrap=True)
    if summary["fallbacks"]:
        console.print(
            f"warning: {summary['fallbacks']} questions had no usable answer and fell back "
            f"({summary['unavailable']} calls were not answered at all); the replay shows which",
            soft_wrap=True,
        )
    for name, path in summary["files"].items():
        console.print(f"{name}: {path}", soft_wrap=True)


def _done(summary: dict[str, Any]) -> str:
    """Other methods know no subtasks that could be done."""
    if not summary["iterations"] and not summary["subtasks"]:  # a policy decides nothing but actions
        return counted(summary["steps"], "action")
    decisions = counted(summary["iterations"], "decision")
    if not summary["subtasks"]:
        return decisions
    return f"{summary['subtasks_completed']} of {summary['subtasks']} subtasks done in {decisions}"
