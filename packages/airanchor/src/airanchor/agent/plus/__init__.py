"""The agent that tells its model more: other parts for the same loop. docs/plus.md says why."""

from airanchor.agent.plus.build import plus_parts

__all__ = ["plus_parts"]
