"""Lets `python -m airanchor` do what `airanchor` does."""

from airanchor.cli import main

main()
