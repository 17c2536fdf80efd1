"""The methods that ask a model, by the names under which they fly, each with its budget."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from airanchor.baselines.cockpit import FlightBudget
from airanchor.baselines.config import BaselineConfig
from airanchor.baselines.drawn import generator_of
from airanchor.baselines.finecog import FineCogNav, as_published
from airanchor.baselines.flyer import AskingFlyer, Method
from airanchor.baselines.mapgpt import PUBLISHED_STEPS, MapGuided
from airanchor.baselines.navgpt import NavGpt
from airanchor.baselines.pivot import Pivot, robust
from airanchor.baselines.spf import SeePointFly
from airanchor.baselines.typefly import TypeFly
from airanchor.planning import PlanningConfig
from airanchor.reasoner import Reasoner

Build = Callable[[BaselineConfig], tuple[Method, FlightBudget]]


def _finecog(config: BaselineConfig) -> tuple[Method, FlightBudget]:
    return FineCogNav(config.finecog), FlightBudget(config.finecog.calls, config.finecog.actions)


def _faithful_finecog(config: BaselineConfig) -> tuple[Method, FlightBudget]:
    return _finecog(replace(config, finecog=as_published(config.finecog)))


def _mapgpt(config: BaselineConfig) -> tuple[Method, FlightBudget]:
    return MapGuided(config.mapgpt), FlightBudget(config.mapgpt.calls, config.mapgpt.actions)


def _faithful_mapgpt(config: BaselineConfig) -> tuple[Method, FlightBudget]:
    """As published: at most fifteen steps, and pictures of places alone."""
    steps = min(config.mapgpt.calls, PUBLISHED_STEPS)
    return _mapgpt(replace(config, mapgpt=replace(config.mapgpt, calls=steps, shows_blocked=False)))


def _navgpt(config: BaselineConfig) -> tuple[Method, FlightBudget]:
    return NavGpt(config.navgpt), FlightBudget(config.navgpt.calls, config.navgpt.actions)


def _pivot(config: BaselineConfig) -> tuple[Method, FlightBudget]:
    return Pivot(config.pivot), FlightBudget(config.pivot.calls, config.pivot.actions)


def _robust_pivot(config: BaselineConfig) -> tuple[Method, FlightBudget]:
    """Three runs a decision."""
    return _pivot(replace(config, pivot=robust(config.pivot)))


def _spf(config: BaselineConfig) -> tuple[Method, FlightBudget]:
    return SeePointFly(config.spf), FlightBudget(config.spf.calls, config.spf.actions)


def _faithful_spf(config: BaselineConfig) -> tuple[Method, FlightBudget]:
    """As published: no stop, no depth, and the published scale."""
    return _spf(replace(config, spf=replace(config.spf, stops=False, plans=False, scale_m=10.0)))


def _typefly(config: BaselineConfig) -> tuple[Method, FlightBudget]:
    return TypeFly(config.typefly), FlightBudget(config.typefly.calls, config.typefly.actions)


def _faithful_typefly(config: BaselineConfig) -> tuple[Method, FlightBudget]:
    """As first published: programs with commas, and motions that nobody checks."""
    return _typefly(replace(config, typefly=replace(config.typefly, dialect="a", plans=False)))


METHODS: Mapping[str, Build] = {
    "finecog-nav": _finecog,
    "finecog-nav-faithful": _faithful_finecog,
    "mapgpt": _mapgpt,
    "mapgpt-faithful": _faithful_mapgpt,
    "navgpt": _navgpt,
    "pivot": _pivot,
    "pivot-robust": _robust_pivot,
    "spf": _spf,
    "spf-faithful": _faithful_spf,
    "typefly": _typefly,
    "typefly-faithful": _faithful_typefly,
}
"""A name that ends in a variant sets what the variant is about, whatever the settings say of it."""


def asking_flyer(
    name: str, config: BaselineConfig, *, reasoner: Reasoner, planning: PlanningConfig, episode: str
) -> AskingFlyer:
    """The navigator of that name for one flight."""
    method, budget = METHODS[name](config)
    rng = generator_of(config.seed, episode)
    return AskingFlyer(name, method, budget, reasoner=reasoner, planning=planning, rng=rng)
