"""Worlds from outside in a run: built by name for each scene; nobody knows what stands in them."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from airanchor.bench.rows import find_row
from airanchor.bench.run.order import RunOrder
from airanchor.errors import AirAnchorError, InputError
from airanchor.sites import build_world
from aircity.world import Simulator


@dataclass(frozen=True, slots=True, eq=False)
class OpenOwnWorld:
    """A scene in a world from outside; its flights follow each other in it."""

    built: Simulator

    @property
    def city(self) -> None:
        """Nobody here knows what stands in the scene."""
        return None

    def world(self) -> Simulator:
        """The one world of the scene; every flight resets it."""
        return self.built

    def fault(self) -> None:
        """It does not go by itself."""

    def close(self) -> None:
        """Let it free what it holds."""
        with suppress(AirAnchorError, OSError):
            self.built.close()


@dataclass(frozen=True, slots=True)
class OwnWorlds:
    """Builds the world of each scene by the name that the order gives."""

    name: str

    def check(self, order: RunOrder, scenes: Sequence[str]) -> None:
        """Raise where the order needs the truth, or the world of the first scene cannot be built."""
        check_untold(order)
        self.open(scenes[0], None).close()

    def check_jobs(self, jobs: int) -> None:
        """Any number: every process builds its own."""

    def open(self, scene_id: str, threads: int | None) -> OpenOwnWorld:
        """The world of that scene."""
        return OpenOwnWorld(build_world(self.name, scene_id))


def check_untold(order: RunOrder) -> None:
    """Raise for what needs the truth of an embedded city: an oracle, or a survey before the first episode."""
    if order.perception == "oracle":
        raise InputError(
            f"the oracle knows only embedded cities, and --world {order.world} has none; use --perception "
            "embedded"
        )
    surveyed = [row for row in order.rows if find_row(row).memory != "online"]
    if surveyed:
        raise InputError(
            f"{', '.join(surveyed)} survey the scene before the first episode, which only embedded cities "
            f"allow; leave them out with --world {order.world}"
        )
