"""Running programs without a drone: values, control, limits, and what a performer is given."""

from collections.abc import Callable

import pytest

from airanchor.baselines.typefly.minispec import (
    Dialect,
    MiniSkill,
    Performance,
    ProgramRun,
    ProgramRunner,
    RunLimits,
    RunStatus,
    check,
    parse,
)
from airanchor.baselines.typefly.minispec.kinds import Value

Answer = Callable[..., Performance]


class Rehearsal:
    """Performs skills by answering from a list; records what it was asked."""

    def __init__(self, **answers: Answer) -> None:
        self._answers = answers
        self.asked: list[tuple[str, tuple[Value, ...]]] = []

    def perform(self, skill: MiniSkill, arguments: tuple[Value, ...]) -> Performance:
        self.asked.append((skill.short, arguments))
        answer = self._answers.get(skill.short)
        return answer(*arguments) if answer else Performance(True)


def run(
    text: str, rehearsal: Rehearsal, limits: RunLimits | None = None, dialect: Dialect = Dialect.B
) -> ProgramRun:
    checked = check(text, dialect)
    assert checked.is_sound, checked.faults
    return ProgramRunner(rehearsal, limits=limits).run(checked.program)


def giving(*values: Value) -> Answer:
    """Answers one value after the other, the last for ever."""
    left = list(values)
    return lambda *_: Performance(left.pop(0) if len(left) > 1 else left[0])


def test_statements_are_performed_in_order() -> None:
    rehearsal = Rehearsal()
    result = run("mu(4);2{tc(45);}mf(10);", rehearsal)
    assert rehearsal.asked == [("mu", (4.0,)), ("tc", (45.0,)), ("tc", (45.0,)), ("mf", (10.0,))]
    assert result.status is RunStatus.COMPLETED and result.executed[0] == "mu(4) = True"


def test_scan_turns_until_the_object_is_seen() -> None:
    rehearsal = Rehearsal(iv=giving(False, False, True))
    assert run("->s('tower');", rehearsal).value is True
    assert [name for name, _ in rehearsal.asked] == ["iv", "tc", "iv", "tc", "iv"]
    blind = Rehearsal(iv=giving(False))
    assert run("->s('tower');", blind).value is False
    assert sum(name == "tc" for name, _ in blind.asked) == 8


def test_scan_abstract_gives_the_answer_of_its_probe() -> None:
    rehearsal = Rehearsal(p=giving(False, "red tower"))
    result = run("->sd('what is tall here?');", rehearsal)
    assert result.value == "red tower" and result.probes == 2


def test_orienting_turns_towards_the_object_and_goto_then_approaches() -> None:
    rehearsal = Rehearsal(ox=giving(0.9, 0.7, 0.5), od=giving(60.0))
    assert run("->g('tower');", rehearsal).value is True
    moves = [asked for asked in rehearsal.asked if asked[0] in ("tc", "tu", "mf")]
    assert moves == [("tc", (15.0,)), ("tc", (15.0,)), ("mf", (20.0,))]


@pytest.mark.parametrize(("distance_m", "flown"), [(60.0, [20.0]), (17.0, [12.0]), (6.0, [])])
def test_approach_ends_five_metres_before_the_object(distance_m: float, flown: list[float]) -> None:
    rehearsal = Rehearsal(od=giving(distance_m))
    run("a('tower');", rehearsal)
    assert [arguments[0] for name, arguments in rehearsal.asked if name == "mf"] == flown


def test_above_climbs_over_the_top_before_it_flies_there() -> None:
    rehearsal = Rehearsal(ox=giving(0.5), od=giving(40.0), ot=giving(10.0))
    run("ab('tower');", rehearsal)
    assert rehearsal.asked[-2:] == [("mu", (16.0,)), ("mf", (40.0,))]


def test_variables_of_a_skill_are_its_own() -> None:
    rehearsal = Rehearsal(od=giving(60.0))
    assert run("_1=7;a('tower');->_1;", rehearsal).value == 7


def test_else_chains_take_the_first_branch_that_holds() -> None:
    rehearsal = Rehearsal(iv=lambda name: Performance(name == "b"))
    assert run("?iv('a'){->1;}:?iv('b'){->2;}:{->3;}", rehearsal).value == 2
    assert run("?iv('a')&&p('x')==1{->1;}:{->3;}", Rehearsal(iv=giving(False))).value == 3


def test_the_comma_dialect_runs_alike() -> None:
    rehearsal = Rehearsal(iv=giving(False, True))
    result = run("8{_1=iv,red tower;?_1==True{->True}tc,45}->False;", rehearsal, dialect=Dialect.A)
    assert result.value is True
    assert rehearsal.asked[0] == ("iv", ("red tower",))


def test_stop_and_replan_end_a_program_from_within() -> None:
    assert run("8{st();}mf(5);", Rehearsal()).status is RunStatus.STOPPED
    asked = run("8{rp();}mf(5);", Rehearsal())
    assert (asked.status, asked.words) == (RunStatus.REPLAN, "the program asked")
    unseen = Rehearsal(ox=lambda name: Performance(replan=f"no {name} in view"))
    result = run("g('tower');mf(5);", unseen)
    assert (result.status, result.words) == (RunStatus.REPLAN, "no tower in view")
    assert [name for name, _ in unseen.asked] == ["ox"]


def test_remarks_are_kept() -> None:
    assert run("l('at the tower');l(3);", Rehearsal()).remarks == ("at the tower", "3.0")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("?p('x'){mf(5);}", "the condition is 'red', neither True nor False"),
        ("_1=p('x');mf(_1);", "mf takes a number from 1 to 100 metres, not 'red'"),
        ("_1=p('x')+1;", "'red' is no number"),
        ("?iv('a')==False{_1=5;}mf(_1);", "_1 has no value here"),
        ("_1=5-5;_2=1/_1;", "a division by zero"),
        ("_1=99999999999;36{_1=_1*_1;}", "a number too large"),
    ],
)
def test_values_that_do_not_fit_are_told_with_their_place(text: str, words: str) -> None:
    result = run(text, Rehearsal(p=giving("red")))
    assert result.status is RunStatus.FAULTED
    assert words in result.words and result.words.startswith("line 1, column")


def test_numbers_known_in_flight_are_brought_into_range() -> None:
    rehearsal = Rehearsal(od=giving(900.0))
    run("mf(od('tower'));tc(od('tower')*-1);", rehearsal)
    assert [asked for asked in rehearsal.asked if asked[0] != "od"] == [("mf", (100.0,)), ("tc", (1.0,))]


@pytest.mark.parametrize(
    ("text", "limits", "words"),
    [
        ("36{36{36{36{_1=1;}}}}", RunLimits(), "400 iterations"),
        ("36{_1=1;_1=1;_1=1;}", RunLimits(statements=50), "50 statements"),
        ("9{mf(100);}", RunLimits(), "100 actions"),
        ("9{p('x');}", RunLimits(probes=5), "5 probes"),
        ("g('x');", RunLimits(depth=1), "1 skills deep"),
    ],
)
def test_every_run_comes_to_an_end(text: str, limits: RunLimits, words: str) -> None:
    rehearsal = Rehearsal(mf=lambda metres: Performance(True, actions=round(metres / 5)))
    result = run(text, rehearsal, limits)
    assert result.status is RunStatus.LIMIT and words in result.words


def test_a_program_with_errors_does_not_crash_either() -> None:
    """Nobody should run one, but it ends like any other."""
    for text in ("zz(1);", "mf();", "mf($1);", "_1=;mf(_1);", "l(tp());"):
        assert ProgramRunner(Rehearsal()).run(parse(text).program).status is not None
