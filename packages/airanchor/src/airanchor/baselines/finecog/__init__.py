"""FineCog-Nav: small roles share out the thinking, and every primitive action is decided on its own."""

from airanchor.baselines.finecog.config import FineCogConfig, as_published
from airanchor.baselines.finecog.method import FineCogNav

__all__ = ["FineCogConfig", "FineCogNav", "as_published"]
