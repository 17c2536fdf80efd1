"""Which golden sections are answered and which still wait for their room: nothing is forgotten silently."""

import re
from pathlib import Path

from tests.paper.goldens import sections

WAITING: dict[str, str] = {}  # section: the room that will answer it


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
