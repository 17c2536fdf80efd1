"""`airanchor minispec`: a program checked from the command line, whatever the file is."""

import io
import json
import os
import sys
from types import SimpleNamespace

import pytest

from tests.airanchor.cli.command import Command

GOOD = "?s('red tower'){g('red tower');}:{mf(20);rp();}"


def test_a_sound_program_is_told_so(command: Command, tmp_path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "plan.txt").write_text(GOOD)
    outcome = command("minispec", "check", "plan.txt")
    assert (outcome.code, outcome.out, outcome.err) == (0, "plan.txt: a sound program in dialect b\n", "")


def test_every_error_stands_on_its_line_with_its_place(command: Command, tmp_path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "plan.txt").write_text("mf(10);\nmx(3);\n  g(5);\n")
    outcome = command("minispec", "check", "plan.txt")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.splitlines() == [
        "plan.txt:2:1: error: an unknown skill: found 'mx', expected mu (move_up)",
        "plan.txt:3:5: error: a wrong argument for g: found 5, expected the name of an object",
    ]


def test_what_is_not_told_is_said(command: Command, tmp_path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "plan.txt").write_text("zz(1);" * 300)
    told = command("minispec", "check", "plan.txt").err.splitlines()
    assert len(told) == 101 and told[-1].endswith("no more than 100 are told; mend these and check again")


def test_a_mark_before_the_text_is_passed_over(command: Command, tmp_path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "plan.txt").write_bytes(b"\xef\xbb\xbf" + GOOD.encode())
    assert command("minispec", "check", "plan.txt").code == 0


def test_programs_read_json(command: Command, tmp_path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "plan.txt").write_text("8{_1=iv,red tower;?_1==True{->True}tc,45}mx,5;")
    outcome = command("minispec", "check", "plan.txt", "--dialect", "A", "--json")
    told = json.loads(outcome.out)
    assert outcome.code == 2 and told["sound"] is False and told["dialect"] == "a"
    assert [(fault["line"], fault["column"]) for fault in told["faults"]] == [(1, 42)]


def test_a_program_from_standard_input(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(GOOD.encode())))
    outcome = command("minispec", "check", "-", "--json")
    assert outcome.code == 0 and json.loads(outcome.out)["program"] == GOOD
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"x" * 90_000)))
    outcome = command("minispec", "check", "-")
    assert outcome.code == 2 and "more than the 80,000 bytes" in outcome.err


@pytest.mark.parametrize(
    ("data", "words"), [(b"\xff\xfe\x00", "no text in UTF-8"), (b"x" * 90_000, "more than the 80,000 bytes")]
)
def test_files_that_are_no_programs_are_refused_in_one_line(  # type: ignore[no-untyped-def]
    command: Command, tmp_path, data: bytes, words: str
) -> None:
    (tmp_path / "plan.txt").write_bytes(data)
    outcome = command("minispec", "check", "plan.txt")
    assert outcome.code == 2 and words in outcome.err and outcome.err.count("\n") == 1


def test_a_file_that_is_not_there_and_a_dialect_that_is_none(command: Command) -> None:
    assert "No such file" in command("minispec", "check", "nowhere.txt").err
    outcome = command("minispec", "check", "nowhere.txt", "--dialect", "c")
    assert outcome.code == 2 and "must be a or b" in outcome.err


def test_terminal_codes_in_a_program_are_not_obeyed(command: Command, tmp_path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "plan.txt").write_text("g('\x1b[31m');\x1b]0;x\x07")
    outcome = command("minispec", "check", "plan.txt")
    assert outcome.code == 2 and "\x1b" not in outcome.err and "\x07" not in outcome.err


def test_skills_are_listed(command: Command) -> None:
    assert "move_forward" in command("minispec", "skills").out
    listed = json.loads(command("minispec", "skills", "--dialect", "a", "--json").out)["skills"]
    assert next(entry["call"] for entry in listed if entry["short"] == "g") == "g,object"


def test_a_pipe_that_nobody_writes_to_is_not_waited_for(command: Command, tmp_path) -> None:  # type: ignore[no-untyped-def]
    os.mkfifo(tmp_path / "plan.txt")
    assert "not a regular file" in command("minispec", "check", "plan.txt").err
    assert "not a regular file" in command("minispec", "check", "/dev/zero").err
