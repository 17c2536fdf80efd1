"""Budgets: nothing beyond the allowance, by threads and by processes, whatever is killed in between."""

import subprocess
import sys
import threading
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from airanchor.errors import BudgetSpent, ChatRefused, ChatUnavailable, InputError, ReasonerError
from airanchor.reasoner.chat import ChatAnswer, ChatTransport, TokenUse
from airanchor.reasoner.client.budget import Allowance, Budget, Price, price_of
from airanchor.reasoner.client.clock import Clock
from airanchor.reasoner.client.limited import LimitedChat
from airanchor.reasoner.client.run_file import RunFile
from airanchor.reasoner.profiles.profile import ModelProfile
from airanchor.reasoner.scripted import ScriptedChat
from tests.airanchor.reasoner import spender
from tests.folders import ROOT

PRICE = Price(1000.0, 2000.0)


def started(path: Path, kind: str, *limits: float) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.airanchor.reasoner.spender", str(path), kind, *map(str, limits)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


@pytest.mark.parametrize(
    ("calls", "tokens", "money", "expected"),
    [(40, 10**9, 1e9, 40), (10**6, 350 * 30 + 349, 1e9, 30), (10**6, 10**9, 0.4 * 25 + 0.39, 25)],
)
def test_processes_spend_exactly_what_they_share(
    tmp_path: Path, calls: int, tokens: int, money: float, expected: int
) -> None:
    path = tmp_path / "run" / "spending.sqlite"
    processes = [started(path, "steady", calls, tokens, money) for _ in range(3)]
    done = [int(process.communicate(timeout=120)[0]) for process in processes]
    spending = Budget(RunFile(path), Allowance()).spending()
    assert sum(done) == spending.calls == expected
    assert spending.tokens == 350 * expected and spending.money == pytest.approx(0.4 * expected)


def test_killed_call_lapses_and_the_rest_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "spending.sqlite"
    process = started(path, "deadly", 10, 1000, 1e9)
    assert process.stdout is not None and process.stdout.readline() == "asking\n"
    process.kill()
    process.communicate(timeout=60)
    allowance = Allowance(tokens=500)
    soon = Budget(RunFile(path), allowance)
    assert soon.spending().tokens == 350
    with pytest.raises(BudgetSpent):
        soon.reserve(300, 50)
    later = Budget(RunFile(path), allowance, clock=Clock(wall_s=lambda: 4e9))
    spending = later.spending()
    assert (spending.calls, spending.tokens, spending.lapsed_calls) == (1, 0, 1)
    later.reserve(300, 50)


def test_threads_share_one_budget_in_memory() -> None:
    budget = Budget(RunFile(), Allowance(calls=50))
    granted: list[int] = []

    def spend() -> None:
        try:
            while True:
                granted.append(budget.reserve(1, 1))
        except BudgetSpent:
            pass

    threads = [threading.Thread(target=spend) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(granted) == len(set(granted)) == 50


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 500), st.integers(0, 500), st.floats(0, 1)), max_size=30),
    st.integers(0, 20),
    st.integers(0, 5000),
)
def test_settled_below_the_reservation_never_exceeds(
    calls: list[tuple[int, int, float]], most_calls: int, most_tokens: int
) -> None:
    budget = Budget(RunFile(), Allowance(most_calls, most_tokens, 2.0), price=PRICE)
    for input_tokens, output_tokens, share in calls:
        before = budget.spending()
        fits = (
            before.calls < most_calls
            and before.tokens + input_tokens + output_tokens <= most_tokens
            and before.money + PRICE.of(input_tokens, output_tokens) <= 2.0 + 1e-9
        )
        try:
            reservation = budget.reserve(input_tokens, output_tokens)
        except BudgetSpent:
            assert not fits and budget.spending() == before
            continue
        assert fits
        budget.settle(reservation, TokenUse(input_tokens, int(output_tokens * share)))
        spending = budget.spending()
        assert spending.calls <= most_calls and spending.tokens <= most_tokens
        assert spending.money <= 2.0 + 1e-9


def test_message_names_limit_spending_and_what_is_next() -> None:
    budget = Budget(RunFile(), Allowance(tokens=1_000_000))
    budget.settle(budget.reserve(900_000, 0), TokenUse(900_000, 50_000))
    with pytest.raises(BudgetSpent, match=r"of 1,000,000 tokens is used up: 950,000 .* may take 60,000"):
        budget.reserve(50_000, 10_000)


def test_money_needs_prices_that_the_user_typed() -> None:
    with pytest.raises(InputError, match="price_typed_by_user"):
        Budget(RunFile(), Allowance(money=1.0))
    profile = ModelProfile(name="x", base_url="http://127.0.0.1/v1", model="m")
    assert price_of(profile) is None
    priced = {"price_input_per_million": 0.5, "price_output_per_million": 2.0, "price_typed_by_user": True}
    price = price_of(ModelProfile.model_validate(profile.model_dump() | priced))
    assert price is not None and price.of(1_000_000, 500_000) == 1.5


@pytest.mark.parametrize("bad", [{"calls": -1}, {"tokens": -5}, {"money": float("nan")}])
def test_bad_allowances_are_refused(bad: dict[str, float]) -> None:
    with pytest.raises(InputError, match=next(iter(bad))):
        Allowance(**bad)


def test_spent_budget_asks_nobody() -> None:
    inner = ScriptedChat(["{}"])
    chat = LimitedChat(inner, budget=Budget(RunFile(), Allowance(calls=0)))
    assert isinstance(chat, ChatTransport) and chat.name == "scripted"
    with pytest.raises(BudgetSpent):
        chat.complete(spender.QUESTION)
    assert inner.requests == []


@pytest.mark.parametrize(
    ("outcome", "tokens"),
    [
        (ChatAnswer("{}", usage=TokenUse(7, 3)), 10),
        (ChatAnswer("{}"), 350),
        (ChatUnavailable("too late, but perhaps billed"), 350),
        (ChatRefused("wrong key"), 0),
    ],
)
def test_each_outcome_is_charged_once(outcome: ChatAnswer | ReasonerError, tokens: int) -> None:
    budget = Budget(RunFile(), Allowance())
    chat = LimitedChat(ScriptedChat([outcome]), budget=budget)
    if isinstance(outcome, ReasonerError):
        with pytest.raises(type(outcome)):
            chat.complete(spender.QUESTION)
    else:
        chat.complete(spender.QUESTION)
    spending = budget.spending()
    assert (spending.calls, spending.tokens, spending.lapsed_calls) == (1, tokens, 0)


def test_broken_file_says_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "spending.sqlite"
    path.write_bytes(b"not a database at all" * 100)
    with pytest.raises(ReasonerError, match="delete it"):
        RunFile(path)
