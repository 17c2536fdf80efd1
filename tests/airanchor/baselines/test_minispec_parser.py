"""Reading MiniSpec in both dialects, and writing it again."""

import pytest

from airanchor.baselines.typefly.minispec import Dialect, parse, print_program
from airanchor.baselines.typefly.minispec.faults import Position
from airanchor.baselines.typefly.minispec.tree import (
    Act,
    Assign,
    Branch,
    Call,
    If,
    Literal,
    Loop,
    Negation,
    Operation,
    Return,
    Variable,
)


def body(text: str, dialect: Dialect = Dialect.B) -> tuple[object, ...]:
    parsed = parse(text, dialect)
    assert parsed.faults == ()
    return parsed.program.body


def test_the_same_program_in_both_dialects_is_the_same_tree() -> None:
    a = body("8{_1=iv,red tower;?_1==True{->True}tc,45}g,red tower;", Dialect.A)
    assert a == body("8{_1=iv('red tower');?_1==True{->True;}tc(45);}g('red tower');")
    assert a == (
        Loop(
            8,
            (
                Assign("_1", Call("iv", (Literal("red tower"),))),
                If((Branch(_equal(Variable("_1"), Literal(True)), (Return(Literal(True)),)),)),
                Act(Call("tc", (Literal(45.0),))),
            ),
        ),
        Act(Call("g", (Literal("red tower"),))),
    )


def _equal(left: Variable, right: Literal) -> Operation:
    return Operation((left, right), ("==",))


def test_counts_of_several_digits_and_quotes_with_signs_are_read() -> None:
    assert body("12{tc(30)}") == (Loop(12, (Act(Call("tc", (Literal(30.0),))),)),)
    assert body("p('is it, or {not}; -> red?')") == (Act(Call("p", (Literal("is it, or {not}; -> red?"),))),)
    assert body("p,'a, b';", Dialect.A) == (Act(Call("p", (Literal("a, b"),))),)


def test_words_without_quotes_are_texts_in_dialect_a() -> None:
    assert body("g,red-roofed house 2[0.31];mf,-5;l,trees 7;l,True", Dialect.A) == (
        Act(Call("g", (Literal("red-roofed house 2[0.31]"),))),
        Act(Call("mf", (Literal(-5.0),))),
        Act(Call("l", (Literal("trees 7"),))),
        Act(Call("l", (Literal(True),))),
    )


def test_times_binds_before_plus_before_comparison_before_and_before_or() -> None:
    (returned,) = body("->1+2*3>4&&True||False")
    one_to_six = Operation((Literal(1.0), Operation((Literal(2.0), Literal(3.0)), ("*",))), ("+",))
    compared = Operation((one_to_six, Literal(4.0)), (">",))
    both = Operation((compared, Literal(True)), ("&&",))
    assert returned == Return(Operation((both, Literal(False)), ("||",)))
    assert body("->-(1+2)") == (Return(Negation(Operation((Literal(1.0), Literal(2.0)), ("+",)))),)


def test_an_else_chain_is_flat() -> None:
    (choice,) = body("?iv('a'){mf(5)}:?iv('b'){mf(10)}:{rp()}")
    assert isinstance(choice, If)
    assert [len(branch.body) for branch in choice.branches] == [1, 1] and len(choice.otherwise) == 1
    fault = parse("?iv,a==True{mf,5}:{rp}", Dialect.A).faults[0]
    assert fault.problem.startswith("an else") and fault.position == Position(1, 18)


def test_the_brackets_of_prompts_are_read_as_comparisons() -> None:
    assert body("?ox('a')›0.6{-›True}") == body("?ox('a')>0.6{->True}")


def test_places_are_told_by_line_and_column() -> None:
    parsed = parse("mf(5);\n  ?iv('a'){\n    tc(15)\n    mf(5)\n  }\n tu(")
    assert [fault.position for fault in parsed.faults] == [(4, 5), (6, 5)]
    assert parsed.faults[0].words == (
        "line 4, column 5: statements that run together: found 'mf', expected ';'"
    )


def test_the_parser_goes_on_after_each_error() -> None:
    parsed = parse("mf 5; tc(15); ?{mu(}; 3 tc(1); }; _1=; @ md(2)")
    assert len(parsed.faults) == 7
    assert Act(Call("md", (Literal(2.0),))) in parsed.program.body


@pytest.mark.parametrize(
    ("text", "dialect"),
    [
        ("8{?iv($1){->True;}tc(45);}->False;", Dialect.B),
        ("_1=(1+2)*-3/(4-5)-(6-7);?(_1>2)==False&&(iv('a')||_1!=2){->-(-1);}", Dialect.B),
        ('l("it\'s");l(\'a "b"\');mf(0.00000001);mf(123456789.125);', Dialect.B),
        ("_2=iv,a;?_2==True&_2!=False|_2==False{->iv,a;}", Dialect.A),
    ],
)
def test_what_is_printed_is_the_same_program(text: str, dialect: Dialect) -> None:
    parsed = parse(text, dialect)
    assert parsed.faults == ()
    printed = print_program(parsed.program, dialect)
    assert parse(printed, dialect).program == parsed.program
    assert print_program(parse(printed, dialect).program, dialect) == printed


@pytest.mark.parametrize(
    "piece", ["{", "(", "1{", "?", "->(", "-", "f(", "?a(){", "_1=(", "1+", "1{1{}", ":"]
)
@pytest.mark.parametrize("dialect", Dialect)
def test_deep_and_long_texts_exhaust_nothing(piece: str, dialect: Dialect) -> None:
    text = "_1=" + piece * (20_000 // len(piece))
    assert parse(text[:19_999], dialect).faults
    assert [fault.problem for fault in parse(text + piece * 9, dialect).faults] == ["too long a program"]


def test_a_long_chain_is_no_deep_tree() -> None:
    text = "_1=" + "1+" * 5000 + "1;"
    parsed = parse(text)
    assert parsed.faults == () and print_program(parsed.program) == text
