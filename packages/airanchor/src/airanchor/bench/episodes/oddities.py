"""What is unusual about a file of episodes: counted with examples, so that nothing is hidden."""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Oddity:
    """Something unusual, how often, and where first."""

    what: str
    count: int
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReadReport:
    """What was read and what was odd about it."""

    episodes: int
    dropped: int
    replayed: int
    """Episodes whose actions lead along their reference path."""
    oddities: tuple[Oddity, ...]

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        return {
            "episodes": self.episodes,
            "dropped": self.dropped,
            "replayed": self.replayed,
            "oddities": [
                {"what": one.what, "count": one.count, "examples": list(one.examples)}
                for one in self.oddities
            ],
        }


class Notes:
    """Collects oddities while a file is read."""

    def __init__(self) -> None:
        self._where: dict[str, list[str]] = defaultdict(list)

    def add(self, what: str, episode_id: str) -> None:
        """One more of a kind."""
        self._where[what].append(episode_id[:60])

    def list(self) -> tuple[Oddity, ...]:
        """All kinds, by name."""
        return tuple(Oddity(what, len(ids), tuple(ids[:3])) for what, ids in sorted(self._where.items()))
