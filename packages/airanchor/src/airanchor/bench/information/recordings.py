"""The recorded questions of a run: which there are, and each with its request and images when needed."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from airanchor.bench.information.requests import ASKED_ROLES, Request, read_request
from airanchor.bench.results import RunFolder
from airanchor.config import Settings
from airanchor.errors import InputError, TraceError
from airanchor.reasoner.chat import Author, ImagePart, Message, Part, TextPart
from airanchor.trace import DecisionEvent, ExchangeEvent, PartRow, SubtaskEvent, Trace, read_trace

_HOW = "fly it with airanchor bench run --calls --images colour"
_TRACES_AT_ONCE = 3


@dataclass(frozen=True, slots=True)
class Question:
    """One recorded question: the place of its exchange in the trace, and when it was asked."""

    episode_id: str
    place: int
    """Among all events of the trace."""
    role: str
    iteration: int
    """The decision during which it was asked; of a landmark selection the one before."""
    subtask: int
    """The subtask in hand; of a landmark selection the one that is about to begin."""


class Recordings:
    """The traces of one row of a run."""

    def __init__(self, root: Path, row: str, settings: Settings) -> None:
        self._folder, self._row, self._settings = RunFolder(root), row, settings
        self._open = lru_cache(maxsize=_TRACES_AT_ONCE)(self._read)

    def trace(self, episode_id: str) -> Trace:
        """The trace of an episode; those read last stay open."""
        return self._open(episode_id)

    def has(self, episode_id: str) -> bool:
        """Whether there is one."""
        return self._folder.trace(self._row, episode_id).is_dir()

    def _read(self, episode_id: str) -> Trace:
        return read_trace(self._folder.trace(self._row, episode_id))

    def questions(self, episode_id: str) -> list[Question]:
        """The questions of a flight that have fields to vary, in order; repairs are none of their own."""
        found: list[Question] = []
        iteration = subtask = exchanges = 0
        for place, event in enumerate(self.trace(episode_id).events):
            if isinstance(event, DecisionEvent):
                iteration, subtask = event.iteration, event.subtask
            elif isinstance(event, SubtaskEvent):
                subtask = event.number
            elif isinstance(event, ExchangeEvent):
                exchanges += 1
                if event.attempt == 1 and event.role in ASKED_ROLES:
                    coming = subtask + (event.role == "landmark_selection")
                    found.append(Question(episode_id, place, event.role, iteration, coming))
        if not exchanges:
            raise InputError(f"the recording of {episode_id} keeps no prompts; {_HOW}")
        return found

    def request(self, question: Question) -> Request:
        """What was asked; InputError where the prompt is of another form than today's."""
        trace = self.trace(question.episode_id)
        event = trace.events[question.place]
        assert isinstance(event, ExchangeEvent)
        messages = [
            Message(Author(row.author), tuple(_part(part, trace) for part in row.parts))
            for row in event.messages[:2]
        ]
        return read_request(messages, self._settings)


def _part(row: PartRow, trace: Trace) -> Part:
    if row.image is None:
        return TextPart(row.text or "")
    try:
        return ImagePart(trace.rgb(row.image))
    except TraceError as error:
        raise InputError(f"an image of {trace.folder.name} was not kept exactly; {_HOW}: {error}") from error


def readable(recordings: Recordings, questions: Sequence[Question]) -> tuple[list[Question], list[str]]:
    """The questions that read back as they were asked, and why others do not."""
    good, faults = [], []
    for one in questions:
        try:
            recordings.request(one)
        except InputError as error:
            if "was not kept" in str(error):
                raise
            faults.append(str(error))
        else:
            good.append(one)
    return good, faults
