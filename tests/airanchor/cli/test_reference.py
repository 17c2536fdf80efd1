"""The command line's help, and the page made from it."""

from airanchor import __version__
from tests.airanchor.cli.reference import leaf_paths, reference
from tests.folders import ROOT

PAGE = ROOT / "docs" / "cli.md"


def test_the_page_is_what_the_commands_say():
    assert PAGE.read_text() == reference(), "run `make docs`"


def test_every_command_teaches_by_example():
    commands = reference().split("\n## ")
    for path in leaf_paths():
        page = next(text for text in commands if text.startswith(f"airanchor {' '.join(path)}\n"))
        assert "Example: " in page, path


def test_version(command):
    assert command("--version").out == f"airanchor {__version__}\n"


def test_an_unknown_command_is_bad_input(command):
    result = command("simm")
    assert result.code == 2 and "sim" in result.err and result.out == ""
