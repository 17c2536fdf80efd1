"""The agent: Algorithm 1, its subtasks, skills, priors, history and reflection."""

from airanchor.agent.build import build_agent
from airanchor.agent.config import AgentConfig
from airanchor.agent.loop import AirAnchor
from airanchor.agent.observer import Eyes
from airanchor.agent.parts import Parts

__all__ = ["AgentConfig", "AirAnchor", "Eyes", "Parts", "build_agent"]
