"""`airanchor learn`: train the networks of the embedded stack anew; needs the extra [learn]."""

import typer

from airanchor.cli.learn.eyes import eyes

learn_app = typer.Typer(
    help="Train the networks that the package comes with; docs/learn.md says how they were made.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
learn_app.command("eyes")(eyes)


@learn_app.callback()
def learn() -> None:
    """A group, however few commands it has."""
