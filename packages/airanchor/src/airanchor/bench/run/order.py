"""What a run is: rows, episodes and settings, the same for whoever flies it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from airanchor.bench.episodes import Episode
from airanchor.bench.rows import find_row
from airanchor.bench.run.passes import in_passes
from airanchor.errors import InputError
from aircity.city.conditions import Conditions

CITY, AIRSIM = "city", "airsim"
"""The worlds of a run: embedded cities, or builds that speak AirSim's wire."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOrder:
    """All that decides the results of a run. Two runs of equal orders end with equal results."""

    rows: tuple[str, ...]
    episodes: str
    """A split's name, or a file of episodes."""
    subset: str = "all"
    """all; paths: the first instruction of every path; a count spread evenly over the paths; or ids."""
    scenes: tuple[str, ...] = ()
    """Only episodes of these scenes, before the subset is chosen; all where none is named."""
    in_passes: bool = False
    """Whether a scene is flown in passes, every path once in each, instead of in the split's order."""
    world: str = CITY
    """Where it is flown: city or airsim. Which folder or address serves it is the run's conduct."""
    profile: str = "paper"
    settings_file: str | None = None
    sets: tuple[str, ...] = ()
    reasoner: str = "rules"
    perception: str = "embedded"
    charge_panoramas: bool = False
    """Whether looks around cost the turns they would take."""
    survey_places: int = 32
    """Free places, four headings each, that are looked around from for rows with a surveyed memory."""
    noise: int = 0
    """How noisy the sensors are; for rows that do not say so themselves."""
    traffic: int = 0
    """How much moves in the city; for rows that do not say so themselves."""
    world_seed: int = 0
    """Seed of noise and traffic."""


@dataclass(frozen=True, slots=True)
class Piece:
    """The unit of work: one row's episodes of one scene, in their order. Pieces are independent."""

    row: str
    scene_id: str


def conditions_of(order: RunOrder, row: str) -> Conditions:
    """Under which conditions a row flies: its own, or those of the order."""
    own = find_row(row)
    for name, of_row, of_order in (
        ("noise", own.noise, order.noise),
        ("traffic", own.traffic, order.traffic),
    ):
        if of_row and of_order:
            raise InputError(f"row {row!r} flies with {name} {of_row} by itself; leave --{name} out")
    return Conditions(
        noise=own.noise or order.noise, traffic=own.traffic or order.traffic, seed=order.world_seed
    )


def pieces_of(order: RunOrder, episodes: Sequence[Episode]) -> tuple[Piece, ...]:
    """The pieces in canonical order: row after row, scenes as they first appear."""
    scenes = tuple(dict.fromkeys(episode.scene_id for episode in episodes))
    return tuple(Piece(row, scene) for row in order.rows for scene in scenes)


def scene_order(episodes: Sequence[Episode], order: RunOrder, row: str, scene_id: str) -> list[Episode]:
    """A scene's episodes as the row flies them: canonical, or by the row's permutation of all episodes; in
    passes where the order says so."""
    seed = find_row(row).order_seed
    ranks = (
        np.arange(len(episodes)) if seed is None else np.random.default_rng(seed).permutation(len(episodes))
    )
    of_scene = [episodes[index] for index in ranks if episodes[index].scene_id == scene_id]
    return [one for each in in_passes(of_scene) for one in each] if order.in_passes else of_scene
