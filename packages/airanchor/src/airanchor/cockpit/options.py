"""What a cockpit is started with: who reasons, sees and flies, and where flights are kept."""

from dataclasses import dataclass
from pathlib import Path

from airanchor.assembly import check_agent, usual_profile
from airanchor.config import Settings, load_settings
from airanchor.errors import InputError

SPEEDS = (0.5, 1.0, 2.0, 4.0, 0.0)
"""Times the flying speed that a person may choose; 0 is as fast as it goes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CockpitOptions:
    """All that stays the same from the start of the server to its end."""

    out: Path = Path("out/cockpit")
    """Folder of the sessions and of the file of episodes."""
    scene: str | None = None
    """A city to open at once."""
    reasoner: str = "rules"
    profile: str | None = None
    """None for what fits the reasoner."""
    config: Path | None = None
    sets: tuple[str, ...] = ()
    agent: str = "airanchor"
    perception: str = "embedded"
    memory: Path | None = None
    """Folder of memories to fly with and add to; else a session remembers until its city is closed."""
    allow_unprobed: bool = False
    port: int = 0
    speed: float = 1.0

    def __post_init__(self) -> None:
        check_agent(self.agent)
        if not 0 <= self.port <= 65535:
            raise InputError(f"port {self.port} is not valid; it is 0 (any free one) to 65535")
        if self.speed not in SPEEDS:
            raise InputError(f"speed {self.speed:g} is not offered; valid are {_told(SPEEDS)}")

    @property
    def profile_name(self) -> str:
        """The settings that are flown with."""
        return self.profile or usual_profile(self.reasoner)

    def settings(self) -> Settings:
        """The settings, checked."""
        return load_settings(self.profile_name, file=self.config, sets=self.sets)


def _told(speeds: tuple[float, ...]) -> str:
    return ", ".join(f"{speed:g}" for speed in speeds)
