"""What reaches a terminal: no escape codes of others, any encoding, lines broken after words."""

import io
import json
import sys

import pytest
from rich.table import Table
from rich.text import Text

from aircity.cli.terminal.output import SafeConsole, print_json
from aircity.cli.terminal.printable import escaped, printable, wrapped
from tests.airanchor.cli.processes import PATIENCE_S, SHORT, started

WICKED = "a\x1b[2J\x1b]0;title\x07b\x9b31mc\u202ed\x00\x7f\u2066e\rf"


def test_what_a_terminal_would_obey_is_taken_out():
    assert printable(WICKED) == "a[2J]0;titleb31mcdef"
    assert printable("two\nlines\tof Straße 游泳池 👩‍🚒") == "two\nlines\tof Straße 游泳池 👩‍🚒"


def test_no_way_of_printing_lets_it_through():
    out = io.StringIO()
    console = SafeConsole(file=out, force_terminal=True, color_system=None, width=200, markup=False)
    table = Table("name")
    table.add_row(WICKED)
    table.add_row(Text(WICKED))
    console.print(WICKED)
    console.print(WICKED, soft_wrap=True)
    console.print(table)
    assert out.getvalue().count("titleb31m") == 4
    assert not set("\x1b\x07\x9b\u202e\x00\x7f\u2066\r") & set(out.getvalue())


def test_a_console_keeps_its_own_colours():
    out = io.StringIO()
    SafeConsole(file=out, force_terminal=True, color_system="standard").print("error", style="bold red")
    assert out.getvalue() == "\x1b[1;31merror\x1b[0m\n"


def test_a_document_means_the_same_after_it_is_made_safe(capsys):
    print_json({WICKED: [WICKED]})
    told = capsys.readouterr().out
    assert json.loads(told) == {WICKED: [WICKED]}
    assert printable(told) == told
    assert escaped('"\u202e"') == '"\\u202e"'


@pytest.mark.parametrize("encoding", ["latin-1", "ascii"])
def test_a_document_is_one_in_any_encoding(monkeypatch, encoding):
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    monkeypatch.setattr(sys, "stdout", stream)
    print_json({"place": "游泳池"})
    stream.flush()
    assert json.loads(stream.buffer.getvalue().decode(encoding)) == {"place": "游泳池"}


def test_lines_break_after_words_and_what_is_to_be_copied_stays_whole():
    path = "out/" + "x" * 90
    text = f"one two three four\n{path}\n  airanchor view out/flight\n| a | b |"
    assert wrapped(text, 12) == f"one two\nthree four\n{path}\n  airanchor view out/flight\n| a | b |"


@pytest.mark.parametrize("words", [("fly", "x", f"--{WICKED}"), (WICKED,), ("sim", "render", WICKED)])
def test_errors_quote_without_obeying(command, words):
    result = command(*words)
    assert result.code == 2
    assert not set("\x1b\x07\x9b\u202e") & set(result.out + result.err)


def test_a_flight_with_a_wicked_instruction_prints_it_harmlessly(command, tmp_path):
    result = command("fly", f"Climb 6 metres. {WICKED}", *SHORT, "--out", str(tmp_path / "flight"))
    assert "Traceback" not in result.err and not set("\x1b\x07\x9b\u202e") & set(result.out + result.err)


@pytest.mark.parametrize(
    "encoding",
    [{"PYTHONIOENCODING": "latin-1"}, {"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C", "PYTHONUTF8": "0"}],
)
def test_a_terminal_that_cannot_show_a_letter_shows_its_number(encoding):
    process = started("sim", "render", "游泳池", **encoding)
    _, err = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 2 and "Traceback" not in err
    assert len(err.splitlines()) == 1


def test_an_argument_that_is_no_text_is_named():
    process = started("fly", b"caf\xe9")  # type: ignore[arg-type]
    _, err = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 2
    assert err.startswith("error: argument 2, b'caf\\xe9', is no text in utf-8")
