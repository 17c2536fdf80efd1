"""NavGPT: eight directions told in words, and a model that sees no picture reasons over them step by step."""

from airanchor.baselines.navgpt.config import NavGptConfig
from airanchor.baselines.navgpt.method import NavGpt

__all__ = ["NavGpt", "NavGptConfig"]
