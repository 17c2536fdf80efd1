"""The styles a city can have, by name."""

from collections.abc import Mapping

from aircity.city.procedural.style import Style
from aircity.city.procedural.styles.centres import CANAL_TOWN, DOWNTOWN, OLD_TOWN, PARK_CITY, RIVER_TOWN
from aircity.city.procedural.styles.districts import CAMPUS, INDUSTRIAL, MODERNIST, SUBURB
from aircity.city.procedural.styles.mixed import MIXED, mix_style
from aircity.city.procedural.styles.shores import HARBOUR, SEASIDE

STYLES: Mapping[str, Style] = {
    "downtown": DOWNTOWN,
    "old-town": OLD_TOWN,
    "canal-town": CANAL_TOWN,
    "park-city": PARK_CITY,
    "river-town": RIVER_TOWN,
    "campus": CAMPUS,
    "suburb": SUBURB,
    "modernist": MODERNIST,
    "industrial": INDUSTRIAL,
    "harbour": HARBOUR,
    "seaside": SEASIDE,
}

STYLE_NAMES = (*STYLES, MIXED)
"""All that a person may type before @."""


def style_of_city(name: str, seed: int) -> Style:
    """The style of this name; a mixture is another one for each seed."""
    return mix_style(seed) if name == MIXED else STYLES[name]


__all__ = ["MIXED", "STYLES", "STYLE_NAMES", "style_of_city"]
