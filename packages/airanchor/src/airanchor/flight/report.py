"""What became of each subtask, the ending of the flight that follows, and both in a plain sentence."""

from collections.abc import Sequence
from dataclasses import dataclass

from airanchor.flight.ending import Ending
from airanchor.reasoner.roles import Status

MAX_WORDS = 160
"""Characters of one subtask's words in the sentence."""
MOST_DONE = 3
"""More parts that were done are counted, and only the last of them is told."""
SURE = 0.65
"""Flights that are less likely right do not say that they are; chosen on flights over train paths, see
`python -m benchmarks.fit.arrival_routes`."""


@dataclass(frozen=True, slots=True)
class SubtaskReport:
    """One subtask, or one piece of the instruction that became none."""

    text: str
    status: Status
    """ONGOING: the flight ended before the subtask did."""
    words: str = ""
    """What was achieved, as the verdict tells it; empty where nothing was begun."""
    chances: tuple[float, float] = (1.0, 0.0)
    """How likely it ended where it should: begun where it should, and begun elsewhere. Where the navigator
    does not tell, what was right or wrong stays so."""

    @property
    def is_done(self) -> bool:
        """Whether all of it was done."""
        return self.status is Status.COMPLETED


_ENDINGS = {
    Status.COMPLETED: Ending.COMPLETED,
    Status.GUESSED: Ending.GUESSED,
    Status.PARTLY_DONE: Ending.PARTLY,
    Status.NOT_FOUND: Ending.NOT_FOUND,
    Status.GIVEN_UP: Ending.GIVEN_UP,
    Status.NOT_UNDERSTOOD: Ending.NOT_UNDERSTOOD,
    Status.ONGOING: Ending.ITERATIONS,
}


def ending_of(reports: Sequence[SubtaskReport]) -> Ending:
    """The ending of a flight that nothing broke off: completed only if every part of it was done."""
    statuses = {report.status for report in reports}
    if Status.ONGOING in statuses:
        return Ending.ITERATIONS
    if statuses == {Status.COMPLETED} and chance_of(reports) < SURE:
        return Ending.GUESSED
    if len(statuses) == 1:
        return _ENDINGS[statuses.pop()]
    if statuses == {Status.COMPLETED, Status.GUESSED}:
        return Ending.GUESSED
    if statuses & {Status.COMPLETED, Status.PARTLY_DONE, Status.GUESSED}:
        return Ending.PARTLY
    return Ending.GIVEN_UP


def chance_of(reports: Sequence[SubtaskReport]) -> float:
    """The chance that the flight is where it should be: wrong parts lead astray, and some find back."""
    right = 1.0
    for report in reports:
        right = right * report.chances[0] + (1.0 - right) * report.chances[1]
    return right


def sentence(reports: Sequence[SubtaskReport]) -> str:
    """What was done and what was not, such as "Fountain reached 6 m away; museum not found, 70 m flown"."""
    done = [report for report in reports if report.is_done]
    told = done if len(done) <= MOST_DONE else done[-1:]
    pieces = [] if told == done else [f"{len(done)} of {len(reports)} parts done"]
    pieces += [_words(report) for report in reports if report in told or not report.is_done]
    if len(done) == len(reports) and chance_of(reports) < SURE:
        pieces.append(f"whether it is the right place is not sure ({chance_of(reports):.0%})")
    text = "; ".join(pieces)
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def _words(report: SubtaskReport) -> str:
    if report.status is Status.NOT_UNDERSTOOD:
        return f'not understood: "{_short(report.text)}"'
    if report.status is Status.ONGOING:
        return f'{"not finished" if report.words else "not begun"}: "{_short(report.text)}"'
    told = _short(report.words) or f'{report.status.words}: "{_short(report.text)}"'
    return told if told[1:2].isupper() else told[:1].lower() + told[1:]


def _short(text: str) -> str:
    """One line of bounded length, cut after a word."""
    line = " ".join(text.split()).rstrip(" .;")
    return line if len(line) <= MAX_WORDS else f"{line[:MAX_WORDS].rsplit(' ', 1)[0]} ..."
