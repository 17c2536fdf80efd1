"""`airanchor check`, as it is typed."""

from tests.airanchor.cli.command import Command


def test_a_kind_that_is_mistyped_is_told_the_kinds_and_the_nearest(command: Command) -> None:
    result = command("check", "agnet", "seeker:Build")
    assert (result.code, result.out) == (2, "")
    assert "'agnet' is unknown; did you mean 'agent'? valid are agent, detector, " in result.err
    assert result.err.rstrip().endswith("row, memory") and "number" not in result.err
