"""What the command line says to bad input, word by word.

tests/golden/messages.txt is a list of commands, each with its message. After a wanted change, or with new
commands added without a message, rewrite it with
    AIRANCHOR_UPDATE_GOLDENS=1 python -m pytest tests/airanchor/cli/test_messages.py
and read the difference before it is committed.
"""

import os
import shlex
from pathlib import Path

import pytest

from tests.airanchor.cli.command import Command
from tests.folders import ROOT

GOLDEN = ROOT / "tests" / "golden" / "messages.txt"
FILES = {
    "empty.json": "",
    "list.json": "[1, 2]",
    "points.geojson": '{"type": "FeatureCollection", "features": []}',
    "note.sqlite": "not a memory",
    "odd.toml": "[agnet]\niterations = 3",
    "trace/events.jsonl": '{"kind": "header", "version": "7.0"}\n',
    "run/run.json": '{"format": "airanchor-run-9"}',
}
"""What the commands find in their folder."""


def read_golden() -> dict[str, str]:
    """The message of every command."""
    entries = GOLDEN.read_text(encoding="utf-8").split("$ airanchor ")[1:]
    return {command: said for command, _, said in (entry.partition("\n") for entry in entries)}


@pytest.fixture
def say(command: Command, tmp_path: Path) -> object:
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def run(line: str) -> str:
        result = command(*shlex.split(line))
        assert (result.code, result.out) == (2, ""), line
        return result.err.replace(str(tmp_path), "FOLDER").strip() + "\n"

    return run


def test_every_message_is_as_it_was_read(say) -> None:  # type: ignore[no-untyped-def]
    golden = read_golden()
    said = {line: say(line) for line in golden}
    if os.environ.get("AIRANCHOR_UPDATE_GOLDENS"):
        GOLDEN.write_text("".join(f"$ airanchor {line}\n{text}" for line, text in said.items()), "utf-8")
    assert said == golden


def test_every_message_is_one_line_that_says_error() -> None:
    golden = read_golden()
    assert len(golden) >= 30
    for line, said in golden.items():
        assert said.startswith("error: ") and said.count("\n") == 1, line
