"""The command line of the city: `aircity --help` teaches it by example."""

from collections.abc import Callable


def main() -> None:
    """Run the command line."""
    start("aircity.cli.app")


def start(module: str) -> None:
    """Load a command line's module and run its `main`; Ctrl-C is taken before anything else is loaded."""
    import _signal  # type: ignore[import-not-found]  # built in: `signal` takes long enough to be interrupted
    import os

    if _signal.getsignal(_signal.SIGINT) is not _signal.SIG_IGN:
        _signal.signal(_signal.SIGINT, lambda *_: (os.write(2, b"stopped\n"), os._exit(130)))
    from aircity.machine import interruption

    interruption.install()
    from importlib import import_module

    run: Callable[[], None] = import_module(module).main
    try:
        run()
    except SystemExit as end:
        interruption.leave(end.code)
        raise
