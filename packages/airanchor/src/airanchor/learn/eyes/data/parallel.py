"""Making the pictures of many cities, several cities at a time; what is there already is not made again."""

import multiprocessing
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

from airanchor.learn.eyes.data.cities import CityChoice
from airanchor.learn.eyes.data.making import make_city


@dataclass(frozen=True, slots=True)
class CityOrder:
    """A city to be pictured, and where its pictures go."""

    choice: CityChoice
    folder: Path
    crops: int
    views: int

    def fill(self) -> str:
        """Make the pictures; the city's name."""
        make_city(self.choice, self.folder, crops=self.crops, views=self.views)
        return self.choice.name


def fill_orders(orders: Sequence[CityOrder], *, jobs: int, done: Callable[[str], None]) -> None:
    """Fill all orders; `done` is told each city as it is ready."""
    if jobs <= 1:
        for order in orders:
            done(order.fill())
        return
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn")) as pool:
        for made in as_completed([pool.submit(order.fill) for order in orders]):
            done(made.result())
