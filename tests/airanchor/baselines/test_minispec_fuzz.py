"""Any text is a program or a list of errors, and any program ends."""

from hypothesis import given, settings
from hypothesis import strategies as st

from airanchor.baselines.typefly.minispec import (
    Dialect,
    MiniSkill,
    Performance,
    ProgramRunner,
    RunLimits,
    check,
    parse,
    print_program,
    skill_table,
)
from airanchor.baselines.typefly.minispec.kinds import Value
from airanchor.baselines.typefly.minispec.tokens import MOST_CHARACTERS

NAMES = [name for skill in skill_table() for name in skill.names]
PIECES = [
    *NAMES,
    *"{}()[];,:?=<>&|+-*/",
    "->",
    "==",
    "&&",
    "||",
    "_1=",
    "_2",
    "$1",
    "8{",
    "True",
    "1.5",
    "'a'",
    "\n",
]
TEXTS = st.one_of(
    st.text(max_size=200),
    st.text(alphabet="{}()[];,:?=<>&|+-*/_$'\"1a \n", max_size=200),
    st.lists(st.sampled_from(PIECES), max_size=60).map("".join),
    st.lists(st.sampled_from(PIECES), max_size=60).map(" ".join),
)
LIMITS = RunLimits(statements=300, iterations=60)


def _expressions(depth: int) -> st.SearchStrategy[str]:
    plain = st.sampled_from(["1", "0.5", "True", "'a'", "_1", "iv('a')", "ox('b')", "p('c')", "-2"])
    if depth == 0:
        return plain
    inner = _expressions(depth - 1)
    signs = st.sampled_from(["+", "-", "*", "/", ">", "==", "!=", "&&", "||", "<="])
    return st.one_of(plain, st.tuples(inner, signs, inner).map(lambda parts: f"({''.join(parts)})"))


def _statements(depth: int) -> st.SearchStrategy[str]:
    value = _expressions(2)
    simple = st.one_of(
        value.map(lambda text: f"_1={text};"),
        value.map(lambda text: f"mf({text});"),
        value.map(lambda text: f"->{text};"),
        st.sampled_from(["g('a');", "s('a');", "rp();", "l('x');", "tc(45);", "ab('b');"]),
    )
    if depth == 0:
        return simple
    block = st.lists(_statements(depth - 1), max_size=3).map(lambda lines: "{" + "".join(lines) + "}")
    return st.one_of(
        simple,
        st.tuples(st.integers(1, 36).map(str), block).map("".join),
        st.tuples(st.just("?"), value, block, st.just(":"), block).map("".join),
    )


PROGRAMS = st.lists(_statements(3), min_size=1, max_size=6).map("".join)


class Chance:
    """Answers anything to anything."""

    def __init__(self, values: list[Value | None]) -> None:
        self._values, self._at = values, 0

    def perform(self, skill: MiniSkill, arguments: tuple[Value, ...]) -> Performance:
        self._at += 1
        return Performance(self._values[self._at % len(self._values)], actions=self._at % 3)


VALUES = st.lists(
    st.one_of(
        st.none(), st.booleans(), st.floats(allow_nan=False, allow_infinity=False), st.text(max_size=9)
    ),
    min_size=1,
    max_size=9,
)


@settings(max_examples=300, deadline=None)
@given(TEXTS, st.sampled_from(Dialect))
def test_any_text_is_a_program_or_errors_with_places_in_it(text: str, dialect: Dialect) -> None:
    checked = check(text, dialect)
    lines = text.split("\n")
    for fault in checked.faults:
        assert 1 <= fault.position.line <= len(lines)
        assert 1 <= fault.position.column <= len(lines[fault.position.line - 1]) + 1
        assert fault.found and fault.expected and "\n" not in fault.words
    assert checked.program.body or checked.errors


@settings(max_examples=200, deadline=None)
@given(st.one_of(TEXTS, PROGRAMS), st.sampled_from(Dialect))
def test_what_is_read_is_written_and_read_alike(text: str, dialect: Dialect) -> None:
    parsed = parse(text, dialect)
    if not parsed.faults:
        again = parse(print_program(parsed.program, dialect), dialect)
        assert again.faults == () and again.program == parsed.program


@settings(max_examples=200, deadline=None)
@given(st.one_of(TEXTS, PROGRAMS), VALUES)
def test_any_program_ends_within_its_limits(text: str, values: list[Value | None]) -> None:
    result = ProgramRunner(Chance(values), limits=LIMITS).run(parse(text).program)
    assert result.statements <= LIMITS.statements and result.probes <= LIMITS.probes


@settings(max_examples=10, deadline=None)
@given(st.sampled_from(PIECES), st.sampled_from(PIECES), st.sampled_from(Dialect))
def test_long_repetitions_exhaust_nothing(piece: str, other: str, dialect: Dialect) -> None:
    text = (piece + other) * (MOST_CHARACTERS // len(piece + other))
    checked = check(text, dialect)
    assert checked.program.body or checked.errors
