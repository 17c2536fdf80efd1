"""What the checker finds in a program before it is flown, word by word in tests/golden/minispec_errors.txt.

After a wanted change, or with new programs added without errors, rewrite it with
    AIRANCHOR_UPDATE_GOLDENS=1 python -m pytest tests/airanchor/baselines/test_minispec_checker.py
and read the difference before it is committed.
"""

import os

import pytest

from airanchor.baselines.typefly.minispec import (
    Dialect,
    MiniSkill,
    RunLimits,
    check,
    faults_text,
    skill_table,
)
from airanchor.baselines.typefly.minispec.faults import MOST_FAULTS
from tests.folders import ROOT

GOLDEN = ROOT / "tests" / "golden" / "minispec_errors.txt"


def read_golden() -> dict[str, str]:
    """What is told of every program; a program's first line begins with its dialect."""
    entries = GOLDEN.read_text(encoding="utf-8").split("$ ")[1:]
    return {program: told.strip() for program, _, told in (entry.partition("\n") for entry in entries)}


def test_every_error_is_told_as_it_was_read() -> None:
    golden = read_golden()
    told = {line: faults_text(check(line[3:], Dialect(line[0])).faults) for line in golden}
    if os.environ.get("AIRANCHOR_UPDATE_GOLDENS"):
        GOLDEN.write_text("".join(f"$ {line}\n{text}\n" for line, text in told.items()), "utf-8")
    assert told == golden
    assert all("found" in text and "expected" in text for text in told.values())


@pytest.mark.parametrize(
    "skill", [skill for skill in skill_table() if skill.definition], ids=lambda s: s.name
)
def test_definitions_are_sound_programs(skill: MiniSkill) -> None:
    checked = check(skill.definition, parameters=tuple(one.kind for one in skill.parameters))
    assert checked.faults == () and checked.program == skill.program


def test_names_are_short_and_each_stands_for_one_skill() -> None:
    names = [name for skill in skill_table() for name in skill.names]
    assert len(set(names)) == len(names)
    assert all(len(skill.short) <= 2 and skill.does for skill in skill_table())
    wanted = {
        "mf",
        "ml",
        "mr",
        "mu",
        "md",
        "tc",
        "tu",
        "fd",
        "iv",
        "ox",
        "oy",
        "ow",
        "oh",
        "od",
        "p",
        "l",
        "tp",
    }
    wanted |= {"rp", "st", "s", "sa", "o", "a", "g", "ab"}
    assert wanted <= {skill.short for skill in skill_table()}


def test_all_errors_are_found_at_once() -> None:
    checked = check("mx(3);\nmf('far');\nmf(1,2);\n99{tc(15)}\n?_1==2{md(0)}")
    assert [fault.position.line for fault in checked.errors] == [1, 2, 3, 4, 5, 5]
    assert not checked.is_sound


def test_warnings_do_not_keep_a_program_from_flying() -> None:
    checked = check("st();mf(5);")
    assert checked.is_sound and [fault.severity.value for fault in checked.faults] == ["warning"]


def test_what_is_known_only_in_flight_is_no_error() -> None:
    assert check("_1=p('how many?');?_1>3{mf(_1)}?_1=='red'{l(_1)}?_1{rp()}").faults == ()
    assert check("_1=5;?iv('a'){_1='b';}mf(_1);").faults == ()


def test_a_variable_must_be_assigned_before_it_in_the_text() -> None:
    assert not check("3{mf(_1);_1=5;}").is_sound
    assert check("_1=5;3{mf(_1);}").is_sound
    broken = check("_1=;mf(_1);")
    assert len(broken.errors) == 1, "the assignment is wrong, not the use"


def test_the_limit_of_loops_is_the_runners() -> None:
    assert check("36{tc(10)}").is_sound and not check("37{tc(10)}").is_sound
    assert not check("9{tc(10)}", limits=RunLimits(loop=8)).is_sound


def test_a_list_of_errors_has_an_end() -> None:
    assert len(check("zz(1);" * 3000).faults) == MOST_FAULTS
