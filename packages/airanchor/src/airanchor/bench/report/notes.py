"""The notes under a table: how intervals and tests were made, and what must not be read out of it."""

from collections.abc import Iterable, Sequence

from airanchor.bench.metrics import Profile
from airanchor.bench.report.comparison import TWO_SIGMA_P
from airanchor.bench.report.table import PAPER, Line, TableBlock


def notes_of(blocks: Sequence[TableBlock], *, seed: int, resamples: int) -> tuple[str, ...]:
    """What a reader must know, the most important first."""
    lines = [line for block in blocks for line in block.lines]
    return tuple(
        note
        for note in (
            *_counts(blocks),
            _intervals(lines, seed, resamples),
            _flat(lines),
            *_tests(blocks),
            _upper_bounds(lines),
            _paper(lines),
            _readings(blocks),
            _apart(blocks),
        )
        if note
    )


def _counts(blocks: Iterable[TableBlock]) -> Iterable[str]:
    told = dict.fromkeys(
        (block.split, line.episodes, line.paths) for block in blocks if not block.by for line in block.lines
    )
    for split, episodes, paths in told:
        shared = (
            f"{episodes} instructions over {paths} paths. Instructions of one path are not independent"
            if paths < episodes
            else f"{episodes} episodes, each with a path of its own"
        )
        yield f"{split}: {shared}. One episode is {100 / episodes:.3g} points of SR."


def _intervals(lines: Sequence[Line], seed: int, resamples: int) -> str:
    is_shared = any(line.paths < line.episodes for line in lines)
    rates = (
        "Wilson's score with as many trials as the episodes of shared paths are worth"
        if is_shared
        else "Wilson's score"
    )
    return (
        f"Brackets are 95 % intervals. SR and OSR: {rates}; other columns: percentile bootstrap over paths "
        f"({resamples} resamples, seed {seed}). Failures count in every column."
    )


def _flat(lines: Iterable[Line]) -> str:
    """Redrawing equal values says nothing of how unsure they are."""
    if not any(cell.low == cell.high for line in lines for cell in line.cells.values()):
        return ""
    return "An interval without width means that all episodes were alike, not that the value is certain."


def _tests(blocks: Iterable[TableBlock]) -> Iterable[str]:
    tested = [block for block in blocks if block.tests]
    if not tested:
        return
    is_shared = any(line.paths < line.episodes for block in tested for line in block.lines)
    how = (
        "paired permutation of whole paths (for SR and OSR this is McNemar's test with paths as its units)"
        if is_shared
        else "exact McNemar for SR and OSR, paired permutation for NE and SDTW"
    )
    counts = ", ".join(f"{block.tests} of {block.title}" for block in tested)
    yield (
        f"Differences are tested by {how}, two-sided; Holm is p corrected for all of a block ({counts}). "
        f"better and worse stand only where Holm < {TWO_SIGMA_P:.4f}, two standard errors; elsewhere no "
        "ranking is claimed."
    )


def _upper_bounds(lines: Iterable[Line]) -> str:
    titles = dict.fromkeys(line.label.title for line in lines if line.label.is_upper_bound)
    return (
        f"Upper bound: {', '.join(titles)} was told the truth; it is not tested, and no competitor."
        if titles
        else ""
    )


def _paper(lines: Iterable[Line]) -> str:
    if not any(line.paper for line in lines):
        return ""
    return f"{PAPER}: other cities and another model than here; not comparable with the columns beside it."


def _readings(blocks: Iterable[TableBlock]) -> str:
    if not any(block.profile is Profile.AIRVLN for block in blocks):
        return ""
    return (
        "airvln metrics measure NE, SR and OSR from above and only after moves of over a metre, as "
        "AerialVLN's code does; paper metrics measure them in three dimensions at every pose."
    )


def _apart(blocks: Sequence[TableBlock]) -> str:
    whole = [(block.split, block.profile) for block in blocks if not block.by]
    if len(set(whole)) == len(whole):
        return ""
    return "Rows with other episodes stand in blocks of their own and are not compared across blocks."
