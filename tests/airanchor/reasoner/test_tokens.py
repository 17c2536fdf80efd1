"""Counted tokens: the same text counts the same, images by their area, billed numbers stay."""

import numpy as np
import pytest

from airanchor.errors import InputError
from airanchor.perception.text.token_count import WordPieceCounter
from airanchor.perception.text.wordpiece import WordPiece
from airanchor.perception.weights import MINILM_VOCABULARY
from airanchor.reasoner import (
    Author,
    ChatAnswer,
    ChatRequest,
    ChatTransport,
    ImagePart,
    Message,
    TextPart,
    TokenUse,
)
from airanchor.reasoner.tokens import CountedChat, TokenCounter

TEXT = "Fly past the grey office tower, then turn left (about 90°) at the fountain."
SOURCE = "counted: MiniLM WordPiece, 256 per 512x512 image"


class Says:
    """A transport that always gives the same answer."""

    name = "says"

    def __init__(self, answer: ChatAnswer) -> None:
        self._answer = answer

    def complete(self, request: ChatRequest) -> ChatAnswer:
        return self._answer


@pytest.fixture(scope="module")
def counter() -> WordPieceCounter:
    if not MINILM_VOCABULARY.is_installed:
        pytest.skip("the vocabulary is not installed")
    return WordPieceCounter()


def view(height_px: int, width_px: int) -> ImagePart:
    return ImagePart(np.zeros((height_px, width_px, 3), np.uint8))


def test_it_is_a_counter(counter):
    assert isinstance(counter, TokenCounter)
    assert isinstance(CountedChat(Says(ChatAnswer("")), counter), ChatTransport)


@pytest.mark.parametrize("text", ["", " \n ", "tower", TEXT, "[SEP]", "北京", "x" * 200, "a-b-c\u0301"])
def test_a_text_counts_its_pieces(counter, text):
    pieces = WordPiece.read(MINILM_VOCABULARY.locate())
    assert counter.count_text(text) == len(pieces.encode(text, 10_000)) - 2
    assert counter.count_text(text) == counter.count_text(text)


def test_known_counts(counter):
    assert counter.count_text("a red tower") == 3
    assert counter.count_text("unaffable!") == 4  # una ##ffa ##ble !


def test_lines_count_alone(counter):
    assert counter.count_text(f"{TEXT}\n{TEXT}") == 2 * counter.count_text(TEXT)


@pytest.mark.parametrize(
    ("width_px", "height_px", "tokens"),
    [(512, 512, 256), (1024, 512, 512), (1024, 1024, 1024), (1, 1, 1), (32, 32, 1), (33, 32, 2)],
)
def test_an_image_counts_by_area(counter, width_px, height_px, tokens):
    assert counter.count_image(width_px, height_px) == tokens


def test_an_image_without_pixels_is_refused(counter):
    with pytest.raises(InputError, match="0x512"):
        counter.count_image(0, 512)


def test_missing_usage_is_counted(counter):
    messages = (
        Message(Author.SYSTEM, (TextPart("a red tower"),)),
        Message(Author.USER, (TextPart("tower"), view(512, 1024), TextPart("tower tower"))),
    )
    chat = CountedChat(Says(ChatAnswer("the tower", reasoning="look")), counter)
    answer = chat.complete(ChatRequest(messages))
    assert answer.usage == TokenUse(input=3 + 1 + 512 + 2, output=2 + 1, source=SOURCE)
    assert (answer.text, answer.reasoning, chat.name) == ("the tower", "look", "says")


def test_billed_usage_stays(counter):
    billed = TokenUse(7, 9)
    chat = CountedChat(Says(ChatAnswer("the tower", usage=billed)), counter)
    assert chat.complete(ChatRequest((Message(Author.USER, (TextPart(TEXT),)),))).usage is billed
