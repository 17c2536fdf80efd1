"""`airanchor reasoner estimate`: what flights with a model will take, told before they are paid for."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from airanchor.cli.fly.options import SPLITS_TOLD, ProfileOption
from airanchor.cli.reasoner.prices import PriceInOption, PriceOutOption, priced
from airanchor.errors import InputError
from airanchor.reasoner.profiles.files import load_profile
from aircity.cli.terminal.output import JsonFlag, console, print_json

if TYPE_CHECKING:
    from airanchor.bench.costs import Forecast, Sums


def estimate(
    model: Annotated[
        str, typer.Argument(help="A model: a profile's name or .toml file.", metavar="MODEL_PROFILE")
    ],
    split: Annotated[str, typer.Option(help=f"One of {SPLITS_TOLD}.")] = "",
    subset: Annotated[
        str, typer.Option(help="all, paths (one instruction per path), a count spread evenly, or ids a,b.")
    ] = "all",
    flights: Annotated[int | None, typer.Option(help="Or: so many flights.", min=1)] = None,
    profile: ProfileOption = "paper",
    agent: Annotated[str, typer.Option(help="The row of the tables that flies.")] = "airanchor",
    seconds_per_call: Annotated[
        float | None, typer.Option(help="How long a call takes; else as the profile's probe found.", min=0)
    ] = None,
    jobs: Annotated[int, typer.Option(help="Flights at a time.", min=1)] = 1,
    price_in: PriceInOption = None,
    price_out: PriceOutOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Tell calls, tokens, money and hours of flights with a model, before anything is paid for.

    It multiplies what flights were measured to ask, role by role, with the model profile's rule for images,
    its prices, or those given here, and its pace. Nothing is sent anywhere. The range is that of the measured
    flights: all like the one that took least, all like the one that took most.

    Example: airanchor reasoner estimate qwen3.6-plus --split val_seen --subset 100

    Example: airanchor reasoner estimate my-model --flights 1 --seconds-per-call 4
    """
    from airanchor.bench.costs import forecast
    from airanchor.bench.episodes.splits import SPLITS
    from airanchor.config import load_settings

    known = priced(load_profile(model), price_in, price_out)
    load_settings(profile)
    told = forecast(
        known,
        flights=_count(split, subset, flights),
        profile=profile,
        agent=agent,
        seconds_per_call=seconds_per_call,
        jobs=jobs,
        decisions=SPLITS[split].decisions if split in SPLITS else None,
    )
    if as_json:
        print_json({"model": known.name, "profile": profile, "agent": agent, **_document(told)})
    else:
        count = f"{told.flights} flight{'s' if told.flights != 1 else ''}"
        _print(told, f"{count} with {known.name} ({known.model}), profile {profile}")


def _count(split: str, subset: str, flights: int | None) -> int:
    from airanchor.bench.episodes import SPLIT_NAMES, load_split
    from airanchor.bench.run.subset import choose_episodes

    if bool(split) == (flights is not None):
        raise InputError(f"give either --split ({', '.join(SPLIT_NAMES)}) or --flights N")
    if flights is not None:
        return flights
    if split not in SPLIT_NAMES:
        raise InputError(f"unknown split {split!r}; valid are {', '.join(SPLIT_NAMES)}")
    return len(choose_episodes(load_split(split), subset))


def _document(told: "Forecast") -> dict[str, Any]:
    document = asdict(told)
    basis = told.basis
    document["basis"] = {
        "flights": len(basis.flights),
        **{
            name: getattr(basis, name)
            for name in ("profile", "agent", "reasoner", "is_model", "commit", "episodes", "token_source")
        },
    }
    return document


def _print(told: "Forecast", title: str) -> None:
    is_priced = told.expected.money is not None
    heads = ["role", "calls", "from", "to", "images", "tokens in", "tokens out"]
    table = Table(*heads, *([told.currency] if is_priced else []), title=title, title_justify="left")
    for column in table.columns[1:]:
        column.justify = "right"
    for role in told.roles:
        cells = [role.role, *(_number(value) for value in (role.calls, role.calls_low, role.calls_high))]
        cells += [_number(role.images), _number(role.input_tokens), _number(role.output_tokens)]
        table.add_row(*cells, *([f"{role.money:,.2f}"] if role.money is not None else []))
    table.add_section()
    for name, sums in (("expected", told.expected), ("least", told.low), ("most", told.high)):
        table.add_row(name, *_cells(sums))
    console.print(table)
    span = f"{_hours(told.low.hours)} to {_hours(told.high.hours)}"
    console.print(
        f"time: {_hours(told.expected.hours)} ({span}), bound by {told.pace}; "
        f"seconds per call: {told.seconds_source}",
        soft_wrap=True,
    )
    console.print(f"an image is {told.image_tokens} tokens, by the model profile's rule", soft_wrap=True)
    console.print(f"rests on {told.basis.words}", soft_wrap=True)
    for note in told.notes:
        console.print(f"note: {note}", soft_wrap=True)


def _cells(sums: "Sums") -> list[str]:
    numbers = [_number(value) for value in (sums.images, sums.input_tokens, sums.output_tokens)]
    money = [] if sums.money is None else [f"{sums.money:,.2f}"]
    return [_number(sums.calls), "", "", *numbers, *money]


def _number(value: float) -> str:
    """As many digits as matter; --json has them all."""
    if value >= 1e6:
        return f"{value / 1e6:,.1f} M"
    if value >= 1e4:
        return f"{value / 1e3:,.0f} k"
    return f"{value:,.1f}" if value < 10 and value != round(value) else f"{value:,.0f}"


def _hours(hours: float) -> str:
    return f"{hours:,.1f} h" if hours >= 1 else f"{60 * hours:,.1f} min"
