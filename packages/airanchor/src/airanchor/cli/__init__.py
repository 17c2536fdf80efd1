"""The command line: `airanchor --help` teaches it by example."""


def main() -> None:
    """Run the command line."""
    from aircity.cli import start

    start("airanchor.cli.app")
