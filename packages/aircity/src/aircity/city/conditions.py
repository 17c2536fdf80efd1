"""The conditions of a flight: how noisy its sensors are and how much moves around it, and their seed."""

from dataclasses import dataclass

from aircity.city.traffic import checked_traffic
from aircity.errors import InputError
from aircity.wrappers.levels import checked_noise


@dataclass(frozen=True, slots=True, kw_only=True)
class Conditions:
    """0 is none of it: perfect sensors in a city where nothing moves."""

    noise: int = 0
    traffic: int = 0
    seed: int = 0

    def __post_init__(self) -> None:
        checked_noise(self.noise)
        checked_traffic(self.traffic)
        if self.seed < 0:
            raise InputError(f"world seed {self.seed} must be 0 or more")

    def facts(self) -> dict[str, int]:
        """What recordings say of them: nothing where they are clear."""
        if self.noise == self.traffic == 0:
            return {}
        return {"noise": self.noise, "traffic": self.traffic, "world_seed": self.seed}


CLEAR = Conditions()
