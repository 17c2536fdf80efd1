"""The rulebook as a transport: strictly valid at the first answer to any prompt, and the same each time."""

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from airanchor.embedded.rules.notes.progress import progress_words
from airanchor.embedded.rules.transport import MODEL, RulebookChat
from airanchor.reasoner import PixelConvention, Reasoner, ReplySource
from airanchor.reasoner.chat import Author, ChatRequest, ChatTransport, Message, TextPart
from airanchor.reasoner.prompts.template import clean, render
from airanchor.reasoner.role import Role
from airanchor.reasoner.roles import (
    ANCHOR_QUERY,
    BACKTRACKING,
    DECOMPOSITION,
    LANDMARK_SELECTION,
    NAVIGATION,
    OBJECT_SURVEY,
    PANORAMA,
    REFLECTION,
    AnchorQueryRequest,
    BacktrackingRequest,
    CandidateLine,
    Context,
    DecompositionRequest,
    HistoryNode,
    HistoryStep,
    NavigationRequest,
    PanoramaRequest,
    PanoramaView,
    ReflectionRequest,
    SelectionRequest,
    Skill,
    SkillSettings,
    SurveyRequest,
    WantedLandmark,
)
from tests.airanchor.embedded.rules.desk import cue_line, free_line, object_line, prior
from tests.airanchor.embedded.rules.test_progress import PROGRESSES
from tests.airanchor.perception.fakes import LetterEncoder

CHAT = RulebookChat(LetterEncoder())
SENTENCES = (
    "Fly to the red tower and stop in front of it.",
    "Turn left at the church, then go straight for 40 metres until you reach the bridge.",
    "Climb above the tall gray building, fly over it and descend to street level.",
    "Fly between the two towers, keep the park on your right and turn around.",
    "Go past the second house, then face north and stop.",
    "Cross the river, go around the fountain, away from the square, through the gate and under the bridge.",
    "",
)
NAMES = st.sampled_from(("red tower", "church", "bridge", "tall gray building", "park", "second house"))
ANGLES = st.integers(-1799, 1799).map(lambda value: value / 10)
METRES = st.integers(1, 2000).map(lambda value: value / 10)
HEIGHTS = st.integers(-400, 400).map(lambda value: value / 10)
TEXTS = st.sampled_from(SENTENCES) | st.text(max_size=120)


def _image(seed: int) -> NDArray[np.uint8]:
    blocks = np.random.default_rng(seed).integers(0, 256, (4, 4, 3), dtype=np.uint8)
    return np.kron(blocks, np.ones((16, 16, 1), np.uint8))


IMAGES = st.integers(0, 5).map(_image)
PROGRESS_TEXTS = st.builds(
    lambda progress, parts, tag: progress_words(progress, "to the tower", parts) + tag,
    PROGRESSES,
    st.integers(1, 6),
    st.sampled_from(("", " [last action failed: no free path]", " [last action failed: ]")),
)
CONTEXTS = st.builds(Context, TEXTS, st.just("NotStarted") | st.text(max_size=80) | PROGRESS_TEXTS, TEXTS)


GRAPHS = st.none() | st.lists(
    st.builds(object_line, st.integers(1, 9), NAMES, ANGLES, METRES, HEIGHTS)
    | st.builds(free_line, st.integers(1, 9), ANGLES, METRES, HEIGHTS),
    max_size=4,
).map("\n".join)
CUES = st.lists(
    st.builds(cue_line, st.integers(1, 9), NAMES | st.none(), ANGLES, METRES, HEIGHTS), max_size=4
).map("\n".join)
TOLD = st.builds(prior, NAMES | st.text(max_size=9), ANGLES, METRES)
PRIORS = st.none() | st.lists(TOLD, max_size=3).map(tuple)
SKILLS = st.lists(st.sampled_from(Skill), min_size=1, unique=True).map(tuple)
LENGTHS_M = st.floats(0.1, 20.0).map(lambda value: round(value, 6))
NUMBERS = st.builds(
    SkillSettings,
    LENGTHS_M,
    LENGTHS_M.map(lambda value: round(10 * value + 20, 6)),
    LENGTHS_M,
    st.integers(2, 24),
)
REPORTS = st.sampled_from(
    (
        'Pixel Navigation {"pixel": [30, 32], "distance_m": 30.0}: flew 29.8 m in 7 steps, '
        "turned 15 degrees right, climbed 0.0 m.",
        "View Rotation {}: turned 90 degrees left.",
        'Altitude Adjustment {"delta_h_m": 12.0}: flew 12.0 m in 6 steps, climbed 12.0 m.',
        'Pixel Navigation {"pixel": [30, 32], "distance_m": 5.0}: FAILED: no free path.',
        "Path Backtracking {}: returned to node 2, flew 40.0 m in 9 steps.",
        "something else",
    )
)


def _answered_at_once(role: Role[Any, Any], request: Any) -> None:
    answer = Reasoner(CHAT).ask(role, request)
    assert answer.source is ReplySource.FIRST, answer.faults


@given(IMAGES, CONTEXTS, st.integers(1, 10), st.sampled_from([(True, True), (True, False), (False, True)]))
def test_anchor_queries(
    image: NDArray[np.uint8], context: Context, count: int, kinds: tuple[bool, bool]
) -> None:
    request = AnchorQueryRequest(image, context, count, allows_objects=kinds[0], allows_directions=kinds[1])
    _answered_at_once(ANCHOR_QUERY, request)


@settings(max_examples=300)
@given(st.builds(NavigationRequest, IMAGES, CONTEXTS, GRAPHS, PRIORS, NUMBERS, SKILLS))
def test_navigation(request: NavigationRequest) -> None:
    _answered_at_once(NAVIGATION, request)


@given(IMAGES, CONTEXTS, PRIORS)
def test_panoramas(image: NDArray[np.uint8], context: Context, priors: Any) -> None:
    offsets = (0, 45, 90, 135, 180, -135, -90, -45)
    views = tuple(PanoramaView(image, offset) for offset in offsets)
    _answered_at_once(PANORAMA, PanoramaRequest(context, priors, views))


@settings(max_examples=300)
@given(CONTEXTS, IMAGES, IMAGES, REPORTS | st.text(max_size=60), TEXTS, st.none() | st.tuples(CUES, CUES))
def test_reflections(
    context: Context,
    before: NDArray[np.uint8],
    after: NDArray[np.uint8],
    executed: str,
    reason: str,
    graphs: tuple[str, str] | None,
) -> None:
    told = graphs or (None, None)
    _answered_at_once(REFLECTION, ReflectionRequest(context, before, after, executed, reason, *told))


@given(TEXTS, st.lists(st.lists(st.tuples(NAMES, ANGLES, METRES), max_size=3), min_size=1, max_size=4))
def test_landmark_selections(subtask: str, landmarks: list[list[tuple[str, float, float]]]) -> None:
    wanted = tuple(
        WantedLandmark(
            f"L{place}",
            "tower",
            ("red",) if place % 2 else (),
            tuple(
                CandidateLine(f"O{at}", (name,), ("red",) if at else (), 0.5, prior("", angle, far).cue)
                for at, (name, angle, far) in enumerate(candidates)
            ),
        )
        for place, candidates in enumerate(landmarks, 1)
    )
    _answered_at_once(LANDMARK_SELECTION, SelectionRequest(subtask, wanted))


@given(TEXTS, st.lists(st.tuples(CONTEXTS, CUES), min_size=2, max_size=6), st.data())
def test_backtrackings(subtask: str, told: list[tuple[Context, str]], data: st.DataObject) -> None:
    nodes = tuple(
        HistoryNode(number, "here", context, "a street", objects)
        for number, (context, objects) in enumerate(told)
    )
    steps = tuple(HistoryStep("Pixel Navigation", "why", "30 m") for _ in nodes[1:])
    earlier = st.lists(st.integers(0, len(nodes) - 2), min_size=1, unique=True).map(sorted)
    request = BacktrackingRequest(subtask, nodes, steps, tuple(data.draw(earlier)))
    _answered_at_once(BACKTRACKING, request)


@given(TEXTS.filter(clean))
def test_decompositions(instruction: str) -> None:
    _answered_at_once(DECOMPOSITION, DecompositionRequest(instruction))


@given(IMAGES)
def test_surveys(image: NDArray[np.uint8]) -> None:
    _answered_at_once(OBJECT_SURVEY, SurveyRequest(image))


def _chat_request(text: str, *more: Message) -> ChatRequest:
    request = DecompositionRequest(text)
    return ChatRequest((*render(DECOMPOSITION, request, PixelConvention()), *more))


def test_it_is_a_transport_with_a_name_and_a_model() -> None:
    assert isinstance(CHAT, ChatTransport)
    answer = CHAT.complete(_chat_request("Fly to the tower."))
    assert (CHAT.name, answer.model, answer.usage) == ("rulebook", MODEL, None)


def test_the_same_question_gets_the_same_answer_also_from_another_rulebook() -> None:
    request = _chat_request(SENTENCES[1])
    texts = {chat.complete(request).text for chat in (CHAT, CHAT, RulebookChat(LetterEncoder()))}
    assert len(texts) == 1


def test_asked_again_it_answers_the_same_question() -> None:
    again = (
        Message(Author.ASSISTANT, (TextPart("{}"),)),
        Message(Author.USER, (TextPart("This answer cannot be used: subtasks missing"),)),
    )
    asked_again = CHAT.complete(_chat_request(SENTENCES[0], *again))
    assert asked_again.text == CHAT.complete(_chat_request(SENTENCES[0])).text


@pytest.mark.parametrize(
    "messages",
    [
        (),
        (Message(Author.USER, (TextPart("Hello, who are you?"),)),),
        (Message(Author.SYSTEM, (TextPart("# Choose the next skill"),)),),
        (
            Message(Author.SYSTEM, (TextPart("# Choose the next skill"),)),
            Message(Author.USER, (TextPart("no picture"),)),
        ),
    ],
)
def test_what_is_no_question_of_ours_gets_an_error_and_no_exception(messages: tuple[Message, ...]) -> None:
    answer = json.loads(CHAT.complete(ChatRequest(messages)).text)
    assert set(answer) == {"error"}


def test_the_time_it_took_is_told() -> None:
    assert CHAT.complete(_chat_request(SENTENCES[0])).latency_s > 0.0
