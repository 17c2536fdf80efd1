"""Flies the pieces of a run as tasks of a Ray cluster. The run's folder must be on a disk that all share."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from airanchor import own_parts
from airanchor.bench.run.drivers.choice import Driver
from airanchor.bench.run.drivers.piece import PieceOutcome, close_scenes, fly_piece
from airanchor.bench.run.order import Piece
from airanchor.errors import AirAnchorError, MissingExtra
from aircity.machine import interruption

LOCAL = "local"
_LOOK_S = 0.5
_RETRIES = 10
"""How often a piece is taken up again elsewhere when its worker or machine is lost."""


def on_ray(address: str) -> Driver:
    """Pieces as Ray tasks, one processor each, on the cluster of an address, or one made on this machine."""
    try:
        import ray
    except ImportError as error:
        raise MissingExtra("flying on a Ray cluster", "ray", "airanchor") from error

    def outcome_of(task: Any) -> PieceOutcome:
        try:
            outcome: PieceOutcome = ray.get(task)
        except ray.exceptions.RayTaskError:
            raise  # no loss but a fault, with its own trail
        except ray.exceptions.RayError as error:
            raise AirAnchorError(
                f"the Ray cluster lost a piece too often ({type(error).__name__}); what is flown is kept. "
                "Run the same command again to go on"
            ) from error
        return outcome

    def drive(root: Path, pieces: Sequence[Piece]) -> Iterator[PieceOutcome]:
        has_joined = not ray.is_initialized()
        if has_joined:
            ray.init(address=None if address == LOCAL else address, log_to_driver=False)
        try:
            fly = ray.remote(num_cpus=1, max_retries=_RETRIES)(_fly)
            left = [fly.remote(str(root.absolute()), piece, own_parts.granted()) for piece in pieces]
            while left:
                interruption.check()
                done, left = ray.wait(left, num_returns=1, timeout=_LOOK_S)
                yield from map(outcome_of, done)
        finally:
            if has_joined:
                ray.shutdown()

    return drive


def _fly(root: str, piece: Piece, granted: frozenset[str]) -> PieceOutcome:
    own_parts.grant(*granted)
    try:
        return fly_piece(Path(root), piece, threads=1)
    finally:
        close_scenes()  # the cluster may give this process nothing more to fly
