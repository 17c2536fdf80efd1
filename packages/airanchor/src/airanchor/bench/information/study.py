"""The information study: asks episode by episode, in one or more processes, and counts what came of it."""

import multiprocessing
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import closing
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from airanchor.bench.diagnosis.run import check_row
from airanchor.bench.diagnosis.truth import SceneTruth
from airanchor.bench.episodes import Episode
from airanchor.bench.information.asking import (
    AS_IT_WAS,
    REMOVED,
    InformationOrder,
    KeptAnswer,
    answers_file,
    ask_episode,
    check_order,
    every,
    read_answers,
)
from airanchor.bench.information.fields import PROMPT_FIELDS, fields_of
from airanchor.bench.information.judging import FlightJudge, better
from airanchor.bench.information.meaning import differs
from airanchor.bench.information.recordings import Question, Recordings
from airanchor.bench.lifelong.holdings import Holdings
from airanchor.bench.run.inputs import RunInputs
from airanchor.bench.run.order import scene_order
from airanchor.bench.run.record import read_record
from airanchor.bench.statistics import Estimate, wilson
from airanchor.errors import InputError
from airanchor.trace import AnswerEvent
from aircity.city.library import open_scene
from aircity.city.render.renderer import Renderer

Tell = Callable[[str], None]
AGAIN = "asked again unchanged"
HIDDEN = "priors, where a right one is told and the landmark is out of view"


@dataclass(slots=True)
class Tally:
    """How often one change of a question changed what is flown or judged."""

    role: str
    field: str
    mode: str
    asked: int = 0
    changed: int = 0
    with_better: int = 0
    """Of the changed, how often the answer to the full question was the better one."""
    without_better: int = 0
    """And how often the other."""
    unjudged: int = 0
    """And how often nothing could tell."""

    @property
    def share(self) -> Estimate | None:
        """The share changed, with Wilson's interval; None where nothing was asked."""
        return wilson(self.changed, self.asked) if self.asked else None

    def add(self, is_changed: bool, verdict: Sequence[bool] | None) -> None:
        """Count one more."""
        self.asked += 1
        if is_changed:
            self.changed += 1
            self.unjudged += verdict is None
            self.with_better += verdict is not None and verdict[0]
            self.without_better += verdict is not None and verdict[1]

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        share = self.share
        return {**asdict(self), "share": None if share is None else asdict(share)}


@dataclass(slots=True)
class InformationFindings:
    """All tallies of a study."""

    order: InformationOrder
    recorded: int = 0
    """Flights that were recorded."""
    episodes: int = 0
    """Those of them whose questions were all asked again; only these are counted."""
    questions: int = 0
    """Questions of these that could be asked again."""
    asked: int = 0
    """Those of them that were."""
    unread: int = 0
    """Questions that today's prompts cannot ask again."""
    fallbacks: int = 0
    tallies: dict[tuple[str, str, str], Tally] = field(default_factory=dict)

    def tally(self, role: str, name: str, mode: str) -> Tally:
        """The tally of one change."""
        return self.tallies.setdefault((role, name, mode), Tally(role, name, mode))

    def ordered(self) -> list[Tally]:
        """In the order of roles and fields."""
        places = {(one.role, one.name): place for place, one in enumerate(PROMPT_FIELDS)}
        roles = list(dict.fromkeys(one.role for one in PROMPT_FIELDS))
        return sorted(
            self.tallies.values(),
            key=lambda one: (roles.index(one.role), places.get((one.role, one.field), -1), one.mode),
        )

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "run": self.order.run,
            "row": self.order.row,
            "reasoner": self.order.reasoner,
            "seed": self.order.seed,
            "every": self.order.every,
            "fields": list(self.order.fields),
            "recorded": self.recorded,
            "episodes": self.episodes,
            "questions": self.questions,
            "asked": self.asked,
            "unread": self.unread,
            "fallbacks": self.fallbacks,
            "tallies": [one.to_json() for one in self.ordered()],
        }


def recorded_episodes(order: InformationOrder) -> dict[str, list[Episode]]:
    """By scene, the episodes of the run that left a trace, in the order flown."""
    root = Path(order.run)
    check_row(root, order.row)
    record, inputs = read_record(root), RunInputs(root)
    recordings = Recordings(root, order.row, inputs.settings(record.order, order.row))
    episodes = inputs.episodes(record.order)
    scenes = dict.fromkeys(one.scene_id for one in episodes)
    found = {
        scene: [
            one
            for one in scene_order(episodes, record.order, order.row, scene)
            if recordings.has(one.episode_id)
        ]
        for scene in scenes
    }
    if not any(found.values()):
        raise InputError(f"the run {root} has no traces of {order.row}; fly it first")
    return {scene: flown for scene, flown in found.items() if flown}


def count_questions(order: InformationOrder) -> tuple[int, int]:
    """How many questions were recorded that will be asked again, and at most how many askings that makes."""
    root = Path(order.run)
    settings = RunInputs(root).settings(read_record(root).order, order.row)
    recordings = Recordings(root, order.row, settings)
    questions = askings = 0
    for one in (one for flown in recorded_episodes(order).values() for one in flown):
        for question in every(recordings.questions(one.episode_id), order.every):
            fields = fields_of(question.role, order.fields)
            questions += bool(fields)
            askings += bool(fields) + sum(
                (each.remove is not None) + (each.borrow is not None) for each in fields
            )
    return questions, askings


def ask_all(order: InformationOrder, out: Path, *, jobs: int = 1, tell: Tell = lambda _: None) -> None:
    """Ask what is missing; each episode's answers are in a file of their own, line by line."""
    check_order(out, order.identity(), tell)
    names = [one.episode_id for flown in recorded_episodes(order).values() for one in flown]
    if len(names) < 2:
        raise InputError("fields are lent from other flights; record at least two episodes")
    began = time.monotonic()
    for done, (name, asked) in enumerate(_asked(order, out, names, jobs), 1):
        left_s = (time.monotonic() - began) / done * (len(names) - done)
        tell(f"{done}/{len(names)} {name}: {asked} answers, about {left_s / 60:.1f} min left")


def _asked(order: InformationOrder, out: Path, names: Sequence[str], jobs: int) -> Iterator[tuple[str, int]]:
    others = {name: tuple(one for one in names if one != name) for name in names}
    if jobs <= 1:
        for name in names:
            yield name, ask_episode(order, out, name, others[name])
        return
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn")) as pool:
        work = {pool.submit(ask_episode, order, out, name, others[name]): name for name in names}
        for one in as_completed(work):
            yield work[one], one.result()


def count_all(order: InformationOrder, out: Path) -> InformationFindings:
    """Judge every answer that is there; an episode that is not asked to its end is left out."""
    root = Path(order.run)
    settings = RunInputs(root).settings(read_record(root).order, order.row)
    recordings = Recordings(root, order.row, settings)
    found = InformationFindings(order)
    for scene_id, flown in recorded_episodes(order).items():
        held = Holdings()
        with closing(Renderer(scene := open_scene(scene_id))) as renderer:
            truth = SceneTruth(scene, renderer)
            for episode in flown:
                found.recorded += 1
                judge = FlightJudge(recordings.trace(episode.episode_id), episode, truth, held)
                _count(found, recordings, judge, episode.episode_id, out)
    return found


def _count(
    found: InformationFindings, recordings: Recordings, judge: FlightJudge, episode_id: str, out: Path
) -> None:
    answers, end = read_answers(answers_file(out, episode_id))
    if end is None:
        return
    found.episodes += 1
    found.questions += end.questions
    found.unread += end.unread
    by_place: dict[int, list[KeptAnswer]] = {}
    for one in answers:
        by_place.setdefault(one.place, []).append(one)
        found.fallbacks += one.source == "fallback"
    for question in recordings.questions(episode_id):
        if question.place in by_place:
            _count_question(found, judge, question, by_place[question.place], recordings)


def _count_question(
    found: InformationFindings,
    judge: FlightJudge,
    question: Question,
    answers: Sequence[KeptAnswer],
    recordings: Recordings,
) -> None:
    base = next((one for one in answers if one.mode == AS_IT_WAS), None)
    if base is None:
        return
    found.asked += 1
    role, score = question.role, judge.score(question, base.reply)
    first = _first_reply(recordings, question)
    if first is not None:
        verdict = better(role, judge.score(question, first), score)
        found.tally(role, AGAIN, "").add(differs(role, first, base.reply, judge.camera), verdict)
    for one in answers:
        if one.mode == AS_IT_WAS:
            continue
        is_changed = differs(role, base.reply, one.reply, judge.camera)
        verdict = better(role, score, judge.score(question, one.reply)) if is_changed else None
        found.tally(role, one.field, one.mode).add(is_changed, verdict)
        if one.field == "priors" and one.mode == REMOVED and judge.has_hidden_landmark(question):
            found.tally(role, HIDDEN, one.mode).add(is_changed, verdict)


def _first_reply(recordings: Recordings, question: Question) -> dict[str, Any] | None:
    """What was answered when the question was recorded."""
    events = recordings.trace(question.episode_id).events
    later = (one for one in events[question.place :] if isinstance(one, AnswerEvent))
    answer = next(later, None)
    return dict(answer.reply) if answer is not None and answer.role == question.role else None
