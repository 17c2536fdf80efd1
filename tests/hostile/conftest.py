"""The command line, as other tests type on it."""

from tests.airanchor.cli.conftest import command

__all__ = ["command"]
