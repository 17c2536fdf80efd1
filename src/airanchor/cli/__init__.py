"""The command line: `airanchor --help` teaches it by example."""


def main() -> None:
    """Run the command line; Ctrl-C is taken before anything else is loaded."""
    import _signal  # type: ignore[import-not-found]  # built in: `signal` takes long enough to be interrupted
    import os

    if _signal.getsignal(_signal.SIGINT) is not _signal.SIG_IGN:
        _signal.signal(_signal.SIGINT, lambda *_: os._exit(130))
    from airanchor import interruption

    interruption.install()
    from airanchor.cli.app import main as run

    try:
        run()
    except SystemExit as end:
        interruption.leave(end.code)
        raise
