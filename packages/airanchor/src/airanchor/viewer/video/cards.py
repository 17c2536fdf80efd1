"""The first and the last picture of a film: what was asked, and what became of it, told as it is."""

from PIL import Image, ImageEnhance, ImageFilter

from airanchor.drawing import SCREEN_DPI, Photo, Sheet, Words, draw_png
from airanchor.viewer.meanings import ENDINGS, ending_of, miss_m, verdict_words
from airanchor.viewer.story import FlightStory
from airanchor.viewer.video.layout import DIM, HEIGHT_PX, LIGHT, WIDTH_PX, fitted

_EDGE = 90.0
_GOOD, _WARN = "#7bd497", "#f2bd63"


def title_card(story: FlightStory, view: Image.Image) -> Image.Image:
    """What was asked, who flies, and where."""
    sheet = _sheet(view)
    text = f"“{story.instruction or story.name}”"
    size = 40.0 if len(text) < 160 else 28.0
    y = sheet.paragraph((_EDGE, 220.0), text, WIDTH_PX - 2 * _EDGE, size=size, lines=7, color=LIGHT)
    told = [f"flown by {story.navigator}" if story.navigator else "", story.scene_id]
    words = " in ".join(part for part in told if part)
    sheet.add(Words((_EDGE, y + 44), words, 22.0, DIM))
    return draw_png(sheet, SCREEN_DPI)


def end_card(story: FlightStory, view: Image.Image) -> Image.Image:
    """How it ended, in the words of the flight itself, and how far from the goal where that is known."""
    sheet = _sheet(view)
    ending, width = ending_of(story), WIDTH_PX - 2 * _EDGE
    colour = _GOOD if ending == "completed" else _WARN
    sheet.add(Words((_EDGE, 180.0), ending.capitalize(), 54.0, colour, is_bold=True))
    y = sheet.paragraph((_EDGE, 205.0), ENDINGS.get(ending, ""), width, size=22.0, lines=2, color=DIM) + 16
    if story.end is not None and story.end.words:
        y = sheet.paragraph((_EDGE, y), story.end.words, width, size=26.0, lines=5, color=LIGHT) + 22
    if verdict := verdict_words(story):
        is_success = verdict.startswith("Success") and miss_m(story) is not None
        y = sheet.paragraph(
            (_EDGE, y), verdict, width, size=26.0, lines=2, color=_GOOD if is_success else _WARN
        )
    sheet.add(Words((_EDGE, HEIGHT_PX - 80.0), sums_words(story), 20.0, DIM))
    return draw_png(sheet, SCREEN_DPI)


def _counted(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def sums_words(story: FlightStory) -> str:
    """What was flown and decided, in numbers."""
    decisions = sum(moment.decision is not None for moment in story.moments)
    end = story.end
    return "     ".join(
        part
        for part in (
            f"{end.path_m:.0f} m flown" if end else "",
            _counted(max(0, len(story.path) - 1), "step"),
            _counted(decisions, "decision") if decisions else "",
            f"{end.subtasks_completed} of {end.subtasks} parts done" if end and end.subtasks else "",
            _counted(end.collisions, "collision") if end and end.collisions else "",
        )
        if part
    )


def _sheet(view: Image.Image) -> Sheet:
    """A sheet on the view, dark and out of focus."""
    blurred = fitted(view, WIDTH_PX, HEIGHT_PX).filter(ImageFilter.GaussianBlur(10))
    sheet = Sheet(WIDTH_PX, HEIGHT_PX)
    box = (0.0, 0.0, float(WIDTH_PX), float(HEIGHT_PX))
    sheet.add(Photo(box, ImageEnhance.Brightness(blurred).enhance(0.28)))
    return sheet
