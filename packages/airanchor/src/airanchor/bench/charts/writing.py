"""Charts as files for papers and pages: PDF, SVG or PNG by the file's ending."""

from pathlib import Path

from airanchor.bench.charts.panels import Chart
from airanchor.errors import InputError, MissingExtra

CHART_FORMATS = (".pdf", ".svg", ".png")


def check_chart_file(path: Path) -> None:
    """Refuse an ending that no chart has, before any work is done."""
    if path.suffix.lower() not in CHART_FORMATS:
        raise InputError(
            f"chart {str(path)!r} ends in none of {', '.join(CHART_FORMATS)}; choose one of them"
        )


def write_chart(chart: Chart, *paths: Path) -> tuple[Path, ...]:
    """Write a chart to files, each in the format of its ending; the same chart gives the same bytes."""
    for path in paths:
        check_chart_file(path)
    made = {path: _render(chart, path.suffix.lower()[1:]) for path in paths}
    for path, data in made.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return paths


def chart_svg(chart: Chart) -> str:
    """A chart as an SVG document in which text stays text."""
    return _render(chart, "svg").decode("utf-8")


def _render(chart: Chart, form: str) -> bytes:
    try:
        from airanchor.bench.charts.figure import render
    except ImportError as error:
        raise MissingExtra("drawing a chart", "charts", "airanchor") from error
    return render(chart, form)
