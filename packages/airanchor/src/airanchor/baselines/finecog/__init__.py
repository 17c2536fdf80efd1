"""FineCog-Nav: small roles share out the thinking, and every primitive action is decided on its own."""

from airanchor.baselines.finecog.config import FAITHFUL, FineCogConfig
from airanchor.baselines.finecog.method import FineCogNav

__all__ = ["FAITHFUL", "FineCogConfig", "FineCogNav"]
