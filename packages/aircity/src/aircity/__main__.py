"""Lets `python -m aircity` do what `aircity` does."""

from aircity.cli import main

if __name__ == "__main__":
    main()
