"""The command line: `airanchor --help` teaches it by example."""


def main() -> None:
    """Run the command line."""
    from airanchor.cli.app import main as run

    run()
