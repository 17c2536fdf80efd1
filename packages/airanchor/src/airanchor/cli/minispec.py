"""`airanchor minispec`: check a program that a planner wrote, and list the skills it may call."""

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from airanchor.errors import InputError
from aircity.cli.terminal.output import JsonFlag, console, print_json, stderr
from aircity.cli.terminal.program import BAD_INPUT
from aircity.machine.untrusted import read_bytes

if TYPE_CHECKING:
    from airanchor.baselines.typefly.minispec import Checked, Dialect, MiniSkill

MOST_BYTES = 80_000
"""Four for each character that a program may have."""
STDIN = "-"

minispec_app = typer.Typer(
    help="MiniSpec, the language of the TypeFly baseline's plans: check a program, list the skills.\n\n"
    "Example program: ?s('red tower'){g('red tower');}:{mf(20);rp();}",
    no_args_is_help=True,
    rich_markup_mode=None,
)
DialectOption = Annotated[
    str, typer.Option(help="a: calls with commas, g,tower; b: calls with brackets, g('tower').")
]


@minispec_app.command("check")
def check_program(
    file: Annotated[str, typer.Argument(help="A file with a program, or - for standard input.")],
    dialect: DialectOption = "b",
    as_json: JsonFlag = False,
) -> None:
    """Check a program without flying it: every error with its line and column, and what was expected there.

    Exit code 2 when it has errors; warnings alone are no errors.

    Example: airanchor minispec check plan.txt
    """
    from airanchor.baselines.typefly.minispec import check

    spoken = _dialect(dialect)
    checked = check(_text(file), spoken)
    if as_json:
        print_json(_report(file, spoken, checked))
    else:
        _tell(file, spoken, checked)
    if not checked.is_sound:
        raise typer.Exit(BAD_INPUT)


@minispec_app.command("skills")
def list_skills(dialect: DialectOption = "b", as_json: JsonFlag = False) -> None:
    """List the skills that a program may call, with what each takes, gives and does.

    Example: airanchor minispec skills --dialect a
    """
    from airanchor.baselines.typefly.minispec import skill_table

    spoken = _dialect(dialect)
    if as_json:
        print_json({"dialect": spoken.value, "skills": [_entry(skill, spoken) for skill in skill_table()]})
        return
    table = Table("call", "long name", "gives", "does")
    for skill in skill_table():
        names = ", ".join((skill.name, *skill.aliases))
        table.add_row(skill.written(spoken), names, skill.gives.value, skill.does)
    console.print(table)


def _dialect(name: str) -> "Dialect":
    from airanchor.baselines.typefly.minispec import Dialect

    try:
        return Dialect(name.lower())
    except ValueError:
        known = " or ".join(one.value for one in Dialect)
        raise InputError(f"--dialect {name!r} must be {known}") from None


def _text(file: str) -> str:
    if file == STDIN:
        data = sys.stdin.buffer.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise InputError(f"standard input has more than the {MOST_BYTES:,} bytes that are read")
    else:
        data = read_bytes(file, MOST_BYTES)
    try:
        return data.decode("utf-8-sig")  # editors on Windows begin a file with a mark
    except UnicodeDecodeError as error:
        raise InputError(f"{file} is no text in UTF-8: byte {error.start}, {error.reason}") from None


def _report(file: str, dialect: "Dialect", checked: "Checked") -> dict[str, Any]:
    from airanchor.baselines.typefly.minispec import print_program

    return {
        "file": file,
        "dialect": dialect.value,
        "sound": checked.is_sound,
        "program": print_program(checked.program, dialect) if checked.is_sound else None,
        "faults": [fault.to_json() for fault in checked.faults],
    }


def _tell(file: str, dialect: "Dialect", checked: "Checked") -> None:
    from airanchor.baselines.typefly.minispec.faults import MOST_FAULTS

    name = "standard input" if file == STDIN else file
    for fault in checked.faults:
        place = f"{name}:{fault.position.line}:{fault.position.column}"
        words = f"{fault.problem}: found {fault.found}, expected {fault.expected}"
        stderr.print(f"{place}: {fault.severity.value}: {words}", soft_wrap=True)
    if len(checked.faults) >= MOST_FAULTS:
        words = f"no more than {MOST_FAULTS} are told; mend these and check again"
        stderr.print(f"{name}: {words}", soft_wrap=True)
    if checked.is_sound:
        console.print(f"{name}: a sound program in dialect {dialect.value}", soft_wrap=True)


def _entry(skill: "MiniSkill", dialect: "Dialect") -> dict[str, Any]:
    return {
        "name": skill.name,
        "short": skill.short,
        "aliases": list(skill.aliases),
        "call": skill.written(dialect),
        "sort": skill.sort.value,
        "gives": skill.gives.value,
        "does": skill.does,
        "parameters": [
            {"name": one.name, "kind": one.kind.value, "low": one.low, "high": one.high}
            for one in skill.parameters
        ],
        "definition": skill.definition or None,
    }
