"""How far a flight got: which legs it flew, where it left the route, when it took a leg for done."""

from collections.abc import Sequence
from dataclasses import dataclass

from airanchor.bench.diagnosis.causes import THRESHOLDS
from airanchor.bench.diagnosis.flown import DiagnosedFlight, FlownDecision
from airanchor.bench.diagnosis.relations import flown_at
from airanchor.bench.diagnosis.truth import TrueLeg
from airanchor.flight import Ending


@dataclass(frozen=True, slots=True)
class PathProgress:
    """The legs flown in order, and the first that was not."""

    reached: tuple[int | None, ...]
    """Per leg, the index in the track at which its end was reached."""
    lost: int | None
    """The index in the legs of the one not flown; None where all were."""
    begun: int
    """The index in the track from which the lost leg had to be flown."""
    left: int | None
    """The decision at which the route of the lost leg was left."""
    completed: int | None
    """The decision at which the lost leg was taken for done."""

    @property
    def legs_flown(self) -> int:
        """How many legs came before the lost one."""
        return len(self.reached) if self.lost is None else self.lost


def measure(flown: DiagnosedFlight, legs: Sequence[TrueLeg], subtasks: Sequence[int | None]) -> PathProgress:
    """Walk the legs; `subtasks` holds the first subtask of each leg, where it is known."""
    reached = _reached(flown, legs, subtasks)
    last = max((number for number, at in enumerate(reached) if at is not None), default=-1)
    begun = reached[last] if last >= 0 else 0
    assert begun is not None
    if last + 1 == len(legs):
        return PathProgress(reached, None, begun, None, None)
    lost = last + 1
    return PathProgress(
        reached, lost, begun, _left(flown, legs[lost], begun), _completed(flown, subtasks, lost, begun)
    )


def _reached(
    flown: DiagnosedFlight, legs: Sequence[TrueLeg], subtasks: Sequence[int | None]
) -> tuple[int | None, ...]:
    """Where each leg had been flown, in order, and only while its subtasks or those of the next leg were in
    hand: else the drone just happens to pass by. Where it stopped counts for the last leg in any case."""
    track, at = flown.track, 0
    found: list[int | None] = []
    for number, leg in enumerate(legs):
        is_last = number + 1 == len(legs)
        since = _begins(flown, subtasks[number])
        since = len(track) - 1 if since is None and is_last else since
        index = None if since is None else flown_at(track, leg, at, since=since, is_last=is_last)
        over = _begins(flown, subtasks[number + 2]) if number + 2 < len(legs) else None
        index = None if index is not None and over and index > over else index
        found.append(index)
        at = at if index is None else index
    return tuple(found)


def _begins(flown: DiagnosedFlight, subtask: int | None) -> int | None:
    """The index in the track at which a subtask begins: 0 where it is not known, None where it never does."""
    if subtask is None:
        return 0
    return next((one.first for one in flown.decisions if one.subtask >= subtask), None)


def _left(flown: DiagnosedFlight, leg: TrueLeg, begun: int) -> int | None:
    """The first decision that ended off the leg's route, after it had to be flown."""
    track = flown.track
    for one in flown.decisions:
        if one.last > begun and leg.off_route_m(track[one.last], track[begun]) > THRESHOLDS.off_route_m:
            return one.number
    return None


_OWN = frozenset(ending.value for ending in Ending if ending.is_own)


def _completed(flown: DiagnosedFlight, subtasks: Sequence[int | None], lost: int, begun: int) -> int | None:
    """The decision before the first of a later leg's subtask, or the last of a flight that found all done."""
    own = next((one for one in reversed(subtasks[: lost + 1]) if one is not None), 1)
    later = next((one for one in subtasks[lost + 1 :] if one is not None and one > own), None)
    if later is not None:
        since = flown.since(later)
        if since is not None:
            return since - 1
    if flown.end is not None and flown.end.ending in _OWN and flown.decisions:
        return flown.decisions[-1].number
    return None


def leg_decisions(flown: DiagnosedFlight, progress: PathProgress, subtask: int | None) -> list[FlownDecision]:
    """The decisions in which the lost leg had to be flown: until it was left or taken for done.

    They begin where the leg before was reached, or where its subtask began if that is earlier.
    """
    first = flown.decision_at(progress.begun) + 1
    since = None if subtask is None else flown.since(subtask)
    first = first if since is None else min(first, since)
    ends = [
        number for number in (progress.left, progress.completed) if number is not None and number >= first
    ]
    last = min(ends, default=flown.decisions[-1].number if flown.decisions else 0)
    return [one for one in flown.decisions if first <= one.number <= last]
