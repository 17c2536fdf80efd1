"""How wide things are: a flight up to a wide one ends before its near edge, its middle is what is measured.

Half widths are medians over the landmarks that legs of our training paths lead up to (half_widths.json, see
`python -m benchmarks.fit.half_widths`). They tell of things of a kind, not of the one in view: where the
picture shows a near edge, that is flown to instead.
"""

import functools
import json
from collections.abc import Mapping
from importlib import resources

from airanchor.embedded.ears.clause import Mention
from airanchor.embedded.rules.space.detections import phrase_of
from airanchor.embedded.rules.words.names import Names

FILE = "half_widths.json"


def half_width_m(mention: Mention, names: Names, usual_m: float) -> float:
    """Half the width of a landmark as such things are; the usual one where no such thing is known."""
    halves = _half_widths()
    meant = [(weight, halves.get(kind, usual_m)) for kind, weight in names.kinds(phrase_of(mention)).items()]
    total = sum(weight for weight, _ in meant)
    return sum(weight * half_m for weight, half_m in meant) / total if total else usual_m


@functools.cache
def _half_widths() -> Mapping[str, float]:
    """By the names of the eyes, in metres."""
    stored = json.loads(resources.files(__package__).joinpath(FILE).read_text("utf-8"))
    half_m: Mapping[str, float] = stored["half_m"]
    return half_m
