"""The command line, as other tests type on it."""

from tests.cli.conftest import command

__all__ = ["command"]
