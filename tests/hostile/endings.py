"""How a command may end on damaged input: done, failed and saying so, or refused with one line and code 2."""

from tests.airanchor.cli.command import Command, Outcome

MOST_LINE = 2_000
"""Characters of an error; what is quoted of a file is cut."""


def run_hostile(command: Command, *words: str) -> Outcome:
    """Run a command on what may be damaged; any exception that leaves it fails the test."""
    outcome = command(*words)
    assert outcome.code in (0, 1, 2), (words, outcome)
    assert "Traceback" not in outcome.err + outcome.out, (words, outcome)
    if outcome.code == 2:
        *_, last = outcome.err.strip().splitlines()
        assert len(last) < MOST_LINE, (words, last[:300])
    return outcome


def refused(command: Command, *words: str) -> str:
    """The error line of a command that must refuse."""
    outcome = run_hostile(command, *words)
    assert outcome.code == 2 and outcome.out == "" and "error:" in outcome.err.lower(), (words, outcome)
    return outcome.err
