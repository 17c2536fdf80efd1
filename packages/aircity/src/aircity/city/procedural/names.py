"""Names for streets, parks and squares, each used once in a scene."""

import numpy as np

_FIRST = [
    "Mill",
    "Station",
    "Garden",
    "Chapel",
    "Market",
    "Bridge",
    "Orchard",
    "Castle",
    "Harbour",
    "Linden",
    "Maple",
    "Cedar",
    "Willow",
    "Chestnut",
    "Juniper",
    "Baker",
    "Cooper",
    "Fisher",
    "Mason",
    "Potter",
    "Weaver",
    "Saddler",
    "Tanner",
    "Granary",
    "Foundry",
    "Copper",
    "Silver",
    "Iron",
    "Amber",
    "Crystal",
    "Kings",
    "Queens",
    "Bishop",
    "Abbey",
    "Priory",
    "Minster",
    "Union",
    "Liberty",
    "Republic",
    "Congress",
    "Victory",
    "Concord",
    "Harmony",
    "Summit",
    "Hill",
    "Valley",
    "Meadow",
    "Forest",
    "Heather",
    "Clover",
    "Poppy",
    "Violet",
    "Rose",
    "Ivy",
    "Fern",
    "Hazel",
    "Birch",
    "Rowan",
    "Alder",
    "Elder",
    "Aspen",
    "Falcon",
    "Heron",
    "Swallow",
    "Raven",
    "Kestrel",
    "Lark",
    "Robin",
    "Wren",
    "Otter",
    "Badger",
    "Fox",
    "Stag",
    "Anchor",
    "Beacon",
    "Compass",
    "Lantern",
    "Mercury",
    "Saturn",
    "Orion",
    "Polaris",
    "Aurora",
    "Solstice",
    "Almond",
    "Cherry",
    "Quince",
    "Olive",
    "Walnut",
    "Mulberry",
    "Peach",
    "Plum",
]
_GREENS = ("Park", "Gardens", "Green", "Common")
_SQUARES = ("Square", "Place", "Plaza")


class Names:
    """Hands out names without repeating one."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng
        self._first = [str(name) for name in rng.permutation(_FIRST)]
        self._round = 0

    def _next(self) -> str:
        if not self._first:
            self._round += 1
            self._first = [
                f"{name} {['Upper', 'Lower', 'Old', 'New'][self._round % 4]}"
                for name in self._rng.permutation(_FIRST)
            ]
        return self._first.pop()

    def street(self, *, wide: bool = False) -> str:
        """A name such as Mill Street or Station Avenue."""
        kinds = ("Avenue", "Boulevard") if wide else ("Street", "Street", "Lane", "Road", "Way")
        return f"{self._next()} {kinds[int(self._rng.integers(len(kinds)))]}"

    def park(self) -> str:
        """A name such as Linden Park."""
        return f"{self._next()} {_GREENS[int(self._rng.integers(len(_GREENS)))]}"

    def square(self) -> str:
        """A name such as Market Square."""
        return f"{self._next()} {_SQUARES[int(self._rng.integers(len(_SQUARES)))]}"

    def of(self, last: str) -> str:
        """A name with a given last word: of("Quay")."""
        return f"{self._next()} {last}"
