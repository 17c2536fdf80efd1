"""The settings of the baselines."""

from dataclasses import dataclass, field

from airanchor.baselines.finecog.config import FineCogConfig
from airanchor.baselines.mapgpt.config import MapGptConfig
from airanchor.baselines.navgpt.config import NavGptConfig
from airanchor.baselines.pivot.config import PivotConfig
from airanchor.baselines.spf.config import SpfConfig
from airanchor.baselines.typefly.config import TypeflyConfig
from airanchor.errors import InputError


@dataclass(frozen=True, slots=True)
class BaselineConfig:
    """How long the baselines fly and what they draw; each method that asks a model has a group of its own."""

    actions: int = 500
    """Actions granted to a flight that asks nobody: AerialVLN's limit, at which it stops where it is."""
    seed: int = 0
    """Together with the episode's id it decides every draw of a flight."""
    finecog: FineCogConfig = field(default_factory=FineCogConfig)
    """FineCog-Nav."""
    mapgpt: MapGptConfig = field(default_factory=MapGptConfig)
    """MapGPT."""
    navgpt: NavGptConfig = field(default_factory=NavGptConfig)
    """NavGPT."""
    pivot: PivotConfig = field(default_factory=PivotConfig)
    """PIVOT."""
    spf: SpfConfig = field(default_factory=SpfConfig)
    """See, Point, Fly."""
    typefly: TypeflyConfig = field(default_factory=TypeflyConfig)
    """TypeFly."""

    def __post_init__(self) -> None:
        for name, low, high in (("actions", 1, 100_000), ("seed", 0, 2**63 - 1)):
            value = getattr(self, name)
            if not low <= value <= high:
                raise InputError(f"baselines {name} = {value!r} must be from {low} to {high}")
