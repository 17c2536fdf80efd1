"""A prompt is taken apart by its tags, in linear time whatever it holds."""

import pytest

from airanchor.reasoner import Author, Message, TextPart, read_prompt


def tags_in(text: str) -> tuple[tuple[str, str], ...]:
    system = Message(Author.SYSTEM, (TextPart("# Choose the next skill\n\nmore"),))
    return read_prompt((system, Message(Author.USER, (TextPart(text),)))).all_values


def test_tags_come_in_order_and_repeat() -> None:
    text = "<a>\n one \n</a> words <b></b> <a>two</a>"
    assert tags_in(text) == (("a", "one"), ("b", ""), ("a", "two"))


def test_only_the_outermost_tags_count() -> None:
    assert tags_in("<a> <b>in</b> </a><b>out</b>") == (("a", "<b>in</b>"), ("b", "out"))


@pytest.mark.parametrize("text", ["<a>", "</a>", "</a><a>", "<A>x</A>", "< a>x</ a>", "<a >x</a>", "a"])
def test_what_is_no_closed_tag_is_no_value(text: str) -> None:
    assert tags_in(text) == ()


def test_an_open_tag_hides_no_later_one() -> None:
    assert tags_in("<a> <b>x</b>") == (("b", "x"),)


def test_later_messages_ask_again_and_hold_no_values() -> None:
    system = Message(Author.SYSTEM, (TextPart("# Choose the next skill"),))
    users = [Message(Author.USER, (TextPart(f"<plan>{plan}</plan>"),)) for plan in ("first", "second")]
    assert read_prompt((system, *users)).values == {"plan": "first"}


@pytest.mark.parametrize("piece", ["<a>", "</a>", "<a></b>", "<", "<a><b></a>"])
def test_megabytes_of_tags_are_read(piece: str) -> None:
    tags_in(piece * (2_000_000 // len(piece)))
    tags_in("".join(f"<a{'b' * (n % 19)}>" for n in range(100_000)))
