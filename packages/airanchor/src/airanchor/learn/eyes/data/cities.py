"""Which generated cities the eyes learn from, and which they are only checked on."""

from dataclasses import dataclass, replace

from aircity.city.procedural.styles import STYLES

HELD_OUT_STYLES = ("canal-town", "seaside")
"""Never learned from: how well the eyes do on a kind of city they have not met is measured there."""
TRAINING_STYLES = tuple(sorted(set(STYLES) - set(HELD_OUT_STYLES)))
SIZE_M = 420.0
"""Smaller than the named cities: quicker to build, with nearly as many kinds of landmark."""
LARGE_M = 700.0
_LARGE_FROM = 5 / 6
"""Of the cities to learn from, the last sixth is as large as the named ones, with more kinds at once."""
FIRST_SEED = 41_000
"""No named city, split or other fit has a seed from here on."""
FIRST_CHECK_SEED, FIRST_HELD_OUT_SEED = 42_000, 43_000
_FARTHEST = 1000


@dataclass(frozen=True, slots=True)
class CityChoice:
    """A city by all that decides it."""

    style: str
    seed: int
    size_m: float = SIZE_M

    @property
    def name(self) -> str:
        """As a person would type it."""
        return f"{self.style}@{self.seed}"


def training_cities(count: int, *, size_m: float = SIZE_M) -> list[CityChoice]:
    """Cities to learn from; styles take turns, and the last sixth is large."""
    chosen = _choices(TRAINING_STYLES, FIRST_SEED, min(count, _FARTHEST), size_m)
    first_large = round(len(chosen) * _LARGE_FROM) if len(chosen) > 1 else 1
    large = [replace(one, size_m=max(one.size_m, LARGE_M)) for one in chosen[first_large:]]
    return [*chosen[:first_large], *large]


def check_cities(count: int, *, size_m: float = SIZE_M) -> list[CityChoice]:
    """Cities of the same styles that are never learned from."""
    return _choices(TRAINING_STYLES, FIRST_CHECK_SEED, min(count, _FARTHEST), size_m)


def held_out_cities(count: int, *, size_m: float = SIZE_M) -> list[CityChoice]:
    """Cities of the two styles that are never learned from."""
    return _choices(HELD_OUT_STYLES, FIRST_HELD_OUT_SEED, min(count, _FARTHEST), size_m)


def _choices(styles: tuple[str, ...], first: int, count: int, size_m: float) -> list[CityChoice]:
    return [CityChoice(styles[k % len(styles)], first + k, size_m) for k in range(count)]
