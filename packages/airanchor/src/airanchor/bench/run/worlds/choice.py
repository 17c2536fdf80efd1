"""Which source opens the scenes of a run, by what was ordered and how it is conducted."""

from pathlib import Path

from airanchor import own_parts
from airanchor.bench.run.conduct import Conduct
from airanchor.bench.run.order import AIRSIM, CITY, RunOrder
from airanchor.bench.run.worlds.airsim import AirSimBuilds, RunningBuild
from airanchor.bench.run.worlds.cities import EmbeddedCities
from airanchor.bench.run.worlds.own import OwnWorlds
from airanchor.bench.run.worlds.source import WorldSource
from airanchor.errors import InputError
from airanchor.own_parts import PartKind
from airanchor.sites import is_own_world
from aircity.airsim.config import AirSimConfig
from aircity.city.conditions import CLEAR, Conditions


def world_source(
    order: RunOrder,
    conduct: Conduct,
    *,
    config: AirSimConfig | None = None,
    conditions: Conditions = CLEAR,
) -> WorldSource:
    """Who opens the scenes of a row: `config` is how builds are flown, by the settings of the row."""
    if order.world == CITY:
        return EmbeddedCities(conditions.traffic, conditions.seed)
    is_own = order.world != AIRSIM and is_own_world(order.world)
    if order.world != AIRSIM and not is_own:
        raise own_parts.unknown(PartKind.WORLD, order.world, (CITY, AIRSIM))
    if conditions.traffic:
        raise InputError(
            f"traffic {conditions.traffic} moves through embedded cities alone, not in --world {order.world}"
        )
    if is_own:
        return OwnWorlds(order.world)
    config = config or AirSimConfig()
    if conduct.address is not None:
        return RunningBuild(conduct.address, config)
    if conduct.builds is None:
        raise InputError(
            "--world airsim starts scene builds: say where they are with --builds FOLDER, or give "
            "--world airsim://HOST:PORT for one that is running"
        )
    return AirSimBuilds(Path(conduct.builds), config)
