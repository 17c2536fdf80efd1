"""Runs a command as a user would, in this process: exit code, standard output, standard error."""

import sys
from dataclasses import dataclass

import pytest

from airanchor.cli.app import main


@dataclass(frozen=True)
class Outcome:
    """What a command left behind."""

    code: int
    out: str
    err: str


class Command:
    """`command("sim", "list")` is `airanchor sim list`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch = monkeypatch
        self._capfd = capfd

    def __call__(self, *words: str) -> Outcome:
        self._monkeypatch.setattr(sys, "argv", ["airanchor", *words])
        self._capfd.readouterr()
        try:
            main()
            code = 0
        except SystemExit as stop:
            code = stop.code if isinstance(stop.code, int) else 0 if stop.code is None else 1
        captured = self._capfd.readouterr()
        return Outcome(code, captured.out, captured.err)
