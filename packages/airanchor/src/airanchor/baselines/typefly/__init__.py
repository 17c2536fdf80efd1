"""TypeFly: a planner that sees no picture writes short programs, which an interpreter flies."""

from airanchor.baselines.typefly.config import TypeflyConfig
from airanchor.baselines.typefly.method import TypeFly

__all__ = ["TypeFly", "TypeflyConfig"]
