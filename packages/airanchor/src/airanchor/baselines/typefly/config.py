"""The settings of TypeFly."""

from dataclasses import dataclass

from airanchor.baselines.typefly.minispec import Dialect, RunLimits
from airanchor.errors import InputError


@dataclass(frozen=True, slots=True)
class TypeflyConfig:
    """Nothing is published for flights over cities: these fit AerialVLN's steps, the loop is as published."""

    calls: int = 150
    """Questions granted to a flight: scene lists, programs and probes together."""
    actions: int = 500
    """Primitive actions granted to a flight."""
    programs: int = 30
    """Programs that are asked for in a flight; one that is asked for again with its errors counts once.
    Paths of four parts take 11 to 26, so that 12 would break most of them off."""
    probes: int = 60
    """Questions that the programs of a flight may ask."""
    loops: int = 36
    """Times that one loop may repeat its block."""
    program_actions: int = 100
    """Primitive actions of one program."""
    change_m: float = 20.0
    """A motion of so far changes the scene: the program ends and a new one is asked for. Indoors: 1.2."""
    change_deg: float = 90.0
    """A turn of so much does too."""
    dialect: str = "b"
    """How programs are written: a, calls with commas, or b, calls with brackets, else and arithmetic."""
    plans: bool = True
    """Whether motions are checked by the local planner; else actions are done as they are."""

    def __post_init__(self) -> None:
        for name, low, high in (
            ("calls", 1, 100_000),
            ("actions", 1, 100_000),
            ("programs", 1, 1_000),
            ("probes", 0, 10_000),
            ("loops", 1, 1_000),
            ("program_actions", 1, 10_000),
            ("change_m", 1.0, 1_000.0),
            ("change_deg", 1.0, 360.0),
        ):
            value = getattr(self, name)
            if not low <= value <= high:
                raise InputError(f"baselines.typefly {name} = {value!r} must be from {low} to {high}")
        if self.dialect not in [one.value for one in Dialect]:
            raise InputError(f"baselines.typefly dialect = {self.dialect!r} must be a or b")

    def limits(self, probes_left: int) -> RunLimits:
        """What the next program may do."""
        return RunLimits(loop=self.loops, actions=self.program_actions, probes=probes_left)
