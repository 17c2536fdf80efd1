"""How much one program may do before it is ended."""

from dataclasses import dataclass, fields

from airanchor.errors import InputError


@dataclass(frozen=True, slots=True)
class RunLimits:
    """Hard limits of one run; whichever is reached first ends it."""

    loop: int = 36
    """Times that one loop may repeat its block: a full turn in steps of ten degrees."""
    iterations: int = 400
    """Repetitions of all loops together."""
    statements: int = 2000
    """Statements executed, those inside skills counted."""
    actions: int = 100
    """Primitive actions of one program."""
    probes: int = 60
    """Questions of one program."""
    depth: int = 6
    """Skills that are defined by skills within each other."""

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if not 0 <= value <= 1_000_000:
                raise InputError(f"MiniSpec limit {field.name} = {value!r} must be from 0 to 1000000")
