"""How a run is conducted: what it keeps, what it may spend, who serves it. None of it changes a result."""

from dataclasses import dataclass

from airanchor.errors import InputError
from airanchor.reasoner.client.budget import Allowance
from airanchor.reasoner.profiles.profile import RULES
from airanchor.trace import Keep


@dataclass(frozen=True, slots=True, kw_only=True)
class Conduct:
    """What may differ when a run is taken up again."""

    images: str = Keep.NONE.value
    calls: bool | None = None
    """Whether traces keep every prompt; None keeps those of models and not those of the rules."""
    allow_unprobed: bool = False
    cache: str | None = None
    """A folder of kept answers."""
    builds: str | None = None
    """The folder of AirSim scene builds, where the run flies in them."""
    address: str | None = None
    """Or: airsim://HOST:PORT of one that is running."""
    max_calls: int | None = None
    max_tokens: int | None = None
    max_money: float | None = None

    def __post_init__(self) -> None:
        if self.images not in tuple(Keep):
            raise InputError(f"images {self.images!r} is unknown; valid are {', '.join(Keep)}")

    @property
    def keep(self) -> Keep:
        """How much of the images traces keep."""
        return Keep(self.images)

    @property
    def allowance(self) -> Allowance | None:
        """What the whole run may spend, or None for as much as it takes."""
        allowance = Allowance(self.max_calls, self.max_tokens, self.max_money)
        return None if allowance == Allowance() else allowance

    def keeps_calls(self, reasoner: str) -> bool:
        """Whether traces hold the prompts and answers word for word."""
        return reasoner != RULES if self.calls is None else self.calls
