"""What kind of motion a skill is, by its name: one colour and one sign for all navigators' skills."""

import re

_KINDS = {
    "Pixel Navigation": "pixel",
    "Altitude Adjustment": "altitude",
    "View Rotation": "rotation",
    "Path Backtracking": "backtrack",
}
_WORDS = (
    ("other", {"no", "none", "nothing"}),
    ("stop", {"stop", "finished", "finish", "land", "done", "end"}),
    ("program", {"program", "script"}),
    ("rotation", {"turn", "rotate", "rotation", "look", "yaw"}),
    ("altitude", {"up", "down", "climb", "ascend", "descend", "height", "altitude"}),
    ("backtrack", {"back", "return", "backtrack"}),
    ("pixel", {"point", "arrow", "place", "forward", "move", "go", "fly", "left", "right"}),
)
"""Other navigators' skills by the words in their names; the first that fits."""
_LONGEST_NAME = 200


def skill_kind(name: str) -> str:
    """'pixel', 'altitude', 'rotation', 'backtrack', 'program', 'stop' or 'other'."""
    if name in _KINDS:
        return _KINDS[name]
    words = set(re.findall(r"[a-z]+", name[:_LONGEST_NAME].lower()))
    return next((kind for kind, known in _WORDS if words & known), "other")
