"""The stack of a piece, loaded once for as many pieces as share it."""

from pathlib import Path

from airanchor.assembly import Stack, load_stack
from airanchor.bench.run.conduct import Conduct
from airanchor.bench.run.record import RunRecord
from airanchor.config import Settings


class StackKeeper:
    """Keeps the stack that was loaded last; another run, settings or budget loads another."""

    def __init__(self) -> None:
        self._key: tuple[Path, str, Settings, Conduct] | None = None
        self._stack: Stack | None = None

    def open(self, root: Path, record: RunRecord, settings: Settings) -> Stack:
        """The stack of a row with these settings; budget and pace are shared through the run's folder."""
        key = (root, record.order.reasoner, settings, record.conduct)
        if self._stack is None or self._key != key:
            conduct = record.conduct
            self._stack = load_stack(
                settings,
                reasoner=record.order.reasoner,
                perception=record.order.perception,
                allow_unprobed=conduct.allow_unprobed,
                allowance=conduct.allowance,
                run_folder=root,
                cache=None if conduct.cache is None else Path(conduct.cache),
            )
            self._stack.get_ready()
            self._key = key
        return self._stack
