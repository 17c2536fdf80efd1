"""Runs of the benchmark: what is ordered, flown by whichever driver, and collected in canonical order."""

from airanchor.bench.run.collection import collect
from airanchor.bench.run.conduct import Conduct
from airanchor.bench.run.drivers.choice import Driver, processes, serial, share_of
from airanchor.bench.run.drivers.piece import PieceOutcome, fly_piece
from airanchor.bench.run.order import Piece, RunOrder
from airanchor.bench.run.record import RunRecord, read_record
from airanchor.bench.run.runner import RunOutcome, fly_run
from airanchor.bench.run.start import prepare_run
from airanchor.bench.run.worlds.choice import world_source

__all__ = [
    "Conduct",
    "Driver",
    "Piece",
    "PieceOutcome",
    "RunOrder",
    "RunOutcome",
    "RunRecord",
    "collect",
    "fly_piece",
    "fly_run",
    "prepare_run",
    "processes",
    "read_record",
    "serial",
    "share_of",
    "world_source",
]
