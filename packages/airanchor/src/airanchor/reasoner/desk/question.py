"""A letter as the desk's page needs it: pictures with their captions, the told values, the reply's schema."""

from pathlib import Path
from typing import Any

from PIL import Image

from airanchor.errors import InputError
from airanchor.reasoner.chat import Author, Message, TextPart
from airanchor.reasoner.desk.forms import Shown, place_ahead
from airanchor.reasoner.desk.narrowing import narrowed
from airanchor.reasoner.mailbox.letter import Letter, LetterFile, caption_before
from airanchor.reasoner.prompts.reader import Prompt, read_prompt
from airanchor.reasoner.roles import ALL_ROLES
from airanchor.reasoner.roles.panorama import side_of

Json = dict[str, Any]

IN_THE_FORM = frozenset({"choices", "count", "kinds", "offset", "skills", "statuses"})
"""Values that the form or a caption shows."""


def question_json(letter: Letter) -> Json:
    """All that the page shows of a question."""
    content, schema = letter.content(), letter.schema()
    prompt = _prompt(content)
    pictures = _pictures(content, letter.folder, prompt)
    shown = [Shown(one["caption"], one["size_px"]) for one in pictures]
    if prompt is not None:
        schema = narrowed(schema, prompt, shown)
    system, told, *later = _texts(content)
    return {
        **letter_json(letter),
        "title": next((role.title for role in ALL_ROLES if role.name == letter.role), letter.role),
        "pictures": pictures,
        "first_picture": place_ahead(shown),
        "has_sheet": len(pictures) > 1,
        "sections": _sections(told["text"], prompt) or [{"title": "Question", "text": told["text"]}],
        "system": system["text"],
        "told": told["text"],
        "later": later,
        "schema": schema,
        "answer": _answer(letter),
    }


def letter_json(letter: Letter) -> Json:
    """A line of the list of questions."""
    return {
        "name": letter.folder.name,
        "number": letter.number,
        "role": letter.role,
        "is_answered": has_answer(letter),
        "is_awaited": letter.is_awaited,
    }


def has_answer(letter: Letter) -> bool:
    """Whether there is an answer, also one that cannot be read and must not be overwritten."""
    try:
        return letter.is_answered
    except OSError:
        return True


def _answer(letter: Letter) -> str | None:
    try:
        return letter.answer() if letter.is_answered else None
    except OSError as error:
        return str(error)


def picture_names(content: LetterFile) -> list[str]:
    """The pictures in the order they are read."""
    return [part.picture for message in content.messages for part in message.parts if part.picture]


def _prompt(content: LetterFile) -> Prompt | None:
    messages = [
        Message(author, tuple(TextPart(part.text) for part in message.parts if part.text))
        for message in content.messages
        if (author := _author(message.author)) is not None
    ]
    try:
        return read_prompt(messages)
    except InputError:
        return None


def _author(name: str) -> Author | None:
    return Author(name) if name in list(Author) else None


def _texts(content: LetterFile) -> list[Json]:
    """What the system says, what the user tells first, then whatever followed, such as a repair."""
    found = [
        {
            "author": message.author,
            "text": "".join(part.text or f"[{part.picture}]" for part in message.parts),
        }
        for message in content.messages
    ]
    system = [one for one in found if one["author"] == Author.SYSTEM]
    others = [one for one in found if one["author"] != Author.SYSTEM]
    joined = "\n\n".join(one["text"] for one in system)
    return [{"author": "system", "text": joined}, *(others or [{"author": "user", "text": ""}])]


def _pictures(content: LetterFile, folder: Path, prompt: Prompt | None) -> list[Json]:
    offsets = [text for tag, text in prompt.all_values if tag == "offset"] if prompt is not None else []
    found: list[Json] = []
    for message in content.messages:
        for place, part in enumerate(message.parts):
            if part.picture is None:
                continue
            offset = offsets[len(found)] if len(found) < len(offsets) else None
            found.append(
                {
                    "name": part.picture,
                    "caption": caption_before(list(message.parts[:place])),
                    "size_px": _size_px(folder / part.picture),
                    "fill": _turn(offset),
                }
            )
    return found


def _turn(offset: str | None) -> Json | None:
    """The answer that turns to the middle of a view; none for the view straight ahead."""
    try:
        yaw_deg = int(offset or "")
    except ValueError:
        return None
    side = side_of(yaw_deg)
    return None if side is None else {"turning_direction": side.value, "yaw_delta_deg": yaw_deg}


def _size_px(file: Path) -> tuple[int, int] | None:
    try:
        with Image.open(file) as picture:
            return picture.size
    except (OSError, Image.DecompressionBombError):
        return None


def _sections(text: str, prompt: Prompt | None) -> list[Json]:
    """Each told value under the words that lead to it."""
    found, at = [], 0
    for tag, value in () if prompt is None else prompt.all_values:
        opened = text.find(f"<{tag}>", at)
        lead = text[max(at, opened - 200) : opened].strip().rpartition("\n")[2]
        at = max(at, text.find(f"</{tag}>", opened) + len(tag) + 3)
        if tag not in IN_THE_FORM:
            found.append({"title": lead.strip(" :") or tag.replace("_", " ").capitalize(), "text": value})
    return found
