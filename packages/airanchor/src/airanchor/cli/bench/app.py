"""`airanchor bench`: studies that measure the parts of the agent against the truth of embedded cities."""

import shlex
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from airanchor.cli.bench.diagnose import diagnose
from airanchor.cli.bench.information import information
from airanchor.cli.bench.lifelong import lifelong
from airanchor.cli.bench.pack import pack
from airanchor.cli.bench.run import collect_command, run
from airanchor.cli.bench.study import STUDY_NAMES, study_command
from airanchor.cli.bench.table import table
from airanchor.cli.bench.verify import verify
from airanchor.cli.bench.view import view_run
from airanchor.cli.granting import as_granted
from aircity.cli.terminal.output import JsonFlag, console, print_json, progress_bar, say, written_charts

if TYPE_CHECKING:
    from collections.abc import Callable

    from airanchor.perception import Detector

bench_app = typer.Typer(
    help="Measure the agent and its parts, with seeds, counts and intervals beside every number.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
study_app = typer.Typer(help="Studies of single parts.", no_args_is_help=True, rich_markup_mode=None)
bench_app.add_typer(study_app, name="study")
for _name in STUDY_NAMES:
    study_app.command(_name)(study_command(_name))
study_app.command("lifelong")(lifelong)
study_app.command("information")(information)
bench_app.command("run")(run)
bench_app.command("diagnose")(diagnose)
bench_app.command("collect")(collect_command)
bench_app.command("pack")(pack)
bench_app.command("table")(table)
bench_app.command("verify")(verify)
bench_app.command("view")(view_run)


@bench_app.command()
def grounding(
    perception: Annotated[
        str,
        typer.Option(
            callback=as_granted,
            help="Who answers: embedded, oracle (reads the ground truth), or a detector of your own as "
            "module:attribute.",
        ),
    ] = "embedded",
    scenes: Annotated[str, typer.Option(help="Cities by name, separated by commas; 'dev' is a set.")] = "dev",
    views: Annotated[int, typer.Option(help="Views per city.", min=1)] = 8,
    seed: Annotated[int, typer.Option(help="Decides views and phrases.", min=0)] = 0,
    as_json: JsonFlag = False,
) -> None:
    """Measure phrase grounding against the ids of cities: precision, recall, IoU, calibration.

    Three times: as it is, with colours permuted, and with sensor noise. Results name the detector.

    Example: airanchor bench grounding --views 12
    """
    from airanchor.bench.grounding.evaluation import DEV_SCENES, measure_grounding

    named = tuple(name.strip() for name in scenes.split(",") if name.strip())
    chosen = DEV_SCENES if scenes == "dev" else named
    makers = {"embedded": _embedded_detector, "oracle": _oracle_detector}
    maker = makers[perception]() if perception in makers else _own_detector(perception)
    name = {"oracle": "oracle (ground truth)"}.get(perception, perception)
    with progress_bar(total=len(chosen) * views) as bar:
        tables = measure_grounding(
            maker, scenes=chosen, views_per_scene=views, seed=seed, progress=bar.advance
        )
    if as_json:
        print_json({"detector": name, "seed": seed, "tables": [table.to_json() for table in tables]})
    else:
        console.print(f"detector: {name}; {len(chosen)} cities, {views} views each, seed {seed}\n")
        console.print("\n\n".join(table.to_text() for table in tables), soft_wrap=True)


def _embedded_detector() -> "Callable[[str], Detector]":
    from airanchor.embedded.eyes.detector import EmbeddedDetector
    from airanchor.perception.text import load_text_encoder

    detector = EmbeddedDetector(load_text_encoder())
    return lambda _: detector


def _own_detector(name: str) -> "Callable[[str], Detector]":
    from airanchor import own_parts
    from airanchor.own_parts import PartKind
    from airanchor.perception import Detector

    if not own_parts.is_own(PartKind.DETECTOR, name):
        raise own_parts.unknown(PartKind.DETECTOR, name, ("embedded", "oracle"), word="perception")
    detector = own_parts.build_part(PartKind.DETECTOR, name, Detector)
    return lambda _: detector


def _oracle_detector() -> "Callable[[str], Detector]":
    from airanchor.perception.oracle import OracleDetector
    from aircity.city.library import open_scene

    return lambda scene: OracleDetector(open_scene(scene))


@study_app.command()
def memory(
    scenes: Annotated[
        str, typer.Option(help="Cities by name, separated by commas; 'dev' and 'all' are sets.")
    ] = "all",
    seed: Annotated[int, typer.Option(help="Decides poses, names and questions.", min=0)] = 1,
    places: Annotated[int, typer.Option(help="Free places per city, four headings each.", min=1)] = 32,
    names: Annotated[
        str, typer.Option(help="Who names things: oracle (ground truth), rules, or a model profile.")
    ] = "oracle",
    variety: Annotated[
        float, typer.Option(help="How freely things are named: 0 always alike, 1 most varied.", min=0, max=1)
    ] = 0.5,
    noisy: Annotated[bool, typer.Option("--noisy", help="Spoil depth and pose as real sensors do.")] = False,
    phrases: Annotated[int, typer.Option(help="Questions per city.", min=5)] = 60,
    jobs: Annotated[int, typer.Option(help="Cities at the same time.", min=1)] = 1,
    out: Annotated[Path, typer.Option(help="The folder for results; a second run goes on from it.")] = Path(
        "out/memory-study"
    ),
    as_json: JsonFlag = False,
) -> None:
    """Compare the SOKB with a flat memory: what is stored, what is true, what is found again.

    Writes summary.md with its chart summary.png, and summary.pdf for papers.

    Example: airanchor bench study memory --scenes dev --jobs 2
    """
    from airanchor.bench.charts import write_chart
    from airanchor.bench.memory_study.plot import study_chart
    from airanchor.bench.memory_study.report import summarise, to_markdown
    from airanchor.bench.memory_study.runs import dev_scenes, forecast_s, run_study, study_scenes
    from airanchor.bench.memory_study.study import StudySettings

    sets = {"all": study_scenes(), "dev": dev_scenes()}
    chosen = sets.get(scenes) or tuple(name.strip() for name in scenes.split(",") if name.strip())
    settings = StudySettings(
        seed=seed, places=places, names=names, variety=variety, noisy=noisy, phrases=phrases
    )
    command = shlex.join(["airanchor", *sys.argv[1:]])
    folder = out / "scenes"
    forecast = forecast_s(chosen, settings, folder, jobs=jobs)
    say(command)
    say(f"{len(chosen)} cities, {4 * places} views each, seed {seed}; about {forecast / 60:.1f} minutes")
    started, results = time.perf_counter(), []
    with progress_bar(total=len(chosen)) as bar:
        for result in run_study(chosen, settings, folder, jobs=jobs):
            results.append(result)
            bar.advance(result["scene"])
            passed_s = time.perf_counter() - started
            left_s = passed_s / len(results) * (len(chosen) - len(results))
            say(f"{len(results)}/{len(chosen)} {result['scene']}, about {left_s:.0f} s left")
    results.sort(key=lambda result: chosen.index(result["scene"]) if result["scene"] in chosen else -1)
    summary = {"command": command, "seed": seed, **summarise(results)}
    page = to_markdown(summary, results, command)
    (out / "summary.md").write_text(page, encoding="utf-8")
    charts = (out / "summary.png", out / "summary.pdf")
    files = written_charts(lambda: write_chart(study_chart(summary), *charts))
    if as_json:
        print_json({**summary, "per_scene": results})
    else:
        console.print(page, soft_wrap=True)
        told = ", ".join(str(file) for file in (out / "summary.md", *files, folder))
        console.print(f"written: {told}", soft_wrap=True)


@study_app.command("map")
def map_memory(
    scene: Annotated[str, typer.Argument(help="The city.")],
    seed: Annotated[int, typer.Option(help="Decides poses and names.", min=0)] = 1,
    span: Annotated[float, typer.Option(help="Metres shown from side to side.", min=50)] = 240.0,
    center: Annotated[
        str, typer.Option(help="NORTH,EAST of the middle in metres; default: the busiest.")
    ] = "",
    out: Annotated[Path, typer.Option(help="The picture to write: .jpg, .png or .svg.")] = Path(
        "out/memory-over-city.jpg"
    ),
) -> None:
    """Draw the memory of a survey over a picture of its city from above.

    Example: airanchor bench study map candle-hill --out out/memory-over-city.jpg
    """
    from airanchor.bench.memory_study.city_plot import draw_over_city
    from airanchor.drawing import SCREEN_DPI, check_drawing_file, save_drawing
    from airanchor.errors import InputError

    check_drawing_file(out)
    try:
        middle = tuple(float(part) for part in center.split(",")) if center else None
    except ValueError:
        raise InputError(f"center {center!r} is not NORTH,EAST in metres, as in 40,-120") from None
    if middle is not None and len(middle) != 2:
        raise InputError(f"center {center!r} must be two numbers, as in 40,-120")
    sheet = draw_over_city(scene, seed=seed, span_m=span, center=middle)
    save_drawing(sheet, out, dpi=SCREEN_DPI)
    console.print(f"{scene}: {out}", soft_wrap=True)
