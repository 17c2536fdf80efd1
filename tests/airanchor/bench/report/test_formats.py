"""Tables as text, Markdown, CSV, LaTeX and HTML: the same numbers, and no name that becomes markup."""

import base64
import csv
import io
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser

import pytest
from markdown_it import MarkdownIt

from airanchor.bench.report import (
    PAPER,
    RowLabel,
    RunFacts,
    table_of,
    to_csv,
    to_html,
    to_latex,
    to_markdown,
    to_text,
)
from tests.airanchor.bench.report.flown import results

NASTY = r"</td><script>alert(1)</script>|`x`*_\input{/etc/passwd}$%&#~^ [a](http://b)"
FACTS = RunFacts(NASTY, command=f"run `{NASTY}`\n\\end{{document}}", reasoner=NASTY)


@pytest.fixture(scope="module")
def table():
    rows = {
        "airanchor": results([0.0, 30.0, 15.0] * 8),
        "reference": results([0.0] * 24),
        "nasty": results([90.0] * 24),
    }
    return table_of(rows, title=NASTY, labels={"nasty": RowLabel(NASTY)}, facts=[FACTS], resamples=300)


class Reader(HTMLParser):
    """Collects tags, and the words of every cell."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.words: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs

    def handle_data(self, data):
        self.words.append(data)


def test_a_page_needs_nothing_else_and_may_load_nothing(table):
    page = to_html(table)
    read = Reader(page)
    assert not {"script", "link", "iframe", "object"} & set(read.tags)
    assert not [name for name, _ in read.attributes if name in ("href", "style") or name.startswith("on")]
    loaded = [value for name, value in read.attributes if name == "src"]
    assert all(value.startswith("data:image/svg+xml;base64,") for value in loaded)
    assert (
        "default-src 'none'; img-src data:; style-src" in page
        and 'name="viewport"' in page
        and "prefers-color-scheme: dark" in page
    )
    assert len(loaded) == read.tags.count("img") == 2


def test_the_charts_of_a_page_show_names_as_they_are_and_say_what_they_show(table):
    page = Reader(to_html(table))
    for source, words in zip(
        [value for name, value in page.attributes if name == "src"],
        [value for name, value in page.attributes if name == "alt"],
        strict=True,
    ):
        root = ElementTree.fromstring(base64.b64decode(source.partition(",")[2]))
        assert not [one for one in root.iter() if one.tag.endswith(("script", "foreignObject"))]
        written = "".join(one.text or "" for one in root.iter() if one.tag.endswith("text"))
        assert NASTY[:24] in written and NASTY in words


def test_a_page_without_charts_says_how_to_get_them(table, monkeypatch):
    monkeypatch.delitem(sys.modules, "airanchor.bench.charts.figure", raising=False)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    page = Reader(to_html(table))
    assert "img" not in page.tags and "AirAnchor" in page.words
    assert any("pip install" in words for words in page.words)


def test_a_page_shows_names_as_they_are(table):
    assert NASTY in Reader(to_html(table)).words


def test_the_papers_figures_have_their_own_column_and_a_warning(table):
    for text in (to_html(table), to_markdown(table), to_csv(table), " ".join(to_text(table).split())):
        assert PAPER in text
    assert "not comparable" in to_markdown(table) and "9.6" in to_markdown(table)


def test_every_format_marks_the_upper_bound(table):
    for text in (to_html(table), to_markdown(table), to_latex(table), to_text(table)):
        assert "(upper bound)" in text
    assert [row["is_upper_bound"] for row in csv.DictReader(io.StringIO(to_csv(table)))] == ["0", "1", "0"]


def test_markdown_has_as_many_cells_in_every_row_as_in_its_heading(table):
    lines = [line for line in to_markdown(table).splitlines() if line.startswith("|")]
    counts = [len(re.findall(r"(?<!\\)\|", line)) for line in lines]
    assert len(lines) == 5 + 3 and set(counts) == {counts[0], counts[-1]}


def test_markdown_escapes_what_would_be_markup(table):
    page = MarkdownIt("commonmark").enable("table").render(to_markdown(table))
    read = Reader(page)
    assert not {"script", "a", "em", "strong", "img"} & set(read.tags)
    assert read.tags.count("table") == 2 and NASTY in "".join(read.words)


def test_csv_has_unrounded_numbers_that_add_up(table):
    first, _, nasty = csv.DictReader(io.StringIO(to_csv(table)))
    assert float(first["SR"]) == pytest.approx(100 * 16 / 24) and first["successes"] == "16"
    assert float(nasty["NE_difference"]) == pytest.approx(75.0) and nasty["against"] == "airanchor"
    assert nasty["title"] == NASTY and first["NE_difference"] == ""


def test_csv_cells_are_never_formulas():
    table = table_of({"=cmd": results([0.0])}, labels={"=cmd": RowLabel("@SUM(A1)")}, resamples=10)
    (row,) = csv.DictReader(io.StringIO(to_csv(table)))
    assert row["row"] == "'=cmd" and row["title"] == "'@SUM(A1)"


def test_latex_escapes_every_special_letter(table):
    text = to_latex(table)
    body = "\n".join(line for line in text.splitlines() if not line.startswith("%"))
    assert r"\textbackslash{}input\{/etc/passwd\}\$\%\&\#\textasciitilde{}\textasciicircum{}" in body
    assert not re.search(
        r"(?<!\\)[#$](?!\\(up|down)arrow|\\Delta|\$| )", body.replace(r"\$", "").replace("$\\", "\\")
    )
    assert not [line for line in text.splitlines() if line.startswith(r"\end{document}")]


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no LaTeX here")
def test_latex_compiles(table, tmp_path):
    source = tmp_path / "table.tex"
    head = (
        "\\documentclass{article}\\usepackage[T1]{fontenc}\\usepackage{booktabs,graphicx}\\begin{document}\n"
    )
    source.write_text(head + to_latex(table) + "\\end{document}\n", encoding="utf-8")
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", source.name],
        cwd=tmp_path,
        capture_output=True,
    )
    assert done.returncode == 0, done.stdout[-800:]


def test_text_fits_its_width_and_says_the_same(table):
    text = to_text(table, 110)
    assert max(map(len, text.splitlines())) <= 110
    assert "66.7" in text and "(16/24)" in text and "+75.0 worse" in text and "Holm < 0.001" in text


def test_no_ranking_is_worded_where_there_is_none():
    rows = {"a": results([0.0, 30.0, 15.0]), "b": results([30.0, 0.0, 25.0])}
    text = to_text(table_of(rows, resamples=50))
    assert "Holm = 1.000" in text and not re.search(r"\d (better|worse)\n", text)
