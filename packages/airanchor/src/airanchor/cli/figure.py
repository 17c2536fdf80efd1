"""`airanchor figure`: flights as figures for print."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from airanchor.cli.city import CityOption, PlainFlag, ground_under
from airanchor.cli.view import TraceArgument, find_trace
from aircity.cli.terminal.output import JsonFlag, console, print_json

if TYPE_CHECKING:
    from airanchor.drawing import Sheet
    from airanchor.trace import ImageStore
    from airanchor.viewer.story import FlightStory

figure_app = typer.Typer(
    help="Draw recorded flights for print: one in detail, or several in rows.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
OutOption = Annotated[Path, typer.Option(help="The picture to write: .png or .jpg (300 dpi), or .svg.")]


@figure_app.command()
def case(
    trace: TraceArgument,
    out: OutOption = Path("out/case.png"),
    graph_step: Annotated[
        int | None, typer.Option(help="The executed step whose anchor graph is shown.", min=0)
    ] = None,
    prior_step: Annotated[
        int | None, typer.Option(help="The executed step whose landmark prior is shown.", min=0)
    ] = None,
    scene: CityOption = None,
    plain: PlainFlag = False,
    as_json: JsonFlag = False,
) -> None:
    """Draw one flight: key steps along its path, the anchor graph at a step, the landmark prior at a step.

    The map shows the city where this machine has it. Left out, the steps are those with the most anchors and
    the most reliable prior.

    Example: airanchor figure case out/flight --graph-step 10 --prior-step 50 --out case.svg
    """
    from airanchor.viewer.figures.case import draw_case

    _check(out)
    story, images = _open(trace)
    ground = ground_under(story, find_trace(trace), scene, is_plain=plain)
    sheet = draw_case(story, images, graph_step=graph_step, prior_step=prior_step, ground=ground)
    _save(sheet, out, as_json)


@figure_app.command()
def strip(
    traces: Annotated[list[Path], typer.Argument(help="Trace folders, one row each.")],
    out: OutOption = Path("out/strip.png"),
    plain: PlainFlag = False,
    as_json: JsonFlag = False,
) -> None:
    """Draw several flights, one row each: the instruction, key views and the map.

    Example: airanchor figure strip out/flight-1 out/flight-2 --out strip.png
    """
    from airanchor.viewer.figures.strip import draw_strip

    _check(out)
    flights = [_open(trace) for trace in traces]
    grounds = [
        ground_under(story, find_trace(trace), is_plain=plain)
        for (story, _), trace in zip(flights, traces, strict=True)
    ]
    _save(draw_strip(flights, grounds), out, as_json)


def _open(trace: Path) -> "tuple[FlightStory, ImageStore]":
    from airanchor.trace import read_trace
    from airanchor.viewer.pictures import images_of
    from airanchor.viewer.story import tell

    folder = find_trace(trace)
    return tell(read_trace(folder)), images_of(folder)


def _check(out: Path) -> None:
    from airanchor.drawing import check_drawing_file

    check_drawing_file(out)


def _save(sheet: "Sheet", out: Path, as_json: bool) -> None:
    from airanchor.drawing import save_drawing

    save_drawing(sheet, out)
    if as_json:
        print_json({"files": {"figure": str(out)}})
    else:
        console.print(f"figure: {out}", soft_wrap=True)
