"""Which golden sections are answered and which still wait for their room: nothing is forgotten silently."""

import re
from pathlib import Path

from tests.paper.goldens import sections

ANSWERED_IN_PART = {  # section: the room that still owes a part, and which
    "anchor_query_validity": "reasoner: the answer as text, and its repair",
}

WAITING = {  # section: the room that will answer it
    "B_n": "agent",
    "altitude": "agent",
    "backtrack_path": "agent",
    "backtracking_validity": "reasoner",
    "controller": "agent",
    "decomposition_validity": "reasoner",
    "free_space_point": "planning",
    "metrics": "bench",
    "navigation_validity": "reasoner",
    "panorama": "agent",
    "panorama_validity": "reasoner",
    "pixel_exec_depth": "agent",
    "pixel_goal": "agent",
    "reflection_validity": "reasoner",
    "report_arithmetic": "bench",
    "selection_validity": "reasoner",
    "yaw_quantization": "agent",
}


def answered() -> set[str]:
    """The sections some test of this folder runs over."""
    sources = [path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py")]
    return {
        section for source in sources for section in re.findall(r'^@cases\("(\w+)"', source, re.MULTILINE)
    }


def test_every_section_is_answered_or_waits_for_a_named_room() -> None:
    assert answered() | set(WAITING) == sections()


def test_an_answered_section_waits_no_longer() -> None:
    assert not answered() & set(WAITING), "a test runs over these now: take them off the waiting list"


def test_a_section_answered_in_part_is_answered() -> None:
    assert set(ANSWERED_IN_PART) <= answered()
