"""What the last skill did, read from the sentence that reports it."""

import re
from dataclasses import dataclass

_NUMBER = r"(-?\d{1,9}(?:\.\d{1,6})?)"
_SKILL = re.compile(r"\s{0,20}(Pixel Navigation|Altitude Adjustment|View Rotation|Path Backtracking)")
_PIXEL = re.compile(r'"pixel": ?\[ ?(\d{1,6}), ?(\d{1,6}) ?\]')
_ASKED = re.compile(rf'"distance_m": ?{_NUMBER}')
_ASKED_CLIMB = re.compile(rf'"delta_h_m": ?{_NUMBER}')
_FLEW = re.compile(rf"flew {_NUMBER} m")
_TURNED = re.compile(rf"turned {_NUMBER} degrees(?: to the)? (left|right)")
_AROUND = re.compile(r"turned around")
_CLIMBED = re.compile(rf"(climbed|ascended|rose|sank|descended) {_NUMBER} m")
_FAILED = re.compile(r"\bFAILED\b")
_BLOCKED = re.compile(r"\bblocked\b")


@dataclass(frozen=True, slots=True)
class Executed:
    """One skill as it was flown; what the report does not say is 0 or None."""

    skill: str | None
    pixel: tuple[int, int] | None = None
    asked_m: float | None = None
    asked_climb_m: float | None = None
    flown_m: float = 0.0
    climbed_m: float = 0.0
    turned_deg: float | None = None
    """Right is positive."""
    is_failed: bool = False
    is_blocked: bool = False

    @property
    def along_m(self) -> float:
        """How far it went seen from above: climbing is flown apart from moving."""
        return max(self.flown_m - abs(self.climbed_m), 0.0)

    @property
    def turn_deg(self) -> float:
        """The turn, 0 where none was reported."""
        return self.turned_deg or 0.0


def read_executed(text: str) -> Executed:
    """Take a report apart, such as 'Altitude Adjustment {"delta_h_m": 12.0}: climbed 12.0 m.'."""
    text = text[:4000]
    skill, pixel = _SKILL.match(text), _PIXEL.search(text)
    return Executed(
        skill=skill.group(1) if skill else None,
        pixel=(int(pixel.group(1)), int(pixel.group(2))) if pixel else None,
        asked_m=_number(_ASKED, text),
        asked_climb_m=_number(_ASKED_CLIMB, text),
        flown_m=abs(_number(_FLEW, text) or 0.0),
        climbed_m=_climbed(text),
        turned_deg=_turned(text),
        is_failed=_FAILED.search(text) is not None,
        is_blocked=_BLOCKED.search(text) is not None,
    )


def _number(form: re.Pattern[str], text: str) -> float | None:
    found = form.search(text)
    return float(found.group(1)) if found else None


def _climbed(text: str) -> float:
    found = _CLIMBED.search(text)
    if not found:
        return 0.0
    return float(found.group(2)) * (-1 if found.group(1) in ("sank", "descended") else 1)


def _turned(text: str) -> float | None:
    found = _TURNED.search(text)
    if found:
        return float(found.group(1)) * (1 if found.group(2) == "right" else -1)
    return 180.0 if _AROUND.search(text) else None
