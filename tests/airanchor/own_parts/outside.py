"""A user's package as it is on disk: one module, and what pip leaves of its entry points."""

from pathlib import Path

import pytest

from airanchor.own_parts.names import entries

MODULE = """
from airanchor.flight import PolicyFlyer
from aircity.world import Action

def climb():
    heights = iter([Action.GO_UP, Action.GO_UP, Action.STOP])
    return PolicyFlyer("climber", lambda view, mission: next(heights))

def needs_two(one, two): ...
def breaks(): raise RuntimeError("no battery")
def tells(equipment): return PolicyFlyer(f"told {equipment.episode}", lambda view, mission: Action.STOP)
def falls(): return PolicyFlyer("faller", lambda view, mission: 1 // 0)
NUMBER = 7

class Nameless:
    name = ""
    def detect(self, phrase, view, *, box_threshold=0.3, text_threshold=0.25): return ()
"""


def package(folder: Path, monkeypatch: pytest.MonkeyPatch, name: str, **points: str) -> str:
    """Put a module of that name where Python looks, with entry points by group; returns the name."""
    (folder / f"{name}.py").write_text(MODULE, encoding="utf-8")
    info = folder / f"{name}-1.2.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.2\n", "utf-8")
    (info / "top_level.txt").write_text(f"{name}\n", "utf-8")
    lines = [f"[airanchor.{group}]\n{line}\n" for group, line in points.items()]
    (info / "entry_points.txt").write_text("\n".join(lines), "utf-8")
    monkeypatch.syspath_prepend(folder)
    entries.cache_clear()
    return name
