"""Charts as matplotlib draws them: the data shown, the same bytes each time, and names that stay names."""

import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
import zlib
from pathlib import Path

import pytest
from PIL import Image

from airanchor.bench.charts import (
    Bar,
    Bars,
    Chart,
    Groups,
    Histogram,
    Lines,
    Point,
    Steps,
    Strip,
    chart_svg,
    write_chart,
)
from airanchor.bench.charts.figure import figure_of
from airanchor.bench.charts.style import COLUMN_IN, PAGE_IN
from airanchor.bench.statistics import Estimate
from airanchor.errors import InputError, MissingExtra
from tests.folders import ROOT

HOSTILE = "<script>&\"' $x^$ \\frac{1}{0} $\\alpha$ ünï Ωδός 東京 \x00\u202e\nline"
SEEN = "<script>&\"' $x^$ \\frac{1}{0}"


def estimate(value: float, half: float) -> Estimate:
    return Estimate(value, value - half, value + half, 0.95, "test")


def bars(*values: float, label: str = "row") -> Chart:
    made = tuple(Bar(f"{label} {n}", estimate(value, 2)) for n, value in enumerate(values))
    return Chart((Strip((Bars("SR (%)", made),), "val (n = 9)"),), "Whiskers: 95 % intervals.")


def everything(name: str = "row") -> Chart:
    """Every kind of panel, with values that are missing or all alike."""
    one, two = estimate(10, 2), estimate(40, 4)
    return Chart(
        (
            Strip((Bars(name, (Bar(name, one), Bar(name, None), Bar(name, two, "bound"))),) * 2, name),
            Strip((Lines(name, name, {name: [Point(1, one), Point(3, two)], "b": [Point(1, two)]}),)),
            Strip((Steps(name, name, {name: (1.0, 5.0), "b": (0.0,)}, 20.0, name),)),
            Strip((Groups(name, (name, "b"), {name: (one, None), "b": (two, one)}),)),
            Strip((Histogram(name, (1.0, 2.0, 2.5), 2.0, name), Histogram(name, ()))),
        ),
        name,
    )


def texts(svg: str) -> list[str]:
    return [one.text or "" for one in ElementTree.fromstring(svg).iter() if one.tag.endswith("text")]


def test_bars_are_as_long_as_their_values_and_whiskers_as_their_intervals():
    ax = figure_of(bars(10, 40)).axes[0]
    assert [bar.get_width() for bar in ax.patches] == [10, 40]
    assert [segment[:, 0].tolist() for one in ax.collections for segment in one.get_segments()] == [
        [8, 12],
        [38, 42],
    ]
    assert {"10.0", "40.0"} <= {text.get_text() for text in ax.texts}
    assert ax.get_title(loc="left") == "val (n = 9)" and ax.get_xlabel() == "SR (%)"


def test_whiskers_of_bars_do_not_go_below_nothing():
    ax = figure_of(bars(1)).axes[0]
    assert [segment[:, 0].tolist() for one in ax.collections for segment in one.get_segments()] == [[0, 3]]


def test_bars_below_each_other_have_one_scale():
    low, high = bars(10).strips[0], bars(80).strips[0]
    first, second = figure_of(Chart((low, high))).axes
    assert first.get_xlim() == second.get_xlim()


def test_lines_go_through_their_points():
    points = [Point(k, estimate(v, 1)) for k, v in ((1, 10), (3, 20), (6, 5))]
    ax = figure_of(Chart((Strip((Lines("SR (%)", "K", {"SR": points}),)),))).axes[0]
    assert ax.lines[0].get_xydata().tolist() == [[1, 10], [3, 20], [6, 5]]
    assert [tick.get_text() for tick in ax.get_xticklabels()] == ["1", "3", "6"]


def test_steps_reach_each_share_at_its_value():
    ax = figure_of(
        Chart((Strip((Steps("%", "m", {"a": (10.0, 20.0, 40.0, 50.0)}, 20.0, "success"),)),))
    ).axes[0]
    curve = dict(ax.lines[0].get_xydata().tolist())
    assert curve == {0: 0, 10: 25, 20: 50, 40: 75, 50: 100}
    assert "success" in [text.get_text() for text in ax.texts]


def test_groups_leave_the_place_of_a_missing_value_empty():
    panel = Groups("n", ("p", "q"), {"a": (estimate(5, 1), None), "b": (estimate(7, 1), estimate(9, 1))})
    figure = figure_of(Chart((Strip((panel,)),)))
    assert [bar.get_height() for bar in figure.axes[0].patches] == [5, 7, 9]
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["a", "b"]


def test_a_histogram_counts_all_values_and_marks_both_means():
    panel = Histogram("words", [3.0, 4, 4, 5, 9], 82.0, "the paper's")
    ax = figure_of(Chart((Strip((panel,)),))).axes[0]
    assert sum(bar.get_height() for bar in ax.patches) == 5
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["mean 5.0 (n = 5)", "the paper's 82"]


@pytest.mark.parametrize(("panels", "width_in"), [(1, COLUMN_IN), (3, PAGE_IN)])
def test_a_chart_fits_one_column_of_a_paper_or_two(panels, width_in):
    chart = Chart((Strip(bars(10, 20).strips[0].panels * panels),))
    assert figure_of(chart).get_size_inches()[0] == width_in


def test_the_ending_decides_the_format(tmp_path: Path):
    files = write_chart(everything(), tmp_path / "a" / "x.pdf", tmp_path / "x.SVG", tmp_path / "x.png")
    pdf, svg, _ = (file.read_bytes() for file in files)
    assert pdf.startswith(b"%PDF") and b"/FontFile2" in pdf
    assert svg.startswith(b"<?xml") and "val" not in texts(svg.decode())
    with Image.open(files[2]) as picture:
        assert picture.width == round(PAGE_IN * 300)
    assert not list(tmp_path.glob("*.pdf"))


def test_an_unknown_ending_is_refused_with_the_known_ones_and_nothing_is_written(tmp_path: Path):
    with pytest.raises(InputError, match=r"'.*x\.eps' ends in none of \.pdf, \.svg, \.png"):
        write_chart(bars(1), tmp_path / "x.png", tmp_path / "x.eps")
    assert not list(tmp_path.iterdir())


def test_text_in_a_pdf_is_text(tmp_path: Path):
    (file,) = write_chart(bars(10), tmp_path / "x.pdf")
    streams = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", file.read_bytes(), re.DOTALL)
    pages = [zlib.decompress(stream) for stream in streams if stream.startswith(b"x\x9c")]
    assert any(b" Tf" in page and (b" Tj" in page or b" TJ" in page) for page in pages)
    assert b"/Subtype /Image" not in file.read_bytes()


@pytest.mark.parametrize("form", ["pdf", "svg", "png"])
def test_the_same_chart_gives_the_same_bytes_in_another_process(tmp_path: Path, form: str):
    program = (
        "import sys; from pathlib import Path; from tests.airanchor.bench.charts.test_figure import "
        "everything; "
        "from airanchor.bench.charts import write_chart; write_chart(everything(), Path(sys.argv[1]))"
    )
    other = tmp_path / f"other.{form}"
    subprocess.run([sys.executable, "-c", program, str(other)], check=True, cwd=ROOT)
    (here,) = write_chart(everything(), tmp_path / f"here.{form}")
    assert here.read_bytes() == other.read_bytes()
    assert b"202" not in b"".join(re.findall(rb"(?:CreationDate|<dc:date)[^\n]*", here.read_bytes()))


def test_settings_of_the_user_change_nothing():
    import matplotlib

    plain = chart_svg(bars(10, 20))
    with matplotlib.rc_context({"font.size": 30.0, "axes.facecolor": "red", "text.usetex": True}):
        assert chart_svg(bars(10, 20)) == plain
        assert matplotlib.rcParams["font.size"] == 30.0


def test_hostile_names_stay_text_in_every_format(tmp_path: Path):
    write_chart(everything(HOSTILE), tmp_path / "x.pdf", tmp_path / "x.png")
    svg = chart_svg(everything(HOSTILE))
    root = ElementTree.fromstring(svg)
    assert not [one for one in root.iter() if one.tag.endswith(("}script", "}a", "}foreignObject"))]
    assert [text for text in texts(svg) if SEEN in text]
    assert "Ωδός" in "".join(texts(svg)) and "東京" in "".join(texts(svg)) and "\u202e" not in svg


def test_long_names_are_cut_and_stay_on_the_sheet():
    figure = figure_of(bars(10, 20, label="w" * 500))
    figure.draw_without_rendering()
    width = figure.get_size_inches()[0] * figure.dpi
    (ax,) = figure.axes
    for label in ax.get_yticklabels():
        box = label.get_window_extent()
        assert label.get_text().endswith("…") and box.x0 >= 0 and box.x1 <= width
    assert ax.get_window_extent().width > width / 4


def test_values_that_are_all_nothing_can_be_drawn():
    svg = chart_svg(Chart((Strip((Bars("NE (m)", (Bar("a", estimate(0, 0)), Bar("b", None))),)),)))
    assert {"0.0", "–"} <= set(texts(svg))


def test_without_matplotlib_the_error_has_the_install_command(tmp_path: Path, monkeypatch):
    monkeypatch.delitem(sys.modules, "airanchor.bench.charts.figure")
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingExtra, match=r"drawing a chart needs an optional part\..*pip install"):
        write_chart(bars(1), tmp_path / "x.pdf")
    assert not list(tmp_path.iterdir())


def test_only_one_module_knows_matplotlib():
    source = ROOT / "packages"
    knowing = [
        path.name
        for path in source.rglob("*.py")
        if re.search(r"^\s*(import|from) matplotlib", path.read_text("utf-8"), re.MULTILINE)
    ]
    assert knowing == ["figure.py"]
