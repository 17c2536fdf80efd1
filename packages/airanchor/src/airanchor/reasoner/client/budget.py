"""What a run may spend in calls, tokens and money, shared by its processes; asked before each call.

A call first reserves the most it may take, then settles what it took. So parallel calls cannot overdraw
together, and a process that is killed in between leaves a reservation that lapses.
"""

import math
import sqlite3
from dataclasses import dataclass

from airanchor.errors import BudgetSpent, InputError
from airanchor.reasoner.chat import TokenUse
from airanchor.reasoner.client.clock import Clock
from airanchor.reasoner.client.run_file import RunFile
from airanchor.reasoner.profiles.profile import ModelProfile


@dataclass(frozen=True, slots=True)
class Price:
    """Of a million tokens, in one currency."""

    input_per_million: float
    output_per_million: float
    currency: str = "USD"

    def of(self, input_tokens: int, output_tokens: int) -> float:
        """The money for so many tokens."""
        return (input_tokens * self.input_per_million + output_tokens * self.output_per_million) / 1e6


def price_of(profile: ModelProfile) -> Price | None:
    """The price a profile states, if its user typed one."""
    if profile.price_input_per_million is None or profile.price_output_per_million is None:
        return None
    return Price(profile.price_input_per_million, profile.price_output_per_million, profile.currency)


@dataclass(frozen=True, slots=True)
class Allowance:
    """What a run is granted; None leaves a limit out."""

    calls: int | None = None
    tokens: int | None = None
    money: float | None = None

    def __post_init__(self) -> None:
        for name in ("calls", "tokens", "money"):
            value = getattr(self, name)
            if value is not None and not (math.isfinite(value) and value >= 0):
                raise InputError(f"a budget of {value} {name} must be 0 or more, or left out")


@dataclass(frozen=True, slots=True)
class Spending:
    """What is gone or reserved."""

    calls: int
    tokens: int
    money: float
    lapsed_calls: int
    """Calls that never settled, because their process ended; what they took is not known."""


class Budget:
    """One allowance for all who share the file."""

    def __init__(
        self,
        file: RunFile,
        allowance: Allowance,
        *,
        price: Price | None = None,
        lapse_s: float = 600.0,
        clock: Clock | None = None,
    ) -> None:
        if allowance.money is not None and price is None:
            raise InputError(
                f"a budget of {allowance.money:g} in money needs prices; look them up and set "
                "price_input_per_million, price_output_per_million and price_typed_by_user in the profile"
            )
        self._file = file
        self._allowance = allowance
        self._price = price
        self._lapse_s = lapse_s
        self._clock = clock or Clock()

    def reserve(self, input_tokens: int, output_tokens: int) -> int:
        """Set aside the most a call may take, or raise BudgetSpent; returns a number for `settle`."""
        tokens, money = input_tokens + output_tokens, self._money(input_tokens, output_tokens)
        with self._file.transaction() as connection:
            self._check(self._spending(connection), tokens, money)
            cursor = connection.execute(
                "INSERT INTO spent (at_s, is_settled, tokens, money) VALUES (?, 0, ?, ?)",
                (self._clock.wall_s(), tokens, money),
            )
            return int(cursor.lastrowid or 0)

    def settle(self, reservation: int, use: TokenUse) -> None:
        """Replace a reservation by what the call took; it counts as a call in any case."""
        with self._file.transaction() as connection:
            connection.execute(
                "UPDATE spent SET is_settled = 1, tokens = ?, money = ? WHERE id = ?",
                (use.input + use.output, self._money(use.input, use.output), reservation),
            )

    def spending(self) -> Spending:
        """What is gone or reserved by now."""
        with self._file.transaction() as connection:
            return self._spending(connection)

    def _spending(self, connection: sqlite3.Connection) -> Spending:
        lapsed_before_s = self._clock.wall_s() - self._lapse_s
        row = connection.execute(
            "SELECT COUNT(*), COALESCE(SUM(tokens * counts), 0), COALESCE(SUM(money * counts), 0.0), "
            "COALESCE(SUM(1 - counts), 0) FROM "
            "(SELECT tokens, money, (is_settled OR at_s > ?) AS counts FROM spent)",
            (lapsed_before_s,),
        ).fetchone()
        return Spending(*row)

    def _check(self, spending: Spending, tokens: int, money: float) -> None:
        currency = self._price.currency if self._price else ""
        for name, gone, wanted, limit in (
            ("calls", spending.calls, 1, self._allowance.calls),
            ("tokens", spending.tokens, tokens, self._allowance.tokens),
            (currency, spending.money, money, self._allowance.money),
        ):
            if limit is not None and gone + wanted > limit + 1e-9:
                raise BudgetSpent(
                    f"the run's budget of {limit:,} {name} is used up: {round(gone, 4):,} spent or reserved, "
                    f"and the next call may take {round(wanted, 4):,}; what is done is kept; raise it"
                )

    def _money(self, input_tokens: int, output_tokens: int) -> float:
        return self._price.of(input_tokens, output_tokens) if self._price else 0.0
