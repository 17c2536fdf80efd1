"""Lets `python -m airanchor` do what `airanchor` does."""

try:
    from airanchor.cli import main
except KeyboardInterrupt:  # main takes Ctrl-C once it is there
    raise SystemExit(130) from None

main()
