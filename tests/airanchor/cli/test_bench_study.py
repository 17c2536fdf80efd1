"""The studies of memory and of questions on the command line: bad input is told before anything is flown."""

import pytest

from tests.airanchor.cli.command import Command


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("information", "--run", "nothing"), "is not a run"),
        (("information", "--every", "0"), "every"),
        (("lifelong", "--split", "dev", "--subset", "99-paths"), "99-paths"),
        (("lifelong", "--split", "dev", "--scenes", "atlantis"), "practice-square"),
        (("lifelong", "--split", "devil"), "val_seen"),
    ],
)
def test_bad_input_is_named(
    command: Command, words: tuple[str, ...], told: str, tmp_path, monkeypatch
) -> None:
    monkeypatch.chdir(tmp_path)
    outcome = command("bench", "study", *words)
    assert outcome.code == 2
    assert told in outcome.err
    assert outcome.out == ""
    assert list(tmp_path.iterdir()) == []
