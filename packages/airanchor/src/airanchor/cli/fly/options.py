"""Options that every command which flies takes: whose eyes, which settings, how much may be spent."""

from pathlib import Path
from typing import Annotated

import typer

from airanchor.cli.granting import as_granted, installed
from airanchor.own_parts import PartKind

SPLITS_TOLD = "train, dev, val_seen, val_unseen, hard, mini, voices, voices_own, voices_train"
"""As in bench.episodes, which is imported only when episodes are asked for."""


def encoder_sets(text: str | None, image: str | None) -> tuple[str, ...]:
    """The encoders that were asked for, as settings."""
    from airanchor.front import chosen_sets
    from airanchor.own_parts import grant

    grant(text, image)
    return chosen_sets(text, image)


SetOption = Annotated[
    list[str] | None, typer.Option("--set", help="Change one setting, as in agent.iterations=10; repeatable.")
]
PerceptionOption = Annotated[
    str,
    typer.Option(
        "--perception",
        callback=as_granted,
        help="embedded, grounded-sam (the paper's models, see docs/models.md), or oracle (knows the city's "
        "true objects: an upper bound); or your own: module:attribute, see docs/own-parts.md."
        + installed(PartKind.DETECTOR),
    ),
]
TextEncoderOption = Annotated[
    str | None,
    typer.Option(
        "--text-encoder",
        help="minilm, wordllama, gte-small, a folder of weights, a hub id or your own as module:attribute; "
        "if left out, what goes with the perception.",
    ),
]
ImageEncoderOption = Annotated[
    str | None,
    typer.Option(
        "--image-encoder",
        help="mobilenet, histograms, dinov2, dinov2-small, a folder of weights, a hub id or your own as "
        "module:attribute; if left out, what goes with the perception.",
    ),
]
ProfileOption = Annotated[
    str,
    typer.Option(
        "--profile", help="Settings: embedded, paper (to the letter), or plus (tells a model more)."
    ),
]
FittingProfileOption = Annotated[
    str | None,
    typer.Option(
        "--profile",
        help="Settings: embedded, paper (to the letter), or plus (tells a model more); if left out, "
        "embedded for the rules and plus for a model.",
    ),
]
ConfigOption = Annotated[
    Path | None, typer.Option("--config", help="A TOML file of settings over the profile.")
]
CacheOption = Annotated[
    Path | None,
    typer.Option("--cache", help="Folder of kept answers: the same question is never paid for twice."),
]
UnprobedOption = Annotated[
    bool,
    typer.Option(
        "--allow-unprobed/--no-allow-unprobed", help="Fly with a model profile that was never probed."
    ),
]
MaxCallsOption = Annotated[
    int | None, typer.Option("--max-calls", help="Calls granted to the flight, run or row.", min=1)
]
MaxTokensOption = Annotated[
    int | None, typer.Option("--max-tokens", help="Tokens granted to the flight, run or row.", min=1)
]
MaxMoneyOption = Annotated[
    float | None,
    typer.Option(
        "--max-money", help="Money granted, in the profile's currency; it must state prices.", min=0
    ),
]
JobsOption = Annotated[int, typer.Option("--jobs", help="Processes, one scene of a row each.", min=1)]
RayOption = Annotated[
    str,
    typer.Option("--ray", help="Fly on a Ray cluster: its address, or local for one of this machine."),
]
