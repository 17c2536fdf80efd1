"""The methods that ask a model, by the names under which they fly, each with its budget."""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from airanchor.baselines.cockpit import FlightBudget
from airanchor.baselines.config import BaselineConfig
from airanchor.baselines.drawn import generator_of
from airanchor.baselines.finecog import FineCogNav, as_published
from airanchor.baselines.flyer import AskingFlyer, Method
from airanchor.baselines.mapgpt import PUBLISHED_STEPS, MapGptConfig, MapGuided
from airanchor.baselines.navgpt import NavGpt
from airanchor.baselines.pivot import Pivot, robust
from airanchor.baselines.spf import SeePointFly
from airanchor.baselines.typefly import TypeFly
from airanchor.planning import PlanningConfig
from airanchor.reasoner import Reasoner


@dataclass(frozen=True, slots=True)
class MethodKind:
    """How a method is made from its group of settings."""

    group: str
    """The name of the group."""
    build: Callable[[Any], Method]
    vary: Callable[[Any], Any] = lambda group: group
    """What a variant sets, whatever the settings say of it."""

    def settings(self, config: BaselineConfig) -> Any:
        """The group as it is flown."""
        return self.vary(getattr(config, self.group))

    def budget(self, config: BaselineConfig) -> FlightBudget:
        """What a flight may use."""
        flown = self.settings(config)
        return FlightBudget(flown.calls, flown.actions)


def _published_steps(group: MapGptConfig) -> MapGptConfig:
    return replace(group, calls=min(group.calls, PUBLISHED_STEPS), shows_blocked=False)


METHODS: Mapping[str, MethodKind] = {
    "finecog-nav": MethodKind("finecog", FineCogNav),
    "finecog-nav-faithful": MethodKind("finecog", FineCogNav, as_published),
    "mapgpt": MethodKind("mapgpt", MapGuided),
    "mapgpt-faithful": MethodKind("mapgpt", MapGuided, _published_steps),
    "navgpt": MethodKind("navgpt", NavGpt),
    "pivot": MethodKind("pivot", Pivot),
    "pivot-robust": MethodKind("pivot", Pivot, robust),
    "spf": MethodKind("spf", SeePointFly),
    "spf-faithful": MethodKind(
        "spf", SeePointFly, lambda group: replace(group, stops=False, plans=False, scale_m=10.0)
    ),
    "typefly": MethodKind("typefly", TypeFly),
    "typefly-faithful": MethodKind(
        "typefly", TypeFly, lambda group: replace(group, dialect="a", plans=False)
    ),
}


def asking_flyer(
    name: str, config: BaselineConfig, *, reasoner: Reasoner, planning: PlanningConfig, episode: str
) -> AskingFlyer:
    """The navigator of that name for one flight."""
    kind = METHODS[name]
    return AskingFlyer(
        name,
        kind.build(kind.settings(config)),
        kind.budget(config),
        reasoner=reasoner,
        planning=planning,
        rng=generator_of(config.seed, episode),
        settings=json.loads(json.dumps(asdict(kind.settings(config)), default=str)),  # tuples as lists
    )
