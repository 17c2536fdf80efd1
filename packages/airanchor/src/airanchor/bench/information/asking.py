"""Asks every recorded question again, as it was and with each field varied; each answer is kept at once."""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import BaseModel, ConfigDict, JsonValue, ValidationError

from airanchor.assembly import Stack, load_stack
from airanchor.bench.information.fields import PromptField, fields_of
from airanchor.bench.information.recordings import Question, Recordings, readable
from airanchor.bench.information.requests import ASKED_ROLES, Request
from airanchor.bench.results import folder_name
from airanchor.bench.run.inputs import RunInputs
from airanchor.bench.run.provenance import code_hash
from airanchor.bench.run.record import read_record
from airanchor.errors import InputError
from airanchor.perception.one_thread import one_thread
from airanchor.reasoner.client.budget import Allowance
from airanchor.reasoner.pixels import PixelConvention
from airanchor.reasoner.prompts.template import render
from airanchor.reasoner.reasoner import Answer, Exchange
from aircity.machine import interruption
from aircity.machine.untrusted import read_text

AS_IT_WAS, REMOVED, SHUFFLED = "as it was", "removed", "shuffled"
MOST_BYTES = 2**28
_CODE = "asking_code"
_DRAWS = 8
"""How often another question is drawn until its field differs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InformationOrder:
    """All that decides the answers."""

    run: str
    """The folder of the recorded run."""
    row: str = "airanchor"
    reasoner: str = "rules"
    seed: int = 0
    every: int = 1
    """Only every so many-th question of a role in a flight."""
    fields: tuple[str, ...] = ()
    """Only these fields, by name; all where none is named."""
    allow_unprobed: bool = False
    allowance: Allowance | None = None

    def identity(self) -> dict[str, Any]:
        """What must be the same to go on with answers that are there."""
        record = read_record(Path(self.run))
        told = {
            key: value for key, value in asdict(self).items() if key in ("row", "reasoner", "seed", "every")
        }
        return {
            **told,
            "fields": ", ".join(self.fields) or "all",
            "recorded": record.resolved.get("episodes_sha256"),
            "code": record.made.get("code_sha256"),
        }


class KeptAnswer(BaseModel):
    """One answer in its file."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    place: int
    field: str
    mode: str
    reply: dict[str, JsonValue]
    source: str = ""


class EpisodeEnd(BaseModel):
    """The last line of a file whose episode is asked to its end."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    questions: int
    unread: int


def answers_file(out: Path, episode_id: str) -> Path:
    """Where the answers of an episode are kept."""
    return out / "answers" / f"{folder_name(episode_id)}.jsonl"


def read_answers(file: Path) -> tuple[list[KeptAnswer], EpisodeEnd | None]:
    """The answers that are there, and the end if it is; a last line that was cut off counts as none."""
    if not file.is_file():
        return [], None
    answers: list[KeptAnswer] = []
    for line in read_text(file, MOST_BYTES).split("\n")[:-1]:
        try:
            answers.append(KeptAnswer.model_validate_json(line))
        except ValidationError:
            try:
                return answers, EpisodeEnd.model_validate_json(line)
            except ValidationError:
                continue
    return answers, None


def ask_episode(order: InformationOrder, out: Path, episode_id: str, others: Sequence[str]) -> int:
    """Ask what is missing of one episode and return how many answers came; `others` lend their fields."""
    file = answers_file(out, episode_id)
    kept, end = read_answers(file)
    if end is not None:
        return 0
    root = Path(order.run)
    settings = RunInputs(root).settings(read_record(root).order, order.row)
    recordings = Recordings(root, order.row, settings)
    stack = _stack(order, out, settings)
    good, faults = readable(recordings, recordings.questions(episode_id))
    lender = _Lender(recordings, others, order.seed)
    _write_whole(file, kept)
    there, heard = {(one.place, one.field, one.mode) for one in kept}, _Heard()
    reasoner, asked, missing = stack.reasoner(heard), 0, 0
    with one_thread, file.open("a", encoding="utf-8") as stream:
        chosen = [one for one in every(good, order.every) if fields_of(one.role, order.fields)]
        for question, name, mode, varied in _left(chosen, recordings, lender, there, order.fields):
            interruption.check()
            answer = reasoner.ask(ASKED_ROLES[question.role], varied)
            if not heard.is_answered:  # nobody was there: asked again by the same command, and not counted
                missing += 1
                continue
            reply = answer.reply.model_dump(mode="json")
            line = KeptAnswer(place=question.place, field=name, mode=mode, reply=reply, source=answer.source)
            stream.write(line.model_dump_json() + "\n")
            stream.flush()
            asked += 1
        if not missing:
            stream.write(EpisodeEnd(questions=len(good), unread=len(faults)).model_dump_json() + "\n")
    return asked


def _write_whole(file: Path, kept: Sequence[KeptAnswer]) -> None:
    """The answers that can be read, without a last line that was cut off; there whole or not at all."""
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(f".{file.name}.part")
    part.write_text("".join(one.model_dump_json() + "\n" for one in kept), "utf-8")
    part.replace(file)


class _Heard:
    """Whether the last question was answered at all."""

    is_answered = False

    def exchanged(self, exchange: Exchange) -> None:
        """One call to the model has ended."""
        self.is_answered = exchange.answer is not None

    def answered(self, role: str, answer: Answer[Any]) -> None:
        """A role has its reply."""


def _left(
    questions: Sequence[Question],
    recordings: Recordings,
    lender: "_Lender",
    there: set[tuple[int, str, str]],
    fields: Sequence[str] = (),
) -> Iterator[tuple[Question, str, str, Request]]:
    """What is still to be asked: the question, the field, how it is varied, and the request."""
    for question in questions:
        request = recordings.request(question)
        for name, mode, varied in variants(question, request, lender, fields):
            if (question.place, name, mode) not in there:
                yield question, name, mode, varied


_stacks: dict[str, Stack] = {}


def _stack(order: InformationOrder, out: Path, settings: Any) -> Stack:
    """The stack of this process, loaded once."""
    if order.reasoner not in _stacks:
        _stacks[order.reasoner] = load_stack(
            settings,
            reasoner=order.reasoner,
            allow_unprobed=order.allow_unprobed,
            allowance=order.allowance,
            run_folder=out,
        )
    return _stacks[order.reasoner]


def every(questions: Sequence[Question], step: int) -> list[Question]:
    """Every so many-th question of each role, from the first."""
    counts: dict[str, int] = {}
    chosen = []
    for one in questions:
        counts[one.role] = counts.get(one.role, -1) + 1
        if counts[one.role] % step == 0:
            chosen.append(one)
    return chosen


class _Lender:
    """Lends a field of another question of the same role, from one other flight drawn by the seed."""

    def __init__(self, recordings: Recordings, others: Sequence[str], seed: int) -> None:
        self._recordings, self._others, self._seed = recordings, tuple(others), seed
        self._pools: dict[str, list[Question]] = {}

    def lend(self, question: Question, field: PromptField) -> Iterator[Request]:
        """Other requests, a few of them, in the order drawn."""
        pool = self._pool(question)
        rng = np.random.default_rng(_numbers(self._seed, question.episode_id, question.place, field.name))
        for place in rng.permutation(len(pool))[:_DRAWS]:
            yield self._recordings.request(pool[int(place)])

    def _pool(self, question: Question) -> list[Question]:
        """The questions of the role in the first of the other flights, in drawn order, that asked it."""
        if question.role not in self._pools:
            rng = np.random.default_rng(_numbers(self._seed, question.episode_id, 0, question.role))
            self._pools[question.role] = []
            for place in rng.permutation(len(self._others)):
                asked = self._recordings.questions(self._others[int(place)])
                own = [one for one in asked if one.role == question.role]
                if own:
                    self._pools[question.role], _ = readable(self._recordings, own)
                    break
        return self._pools[question.role]


def _numbers(seed: int, *words: object) -> list[int]:
    """A seed for a draw that depends on nothing else."""
    digest = hashlib.sha256("\n".join(map(str, words)).encode()).digest()
    return [seed, int.from_bytes(digest[:8], "big")]


def variants(
    question: Question, request: Request, lender: "_Lender", fields: Sequence[str] = ()
) -> Iterator[tuple[str, str, Request]]:
    """The question as it was and each way in which it is asked again, where that makes another question."""
    yield "", AS_IT_WAS, request
    for field in fields_of(question.role, fields):
        if field.remove is not None and not is_same(question.role, request, field.remove(request)):
            yield field.name, REMOVED, field.remove(request)
        lent = _lent(question, request, field, lender)
        if lent is not None:
            yield field.name, SHUFFLED, lent


def _lent(question: Question, request: Request, field: PromptField, lender: "_Lender") -> Request | None:
    """The question with a field of the first drawn other that makes it another question."""
    for other in lender.lend(question, field):
        varied: Request = request if field.borrow is None else field.borrow(request, other)
        if not is_same(question.role, request, varied):
            return varied
    return None


def is_same(role: str, one: Request, other: Request) -> bool:
    """Whether two requests are the same question."""
    if one is other:
        return True
    first, second = (render(ASKED_ROLES[role], request, PixelConvention()) for request in (one, other))
    return all(
        a.text == b.text
        and len(a.images) == len(b.images)
        and all(x is y or np.array_equal(x, y) for x, y in zip(a.images, b.images, strict=True))
        for a, b in zip(first, second, strict=True)
    )


def check_order(out: Path, identity: Mapping[str, Any], tell: Callable[[str], None]) -> None:
    """Keep what is asked in a folder; raise where it was begun with something else, warn of other code."""
    file, code = out / "order.json", code_hash()
    if not file.is_file():
        out.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps({**identity, _CODE: code}, indent=1) + "\n", "utf-8")
        return
    kept = json.loads(read_text(file, MOST_BYTES))
    for key, value in identity.items():
        if kept.get(key) != value:
            raise InputError(
                f"{out} was begun with {key} = {kept.get(key)!r}, not {value!r}; give another --out"
            )
    if kept.get(_CODE) != code:
        tell(f"warning: the code has changed since {out} was begun, so its answers mix two versions")
