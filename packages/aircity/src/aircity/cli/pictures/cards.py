"""Contact sheets: pictures with a name and a few words each, as a page or as one picture."""

import base64
import html
import io
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from aircity.cli.pictures.images import Rgb
from aircity.errors import InputError

SUFFIXES = (".html", ".png")
WIDTH_PX, HEIGHT_PX = 400, 300
_GAP_PX, _TEXT_PX = 20, 92
_PAPER, _CARD, _INK, _FAINT = (243, 241, 236), (255, 255, 255), (34, 36, 42), (104, 108, 118)
_STYLE = """
:root{color-scheme:light dark;--paper:#f3f1ec;--card:#fff;--ink:#22242a;--faint:#686c76;--line:#e2dfd7}
@media(prefers-color-scheme:dark){:root{--paper:#16181d;--card:#22252c;--ink:#eceae4;--faint:#a3a8b4;--line:#333742}}
*{box-sizing:border-box}body{margin:0;padding:32px clamp(16px,4vw,56px);background:var(--paper);
color:var(--ink);font:15px/1.45 system-ui,sans-serif}h1{margin:0 0 4px;font-size:26px}
.note{margin:0 0 24px;color:var(--faint);max-width:70ch}
main{display:grid;gap:20px;grid-template-columns:repeat(auto-fill,minmax(270px,1fr))}
figure{margin:0;background:var(--card);border:1px solid var(--line);border-radius:12px;overflow:hidden}
img{display:block;width:100%;aspect-ratio:4/3;object-fit:cover}figcaption{padding:12px 14px 14px}
h2{margin:0;font-size:16px}p{margin:2px 0 0;color:var(--faint);font-size:13.5px}
code{display:block;margin-top:8px;padding:6px 9px;border-radius:7px;background:var(--paper);
color:var(--ink);font:13px/1.4 ui-monospace,monospace;user-select:all;overflow-wrap:anywhere}
"""


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """One picture, what it shows, and what to type for it."""

    title: str
    about: str
    type_this: str
    picture: Rgb  # (HEIGHT_PX, WIDTH_PX, 3)


def check_cards_file(path: Path) -> Path:
    """Refuse a file name before any work is done for it."""
    if path.suffix.lower() not in SUFFIXES:
        raise InputError(f"file {str(path)!r} must end in {' or '.join(SUFFIXES)}")
    return path


def save_cards(path: Path, title: str, note: str, cards: Sequence[Card]) -> None:
    """Write a page (.html, all in one file) or one picture (.png)."""
    check_cards_file(path).parent.mkdir(parents=True, exist_ok=True)
    if path.suffix.lower() == ".html":
        path.write_text(_page(title, note, cards), encoding="utf-8")
    else:
        _sheet(title, note, cards).save(path)


def _page(title: str, note: str, cards: Sequence[Card]) -> str:
    figures = "\n".join(_figure(card) for card in cards)
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{html.escape(title)}</title><style>{_STYLE}</style>"
        f'<h1>{html.escape(title)}</h1><p class="note">{html.escape(note)}</p>'
        f"<main>\n{figures}\n</main></html>\n"
    )


def _figure(card: Card) -> str:
    stream = io.BytesIO()
    Image.fromarray(card.picture).save(stream, "JPEG", quality=88)
    data = base64.b64encode(stream.getvalue()).decode()
    name, about, text = (html.escape(word) for word in (card.title, card.about, card.type_this))
    return (
        f'<figure><img alt="{name}" loading="lazy" src="data:image/jpeg;base64,{data}"><figcaption>'
        f"<h2>{name}</h2><p>{about}</p><code>{text}</code></figcaption></figure>"
    )


def _sheet(title: str, note: str, cards: Sequence[Card]) -> Image.Image:
    columns = max(1, min(5, math.ceil(math.sqrt(len(cards)))))
    rows = math.ceil(len(cards) / columns)
    step_x, step_y = WIDTH_PX + _GAP_PX, HEIGHT_PX + _TEXT_PX + _GAP_PX
    head = 110
    width = max(columns * step_x + _GAP_PX, 900)
    sheet = Image.new("RGB", (width, head + rows * step_y), _PAPER)
    draw = ImageDraw.Draw(sheet)
    draw.text((_GAP_PX, 22), title, fill=_INK, font=ImageFont.load_default(size=34))
    draw.text((_GAP_PX, 72), _fitted(note, 16, width - 2 * _GAP_PX), fill=_FAINT, font=_font(16))
    for index, card in enumerate(cards):
        _draw_card(sheet, card, _GAP_PX + index % columns * step_x, head + index // columns * step_y)
    return sheet


def _draw_card(sheet: Image.Image, card: Card, left: int, top: int) -> None:
    draw = ImageDraw.Draw(sheet)
    draw.rectangle([left, top, left + WIDTH_PX - 1, top + HEIGHT_PX + _TEXT_PX - 1], fill=_CARD)
    sheet.paste(Image.fromarray(card.picture).resize((WIDTH_PX, HEIGHT_PX)), (left, top))
    below = top + HEIGHT_PX
    for text, size, down, ink in (
        (card.title, 21, 9, _INK),
        (card.about, 15, 38, _FAINT),
        (card.type_this, 15, 62, _INK),
    ):
        draw.text((left + 12, below + down), _fitted(text, size, WIDTH_PX - 24), fill=ink, font=_font(size))


def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size=size)


def _fitted(text: str, size: int, width_px: float) -> str:
    """The text, cut at the end so that it fits."""
    font = _font(size)
    if font.getlength(text) <= width_px:
        return text
    while text and font.getlength(text + "…") > width_px:
        text = text[:-1]
    return text.rstrip() + "…"
