"""PIVOT: a model points by choosing among numbered arrows, which are drawn anew around what it chose."""

from airanchor.baselines.pivot.config import PivotConfig, robust
from airanchor.baselines.pivot.method import Pivot

__all__ = ["Pivot", "PivotConfig", "robust"]
