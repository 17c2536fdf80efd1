"""`airanchor learn eyes`: pictures of generated cities, a network trained on them, its curve and weights."""

import importlib.util
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from airanchor.errors import MissingExtra
from aircity.cli.terminal.output import JsonFlag, console, print_json, progress_bar, written_charts

if TYPE_CHECKING:
    from airanchor.learn.eyes.data.parallel import CityOrder
    from airanchor.learn.eyes.training.loop import TrainingBudget

_DATA = "data"


def eyes(
    out: Annotated[Path, typer.Option(help="The folder of the run; a second start goes on with it.")] = Path(
        "out/eyes"
    ),
    minutes: Annotated[float, typer.Option(help="How long it learns, all starts together.", min=0.01)] = 90.0,
    scenes: Annotated[int, typer.Option(help="Generated cities to learn from.", min=1, max=1000)] = 60,
    crops: Annotated[int, typer.Option(help="Crops of 256 pixels per city.", min=5)] = 300,
    views: Annotated[int, typer.Option(help="Whole views of 512 pixels per city.", min=0)] = 16,
    checks: Annotated[
        int, typer.Option(help="Cities of the same styles to check on, and as many of other styles.", min=1)
    ] = 5,
    size: Annotated[float, typer.Option(help="Metres a city is wide.", min=200, max=1200)] = 420.0,
    batch: Annotated[int, typer.Option(help="Crops per step.", min=2)] = 16,
    jobs: Annotated[int, typer.Option(help="Cities pictured at the same time.", min=1)] = 1,
    threads: Annotated[int, typer.Option(help="Threads that learn.", min=1)] = 1,
    seed: Annotated[int, typer.Option(help="Decides the first weights and the order.", min=0)] = 0,
    as_json: JsonFlag = False,
) -> None:
    """Train the network of the embedded eyes, and write it with its curve and provenance.

    The cities are of all styles but canal-town and seaside, with seeds that no named city has. A stopped run
    goes on where it was. Writes eyes.onnx, eyes.json, curve.jsonl and, with the extra [charts], curve.png.

    Example: airanchor learn eyes --out out/eyes --minutes 90 --scenes 60 --jobs 2

    Example: airanchor learn eyes --out out/try --minutes 1 --scenes 1 --crops 20 --views 0 --checks 1
    """
    _check_extra()
    from airanchor.learn.eyes.training.loop import TrainingBudget

    orders = _orders(out / _DATA, scenes, checks, (crops, views), size)
    _picture(orders, jobs)
    budget = TrainingBudget(minutes=minutes, batch=batch, threads=threads, seed=seed)
    made = _train(out, budget)
    files = written_charts(lambda: _draw(out))
    if as_json:
        print_json(made)
        return
    figures = made["figures"]
    console.print(f"{figures['crops']} crops in {figures['minutes']:g} minutes", soft_wrap=True)
    for name in ("check", "held_out"):
        rgb, rgbd = figures[name]["rgb"], figures[name]["rgbd"]
        console.print(
            f"{name}: names right {rgb['names']:.2f} from colour, {rgbd['names']:.2f} with depth; objects "
            f"{rgb['objects']:.2f} and {rgbd['objects']:.2f}",
            soft_wrap=True,
        )
    told = ", ".join(str(one) for one in (out / "eyes.onnx", out / "eyes.json", *files))
    console.print(f"Wrote {told}", soft_wrap=True)


def _check_extra() -> None:
    if any(importlib.util.find_spec(name) is None for name in ("torch", "onnx")):
        raise MissingExtra("airanchor learn", "learn", "airanchor")


def _orders(
    data: Path, scenes: int, checks: int, counts: tuple[int, int], size_m: float
) -> list["CityOrder"]:
    """The cities to check on first, so that the curve has points from its beginning."""
    from airanchor.learn.eyes.data.cities import check_cities, held_out_cities, training_cities
    from airanchor.learn.eyes.data.parallel import CityOrder

    crops, views = counts
    fewer = max(crops * 2 // 5, 5)
    sets = (
        ("check", check_cities(checks, size_m=size_m), fewer, 0),
        ("held_out", held_out_cities(checks, size_m=size_m), fewer, 0),
        ("train", training_cities(scenes, size_m=size_m), crops, views),
    )
    return [
        CityOrder(choice, data / name, crop_count, view_count)
        for name, choices, crop_count, view_count in sets
        for choice in choices
    ]


def _picture(orders: list["CityOrder"], jobs: int) -> None:
    from airanchor.learn.eyes.data.parallel import fill_orders

    with progress_bar(total=len(orders)) as bar:
        fill_orders(orders, jobs=jobs, done=lambda name: bar.advance(f"pictures of {name}"))


def _train(out: Path, budget: "TrainingBudget") -> dict[str, Any]:
    from airanchor.bench.run.provenance import made_with
    from airanchor.learn.eyes.training.run import TrainingProgress, TrainingRun

    facts = {
        key: value
        for key, value in made_with(shlex.join(["airanchor", *sys.argv[1:]])).items()
        if key in ("command", "started_utc", "airanchor", "commit", "cities_sha256", "python")
    }

    def tell(at: TrainingProgress) -> None:
        words = f"{at.crops} crops, names {at.losses.get('names', 0):.2f}, {at.left_s / 60:.0f} min left"
        bar.says(words, at.share)

    with progress_bar(total=100) as bar:
        return TrainingRun(out, out / _DATA, budget, {**facts, "threads": budget.threads}, tell).learn()


def _draw(out: Path) -> tuple[Path, ...]:
    from airanchor.bench.charts import write_chart
    from airanchor.cli.learn.curve import curve_chart, read_curve

    return write_chart(curve_chart(read_curve(out / "curve.jsonl")), out / "curve.png")
