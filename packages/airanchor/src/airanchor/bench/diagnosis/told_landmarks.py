"""How the decomposition read one leg: lost, misordered, misread, or put behind a thing that is not there."""

from collections.abc import Sequence
from dataclasses import dataclass

from airanchor.bench.diagnosis.causes import Cause
from airanchor.bench.diagnosis.flown import DiagnosedFlight, ToldSubtask
from airanchor.bench.diagnosis.truth import TrueLeg
from airanchor.bench.diagnosis.wording import (
    assign,
    first_subtasks,
    label,
    names_it,
    naming_subtasks,
    strange_words,
    words_of,
)

_TURNS = frozenset(("turn", "rotate", "yaw", "face", "swing", "left", "right", "around", "about", "heading"))


@dataclass(frozen=True, slots=True, kw_only=True)
class LegReading:
    """A leg beside the subtasks."""

    leg: TrueLeg
    named: dict[int, float]
    """The subtasks that name its landmark, with how alike the name is."""
    first: int | None
    """Its first subtask, None where none is in its place."""
    naming: int | None
    """Of its subtasks, the one that names the landmark."""
    told: dict[int, ToldSubtask]
    mentioned: Sequence[str]
    """All landmarks of the instruction, as it calls them; none where nobody has noted them."""


def read_legs(
    flown: DiagnosedFlight, legs: Sequence[TrueLeg], mentioned: Sequence[str]
) -> tuple[LegReading, ...]:
    """How each leg was read."""
    told = [flown.subtasks[number] for number in sorted(flown.subtasks)]
    named = [naming_subtasks(told, leg.phrase, leg.landmark.row.category) for leg in legs]
    naming = assign(named)
    return tuple(
        LegReading(leg=leg, named=names, first=first, naming=at, told=flown.subtasks, mentioned=mentioned)
        for leg, names, first, at in zip(legs, named, first_subtasks(named, naming), naming, strict=True)
    )


def misreading(reading: LegReading, asked: Sequence[str]) -> tuple[Cause, str] | None:
    """What is wrong with the reading, if anything; `asked` are the requests made on the leg."""
    leg = reading.leg
    if not reading.named:
        return Cause.LEG_LOST, f"no subtask names {leg.phrase!r}"
    if reading.first is None or reading.naming is None:
        where = ", ".join(f"S{number}" for number in reading.named)
        return Cause.LEG_MISORDERED, f"{leg.phrase!r} is named only in {where}"
    return _misread(reading, asked) or _invented(reading, asked)


def tells_turn(reading: LegReading) -> bool:
    """Whether a sub-goal of the leg's subtasks turns."""
    if reading.first is None or reading.naming is None:
        return False
    told = [
        reading.told[number] for number in range(reading.first, reading.naming + 1) if number in reading.told
    ]
    return any(words_of(goal) & _TURNS for one in told for goal in one.subgoals)


def _misread(reading: LegReading, asked: Sequence[str]) -> tuple[Cause, str] | None:
    """The landmark is not listed, is in no sub-goal, or has words that the instruction does not say of it."""
    assert reading.naming is not None
    leg, category = reading.leg, reading.leg.landmark.row.category
    told = [reading.told[number] for number in sorted(reading.named) if number >= reading.naming]
    rows = [row for one in told for row in one.landmarks if names_it(row.category, leg.phrase, category)]
    if not rows and not any(names_it(one, leg.phrase, category) for one in asked):
        return Cause.LANDMARK_MISREAD, f"{leg.phrase!r} is no landmark of S{reading.naming}"
    heads = [words_of(row.category) for row in rows]
    goals = [words_of(goal) for one in told for goal in one.subgoals]
    if heads and goals and not any(head & goal for head in heads for goal in goals):
        parts = "; ".join(told[0].subgoals)
        return Cause.LEG_LOST, f"no sub-goal of S{reading.naming} is about {leg.phrase!r}: {parts}"
    labels = [label(row.category, row.attributes) for row in rows]
    if labels and all(strange_words(one, leg.wording, category) for one in labels):
        return Cause.LANDMARK_MISREAD, f"{leg.phrase!r} was read as {labels[0]!r}"
    return None


def _invented(reading: LegReading, asked: Sequence[str]) -> tuple[Cause, str] | None:
    """A landmark that the instruction does not have was looked for, and the leg's own was not."""
    assert reading.first is not None and reading.naming is not None
    is_asked = any(names_it(one, reading.leg.phrase, reading.leg.landmark.row.category) for one in asked)
    if is_asked or not reading.mentioned:
        return None
    for number in range(reading.first, reading.naming + 1):
        told = reading.told.get(number)
        for row in () if told is None else told.landmarks:
            name = label(row.category, row.attributes)
            is_real = any(names_it(row.category, one, "") for one in reading.mentioned)
            if not is_real and any(words_of(one) == words_of(name) for one in asked):
                return Cause.LANDMARK_MISREAD, f"S{number} looks for {name!r}, which is no landmark"
    return None
